//===- runtime/mpi/objects/group.cpp - ordered sets of ranks ------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "objects/group.h"

#include "maquette/sim/assert.h"
#include "maquette/sim/random.h"

#include <algorithm>

namespace maquette::mpi {

GroupPointer Group::evenly(std::int32_t first, std::int32_t stride, std::int32_t size) {
  MAQUETTE_ASSERT(size >= 0 && (stride != 0 || size <= 1));
  auto group = std::make_shared<Group>();
  group->first_ = first;
  group->stride_ = stride;
  group->size_ = size;
  return group;
}

GroupPointer Group::of(std::vector<std::int32_t> members) {
  const auto size = static_cast<std::int32_t>(members.size());
  const std::int32_t stride = size > 1 ? members[1] - members[0] : 1;
  bool even = true;
  for (std::int32_t i = 1; i < size && even; ++i)
    even = members[i] - members[i - 1] == stride;
  if (even)
    return evenly(size > 0 ? members[0] : 0, stride, size);
  auto group = std::make_shared<Group>();
  group->size_ = size;
  group->members_ = std::move(members);
  group->places_.reserve(size);
  for (std::int32_t i = 0; i < size; ++i)
    group->places_.push_back({group->members_[i], i});
  std::sort(group->places_.begin(), group->places_.end(),
            [](const Place &a, const Place &b) { return a.world_rank < b.world_rank; });
  return group;
}

std::optional<std::int32_t> Group::find(std::int32_t world_rank) const {
  if (members_.empty()) {
    const std::int32_t distance = world_rank - first_;
    if (size_ == 0 || distance % stride_ != 0)
      return std::nullopt;
    const std::int32_t index = distance / stride_;
    return index >= 0 && index < size_ ? std::optional(index) : std::nullopt;
  }
  auto found = std::lower_bound(places_.begin(), places_.end(), world_rank,
                                [](const Place &place, std::int32_t rank) { return place.world_rank < rank; });
  if (found == places_.end() || found->world_rank != world_rank)
    return std::nullopt;
  return found->index;
}

bool Group::operator==(const Group &other) const {
  if (this == &other)
    return true;
  if (size_ != other.size_)
    return false;
  for (std::int32_t i = 0; i < size_; ++i)
    if (at(i) != other.at(i))
      return false;
  return true;
}

bool Group::sameMembers(const Group &other) const {
  if (size_ != other.size_)
    return false;
  for (std::int32_t i = 0; i < size_; ++i)
    if (!other.find(at(i)))
      return false;
  return true;
}

std::uint64_t Group::fingerprint() const {
  std::uint64_t mixed = sim::mixBits(static_cast<std::uint64_t>(size_));
  if (members_.empty())
    return sim::mixBits(mixed ^ (static_cast<std::uint64_t>(static_cast<std::uint32_t>(first_)) << 32 |
                                 static_cast<std::uint32_t>(size_ > 1 ? stride_ : 1)));
  for (std::int32_t member : members_)
    mixed = sim::mixBits(mixed ^ static_cast<std::uint32_t>(member));
  return mixed;
}

} // namespace maquette::mpi
