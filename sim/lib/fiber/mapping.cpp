//===- sim/lib/fiber/mapping.cpp --------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/fiber/mapping.h"

#include <cstdint>
#include <sys/mman.h>

namespace maquette::sim::fiber {

Mapping::Mapping(std::size_t size, std::size_t alignment, Sharing sharing) {
  const std::size_t mapped = roundUp(size, kPage) + (alignment > kPage ? alignment : 0);
  const int kind = sharing == Sharing::WithForked ? MAP_SHARED : MAP_PRIVATE;
  void *start = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED)
    return;
  start_ = static_cast<char *>(start);
  mapped_ = mapped;
  const auto address = reinterpret_cast<std::uintptr_t>(start);
  data_ = start_ + (roundUp(address, alignment) - address);
  size_ = roundUp(size, kPage);
}

Mapping::~Mapping() {
  if (start_ != nullptr)
    munmap(start_, mapped_);
}

bool Mapping::protect(std::size_t offset, std::size_t size) const {
  return mprotect(data_ + offset, size, PROT_NONE) == 0;
}

void Mapping::adviseHuge() const { static_cast<void>(madvise(data_, size_, MADV_HUGEPAGE)); }

} // namespace maquette::sim::fiber
