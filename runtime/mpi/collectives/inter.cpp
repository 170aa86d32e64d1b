//===- runtime/mpi/collectives/inter.cpp - collectives between two groups ---===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/inter.h"

#include "collectives/algorithms.h"

#include <algorithm>
#include <vector>

namespace maquette::mpi {

namespace {

/// Parts of less than this in all are gathered and scattered by rank 0 of the group that the root is not in.
constexpr std::int64_t kThroughOneRank = 2048;

/// Sends \p mine to rank 0 of the other group and, as rank 0, receives from all of it.
CollectiveTask gatherAcross(Collective &c, const char *mine, std::int64_t my_bytes, char *all, const Layout &layout) {
  std::vector<Request *> receives;
  for (int from = 0; c.rank() == 0 && from < c.remoteSize(); ++from)
    receives.push_back(c.startReceiveAcross(from, at(all, layout.offset(from)), layout.size(from)));
  co_await c.sendAcross(0, mine, my_bytes);
  for (Request *receive : receives)
    co_await c.wait(receive);
}

} // namespace

CollectiveTask interBarrier(Collective &c) {
  co_await barrier(c);
  if (c.rank() == 0)
    co_await c.exchangeAcross(0, nullptr, 0, 0, nullptr, 0);
  co_await broadcast(c, nullptr, 0, 0);
}

CollectiveTask interBroadcast(Collective &c, char *data, std::int64_t bytes, int root) {
  if (root == MPI_PROC_NULL)
    co_return;
  if (root == MPI_ROOT) {
    co_await c.sendAcross(0, data, bytes);
    co_return;
  }
  if (c.rank() == 0)
    co_await c.receiveAcross(root, data, bytes);
  co_await broadcast(c, data, bytes, 0);
}

CollectiveTask interGather(Collective &c, const char *mine, std::int64_t my_bytes, char *all, const Layout &layout,
                           int root) {
  if (root == MPI_PROC_NULL)
    co_return;
  const bool is_root = root == MPI_ROOT;
  const bool through_one = layout.uniform() && my_bytes * (is_root ? c.remoteSize() : c.size()) < kThroughOneRank;
  if (is_root && through_one) {
    co_await c.receiveAcross(0, all, layout.total());
  } else if (is_root) {
    for (int from = 0; from < c.remoteSize(); ++from)
      co_await c.receiveAcross(from, at(all, layout.offset(from)), layout.size(from));
  } else if (through_one) {
    const Layout local(my_bytes, c.size());
    Block parts(c, c.rank() == 0 ? local.total() : 0, mine == nullptr || c.rank() != 0);
    co_await gather(c, mine, my_bytes, parts.data(), local, 0);
    if (c.rank() == 0)
      co_await c.sendAcross(root, parts.data(), local.total());
  } else {
    co_await c.sendAcross(root, mine, my_bytes);
  }
}

CollectiveTask interScatter(Collective &c, const char *all, const Layout &layout, char *mine, std::int64_t my_bytes,
                            int root) {
  if (root == MPI_PROC_NULL)
    co_return;
  const bool is_root = root == MPI_ROOT;
  const bool through_one = layout.uniform() && my_bytes * (is_root ? c.remoteSize() : c.size()) < kThroughOneRank;
  if (is_root && through_one) {
    co_await c.sendAcross(0, all, layout.total());
  } else if (is_root) {
    for (int to = 0; to < c.remoteSize(); ++to)
      co_await c.sendAcross(to, at(all, layout.offset(to)), layout.size(to));
  } else if (through_one) {
    const Layout local(my_bytes, c.size());
    Block parts(c, local.total(), mine == nullptr || c.rank() != 0);
    if (c.rank() == 0)
      co_await c.receiveAcross(root, parts.data(), local.total());
    co_await scatter(c, parts.data(), local, mine, my_bytes, 0);
  } else {
    co_await c.receiveAcross(root, mine, my_bytes);
  }
}

CollectiveTask interAllgather(Collective &c, const char *mine, std::int64_t my_bytes, char *all, const Layout &layout) {
  co_await gatherAcross(c, mine, my_bytes, all, layout);
  co_await broadcast(c, all, layout.total(), 0);
}

/// In round i, rank r sends to r + i and receives from r - i, modulo the larger group's size, where there are such
/// ranks.
CollectiveTask interAlltoall(Collective &c, const char *out, const Layout &out_layout, char *in,
                             const Layout &in_layout) {
  const int rounds = std::max(c.size(), c.remoteSize());
  for (int i = 0; i < rounds; ++i) {
    const int to = (c.rank() + i) % rounds, from = (c.rank() - i + rounds) % rounds;
    const bool sends = to < c.remoteSize(), receives = from < c.remoteSize();
    if (sends && receives)
      co_await c.exchangeAcross(to, at(out, out_layout.offset(to)), out_layout.size(to), from,
                                at(in, in_layout.offset(from)), in_layout.size(from));
    else if (sends)
      co_await c.sendAcross(to, at(out, out_layout.offset(to)), out_layout.size(to));
    else if (receives)
      co_await c.receiveAcross(from, at(in, in_layout.offset(from)), in_layout.size(from));
  }
}

CollectiveTask interReduce(Collective &c, char *data, std::int64_t bytes, int root) {
  if (root == MPI_PROC_NULL)
    co_return;
  if (root == MPI_ROOT) {
    co_await c.receiveAcross(0, data, bytes);
    co_return;
  }
  co_await reduce(c, data, bytes, 0);
  if (c.rank() == 0)
    co_await c.sendAcross(root, data, bytes);
}

CollectiveTask interAllreduce(Collective &c, char *data, char *result, std::int64_t bytes) {
  co_await reduce(c, data, bytes, 0);
  if (c.rank() == 0)
    co_await c.exchangeAcross(0, data, bytes, 0, result, bytes);
  co_await broadcast(c, result, bytes, 0);
}

CollectiveTask interReduceScatter(Collective &c, char *data, const Layout &layout, char *mine) {
  Block result(c, layout.total(), data == nullptr || c.rank() != 0);
  co_await reduce(c, data, layout.total(), 0);
  if (c.rank() == 0)
    co_await c.exchangeAcross(0, data, layout.total(), 0, result.data(), layout.total());
  co_await scatter(c, result.data(), layout, mine, layout.size(c.rank()), 0);
}

} // namespace maquette::mpi
