//===- runtime/shmem/core/shmem_state.cpp - the OpenSHMEM state of one simulation ---===//
// SPDX-License-Identifier: Apache-2.0
#include "core/shmem_state.h"

#include "maquette/shmem/one_sided_layer_factory.h"
#include "maquette/sim/random.h"
#include "setup/setup.h"

#include <algorithm>
#include <cstdlib>

namespace maquette::shmem {

namespace {

/// SHMEM_SYMMETRIC_SIZE: a number, maybe with a fraction, and one of the letters k, m, g and t. 0: it says nothing.
std::int64_t symmetricSize() {
  for (const char *variable : {"SHMEM_SYMMETRIC_SIZE", "SMA_SYMMETRIC_SIZE"})
    if (const char *const text = std::getenv(variable); text != nullptr) {
      char *end = nullptr;
      const double number = std::strtod(text, &end);
      constexpr std::string_view kLetters = "kmgt";
      const auto power = *end == '\0' ? 0 : kLetters.find(static_cast<char>(*end | 0x20)) + 1;
      if (end != text && number > 0 && power <= kLetters.size() && number < 1e15)
        return static_cast<std::int64_t>(number * static_cast<double>(std::int64_t{1} << (10 * power)));
    }
  return 0;
}

} // namespace

sim::Result<std::unique_ptr<runtime::OneSidedLayer>> makeOneSidedLayer(World &world) {
  auto layer = std::make_unique<Shmem>(world);
  if (world.config().forksRanks()) // Before they fork: later it would not be common to them.
    if (sim::Status status = layer->memory().reserve(); !status)
      return status.error();
  return std::unique_ptr<runtime::OneSidedLayer>(std::move(layer));
}

Shmem::Shmem(World &world)
    : world_(world), memory_(world), transport_(world), waits_(world), teams_(world),
      heap_limit_(symmetricSize() > 0 ? symmetricSize() : costs().symmetric_heap.value.count) {}

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

bool Shmem::isInUse(const Rank &rank) const { return rank.pe != nullptr && rank.pe->in_use; }

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
  if (pe.waits_for == nullptr)
    return "";
  return "waits for " + (std::string(pe.waits_for) == "a lock" ? locks_.waitText(rank) : std::string(pe.waits_for));
}

void Shmem::fillMemory(std::map<std::string, std::uint64_t> &memory) const {
  if (const std::size_t bytes = memory_.touchedBytes(); bytes > 0)
    memory["symmetric_heap"] = bytes;
  if (!pes_.empty())
    memory["shmem"] = pes_.size() * sizeof(Pe) + transport_.usedBytes();
}

} // namespace maquette::shmem
