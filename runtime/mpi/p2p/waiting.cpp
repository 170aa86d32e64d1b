//===- runtime/mpi/p2p/waiting.cpp - a rank waits, or looks again and again -------===//
// SPDX-License-Identifier: Apache-2.0
#include "p2p/waiting.h"

namespace maquette::mpi {

Waiting::Waiting(World &world, const CostParameters &costs, Progress &progress)
    : world_(world), costs_(costs), progress_(progress), end_(world) {}

void Waiting::waitAll(Rank &rank, Request *const *requests, int count) {
  progress_.beginWaiting(rank);
  const std::uint16_t thread = world_.dispatcher().threadOf(rank);
  std::uint32_t open = 0;
  for (int i = 0; i < count; ++i) {
    Request *const request = requests[i];
    if (request == nullptr || request->complete || !request->active)
      continue;
    request->awaited = true;
    request->thread = thread;
    if (open++ == 0)
      rank.waits_for = request;
  }
  if (open > 0)
    world_.scheduler().waitFor(rank, open);
  rank.waits_for = nullptr;
}

void Waiting::waitAny(Rank &rank, Request *const *requests, int count) {
  progress_.beginWaiting(rank);
  int open = 0;
  for (int i = 0; i < count; ++i) {
    if (requests[i] == nullptr || !requests[i]->active)
      continue;
    if (requests[i]->complete)
      return;
    ++open;
  }
  if (open == 0)
    return;
  for (int i = 0; i < count; ++i)
    if (requests[i] != nullptr && requests[i]->active) {
      requests[i]->awaited = true;
      requests[i]->thread = world_.dispatcher().threadOf(rank);
      rank.waits_for = requests[i];
    }
  world_.scheduler().waitFor(rank, 1);
  rank.waits_for = nullptr;
  for (int i = 0; i < count; ++i)
    if (requests[i] != nullptr)
      requests[i]->awaited = false;
}

void Waiting::waitForAllAtEnd(Rank &rank) {
  progress_.beginWaiting(rank);
  end_.wait(rank, costs_.sendOverhead() + world_.targetNetwork().model().minimumLatency() + costs_.receiveOverhead());
}

void Waiting::beginPoll(Rank &rank) {
  progress_.beginWaiting(rank);
  world_.calls().polling().begin(rank);
}

void Waiting::poll(Rank &rank) {
  progress_.beginWaiting(rank);
  world_.calls().polling().lookedInVain(rank, costs_.pollCost());
}

} // namespace maquette::mpi
