//===- maquette/memory/libc_heap.h - memory from the C library's own heap -------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// For tables that malloc() and free() themselves keep, and that a signal handler changes: what they need does not come
/// back to our malloc() (bootstrap/heap_shims.cpp). With a sanitizer, which brings its own heap, it is malloc().
#ifndef MAQUETTE_MEMORY_LIBC_HEAP_H
#define MAQUETTE_MEMORY_LIBC_HEAP_H

#include <cstddef>
#include <cstdlib>
#include <new>

#if !defined(__SANITIZE_ADDRESS__)
extern "C" {
void *__libc_malloc(std::size_t bytes);
void __libc_free(void *block);
}
#endif

namespace maquette::runtime {

inline void *libcMalloc(std::size_t bytes) {
#if defined(__SANITIZE_ADDRESS__)
  return std::malloc(bytes);
#else
  return __libc_malloc(bytes);
#endif
}

inline void libcFree(void *block) {
#if defined(__SANITIZE_ADDRESS__)
  std::free(block);
#else
  __libc_free(block);
#endif
}

/// For containers.
template <class T> struct LibcAllocator {
  using value_type = T;
  LibcAllocator() = default;
  template <class U> LibcAllocator(const LibcAllocator<U> &) {}
  T *allocate(std::size_t count) {
    void *const memory = libcMalloc(count * sizeof(T));
    if (memory == nullptr)
      throw std::bad_alloc();
    return static_cast<T *>(memory);
  }
  void deallocate(T *memory, std::size_t) { libcFree(memory); }
  template <class U> bool operator==(const LibcAllocator<U> &) const { return true; }
};

} // namespace maquette::runtime

#endif
