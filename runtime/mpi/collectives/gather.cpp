//===- runtime/mpi/collectives/gather.cpp - MPI_Gather, MPI_Gatherv ---------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Binomial tree when all parts have one size; else the root receives from each rank.
#include "collectives/algorithms.h"
#include "collectives/analytic.h"

#include <algorithm>

namespace maquette::mpi {

namespace {

/// Ranks are counted from the root on; a rank at place i collects the parts of places i .. i + 2^k - 1.
CollectiveTask binomial(Collective &c, const char *mine, std::int64_t part, char *all, int root) {
  const std::int64_t size = c.size();
  const std::int64_t place = (c.rank() - root + size) % size;
  const auto rankAt = [&](std::int64_t other) { return static_cast<int>((other + root) % size); };
  std::int64_t reach = 1;
  while (reach < size && (place & reach) == 0)
    reach *= 2;
  const std::int64_t parts = std::min(reach, size - place);
  const bool direct = root == 0 && place == 0;
  Block room(c, parts * part, (mine == nullptr && all == nullptr) || direct);
  char *const collected = direct ? all : room.data();
  copyBytes(collected, mine, part);
  for (std::int64_t mask = 1; mask < size; mask *= 2) {
    if ((place & mask) != 0) {
      co_await c.send(rankAt(place - mask), collected, parts * part);
      break;
    }
    if (place + mask < size)
      co_await c.receive(rankAt(place + mask), at(collected, mask * part), std::min(mask, size - place - mask) * part);
  }
  if (place != 0 || direct)
    co_return;
  const std::int64_t before_root = static_cast<std::int64_t>(root) * part;
  copyBytes(at(all, before_root), collected, (size - root) * part);
  copyBytes(all, at(collected, (size - root) * part), before_root);
}

CollectiveTask linear(Collective &c, const char *mine, std::int64_t my_bytes, char *all, const Layout &layout,
                      int root) {
  if (c.rank() != root) {
    co_await c.send(root, mine, my_bytes);
    co_return;
  }
  copyBytes(at(all, layout.offset(root)), mine, my_bytes);
  for (int other = 0; other < c.size(); ++other)
    if (other != root)
      co_await c.receive(other, at(all, layout.offset(other)), layout.size(other));
}

} // namespace

CollectiveTask gather(Collective &c, const char *mine, std::int64_t my_bytes, char *all, const Layout &layout,
                      int root) {
  if (c.analytic())
    return together(c, Pattern::Gather,
                    {.out = mine, .in = all, .bytes = my_bytes, .in_layout = &layout, .root = root});
  const models::CollectiveRule &rule = c.choose(models::CollectiveOperation::Gather, my_bytes, layout.uniform());
  if (rule.algorithm == models::CollectiveAlgorithm::Binomial)
    return binomial(c, mine, my_bytes, all, root);
  return linear(c, mine, my_bytes, all, layout, root);
}

} // namespace maquette::mpi
