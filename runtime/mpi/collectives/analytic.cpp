//===- runtime/mpi/collectives/analytic.cpp - collectives by formulas -------===//
// SPDX-License-Identifier: Apache-2.0
#include "mpi/collectives/analytic.h"

#include "mpi/collectives/analytic_contents.h"

#include <algorithm>

namespace maquette::mpi {

// ---- Meeting ----

namespace {

/// Awaited by together(): suspends until the gathering is over.
class Attendance {
public:
  Attendance(Collective &c, Pattern pattern, const Contribution &part) : guest_{c, pattern, part} {}
  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<> self) {
    guest_.collective.suspendedAt(self);
    guest_.collective.mpi().gatherings().come(guest_);
  }
  void await_resume() const {}

private:
  Gatherings::Guest guest_;
};

} // namespace

Steps together(Collective &c, Pattern pattern, Contribution part) { co_await Attendance(c, pattern, part); }

void Gatherings::come(Guest &guest) {
  Collective &c = guest.collective;
  const Name name{c.comm(), c.number(), c.nextExchange()};
  std::unique_ptr<Gathering> &place = open_[name];
  if (!place) {
    place = std::make_unique<Gathering>();
    place->owner = this;
    place->guests.reserve(static_cast<std::size_t>(c.size()));
  }
  Gathering &gathering = *place;
  if (!gathering.guests.empty())
    c.checkAgainst(gathering.guests.front()->collective);
  gathering.guests.push_back(&guest);
  gathering.bytes += guest.part.bytes;
  gathering.most_bytes = std::max(gathering.most_bytes, guest.part.bytes);
  gathering.end = std::max(gathering.end, c.clock());
  gathering.real |= guest.part.out != nullptr || guest.part.in != nullptr;
  c.countBytes(guest.part.bytes);
  if (gathering.guests.size() < static_cast<std::size_t>(c.size()))
    return;
  gathering.end = std::max(gathering.end + costOf(gathering), world_.engine().now());
  world_.engine().schedule(gathering.end, over, place.release(), 0);
  open_.erase(name);
}

SimDuration Gatherings::costOf(const Gathering &gathering) const {
  const Guest &first = *gathering.guests.front();
  const bool parts = first.pattern == Pattern::Gather || first.pattern == Pattern::Allgather;
  return costs_.of(first.pattern, *first.collective.comm(), parts ? gathering.bytes : gathering.most_bytes,
                   first.collective.reduction.commutative());
}

/// Brings what will be needed for the guests after the one at \p place into the cache, step by step: far enough ahead
/// to hide an access to memory behind the work between.
void Gatherings::prefetchBehind(const std::vector<Guest *> &guests, std::size_t place) {
  const auto behind = [&](std::size_t distance) -> Collective * {
    return place + distance < guests.size() ? &guests[place + distance]->collective : nullptr;
  };
  if (place + 20 < guests.size())
    bringNear(guests[place + 20]);
  if (const Collective *const collective = behind(15))
    bringNear(collective);
  if (const Collective *const collective = behind(10))
    collective->prefetch(sim::PrefetchStage::Record);
  if (const Collective *const collective = behind(6))
    collective->prefetch(sim::PrefetchStage::Head);
  if (const Collective *const collective = behind(2))
    collective->prefetch(sim::PrefetchStage::Body);
}

void Gatherings::over(void *target, std::uint64_t) {
  const std::unique_ptr<Gathering> gathering(static_cast<Gathering *>(target));
  const std::vector<Guest *> &guests = gathering->guests;
  const Guest &first = *guests.front();
  if (gathering->real) {
    std::vector<const Guest *> by_rank(guests.size());
    for (const Guest *guest : guests)
      by_rank[static_cast<std::size_t>(guest->collective.rank())] = guest;
    first.collective.withProgram([&] { moveContents(first.pattern, by_rank); });
  }
  const SimTime end = gathering->end;
  for (std::size_t place = 0; place < guests.size(); ++place) {
    prefetchBehind(guests, place);
    guests[place]->collective.goOn(end); // The guest is gone after that.
  }
}

// ---- Costs ----

AnalyticCosts::AnalyticCosts(World &world)
    : world_(world), memory_(world.machine().node), topology_(models::makeTopology(world.machine())) {}

SimDuration AnalyticCosts::latency(models::NodeId from, models::NodeId to) const {
  const models::Machine &machine = world_.machine();
  if (from == to)
    return machine.node.memory_latency.value;
  return machine.network.latency.value +
         machine.network.link_latency.value * (topology_ != nullptr ? topology_->hops(from, to) : 0);
}

SimDuration AnalyticCosts::transfer(models::NodeId from, models::NodeId to, sim::Bytes size) const {
  if (from == to)
    return memory_.time(size);
  const models::NetworkParameters &network = world_.machine().network;
  const sim::Bytes paid{std::max<std::int64_t>(size.count - 1, 0)}; // As in logp: L pays a byte.
  return latency(from, to) + sim::transferTime(paid, std::min(network.bandwidth.value, network.link_bandwidth.value));
}

/// Messages within one communicator, from its first member to the one some way on.
struct AnalyticCosts::Group {
  const AnalyticCosts &costs;
  const CommShared &comm;

  std::int64_t size() const { return comm.size(); }
  models::NodeId node(std::int64_t member) const {
    return costs.world_.nodeOf(comm.worldRank(static_cast<std::int32_t>(member), 0));
  }
  SimDuration message(std::int64_t distance, std::int64_t bytes) const {
    const models::Machine &machine = costs.world_.machine();
    const models::NodeId from = node(0), to = node(distance % size());
    const bool asks = bytes > machine.mpi.eager_threshold.value.count;
    const SimDuration asking = costs.latency(from, to) * (asks ? 2 : 0);
    return machine.mpi.send_overhead.value + asking + costs.transfer(from, to, sim::Bytes{bytes}) +
           machine.mpi.receive_overhead.value;
  }
  /// Sum over the rounds k = 0, 1, ... with 2^k < p of a message to 2^k of bytes(2^k).
  template <class Bytes> SimDuration rounds(Bytes bytes) const {
    SimDuration sum;
    for (std::int64_t distance = 1; distance < size(); distance *= 2)
      sum += message(distance, bytes(distance));
    return sum;
  }
  /// Rounds of the same size.
  SimDuration doubling(std::int64_t bytes) const {
    return rounds([&](std::int64_t) { return bytes; });
  }
  /// Rounds whose messages double from total / p.
  SimDuration growing(std::int64_t total) const {
    return rounds([&](std::int64_t distance) {
      return static_cast<std::int64_t>(static_cast<__int128>(total) * distance / size());
    });
  }
  SimDuration ring(std::int64_t total) const { return message(1, total / size()) * (size() - 1); }
  /// p - 1 messages of total / p, to all distances.
  SimDuration pairwise(std::int64_t total) const {
    SimDuration sum;
    std::int64_t rounds = 0;
    for (std::int64_t distance = 1; distance < size(); distance *= 2, ++rounds)
      sum += message(distance, total / size());
    return SimDuration::ps(static_cast<std::int64_t>(static_cast<__int128>(sum.ps()) * (size() - 1) / rounds));
  }
};

SimDuration AnalyticCosts::of(Pattern pattern, const CommShared &comm, std::int64_t total, bool commutative) const {
  const Group group{*this, comm};
  if (group.size() == 1)
    return SimDuration();
  switch (pattern) {
  case Pattern::Barrier:
    return group.doubling(0);
  case Pattern::Broadcast:
    return std::min(group.doubling(total), group.growing(total) + group.ring(total));
  case Pattern::Reduce:
  case Pattern::Allreduce:
    return commutative ? std::min(group.doubling(total), group.growing(total) * 2) : group.doubling(total);
  case Pattern::Gather:
  case Pattern::Scatter:
    return group.growing(total);
  case Pattern::Allgather:
    return std::min(group.growing(total), group.ring(total));
  case Pattern::Alltoall:
    return std::min(group.doubling(total / 2), group.pairwise(total));
  case Pattern::ReduceScatter:
    return commutative ? group.growing(total) : group.doubling(total) + group.growing(total);
  case Pattern::Scan:
  case Pattern::ExclusiveScan:
    return group.doubling(total);
  }
  return SimDuration();
}

} // namespace maquette::mpi
