//===- runtime/mpi/objects/group.h - ordered sets of ranks --------------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A Group is immutable and shared. If its members are evenly spaced (the world, rows, columns, every k-th rank), it is
/// three numbers; otherwise it is one table for all users.
#ifndef MAQUETTE_MPI_OBJECTS_GROUP_H
#define MAQUETTE_MPI_OBJECTS_GROUP_H

#include "maquette/sim/assert.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace maquette::mpi {

class Group {
public:
  /// first, first + stride, ... \pre stride != 0 or size <= 1.
  static std::shared_ptr<const Group> evenly(std::int32_t first, std::int32_t stride, std::int32_t size);
  /// \p members are ranks of the world, all different.
  static std::shared_ptr<const Group> of(std::vector<std::int32_t> members);

  std::int32_t size() const { return size_; }
  /// The world's rank of member \p index. \pre 0 <= index < size().
  std::int32_t at(std::int32_t index) const {
    MAQUETTE_ASSERT(0 <= index && index < size_);
    return members_.empty() ? first_ + stride_ * index : members_[index];
  }
  /// The place of the world's rank in this group.
  std::optional<std::int32_t> find(std::int32_t world_rank) const;
  bool operator==(const Group &other) const;
  /// The same members, in any order.
  bool sameMembers(const Group &other) const;
  /// Equal groups have equal fingerprints.
  std::uint64_t fingerprint() const;
  bool isTable() const { return !members_.empty(); }

private:
  struct Place {
    std::int32_t world_rank;
    std::int32_t index;
  };
  std::int32_t first_ = 0;
  std::int32_t stride_ = 1;
  std::int32_t size_ = 0;
  std::vector<std::int32_t> members_; ///< Empty when evenly spaced.
  std::vector<Place> places_;         ///< members_ sorted by rank of the world.
};

using GroupPointer = std::shared_ptr<const Group>;

} // namespace maquette::mpi

#endif
