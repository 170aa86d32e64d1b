//===- runtime/memory/lib/rank_heap_setup.cpp - what ranks' own memory may take of the host ----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/host/memory_limit.h"
#include "maquette/memory/rank_heap.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace maquette::runtime {
namespace {

/// As residentBytes(), but fit for a signal handler.
std::uint64_t usedBytes() {
  static const long file = syscall(SYS_openat, AT_FDCWD, "/proc/self/statm", O_RDONLY | O_CLOEXEC);
  char text[128] = "";
  if (file < 0 || syscall(SYS_pread64, file, text, sizeof text - 1, 0) <= 0)
    return 0;
  char *rest = nullptr;
  std::strtoull(text, &rest, 10); // All addresses; what is resident follows.
  static const long page = sysconf(_SC_PAGESIZE);
  return std::strtoull(rest, nullptr, 10) * static_cast<std::uint64_t>(page);
}

/// An region takes two of the mappings that the host gives a process; some are for others.
std::size_t regionsOfHost() {
  if (CompressedMemory::hostGuardsPages())
    return CompressedMemory::kGuarded;
  std::size_t mappings = 0;
  std::ifstream("/proc/sys/vm/max_map_count") >> mappings;
  return std::max(CompressedMemory::kMostRegions, mappings / 10 * 3);
}

} // namespace

std::unique_ptr<RankHeap> RankHeap::createForHost(std::uint64_t limit) {
  return create(limit != 0 ? limit : usedBytes() + availableBytes().value_or(0) / 2, usedBytes, regionsOfHost());
}

} // namespace maquette::runtime
