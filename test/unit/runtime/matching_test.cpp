// test/unit/runtime/matching_test.cpp
// SPDX-License-Identifier: Apache-2.0
#include "p2p/matching.h"

#include "maquette/sim/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <vector>

namespace maquette::mpi {
namespace {

Envelope message(int source, int tag, std::uint32_t context = 0) {
  Envelope envelope;
  envelope.source = source;
  envelope.tag = tag;
  envelope.context = context;
  return envelope;
}

Request receive(int source, int tag, std::uint32_t context = 0) {
  Request request;
  request.peer = source;
  request.tag = tag;
  request.context = context;
  return request;
}

class Matching : public testing::Test {
protected:
  Envelope *takeArrived(const Request &wanted) { return arrived().take(keyOf(wanted)); }
  Request *takePosted(const Envelope &message) { return posted().take(keyOf(message)); }
  MatchList<PostedSide> posted() { return postedOf(rank, pool); }
  MatchList<ArrivedSide> arrived() { return arrivedOf(rank, pool); }

  runtime::Rank rank;
  sim::Arena arena;
  PageSource pages{arena};
  SizePool pool{pages};
};

TEST_F(Matching, TheFirstArrivedMessageThatFitsIsTaken) {
  Envelope a = message(1, 5), b = message(2, 5), c = message(1, 5);
  for (Envelope *envelope : {&a, &b, &c})
    arrived().add(*envelope);
  EXPECT_EQ(takeArrived(receive(2, 5)), &b);
  EXPECT_EQ(takeArrived(receive(MPI_ANY_SOURCE, MPI_ANY_TAG)), &a);
  EXPECT_EQ(takeArrived(receive(1, 5)), &c);
  EXPECT_EQ(takeArrived(receive(MPI_ANY_SOURCE, MPI_ANY_TAG)), nullptr);
  EXPECT_TRUE(arrived().empty());
}

TEST_F(Matching, TheFirstPostedReceiveThatFitsIsTaken) {
  Request specific = receive(1, 5), any = receive(MPI_ANY_SOURCE, 5), other = receive(1, 6);
  for (Request *request : {&other, &any, &specific})
    posted().add(*request);
  EXPECT_EQ(takePosted(message(1, 5)), &any);
  EXPECT_EQ(takePosted(message(1, 5)), &specific);
  EXPECT_EQ(takePosted(message(1, 5)), nullptr);
  EXPECT_FALSE(posted().empty());
}

// 65,536 apart: the packed form keeps 16 bits of a context and must look at the rest.
TEST_F(Matching, ContextsAreApart) {
  Envelope here = message(1, 5, 4), there = message(1, 5, 4 + 65'536);
  arrived().add(here);
  EXPECT_EQ(takeArrived(receive(1, 5, 0)), nullptr);
  arrived().add(there);
  EXPECT_EQ(takeArrived(receive(1, 5, 4 + 65'536)), &there);
  EXPECT_EQ(takeArrived(receive(1, 5, 4)), &here);
}

TEST_F(Matching, AProbeLeavesTheMessage) {
  Envelope here = message(3, 8);
  arrived().add(here);
  EXPECT_EQ(arrived().find({0, MPI_ANY_SOURCE, 8}), &here);
  EXPECT_EQ(arrived().find({0, 3, MPI_ANY_TAG}), &here);
  EXPECT_EQ(arrived().find({0, 2, 8}), nullptr);
}

// Tags below zero are the runtime's own.
TEST_F(Matching, AWildcardTakesNoTagOfTheRuntime) {
  Envelope own = message(3, -2);
  arrived().add(own);
  EXPECT_EQ(takeArrived(receive(3, MPI_ANY_TAG)), nullptr);
  EXPECT_EQ(takeArrived(receive(3, -2)), &own);
}

TEST_F(Matching, ACancelledReceiveIsGone) {
  Request only = receive(1, 5);
  posted().add(only);
  EXPECT_TRUE(posted().remove(only));
  EXPECT_FALSE(posted().remove(only));
  EXPECT_EQ(takePosted(message(1, 5)), nullptr);
}

/// The rule of MPI in its plainest form: a list, looked through from its begin.
template <class Side> class PlainList {
public:
  using Object = typename Side::Object;
  void add(Object &object) { objects_.push_back(&object); }
  Object *take(const MatchKey &key) {
    for (auto it = objects_.begin(); it != objects_.end(); ++it)
      if (Side::kObjectsReceive ? satisfies(keyOf(**it), key) : satisfies(key, keyOf(**it))) {
        Object *const found = *it;
        objects_.erase(it);
        return found;
      }
    return nullptr;
  }
  void remove(const Object &object) { std::erase(objects_, &object); }
  const std::vector<Object *> &objects() const { return objects_; }

private:
  std::vector<Object *> objects_;
};

/// 20,000 random steps, the list between empty and \p most long, so that all its forms come and go.
template <class Side> void compareWithPlainList(std::uintptr_t &word, SizePool &pool, std::uint64_t most) {
  const sim::Random random(7, most);
  std::uint64_t draw = 0;
  const auto below = [&](std::uint64_t bound) { return random.below(draw++, bound); };
  std::deque<typename Side::Object> objects;
  MatchList<Side> list(word, pool);
  PlainList<Side> plain;
  bool fills = true;
  for (int step = 0; step < 20'000; ++step) {
    const bool wild_objects = Side::kObjectsReceive;
    const int source = static_cast<int>(below(40)), tag = static_cast<int>(below(3));
    const auto context = static_cast<std::uint32_t>(2 * below(2));
    const bool any_source = below(4) == 0, any_tag = below(4) == 0;
    const MatchKey loose{context, any_source ? MPI_ANY_SOURCE : source, any_tag ? MPI_ANY_TAG : tag};
    const MatchKey strict{context, source, tag};
    if (plain.objects().size() >= most || plain.objects().empty())
      fills = plain.objects().empty();
    if (below(10) < (fills ? 8u : 2u)) {
      const MatchKey key = wild_objects ? loose : strict;
      if constexpr (Side::kObjectsReceive)
        objects.push_back(receive(key.source, key.tag, key.context));
      else
        objects.push_back(message(key.source, key.tag, key.context));
      list.add(objects.back());
      plain.add(objects.back());
    } else if (!plain.objects().empty() && below(8) == 0) {
      auto &chosen = *plain.objects()[below(plain.objects().size())];
      ASSERT_TRUE(list.remove(chosen));
      ASSERT_FALSE(list.remove(chosen));
      plain.remove(chosen);
    } else {
      const MatchKey key = wild_objects ? strict : loose;
      auto *const found = list.find(key);
      ASSERT_EQ(found, plain.take(key)) << "step " << step;
      ASSERT_EQ(list.take(key), found);
    }
    ASSERT_EQ(list.empty(), plain.objects().empty());
  }
  std::vector<typename Side::Object *> left;
  list.forEach([&](auto &object) { left.push_back(&object); });
  EXPECT_EQ(left, plain.objects());
  for (auto *object : left)
    list.remove(*object);
}

TEST_F(Matching, ShortListsDoAsAPlainList) {
  compareWithPlainList<PostedSide>(rank.posted, pool, 5);
  compareWithPlainList<ArrivedSide>(rank.arrived, pool, 5);
}

TEST_F(Matching, LongListsDoAsAPlainList) {
  compareWithPlainList<PostedSide>(rank.posted, pool, 300);
  compareWithPlainList<ArrivedSide>(rank.arrived, pool, 300);
}

} // namespace
} // namespace maquette::mpi
