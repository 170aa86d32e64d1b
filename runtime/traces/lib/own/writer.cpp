//===- runtime/traces/lib/own/writer.cpp - Maquette's own traces -------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/traces/trace_writer.h"

#include "format.h"

#include <lz4.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <unistd.h>

namespace maquette::traces {
namespace {

/// Beyond so many different calls a rank's numbers begin again: memory is bounded.
constexpr std::size_t kMostCalls = 1 << 16;

template <class Text> void putColumn(Text &to, std::string_view column) {
  own::putNumber(to, column.size());
  to.append(column);
}

} // namespace

TraceWriter::Stream::Stream(std::pmr::memory_resource *memory)
    : numbers(memory), calls(memory), sequence(memory), gaps(memory), durations(memory) {}

TraceWriter::TraceWriter(int descriptor, const Options &options)
    : file_(descriptor), options_(options), streams_(options.memory), blocks_(options.memory), raw_(options.memory),
      packed_(options.memory), body_(options.memory), state_(options.memory) {
  state_.resize(static_cast<std::size_t>(LZ4_sizeofState()));
  writeHeader();
}

TraceWriter::~TraceWriter() {
  for (auto &[rank, stream] : streams_)
    std::pmr::polymorphic_allocator<>(options_.memory).delete_object(stream);
}

void TraceWriter::write(const void *data, std::size_t size) {
  const char *next = static_cast<const char *>(data);
  for (std::size_t left = size; left > 0 && !failed_;) {
    const ssize_t count = ::write(file_, next, left);
    if (count < 0 && errno == EINTR)
      continue;
    failed_ = count <= 0;
    if (!failed_) {
      left -= static_cast<std::size_t>(count);
      next += count;
    }
  }
  bytes_ += size;
}

void TraceWriter::writeHeader() {
  const own::FileHead head{own::kVersion,           static_cast<std::uint32_t>(allCalls().size()),
                           options_.ranks,          options_.tick_ps,
                           options_.compute_factor, options_.from_start ? 1u : 0u};
  raw_.assign(own::kMagic);
  raw_.append(reinterpret_cast<const char *>(&head), sizeof head);
  for (const CallInfo &call : allCalls()) {
    const auto length = static_cast<std::uint16_t>(call.name.size());
    raw_.append(reinterpret_cast<const char *>(&length), sizeof length);
    raw_.append(call.name);
  }
  write(raw_.data(), raw_.size());
}

TraceWriter::Stream &TraceWriter::streamOf(std::int64_t rank) {
  Stream *&stream = streams_[rank];
  if (stream == nullptr)
    stream = std::pmr::polymorphic_allocator<>(options_.memory).new_object<Stream>(options_.memory);
  return *stream;
}

void TraceWriter::add(std::int64_t rank, const Event &event) {
  Stream &stream = streamOf(rank);
  const std::int64_t enter = event.enter_ps / options_.tick_ps;
  const std::int64_t leave = std::max(enter, event.leave_ps / options_.tick_ps);
  if (stream.events == 0)
    stream.first_tick = stream.latest_tick = enter;
  body_.clear();
  own::putCall(body_, event);
  const auto [known, is_new] = stream.numbers.try_emplace(body_, static_cast<std::uint32_t>(stream.numbers.size()));
  if (is_new) {
    putColumn(stream.calls, body_);
    ++stream.new_calls;
  }
  own::putNumber(stream.sequence, known->second);
  own::putNumber(stream.gaps, own::folded(enter - stream.latest_tick));
  own::putNumber(stream.durations, static_cast<std::uint64_t>(leave - enter));
  stream.latest_tick = leave;
  ++events_;
  if (++stream.events >= options_.block_events)
    writeBlock(rank, stream);
}

void TraceWriter::writeBlock(std::int64_t rank, Stream &stream) {
  raw_.clear();
  own::putNumber(raw_, stream.new_calls);
  for (const std::pmr::string *column : {&stream.calls, &stream.sequence, &stream.gaps, &stream.durations})
    putColumn(raw_, *column);
  packed_.resize(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(raw_.size()))));
  const int packed = LZ4_compress_fast_extState(state_.data(), raw_.data(), packed_.data(),
                                                static_cast<int>(raw_.size()), static_cast<int>(packed_.size()), 1);
  packed_.resize(static_cast<std::size_t>(packed));
  blocks_.push_back({bytes_, stream.first_tick, static_cast<std::uint32_t>(rank), stream.events});
  const own::BlockHead head{own::kBlockMagic,
                            static_cast<std::uint32_t>(rank),
                            stream.events,
                            stream.starts_anew ? 1u : 0u,
                            static_cast<std::uint32_t>(raw_.size()),
                            static_cast<std::uint32_t>(packed_.size()),
                            own::checksum(packed_),
                            stream.first_tick};
  write(&head, sizeof head);
  write(packed_.data(), packed_.size());
  for (std::pmr::string *column : {&stream.calls, &stream.sequence, &stream.gaps, &stream.durations})
    column->clear();
  stream.events = stream.new_calls = 0;
  stream.starts_anew = stream.numbers.size() >= kMostCalls;
  if (stream.starts_anew)
    stream.numbers.clear();
}

void TraceWriter::finish(std::int64_t rank) {
  const auto found = streams_.find(rank);
  if (found == streams_.end())
    return;
  if (found->second->events > 0)
    writeBlock(rank, *found->second);
  std::pmr::polymorphic_allocator<>(options_.memory).delete_object(found->second);
  streams_.erase(found);
}

bool TraceWriter::close() {
  while (!streams_.empty())
    finish(streams_.begin()->first);
  std::stable_sort(blocks_.begin(), blocks_.end(), [](const Block &a, const Block &b) { return a.rank < b.rank; });
  own::IndexTail tail{bytes_, blocks_.size(), {}};
  own::kEndMagic.copy(tail.magic, sizeof tail.magic);
  static_assert(sizeof(Block) == sizeof(own::IndexEntry));
  write(blocks_.data(), blocks_.size() * sizeof(Block));
  write(&tail, sizeof tail);
  return !failed_;
}

} // namespace maquette::traces
