//===- runtime/formats/lib/call_trace_writer.cpp - records calls as they are made -----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/call_trace.h"

#include "call_trace_format.h"
#include "maquette/host/call_site.h"

#include <cerrno>
#include <cstring>

namespace maquette::runtime {

namespace {
constexpr std::size_t kBuffer = 1 << 20;
} // namespace

sim::Result<std::unique_ptr<CallTraceWriter>> CallTraceWriter::create(const std::string &path) {
  std::FILE *file = std::fopen(path.c_str(), "wb");
  if (!file)
    return traceError(path, std::string("cannot be written: ") + std::strerror(errno));
  std::setvbuf(file, nullptr, _IOFBF, kBuffer);
  std::fwrite(&kTraceHead, sizeof kTraceHead, 1, file);
  return std::unique_ptr<CallTraceWriter>(new CallTraceWriter(file, path));
}

CallTraceWriter::~CallTraceWriter() {
  if (file_)
    std::fclose(file_);
}

void CallTraceWriter::add(CallRecord record, const void *return_address) {
  auto [found, is_new] = sites_.try_emplace(return_address, static_cast<std::uint32_t>(addresses_.size()));
  if (is_new)
    addresses_.push_back(return_address);
  record.site = found->second;
  std::fwrite(&record, sizeof record, 1, file_);
}

sim::Status CallTraceWriter::close() {
  CallRecord last;
  last.rank = kLastRecord;
  last.count = static_cast<std::int64_t>(addresses_.size());
  std::fwrite(&last, sizeof last, 1, file_);
  const CallSiteResolver resolver;
  for (const void *address : addresses_) {
    const std::string place = toText(resolver.resolve(address));
    const std::uint32_t size = static_cast<std::uint32_t>(place.size());
    std::fwrite(&size, sizeof size, 1, file_);
    std::fwrite(place.data(), 1, size, file_);
  }
  std::fwrite(&kTraceEnd, sizeof kTraceEnd, 1, file_);
  const bool failed = std::ferror(file_) != 0;
  const bool closed = std::fclose(file_) == 0;
  file_ = nullptr;
  if (failed || !closed)
    return traceError(path_, std::string("cannot be written: ") + std::strerror(errno));
  return sim::Nothing{};
}

} // namespace maquette::runtime
