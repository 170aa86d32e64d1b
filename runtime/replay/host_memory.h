//===- runtime/replay/host_memory.h - memory that is no rank's ----------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_REPLAY_HOST_MEMORY_H
#define MAQUETTE_REPLAY_HOST_MEMORY_H

#include <sys/mman.h>

#include <memory_resource>
#include <new>

namespace maquette::record {

/// malloc() is the running rank's, and other ranks find nothing there. Pages from the system are everybody's.
class HostPages final : public std::pmr::memory_resource {
  void *do_allocate(std::size_t bytes, std::size_t) override {
    void *const pages = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
      throw std::bad_alloc();
    return pages;
  }
  void do_deallocate(void *pages, std::size_t bytes, std::size_t) override { ::munmap(pages, bytes); }
  bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

} // namespace maquette::record

#endif
