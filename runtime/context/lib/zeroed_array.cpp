//===- runtime/context/lib/zeroed_array.cpp - memory that costs nothing until it is touched ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/zeroed_array.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace maquette::runtime {
namespace {

/// From here on huge pages save more time than they waste memory.
constexpr std::size_t kHugeFrom = std::size_t{8} << 20;

} // namespace

sim::Result<void *> mapZeroed(std::size_t bytes, ZeroedFor users) {
  const int kind = users == ZeroedFor::ForkedProcesses ? MAP_SHARED : MAP_PRIVATE;
  void *const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return sim::Diagnostic{"", std::string("not enough address space for the ranks: ") + std::strerror(errno),
                           "maquette-run-memory", "",
                           "run fewer ranks, or raise the limit of the address space (ulimit -v)"};
  if (bytes >= kHugeFrom)
    static_cast<void>(madvise(memory, bytes, MADV_HUGEPAGE));
  return memory;
}

void unmapZeroed(void *memory, std::size_t bytes) { munmap(memory, bytes); }

} // namespace maquette::runtime
