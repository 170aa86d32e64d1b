//===- runtime/traces/lib/own/trace.cpp - reads Maquette's own traces --------------===//
// SPDX-License-Identifier: Apache-2.0
#include "trace.h"

#include "../windowed_file.h"
#include "format.h"

#include <fmt/format.h>
#include <lz4.h>

#include <algorithm>
#include <cstring>

namespace maquette::traces::own {
namespace {

/// LZ4 packs no byte into less than a 255th: more than that is no block, and memory stays in proportion to the file.
constexpr std::uint64_t kMostPacked = 256;
constexpr std::uint64_t kLargestBlock = 1 << 28; ///< Bytes.

sim::Diagnostic damaged(const std::string &path, const std::string &what) {
  return {path, what, "maquette-trace-format", "", "record the program again, or copy the file again"};
}

template <class Type> bool readAt(WindowedFile &file, std::uint64_t offset, Type &to) {
  file.seek(offset);
  return file.read(reinterpret_cast<unsigned char *>(&to), sizeof to);
}

/// What stands before the blocks, and where the index is.
struct Layout {
  FileHead head{};
  /// This Maquette's number of each function of the file; -1: it knows none. Empty: the numbers are the same.
  std::vector<int> calls;
  std::uint64_t blocks = 0;
  IndexTail index{}; ///< Without entries where the file was not finished.
};

sim::Result<Layout> readLayout(WindowedFile &file) {
  Layout layout;
  char magic[8];
  if (!readAt(file, 0, magic) || std::string_view(magic, sizeof magic) != kMagic || !readAt(file, 8, layout.head))
    return damaged(file.path(), "not a trace of Maquette");
  if (layout.head.version != kVersion)
    return sim::Diagnostic{
        file.path(),
        fmt::format("version {} of the format; this Maquette reads version {}", layout.head.version, kVersion),
        "maquette-trace-format", "", "record it again, or use the Maquette that wrote it"};
  if (layout.head.ranks < 1 || layout.head.tick_ps < 1 || !(layout.head.compute_factor > 0))
    return damaged(file.path(), "its head says no ranks, no time or no speed");
  for (std::uint32_t i = 0; i < layout.head.functions; ++i) {
    std::uint16_t length = 0;
    std::string name;
    if (!readAt(file, file.position(), length) || file.position() + length > file.size())
      return damaged(file.path(), "the names of its functions are cut");
    name.resize(length);
    if (!file.read(reinterpret_cast<unsigned char *>(name.data()), length))
      return damaged(file.path(), "the names of its functions are cut");
    const std::optional<CallNumber> call = findCall(name);
    layout.calls.push_back(call ? static_cast<int>(*call) : -1);
  }
  layout.blocks = file.position();
  bool is_same = layout.calls.size() == allCalls().size();
  for (std::size_t i = 0; is_same && i < layout.calls.size(); ++i)
    is_same = layout.calls[i] == static_cast<int>(i);
  if (is_same)
    std::vector<int>().swap(layout.calls);
  IndexTail tail{};
  if (file.size() >= layout.blocks + sizeof tail && readAt(file, file.size() - sizeof tail, tail) &&
      std::string_view(tail.magic, sizeof tail.magic) == kEndMagic && tail.offset <= file.size() &&
      tail.entries <= (file.size() - tail.offset) / sizeof(IndexEntry))
    layout.index = tail;
  return layout;
}

/// The blocks of \p rank: by the index, or, of a run that was killed, by all of the file.
std::vector<IndexEntry> blocksOf(WindowedFile &file, const Layout &layout, std::int64_t rank) {
  std::vector<IndexEntry> blocks;
  IndexEntry entry{};
  const auto place = [&](std::uint64_t i) { return layout.index.offset + i * sizeof entry; };
  if (layout.index.offset == 0) {
    BlockHead head{};
    for (std::uint64_t at = layout.blocks;
         readAt(file, at, head) && head.magic == kBlockMagic && at + sizeof head + head.packed <= file.size();
         at += sizeof head + head.packed)
      if (head.rank == rank)
        blocks.push_back({at, head.first_tick, head.rank, head.events});
    return blocks;
  }
  std::uint64_t first = 0;
  for (std::uint64_t end = layout.index.entries; first < end;) {
    const std::uint64_t middle = first + (end - first) / 2;
    if (!readAt(file, place(middle), entry))
      return {};
    if (entry.rank < rank)
      first = middle + 1;
    else
      end = middle;
  }
  for (; first < layout.index.entries && readAt(file, place(first), entry) && entry.rank == rank; ++first)
    blocks.push_back(entry);
  return blocks;
}

class OwnReader final : public EventReader {
public:
  OwnReader(WindowedFile file, Layout layout, std::int64_t rank)
      : file_(std::move(file)), layout_(std::move(layout)), rank_(rank), blocks_(blocksOf(file_, layout_, rank)) {
    file_.release();
  }

  sim::Result<bool> next(Event &event) override {
    while (left_ == 0) {
      if (next_block_ == blocks_.size())
        return false;
      if (const sim::Status good = loadBlock(blocks_[next_block_++]); !good)
        return good.error();
    }
    --left_;
    std::uint64_t number = 0, duration = 0;
    std::int64_t gap = 0;
    if (!sequence_.next(number) || !gaps_.nextFolded(gap) || !durations_.next(duration) || number >= texts_.size() ||
        !getCall(texts_[number], layout_.calls, event))
      return wrong("the block is damaged");
    if (!advance(gap, event.enter_ps) || !advance(static_cast<std::int64_t>(duration), event.leave_ps))
      return wrong("the time is beyond what picoseconds can count");
    event.record = ++records_;
    event.offset = offset_;
    return true;
  }
  std::optional<std::int64_t> datatypeSize(std::int64_t) const override { return std::nullopt; }

private:
  sim::Diagnostic wrong(const std::string &what) const {
    return {fmt::format("{}: rank {}, record {}, byte {}", file_.path(), rank_, records_ + 1, offset_), what,
            "maquette-trace-record", "", "record the program again, or copy the file again"};
  }

  /// \p ps: what the clock shows then. False where it cannot.
  bool advance(std::int64_t ticks, std::int64_t &ps) {
    return !__builtin_add_overflow(tick_, ticks, &tick_) && !__builtin_mul_overflow(tick_, layout_.head.tick_ps, &ps);
  }

  sim::Status loadBlock(const IndexEntry &block) {
    BlockHead head{};
    offset_ = block.offset;
    if (!readAt(file_, block.offset, head) || head.magic != kBlockMagic || head.rank != rank_ ||
        head.raw > kLargestBlock || head.raw > kMostPacked * (head.packed + std::uint64_t{1}) ||
        head.packed > file_.size() - file_.position())
      return wrong("there is no block");
    std::string packed(head.packed, '\0');
    raw_.resize(head.raw);
    if (!file_.read(reinterpret_cast<unsigned char *>(packed.data()), packed.size()) ||
        checksum(packed) != head.checksum)
      return wrong("the block's checksum is not that of its bytes");
    if (LZ4_decompress_safe(packed.data(), raw_.data(), static_cast<int>(packed.size()),
                            static_cast<int>(raw_.size())) != static_cast<int>(raw_.size()))
      return wrong("the block cannot be unpacked");
    if (head.starts_anew != 0)
      texts_.clear();
    file_.release();
    return split(head);
  }

  /// The columns of raw_.
  sim::Status split(const BlockHead &head) {
    Numbers all(raw_);
    std::uint64_t new_calls = 0;
    std::string_view columns[4];
    bool good = all.next(new_calls);
    for (std::string_view &column : columns) {
      std::uint64_t length = 0;
      good = good && all.next(length) && all.bytes(length, column);
    }
    Numbers calls(columns[0]);
    for (std::uint64_t i = 0; good && i < new_calls; ++i) {
      std::uint64_t length = 0;
      std::string_view text;
      good = calls.next(length) && calls.bytes(length, text);
      texts_.emplace_back(text);
    }
    if (!good)
      return wrong("the block is damaged");
    sequence_ = Numbers(columns[1]);
    gaps_ = Numbers(columns[2]);
    durations_ = Numbers(columns[3]);
    tick_ = head.first_tick;
    left_ = head.events;
    return sim::Nothing{};
  }

  WindowedFile file_;
  Layout layout_;
  std::int64_t rank_;
  std::vector<IndexEntry> blocks_;
  std::size_t next_block_ = 0;
  std::string raw_;
  std::vector<std::string> texts_; ///< Calls with their arguments, by number.
  Numbers sequence_{{}}, gaps_{{}}, durations_{{}};
  std::uint32_t left_ = 0;
  std::uint64_t records_ = 0, offset_ = 0;
  std::int64_t tick_ = 0;
};

class OwnTrace final : public Trace {
public:
  OwnTrace(WindowedFile file, Layout layout) : file_(std::move(file)), layout_(std::move(layout)) {
    file_.release();
    summary_ = {"maquette", std::to_string(layout_.head.version), layout_.head.ranks,          {}, {},
                0,          layout_.head.compute_factor,          layout_.head.from_start == 1};
  }
  const TraceSummary &summary() const override { return summary_; }
  sim::Result<std::unique_ptr<EventReader>> open(std::int64_t rank) const override {
    return std::unique_ptr<EventReader>(std::make_unique<OwnReader>(file_, layout_, rank));
  }
  sim::Result<std::map<std::string, std::int64_t>> counts(std::int64_t) const override {
    return std::map<std::string, std::int64_t>();
  }

private:
  WindowedFile file_;
  Layout layout_;
  TraceSummary summary_;
};

} // namespace

bool isOwn(const std::string &path) {
  sim::Result<WindowedFile> file = WindowedFile::open(path);
  char magic[8];
  return file && readAt(*file, 0, magic) && std::string_view(magic, sizeof magic) == kMagic;
}

sim::Result<std::unique_ptr<Trace>> openOwn(const std::string &path) {
  sim::Result<WindowedFile> file = WindowedFile::open(path);
  if (!file)
    return file.error();
  sim::Result<Layout> layout = readLayout(*file);
  if (!layout)
    return layout.error();
  return std::unique_ptr<Trace>(std::make_unique<OwnTrace>(std::move(*file), std::move(*layout)));
}

} // namespace maquette::traces::own
