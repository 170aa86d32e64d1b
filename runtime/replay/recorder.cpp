//===- runtime/replay/recorder.cpp - what records the MPI calls of ranks --------------===//
// SPDX-License-Identifier: Apache-2.0
#include "recorder.h"

#include "host_memory.h"
#include "maquette/abi/skeleton.h"
#include "maquette/traces/selection.h"
#include "maquette/traces/trace.h"

#include <fcntl.h>
#include <unistd.h>

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

/// Takes this library, the first of its list, out of what processes load that the program starts: they are not
/// recorded.
bool leaveOtherProcesses() {
  const char *const preloaded = std::getenv("LD_PRELOAD");
  if (preloaded == nullptr || *variable("MAQUETTE_TRACE") == 0)
    return false;
  const std::string_view list = preloaded;
  const std::size_t end = list.find(':');
  if (end == std::string_view::npos)
    return ::unsetenv("LD_PRELOAD") == 0;
  return ::setenv("LD_PRELOAD", std::string(list.substr(end + 1)).c_str(), 1) == 0;
}

/// Before there are ranks, each with an environment of its own.
[[maybe_unused]] const bool kIsAlone = leaveOtherProcesses();

/// Completes the file where the program ends without telling, as one of OpenSHMEM may. Not in copies of the process.
class AtExit {
public:
  ~AtExit() {
    if (recorder_ != nullptr && process_ == ::getpid())
      recorder_->finishAll();
  }
  void finish(Recorder &recorder) {
    recorder_ = &recorder;
    process_ = ::getpid();
  }

private:
  Recorder *recorder_ = nullptr;
  pid_t process_ = 0;
};

AtExit &atExit() {
  static AtExit end;
  return end;
}

/// Made before there are ranks, for what a rank makes ends with it.
[[maybe_unused]] const AtExit &kAtExit = atExit();

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
  auto *const recorder = new (pool->allocate(sizeof(Recorder), alignof(Recorder))) Recorder(file, ranks, pool);
  atExit().finish(*recorder);
  return recorder;
}

Recorder *Recorder::current() {
  static Recorder *const recorder = make();
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

void Recorder::finish() {
  const int rank = maquette_rank();
  writer_.finish(rank);
  delete std::exchange(records_[static_cast<std::size_t>(rank)], nullptr);
  wanted_[static_cast<std::size_t>(rank)] = 0;
  if (--open_ == 0)
    writer_.close();
}

} // namespace maquette::record
