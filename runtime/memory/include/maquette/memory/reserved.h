//===- maquette/memory/reserved.h - an array that grows in place ----------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Addresses for as many elements as there may ever be; only those that were asked for are accessible, so that neither
/// the host nor a core file knows of the others. Elements are zero bytes at first.
///
/// Errors    std::bad_alloc where the host does not give the addresses.
#ifndef MAQUETTE_MEMORY_RESERVED_H
#define MAQUETTE_MEMORY_RESERVED_H

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace maquette::runtime {

/// Addresses of so many bytes: these if \p at is given. nullptr if the host does not give them.
inline void *reserveAddresses(std::size_t bytes, void *at = nullptr) {
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void *const range = mmap(at, bytes, PROT_NONE, at != nullptr ? kFlags | MAP_FIXED_NOREPLACE : kFlags, -1, 0);
  if (range == MAP_FAILED)
    return nullptr;
  if (at != nullptr && range != at) {
    munmap(range, bytes);
    return nullptr;
  }
  madvise(range, bytes, MADV_DONTDUMP);
  return range;
}

/// Some of them become memory. False if the host refuses.
inline bool makeAccessible(void *begin, std::size_t bytes) {
  return mprotect(begin, bytes, PROT_READ | PROT_WRITE) == 0 && madvise(begin, bytes, MADV_DODUMP) == 0;
}

template <class Element> class Reserved {
public:
  explicit Reserved(std::size_t most)
      : most_(most), elements_(static_cast<Element *>(reserveAddresses(most * sizeof(Element)))) {
    if (elements_ == nullptr)
      throw std::bad_alloc();
  }
  ~Reserved() { munmap(elements_, most_ * sizeof(Element)); }
  Reserved(const Reserved &) = delete;
  Reserved &operator=(const Reserved &) = delete;

  /// Makes those below \p end accessible. False if the host refuses.
  bool extend(std::size_t end) { return makeAccessible(elements_, end * sizeof(Element)); }
  Element &operator[](std::size_t i) { return elements_[i]; }
  const Element &operator[](std::size_t i) const { return elements_[i]; }

private:
  std::size_t most_;
  Element *elements_;
};

} // namespace maquette::runtime

#endif
