// test/unit/runtime/matching_test.cpp
// SPDX-License-Identifier: Apache-2.0
#include "mpi/matching.h"

#include <gtest/gtest.h>

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

TEST(Matching, TheFirstArrivedMessageThatFitsIsTaken) {
  runtime::Rank rank;
  Envelope a = message(1, 5), b = message(2, 5), c = message(1, 5);
  for (Envelope *envelope : {&a, &b, &c})
    addArrived(rank, *envelope);
  EXPECT_EQ(takeArrived(rank, receive(2, 5)), &b);
  EXPECT_EQ(takeArrived(rank, receive(MPI_ANY_SOURCE, MPI_ANY_TAG)), &a);
  EXPECT_EQ(takeArrived(rank, receive(1, 5)), &c);
  EXPECT_EQ(takeArrived(rank, receive(MPI_ANY_SOURCE, MPI_ANY_TAG)), nullptr);
  EXPECT_EQ(rank.arrived_last, nullptr);
}

TEST(Matching, TheFirstPostedReceiveThatFitsIsTaken) {
  runtime::Rank rank;
  Request specific = receive(1, 5), any = receive(MPI_ANY_SOURCE, 5), other = receive(1, 6);
  for (Request *request : {&other, &any, &specific})
    addPosted(rank, *request);
  EXPECT_EQ(takePosted(rank, message(1, 5)), &any);
  EXPECT_EQ(takePosted(rank, message(1, 5)), &specific);
  EXPECT_EQ(takePosted(rank, message(1, 5)), nullptr);
  EXPECT_EQ(rank.posted_first, &other);
}

TEST(Matching, ContextsAreApart) {
  runtime::Rank rank;
  Envelope here = message(1, 5, 4);
  addArrived(rank, here);
  EXPECT_EQ(takeArrived(rank, receive(1, 5, 0)), nullptr);
  EXPECT_EQ(takeArrived(rank, receive(1, 5, 4)), &here);
}

TEST(Matching, AProbeLeavesTheMessage) {
  runtime::Rank rank;
  Envelope here = message(3, 8);
  addArrived(rank, here);
  EXPECT_EQ(findArrived(rank, 0, MPI_ANY_SOURCE, 8), &here);
  EXPECT_EQ(findArrived(rank, 0, 3, MPI_ANY_TAG), &here);
  EXPECT_EQ(findArrived(rank, 0, 2, 8), nullptr);
}

TEST(Matching, ACancelledReceiveIsGone) {
  runtime::Rank rank;
  Request only = receive(1, 5);
  addPosted(rank, only);
  EXPECT_TRUE(removePosted(rank, only));
  EXPECT_FALSE(removePosted(rank, only));
  EXPECT_EQ(takePosted(rank, message(1, 5)), nullptr);
}

} // namespace
} // namespace maquette::mpi
