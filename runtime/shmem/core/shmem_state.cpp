//===- runtime/shmem/core/shmem_state.cpp - the OpenSHMEM state of one simulation ---===//
// SPDX-License-Identifier: Apache-2.0
#include "core/shmem_state.h"

#include "maquette/shmem/one_sided_layer_factory.h"
#include "maquette/sim/random.h"
#include "setup/setup.h"

#include <algorithm>

namespace maquette::shmem {

std::unique_ptr<runtime::OneSidedLayer> makeOneSidedLayer(World &world) { return std::make_unique<Shmem>(world); }

Shmem::Shmem(World &world)
    : world_(world), memory_(world), transport_(world), waits_(world), teams_(world), beginning_(world),
      ending_(world) {}

Shmem::~Shmem() = default;

Pe &Shmem::join(Rank &rank) {
  const auto index = static_cast<std::size_t>(rank.job);
  if (jobs_.size() <= index)
    jobs_.resize(index + 1);
  if (jobs_[index] == nullptr) {
    const runtime::JobPlace &place = world_.placement().jobs()[index];
    jobs_[index] =
        std::make_unique<Job>(static_cast<std::int32_t>(place.first_rank), static_cast<std::int32_t>(place.ranks));
  }
  pes_.push_back(std::make_unique<Pe>(*jobs_[index], rank.id - jobs_[index]->rankOf(0)));
  rank.pe = pes_.back().get();
  return *rank.pe;
}

SimDuration Shmem::drawDelay() {
  const runtime::RunConfig &config = world_.config();
  if (config.delay_ps == 0)
    return SimDuration();
  constexpr std::uint64_t kStream = 0x5e1a7ed; // Of random numbers: nobody else's.
  const double share = sim::Random(config.seed, kStream).uniform(delays_drawn_++);
  return SimDuration::ps(static_cast<std::int64_t>(share * static_cast<double>(config.delay_ps)));
}

SimTime Shmem::atomicAt(std::int32_t rank, SimTime now) {
  if (costs().atomic_time.value == SimDuration())
    return now;
  if (atomics_until_.empty())
    atomics_until_.resize(static_cast<std::size_t>(world_.rankCount()));
  SimTime &until = atomics_until_[static_cast<std::size_t>(rank)];
  until = std::max(until, now) + costs().atomic_time.value;
  return until;
}

void Shmem::transferInjected(std::uint64_t cookie) { operationOf<Operation>(cookie)->injected(world_.engine().now()); }

void Shmem::transferDelivered(std::uint64_t cookie) {
  world_.calls().polling().advance();
  operationOf<Operation>(cookie)->delivered(world_.engine().now());
}

models::Transfer Shmem::transferOf(std::uint64_t cookie) const {
  return transport_.transferOf(*operationOf<Operation>(cookie));
}

std::int64_t Shmem::prefetch(const sim::Event &event, sim::PrefetchStage stage) const {
  const Operation *const operation = transport_.deliveredBy(event);
  if (operation == nullptr)
    return -1;
  if (stage == sim::PrefetchStage::Name) {
    operation->prefetch();
    return -1;
  }
  const std::int32_t next = operation->resumes();
  if (stage == sim::PrefetchStage::Body && next >= 0)
    world_.rank(next).pe->prefetch();
  return next;
}

void Shmem::mainReturns(Rank &rank) {
  if (isInUse(rank))
    finalizeAtEnd(*this, rank);
}

std::string Shmem::waitText(const Rank &rank) const {
  if (rank.pe == nullptr)
    return "";
  const Pe &pe = *rank.pe;
  if (!pe.memory_waits.empty())
    return "waits until " + pe.memory_waits.front().text();
  if (!pe.message_waits.empty()) {
    const MessageKey &key = pe.message_waits.front().key;
    return "waits for PE " + std::to_string(key.from) + " of the team to take part";
  }
  if (const std::string lock = locks_.waitText(rank); !lock.empty())
    return "waits for " + lock;
  return pe.waits_for != nullptr ? "waits for " + std::string(pe.waits_for) : "";
}

void Shmem::fillMemory(std::map<std::string, std::uint64_t> &memory) const {
  if (const std::size_t bytes = memory_.touchedBytes(); bytes > 0)
    memory["symmetric_heap"] = bytes;
  if (!pes_.empty())
    memory["shmem"] = pes_.size() * sizeof(Pe) + transport_.usedBytes();
}

} // namespace maquette::shmem
