//===- runtime/mpi/collectives/alltoall.cpp - MPI_Alltoall(v,w) -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bruck's algorithm (1997), pairwise exchange, or all messages at once. The size is that of one part.
#include "collectives/algorithms.h"
#include "collectives/analytic.h"
#include "collectives/decision.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace maquette::mpi {

using models::CollectiveAlgorithm;
using models::CollectiveOperation;

namespace {

CollectiveTask pairwise(Collective &c, const char *out, const Layout &out_layout, char *in, const Layout &in_layout) {
  const int size = c.size();
  const int rank = c.rank();
  copyBytes(at(in, in_layout.offset(rank)), at(out, out_layout.offset(rank)), out_layout.size(rank));
  const bool power = isPowerOfTwo(size);
  for (int i = 1; i < size; ++i) {
    const int to = power ? rank ^ i : (rank + i) % size;
    const int from = power ? to : (rank - i + size) % size;
    co_await c.exchange(to, at(out, out_layout.offset(to)), out_layout.size(to), from, at(in, in_layout.offset(from)),
                        in_layout.size(from));
  }
}

/// Copies the parts whose number has this bit, between their places and one after the other.
std::int64_t collect(char *packed, const char *parts, std::int64_t part, int size, int bit) {
  std::int64_t count = 0;
  for (int i = bit; i < size; ++i)
    if ((i & bit) != 0)
      copyBytes(at(packed, count++ * part), at(parts, i * part), part);
  return count;
}

void spread(char *parts, const char *packed, std::int64_t part, int size, int bit) {
  std::int64_t count = 0;
  for (int i = bit; i < size; ++i)
    if ((i & bit) != 0)
      copyBytes(at(parts, i * part), at(packed, count++ * part), part);
}

CollectiveTask bruck(Collective &c, const char *out, std::int64_t part, char *in) {
  const int size = c.size();
  const int rank = c.rank();
  const bool phantom = out == nullptr;
  // Part i is for the rank i further; it travels by the bits of i.
  Block parts(c, part * size, phantom);
  Block outgoing(c, part * (size / 2 + 1), phantom);
  Block incoming(c, part * (size / 2 + 1), phantom);
  copyBytes(parts.data(), at(out, part * rank), part * (size - rank));
  copyBytes(parts.at(part * (size - rank)), out, part * rank);
  for (int bit = 1; bit < size; bit *= 2) {
    const std::int64_t count = collect(outgoing.data(), parts.data(), part, size, bit);
    const int to = static_cast<int>((std::int64_t{rank} + bit) % size);
    const int from = (rank - bit + size) % size;
    co_await c.exchange(to, outgoing.data(), count * part, from, incoming.data(), count * part);
    spread(parts.data(), incoming.data(), part, size, bit);
  }
  for (int i = 0; i < size; ++i)
    copyBytes(at(in, part * ((rank - i + size) % size)), parts.at(part * i), part);
}

/// All receives are posted, then everything is sent, beginning with the next rank.
CollectiveTask linear(Collective &c, const char *out, const Layout &out_layout, char *in, const Layout &in_layout) {
  const int size = c.size(), rank = c.rank();
  copyBytes(at(in, in_layout.offset(rank)), at(out, out_layout.offset(rank)), out_layout.size(rank));
  std::vector<Request *> requests;
  for (int i = 1; i < size; ++i) {
    const int from = (rank - i + size) % size;
    requests.push_back(c.startReceive(from, at(in, in_layout.offset(from)), in_layout.size(from)));
  }
  for (int i = 1; i < size; ++i) {
    const int to = static_cast<int>((std::int64_t{rank} + i) % size);
    if (Request *const send = c.startSend(to, at(out, out_layout.offset(to)), out_layout.size(to)))
      requests.push_back(send);
  }
  for (Request *request : requests)
    co_await c.wait(request);
}

} // namespace

CollectiveTask alltoall(Collective &c, const char *out, const Layout &out_layout, char *in, const Layout &in_layout) {
  if (c.analytic())
    return together(c, Pattern::Alltoall,
                    {.out = out,
                     .in = in,
                     .bytes = std::max(out_layout.total(), in_layout.total()),
                     .out_layout = &out_layout,
                     .in_layout = &in_layout});
  const bool uniform = out_layout.uniform() && in_layout.uniform();
  // Ranks know different sizes of a vector call: none decides.
  const std::int64_t part = uniform ? out_layout.size(0) : std::numeric_limits<std::int64_t>::max();
  switch (c.choose(CollectiveOperation::Alltoall, part, uniform).algorithm) {
  case CollectiveAlgorithm::Bruck:
    return bruck(c, out, part, in);
  case CollectiveAlgorithm::Linear:
    return linear(c, out, out_layout, in, in_layout);
  default:
    return pairwise(c, out, out_layout, in, in_layout);
  }
}

} // namespace maquette::mpi
