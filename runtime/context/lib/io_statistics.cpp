//===- runtime/context/lib/io_statistics.cpp --------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/io_statistics.h"

namespace maquette::runtime {

void IoStatistics::place(File &file, const Call &call) {
  const auto [entry, is_first] = last_.try_emplace(call.file << 32 | static_cast<std::uint32_t>(call.rank));
  Last &last = entry->second;
  const std::int64_t step = call.offset - last.end;
  if (is_first)
    last.step = 0;
  else if (step == 0)
    ++file.pattern.consecutive;
  else if (step == last.step)
    ++file.pattern.strided;
  else
    ++file.pattern.random;
  last = {call.offset + call.bytes, is_first ? 0 : step};
}

void IoStatistics::count(const Call &call) {
  Function &function = functions_[call.function];
  ++function.count;
  function.bytes += static_cast<std::uint64_t>(call.bytes);
  function.time_ps += call.time.ps();
  const auto rank = static_cast<std::size_t>(call.rank);
  if (by_rank_.size() <= rank)
    by_rank_.resize(rank + 1);
  by_rank_[rank] += call.time;
  if (call.file == kNoFile)
    return;
  File &file = files_[call.file];
  file.time_ps += call.time.ps();
  if (call.kind == Kind::Other) {
    ++file.others;
    return;
  }
  const bool reads = call.kind == Kind::Read;
  ++(reads ? file.reads : file.writes);
  (reads ? file.bytes_read : file.bytes_written) += static_cast<std::uint64_t>(call.bytes);
  place(file, call);
}

} // namespace maquette::runtime
