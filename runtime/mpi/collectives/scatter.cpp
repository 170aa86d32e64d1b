//===- runtime/mpi/collectives/scatter.cpp - MPI_Scatter, MPI_Scatterv ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Binomial tree when all parts have one size; else the root sends to each rank.
#include "collectives/algorithms.h"
#include "collectives/analytic.h"

#include <algorithm>

namespace maquette::mpi {

namespace {

CollectiveTask binomial(Collective &c, const char *all, char *mine, std::int64_t part, int root) {
  const std::int64_t size = c.size();
  const std::int64_t place = (c.rank() - root + size) % size;
  const auto rankAt = [&](std::int64_t other) { return static_cast<int>((other + root) % size); };
  std::int64_t mask = 1;
  while (mask < size && (place & mask) == 0)
    mask *= 2;
  const std::int64_t parts = std::min(mask, size - place);
  const bool at_root = place == 0;
  Block room(c, parts * part, at_root ? all == nullptr : mine == nullptr);
  if (at_root) {
    const std::int64_t before_root = static_cast<std::int64_t>(root) * part;
    copyBytes(room.data(), at(all, before_root), (size - root) * part);
    copyBytes(room.at((size - root) * part), all, before_root);
  } else {
    co_await c.receive(rankAt(place - mask), room.data(), parts * part);
  }
  for (mask /= 2; mask > 0; mask /= 2)
    if (place + mask < size)
      co_await c.send(rankAt(place + mask), room.at(mask * part), std::min(mask, size - place - mask) * part);
  copyBytes(mine, room.data(), part);
}

CollectiveTask linear(Collective &c, const char *all, const Layout &layout, char *mine, std::int64_t my_bytes,
                      int root) {
  if (c.rank() != root) {
    co_await c.receive(root, mine, my_bytes);
    co_return;
  }
  for (int other = 0; other < c.size(); ++other)
    if (other != root)
      co_await c.send(other, at(all, layout.offset(other)), layout.size(other));
  copyBytes(mine, at(all, layout.offset(root)), std::min(my_bytes, layout.size(root)));
}

} // namespace

CollectiveTask scatter(Collective &c, const char *all, const Layout &layout, char *mine, std::int64_t my_bytes,
                       int root) {
  if (c.analytic())
    return together(c, Pattern::Scatter,
                    {.out = all,
                     .in = mine,
                     .bytes = c.rank() == root ? layout.total() : my_bytes,
                     .out_layout = &layout,
                     .root = root});
  const models::CollectiveRule &rule = c.choose(models::CollectiveOperation::Scatter, my_bytes, layout.uniform());
  if (rule.algorithm == models::CollectiveAlgorithm::Binomial)
    return binomial(c, all, mine, my_bytes, root);
  return linear(c, all, layout, mine, my_bytes, root);
}

} // namespace maquette::mpi
