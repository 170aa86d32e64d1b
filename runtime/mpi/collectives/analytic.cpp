//===- runtime/mpi/collectives/analytic.cpp - collectives by formulas -------===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/analytic.h"

#include "collectives/analytic_contents.h"

#include <algorithm>

namespace maquette::mpi {

// ---- Construction ----

namespace {

/// Awaited by together(): suspends until the collective_state is over.
class Attendance {
public:
  Attendance(Collective &c, Pattern pattern, const Contribution &part) : participant_{c, pattern, part} {}
  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<> self) {
    participant_.collective.suspendedAt(self);
    participant_.collective.mpi().collectives().analytic().join(participant_);
  }
  void await_resume() const {}

private:
  AnalyticCollectives::Participant participant_;
};

} // namespace

CollectiveTask together(Collective &c, Pattern pattern, Contribution part) { co_await Attendance(c, pattern, part); }

void AnalyticCollectives::join(Participant &participant) {
  Collective &c = participant.collective;
  const Name name{c.comm(), c.number(), c.nextExchange()};
  std::unique_ptr<AnalyticCollective> &place = open_[name];
  if (!place) {
    place = std::make_unique<AnalyticCollective>();
    place->owner = this;
    place->participants.reserve(static_cast<std::size_t>(c.size()));
  }
  AnalyticCollective &collective_state = *place;
  if (!collective_state.participants.empty())
    c.checkAgainst(collective_state.participants.front()->collective);
  if (collective_state.participants.empty() || c.clock() > collective_state.end)
    keepCause(collective_state, c);
  collective_state.participants.push_back(&participant);
  collective_state.bytes += participant.part.bytes;
  collective_state.most_bytes = std::max(collective_state.most_bytes, participant.part.bytes);
  collective_state.end = std::max(collective_state.end, c.clock());
  collective_state.real |= participant.part.out != nullptr || participant.part.in != nullptr;
  c.countBytes(participant.part.bytes);
  if (collective_state.participants.size() < static_cast<std::size_t>(c.size()))
    return;
  collective_state.end = std::max(collective_state.end + costOf(collective_state), world_.engine().now());
  world_.engine().schedule(collective_state.end, finished, place.release(), 0);
  open_.erase(name);
}

void AnalyticCollectives::keepCause(AnalyticCollective &collective_state, Collective &latest) {
  CausalityRecorder *const causality = latest.mpi().world().calls().causality();
  if (causality == nullptr)
    return;
  const CausalityRecorder::Acting acting(causality, latest.actor());
  causality->keep(collective_state.chain, latest.clock());
}

SimDuration AnalyticCollectives::costOf(const AnalyticCollective &collective_state) const {
  const Participant &first = *collective_state.participants.front();
  const bool parts = first.pattern == Pattern::Gather || first.pattern == Pattern::Allgather;
  return costs_.of(first.pattern, *first.collective.comm(),
                   parts ? collective_state.bytes : collective_state.most_bytes,
                   first.collective.reduction.commutative());
}

/// Brings what will be needed for the participants after the one at \p place into the cache, step by step: far enough
/// ahead to hide an access to memory behind the work between.
void AnalyticCollectives::prefetchBehind(const std::vector<Participant *> &participants, std::size_t place) {
  const auto behind = [&](std::size_t distance) -> Collective * {
    return place + distance < participants.size() ? &participants[place + distance]->collective : nullptr;
  };
  if (place + 20 < participants.size())
    mpi::prefetch(participants[place + 20]);
  if (const Collective *const collective = behind(15))
    mpi::prefetch(collective);
  if (const Collective *const collective = behind(10))
    collective->prefetch(sim::PrefetchStage::Record);
  if (const Collective *const collective = behind(6))
    collective->prefetch(sim::PrefetchStage::Head);
  if (const Collective *const collective = behind(2))
    collective->prefetch(sim::PrefetchStage::Body);
}

void AnalyticCollectives::finished(void *target, std::uint64_t) {
  const std::unique_ptr<AnalyticCollective> collective_state(static_cast<AnalyticCollective *>(target));
  const std::vector<Participant *> &participants = collective_state->participants;
  const Participant &first = *participants.front();
  if (collective_state->real) {
    std::vector<const Participant *> by_rank(participants.size());
    for (const Participant *participant : participants)
      by_rank[static_cast<std::size_t>(participant->collective.rank())] = participant;
    first.collective.withProgram([&] { moveContents(first.pattern, by_rank); });
  }
  const SimTime end = collective_state->end;
  CausalityRecorder *const causality = collective_state->owner->world_.calls().causality();
  if (causality != nullptr)
    collective_state->chain = causality->passed(collective_state->chain, end);
  for (std::size_t place = 0; place < participants.size(); ++place) {
    prefetchBehind(participants, place);
    participants[place]->collective.goOn(end, collective_state->chain); // The participant is gone after that.
  }
  if (causality != nullptr)
    causality->drop(collective_state->chain);
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
    return costs.world_.placement().nodeOf(comm.worldRank(static_cast<std::int32_t>(member), 0));
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
