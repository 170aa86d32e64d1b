//===- runtime/replay/recorder.cpp - what records the MPI calls of ranks --------------===//
// SPDX-License-Identifier: Apache-2.0
#include "recorder.h"

#include "host_memory.h"
#include "maquette/abi/skeleton.h"
#include "maquette/traces/selection.h"
#include "maquette/traces/trace.h"

#include <fcntl.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace maquette::record {
namespace {

/// Before there are ranks: what a rank makes lies on its own heap.
[[maybe_unused]] const bool kPrepared = traces::prepareTables();

std::int64_t numberIn(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// Sets the ranks of the list in \p wanted. Empty: all.
void readRanks(const std::string &text, std::pmr::vector<char> &wanted) {
  traces::Selection selection;
  if (const auto ranges = traces::readRankList(text); ranges)
    selection.ranks = *ranges;
  for (std::size_t rank = 0; rank < wanted.size(); ++rank)
    wanted[rank] = selection.has(static_cast<std::int64_t>(rank)) ? 1 : 0;
}

const char *variable(const char *name) {
  const char *const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

} // namespace

Recorder::Recorder(int file, std::int64_t ranks, std::pmr::memory_resource *memory)
    : writer_(file, {.ranks = ranks,
                     .compute_factor = std::atof(variable("MAQUETTE_TRACE_FACTOR")),
                     .from_start = true,
                     .memory = memory}),
      records_(static_cast<std::size_t>(ranks), nullptr, memory), wanted_(static_cast<std::size_t>(ranks), 0, memory),
      open_(0) {
  readRanks(variable("MAQUETTE_TRACE_RANKS"), wanted_);
  for (const char is_wanted : wanted_)
    open_ += is_wanted;
}

/// It and its memory live as long as the process: ranks do not all end.
Recorder *Recorder::make() {
  const std::int64_t ranks = numberIn(variable("MAQUETTE_TRACE_SIZE"));
  const int file = ranks > 0 ? ::open(variable("MAQUETTE_TRACE"), O_WRONLY | O_CLOEXEC) : -1;
  if (file < 0)
    return nullptr;
  using Pool = std::pmr::unsynchronized_pool_resource;
  static HostPages pages;
  Pool *const pool = new (pages.allocate(sizeof(Pool))) Pool(&pages);
  return new (pool->allocate(sizeof(Recorder), alignof(Recorder))) Recorder(file, ranks, pool);
}

Recorder *Recorder::ofProcess() {
  static Recorder *const recorder = make();
  return recorder;
}

Recorder *Recorder::current() {
  Recorder *const recorder = ofProcess();
  const int rank = maquette_rank();
  return recorder != nullptr && rank >= 0 && recorder->wanted_[static_cast<std::size_t>(rank)] != 0 ? recorder
                                                                                                    : nullptr;
}

RankRecord &Recorder::rank() {
  RankRecord *&record = records_[static_cast<std::size_t>(maquette_rank())];
  if (record == nullptr)
    record = new RankRecord;
  return *record;
}

void Recorder::add(traces::Event &event) {
  rank().requests.renumber(event);
  writer_.add(maquette_rank(), event);
}

void Recorder::finishAll() {
  if (open_ > 0)
    writer_.close();
  open_ = 0;
}

/// A program of OpenSHMEM need not call shmem_finalize.
struct FinishesAtExit {
  ~FinishesAtExit() {
    if (Recorder *const recorder = Recorder::ofProcess())
      recorder->finishAll();
  }
};
[[maybe_unused]] const FinishesAtExit kFinishesAtExit;

void Recorder::finish() {
  const int rank = maquette_rank();
  writer_.finish(rank);
  delete std::exchange(records_[static_cast<std::size_t>(rank)], nullptr);
  wanted_[static_cast<std::size_t>(rank)] = 0;
  if (--open_ == 0)
    writer_.close();
}

} // namespace maquette::record
