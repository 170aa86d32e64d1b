// test/unit/runtime/group_test.cpp
// SPDX-License-Identifier: Apache-2.0
#include "objects/group.h"

#include <gtest/gtest.h>

namespace maquette::mpi {
namespace {

TEST(Group, EvenlySpacedMembersNeedNoTable) {
  EXPECT_FALSE(Group::of({3, 5, 7, 9})->isTable());
  EXPECT_FALSE(Group::of({9, 6, 3})->isTable());
  EXPECT_TRUE(Group::of({3, 5, 8})->isTable());
}

TEST(Group, FindIsTheInverseOfAt) {
  for (const GroupPointer &group : {Group::of({3, 5, 7, 9}), Group::of({9, 6, 3}), Group::of({4, 1, 8, 2})}) {
    for (std::int32_t i = 0; i < group->size(); ++i)
      EXPECT_EQ(group->find(group->at(i)), i);
    EXPECT_EQ(group->find(100), std::nullopt);
    EXPECT_EQ(group->find(0), std::nullopt);
  }
}

TEST(Group, AMillionRanksAreThreeNumbers) {
  const GroupPointer world = Group::evenly(0, 1, 1 << 20);
  EXPECT_EQ(world->at(1'000'000), 1'000'000);
  EXPECT_EQ(world->find(1 << 20), std::nullopt);
  EXPECT_EQ(world->find(-1), std::nullopt);
}

TEST(Group, OrderMattersForEqualityButNotForMembers) {
  const GroupPointer up = Group::of({1, 2, 3}), down = Group::of({3, 2, 1});
  EXPECT_FALSE(*up == *down);
  EXPECT_TRUE(up->sameMembers(*down));
  EXPECT_NE(up->fingerprint(), down->fingerprint());
  EXPECT_EQ(Group::of({1, 2, 3})->fingerprint(), up->fingerprint());
}

TEST(Group, OfNobody) {
  const GroupPointer nobody = Group::of({});
  EXPECT_EQ(nobody->size(), 0);
  EXPECT_EQ(nobody->find(0), std::nullopt);
}

} // namespace
} // namespace maquette::mpi
