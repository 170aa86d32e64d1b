//===- runtime/host/lib/process_memory.cpp - what the host process holds --------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/host/process_memory.h"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>

namespace maquette::runtime {

std::uint64_t residentBytes() {
  std::FILE *const file = std::fopen("/proc/self/statm", "r");
  unsigned long total = 0, resident = 0;
  if (file != nullptr) {
    if (std::fscanf(file, "%lu %lu", &total, &resident) != 2)
      resident = 0;
    std::fclose(file);
  }
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t peakBytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::uint64_t heapBytes() {
  const struct mallinfo2 info = mallinfo2();
  return info.arena + info.hblkhd;
}

} // namespace maquette::runtime
