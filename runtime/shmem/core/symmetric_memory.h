//===- runtime/shmem/core/symmetric_memory.h - memory that all PEs have alike ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// SymmetricMemory owns the symmetric heap and says where an address of one PE is at another. Symmetric are the objects
/// of the heap and the program's globals, of which each rank has a copy (PrivateData).
///
/// Layout  The heap lies object by object, and in an object PE by PE: 8 bytes of a million PEs take 16 MB, not a page
///         each. So the distance of two objects differs from PE to PE; ADR 17.
/// Source  OpenSHMEM 1.5, 3 and 9.3
#ifndef MAQUETTE_SHMEM_CORE_SYMMETRIC_MEMORY_H
#define MAQUETTE_SHMEM_CORE_SYMMETRIC_MEMORY_H

#include "core/names.h"
#include "core/pe.h"

#include "maquette/sim/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace maquette::shmem {

class SymmetricMemory {
public:
  explicit SymmetricMemory(World &world);
  ~SymmetricMemory();
  SymmetricMemory(const SymmetricMemory &) = delete;
  SymmetricMemory &operator=(const SymmetricMemory &) = delete;

  /// Reserves the addresses of the heap, the first time, and reads how large the heap of a PE may be. Errors: the host
  /// does not give them; SHMEM_SYMMETRIC_SIZE is no size.
  sim::Status prepare();
  /// Of the heap of a PE, in bytes. \pre prepare() succeeded.
  std::int64_t limit() const { return limit_; }
  /// Memory of \p bytes for each PE of \p job, of zeros; nullptr: there is no room. \p alignment: a power of two.
  char *allocate(const Job &job, std::size_t bytes, std::size_t alignment);
  /// The part of \p pe of a block that is made when a PE of \p job first asks; nullptr: there is no room.
  char *globals(const Job &job, std::size_t bytes, int pe);
  /// \p object: as allocate() gave it.
  void release(const char *object);
  /// The object that \p address of the PE with \p rank is the begin of, as allocate() gave it; nullptr: there is none.
  char *objectAt(const void *address, const Rank &rank) const;
  /// 0: there is no such object any more.
  std::size_t sizeOf(const char *object) const {
    const auto found = objects_.find(object);
    return found == objects_.end() ? 0 : found->second.bytes;
  }
  /// The part of \p object that is that of PE \p pe.
  char *partOf(char *object, int pe) const {
    return object + objects_.at(object).stride * static_cast<std::size_t>(pe);
  }

  /// Where \p bytes at \p address of \p from are at \p to; nullptr if they are not symmetric.
  char *find(const void *address, std::size_t bytes, const Rank &from, const Rank &to) const;
  /// Where \p address of \p rank is, as maquette_symmetric_place() says it; -1: it is not symmetric.
  std::int64_t placeOf(const void *address, const Rank &rank) const;
  /// Why find() gave nullptr, and what to do.
  std::string whyNot(const void *address, std::size_t bytes, const Rank &from) const;
  /// "byte 8 of the 16 that shmem_malloc gave", or "a global"
  std::string nameOf(const void *address, const Rank &rank) const;
  std::size_t touchedBytes() const;

private:
  struct Object {
    std::int64_t number = 0; ///< From 1, in the order of allocation.
    std::size_t bytes = 0;   ///< Of a PE.
    std::size_t stride = 0;  ///< From one PE to the next.
    std::size_t length = 0;  ///< Of all.
    std::int32_t first_rank = 0;
    std::int32_t pes = 0;
  };
  using Objects = std::map<const char *, Object>;
  static constexpr std::size_t kReserved = std::size_t{16} << 40;
  static constexpr std::size_t kReservedShared = std::size_t{1} << 40; ///< Of memory that processes have in common.

  Objects::const_iterator holding(const void *address) const;
  char *takeRange(std::size_t length, std::size_t alignment);

  sim::Status reserve();

  World &world_;
  /// Where ranks fork, memory that they have in common must be there before. A failure is told to who uses it.
  sim::Status before_forks_{sim::Nothing{}};
  std::int64_t limit_ = 0;
  char *heap_ = nullptr;
  std::size_t reserved_ = 0;
  std::size_t end_ = 0; ///< Of what was ever given out.
  Objects objects_;
  std::int64_t allocated_ = 0; ///< Objects that there ever were.
  std::map<const Job *, char *> globals_;
  std::map<char *, std::size_t> free_; ///< Ranges below end_, with their length. No two touch.
};

} // namespace maquette::shmem

#endif
