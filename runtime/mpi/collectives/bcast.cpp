//===- runtime/mpi/collectives/bcast.cpp - MPI_Bcast ------------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Binomial tree for short messages; for long ones each rank gets a p-th by a binomial scatter, and a ring brings the rest.
/// Ranks are counted from the root on.
#include "mpi/collectives/algorithms.h"
#include "mpi/collectives/decision.h"

#include <algorithm>

namespace maquette::mpi {

namespace {

enum class Algorithm { Binomial, ScatterRing };

constexpr Rule<Algorithm> kTable[] = {
    {.most_bytes = 12287, .algorithm = Algorithm::Binomial},
    {.least_ranks = 8, .bytes_per_rank = 64, .algorithm = Algorithm::ScatterRing},
    {.algorithm = Algorithm::Binomial},
};

Steps binomial(Collective &c, char *data, std::int64_t bytes, int root) {
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
Steps scatterParts(Collective &c, char *data, std::int64_t bytes, std::int64_t part, int root) {
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

Steps scatterRing(Collective &c, char *data, std::int64_t bytes, int root) {
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

} // namespace

Steps broadcast(Collective &c, char *data, std::int64_t bytes, int root) {
  switch (decide(kTable, {.bytes = bytes, .ranks = c.size()})) {
  case Algorithm::Binomial: return binomial(c, data, bytes, root);
  case Algorithm::ScatterRing: return scatterRing(c, data, bytes, root);
  }
  return binomial(c, data, bytes, root);
}

} // namespace maquette::mpi
