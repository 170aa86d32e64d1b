//===- runtime/shmem/core/pe.cpp - one rank as a PE ------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "core/pe.h"

#include <algorithm>

namespace maquette::shmem {

Member &Pe::memberOf(const Team &team) {
  if (team.id == 0)
    return world_;
  for (const auto &member : members_)
    if (&member->team() == &team)
      return *member;
  members_.push_back(std::make_unique<Member>(team, team.indexOf(number_)));
  return *members_.back();
}

bool Pe::owns(const Member *member) const {
  return member == &world_ ||
         std::any_of(members_.begin(), members_.end(), [&](const auto &one) { return one.get() == member; });
}

void Pe::remove(const Member &member) {
  std::erase_if(members_, [&](const auto &one) { return one.get() == &member; });
}

} // namespace maquette::shmem
