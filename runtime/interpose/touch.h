//===- runtime/interpose/touch.h - compressed memory and the host's kernel ------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Memory of a rank that waited may be compressed (memory/compressed_memory.h): an access brings it back, but a system
/// call that is given such an address fails. So functions of the C library that hand what they are given to the kernel
/// touch it before. Not those that copy through memory of their own, like printf() and getline(), and not structures
/// that programs keep on their stacks.
#ifndef MAQUETTE_INTERPOSE_TOUCH_H
#define MAQUETTE_INTERPOSE_TOUCH_H

#include "maquette/memory/rank_heap.h"

#include <sys/uio.h>

#include <cstddef>
#include <cstdint>

namespace maquette::bootstrap {

/// All of a unit is compressed, or none of it. An address, as what is to be read there may not have been written.
[[gnu::noipa]] inline void touch(std::uintptr_t memory, std::size_t bytes) {
  const auto *const text = reinterpret_cast<const volatile char *>(memory);
  if (!runtime::RankHeap::contains(const_cast<const char *>(text)))
    return;
  for (std::size_t at = 0; at < bytes; at += runtime::kUnitBytes)
    static_cast<void>(text[at]);
  if (bytes > 0)
    static_cast<void>(text[bytes - 1]);
}

inline std::uintptr_t address(const volatile void *memory) { return reinterpret_cast<std::uintptr_t>(memory); }

inline void touchText(const char *text) {
  if (!runtime::RankHeap::contains(text))
    return;
  for (const volatile char *at = text; *at != '\0';)
    ++at;
}

inline void touchAll(const iovec *parts, int count) {
  for (int i = 0; i < count; ++i)
    touch(address(parts[i].iov_base), parts[i].iov_len);
}

} // namespace maquette::bootstrap

/// A function with these parameters, which are the arguments of the C library's own after \p before.
#define MAQUETTE_AFTER(before, result, name, parameters, arguments)                                                    \
  MAQUETTE_EXPORT result name parameters {                                                                             \
    before;                                                                                                            \
    static const auto real = maquette::bootstrap::next<result(*) parameters>(#name);                                   \
    return real arguments;                                                                                             \
  }

#endif
