//===- maquette/memory/packed_store.h - compressed units, equal ones once ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where ranks keep a table that is the same on all of them (who owns which part), so are its compressed units: they
/// are kept once, with a count of who holds them.
///
/// Threads   one at a time.
/// Memory    from the C library's heap.
#ifndef MAQUETTE_MEMORY_PACKED_STORE_H
#define MAQUETTE_MEMORY_PACKED_STORE_H

#include "maquette/memory/libc_heap.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace maquette::runtime {

class PackedStore {
public:
  struct Block {
    Block *next = nullptr; ///< Another in the same place of the table.
    std::uint64_t hash = 0;
    std::uint32_t bytes = 0;
    std::uint32_t holders = 0;
    const char *contents() const { return reinterpret_cast<const char *>(this + 1); }
  };

  PackedStore() = default;
  ~PackedStore();
  PackedStore(const PackedStore &) = delete;
  PackedStore &operator=(const PackedStore &) = delete;

  /// One more holds these bytes. nullptr if the host has no memory.
  Block *hold(const char *contents, std::size_t bytes);
  /// One less does; the last one frees it.
  void release(Block *block);
  /// What all blocks take.
  std::uint64_t bytes() const { return bytes_; }

private:
  Block *&placeOf(std::uint64_t hash) { return places_[hash & (places_.size() - 1)]; }
  void grow();

  std::vector<Block *, LibcAllocator<Block *>> places_; ///< A power of two, or none.
  std::size_t count_ = 0;
  std::uint64_t bytes_ = 0;
};

} // namespace maquette::runtime

#endif
