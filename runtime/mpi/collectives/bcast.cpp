//===- runtime/mpi/collectives/bcast.cpp - MPI_Bcast ------------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Trees, whole or in segments; for long messages each rank gets a p-th by a binomial scatter, and a ring or recursive
/// doubling brings the rest. Ranks are counted from the root on.
#include "collectives/algorithms.h"
#include "collectives/analytic.h"
#include "collectives/tree.h"
#include "collectives/two_level.h"

#include <algorithm>

namespace maquette::mpi {

using models::CollectiveAlgorithm;
using models::CollectiveOperation;

namespace {

CollectiveTask binomial(Collective &c, char *data, std::int64_t bytes, int root) {
  const std::int64_t size = c.size();
  const std::int64_t place = (c.rank() - root + size) % size;
  const auto rankAt = [&](std::int64_t other) { return static_cast<int>((other + root) % size); };
  std::int64_t mask = 1;
  for (; mask < size; mask *= 2)
    if ((place & mask) != 0) {
      co_await c.receive(rankAt(place - mask), data, bytes);
      break;
    }
  for (mask /= 2; mask > 0; mask /= 2)
    if (place + mask < size)
      co_await c.send(rankAt(place + mask), data, bytes);
}

/// Afterwards the rank at place i has part i.
CollectiveTask scatterParts(Collective &c, char *data, std::int64_t bytes, std::int64_t part, int root) {
  const std::int64_t size = c.size();
  const std::int64_t place = (c.rank() - root + size) % size;
  const auto rankAt = [&](std::int64_t other) { return static_cast<int>((other + root) % size); };
  std::int64_t held = place == 0 ? bytes : 0;
  std::int64_t mask = 1;
  for (; mask < size; mask *= 2)
    if ((place & mask) != 0) {
      held = std::clamp<std::int64_t>(bytes - place * part, 0, mask * part);
      if (held > 0)
        co_await c.receive(rankAt(place - mask), at(data, place * part), held);
      break;
    }
  for (mask /= 2; mask > 0; mask /= 2) {
    const std::int64_t rest = held - mask * part;
    if (place + mask < size && rest > 0) {
      co_await c.send(rankAt(place + mask), at(data, (place + mask) * part), rest);
      held -= rest;
    }
  }
}

CollectiveTask scatterRing(Collective &c, char *data, std::int64_t bytes, int root) {
  const std::int64_t size = c.size();
  const std::int64_t part = (bytes + size - 1) / size;
  co_await scatterParts(c, data, bytes, part, root);
  const std::int64_t place = (c.rank() - root + size) % size;
  const int right = static_cast<int>((c.rank() + 1) % size);
  const int left = static_cast<int>((c.rank() - 1 + size) % size);
  for (std::int64_t i = 0; i + 1 < size; ++i) {
    const std::int64_t mine = (place - i + size) % size * part;
    const std::int64_t theirs = (place - i - 1 + size) % size * part;
    co_await c.exchange(right, at(data, mine), std::clamp<std::int64_t>(bytes - mine, 0, part), left, at(data, theirs),
                        std::clamp<std::int64_t>(bytes - theirs, 0, part));
  }
}

CollectiveTask scatterDoubling(Collective &c, char *data, std::int64_t bytes, int root) {
  const std::int64_t size = c.size();
  const std::int64_t part = (bytes + size - 1) / size;
  co_await scatterParts(c, data, bytes, part, root);
  const std::int64_t place = (c.rank() - root + size) % size;
  const auto clamped = [bytes](std::int64_t offset) { return std::min(offset, bytes); };
  for (std::int64_t distance = 1; distance < size; distance *= 2) {
    const std::int64_t mine = place & ~(distance - 1), theirs = mine ^ distance;
    const int partner = static_cast<int>(((place ^ distance) + root) % size);
    const std::int64_t my_begin = clamped(mine * part), their_begin = clamped(theirs * part);
    co_await c.exchange(partner, at(data, my_begin), clamped((mine + distance) * part) - my_begin, partner,
                        at(data, their_begin), clamped((theirs + distance) * part) - their_begin);
  }
}

} // namespace

CollectiveTask broadcast(Collective &c, char *data, std::int64_t bytes, int root) {
  if (c.analytic())
    return together(c, Pattern::Broadcast, {.out = data, .in = data, .bytes = bytes, .root = root});
  const models::CollectiveRule &rule = c.choose(CollectiveOperation::Bcast, bytes);
  const int size = c.size(), place = (c.rank() - root + size) % size;
  switch (rule.algorithm) {
  case CollectiveAlgorithm::ScatterRing:
    return scatterRing(c, data, bytes, root);
  case CollectiveAlgorithm::ScatterDoubling:
    return scatterDoubling(c, data, bytes, root);
  case CollectiveAlgorithm::TwoLevel:
    return twoLevelBroadcast(c, data, bytes, root);
  case CollectiveAlgorithm::KNomial:
    return treeBroadcast(c, Tree::kNomial(place, size, kRadix), data, bytes, root, rule.segment);
  case CollectiveAlgorithm::Binary:
    return treeBroadcast(c, Tree::binary(place, size), data, bytes, root, rule.segment);
  case CollectiveAlgorithm::Linear:
    return treeBroadcast(c, Tree::linear(place, size), data, bytes, root, rule.segment);
  case CollectiveAlgorithm::Chain:
    return treeBroadcast(c, Tree::chain(place, size), data, bytes, root, 0);
  case CollectiveAlgorithm::Pipeline:
    return treeBroadcast(c, Tree::chain(place, size), data, bytes, root, rule.segment);
  default:
    return rule.segment == 0 ? binomial(c, data, bytes, root)
                             : treeBroadcast(c, Tree::kNomial(place, size, 2), data, bytes, root, rule.segment);
  }
}

} // namespace maquette::mpi
