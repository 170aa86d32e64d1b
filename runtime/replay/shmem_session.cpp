//===- runtime/replay/shmem_session.cpp - a PE that does what a trace says --------===//
// SPDX-License-Identifier: Apache-2.0
#include "shmem_session.h"

#include "maquette/abi/skeleton.h"
#include "maquette/traces/event_values.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace maquette::replay {
namespace {

using traces::Event;

std::int64_t value(const Event &event, std::string_view name, std::int64_t otherwise = 0) {
  return traces::valueOf(event, name).value_or(otherwise);
}
std::size_t size(const Event &event, std::string_view name) {
  return static_cast<std::size_t>(std::max<std::int64_t>(0, value(event, name)));
}
int number(const Event &event, std::string_view name) { return static_cast<int>(value(event, name)); }

const std::vector<std::int64_t> &array(const Event &event, std::string_view name) {
  static const std::vector<std::int64_t> kNone;
  const std::vector<std::int64_t> *const found = traces::arrayOf(event, name);
  return found == nullptr ? kNone : *found;
}

/// Without shmem_.
std::string_view nameOf(const Event &event) {
  return traces::allCalls()[event.call].name.substr(std::string_view("shmem_").size());
}

char *const kContents = static_cast<char *>(MAQUETTE_PHANTOM);

/// Of a call with an active set, which has no team.
bool hasTeam(const Event &event) { return traces::valueOf(event, "team").has_value(); }

struct ActiveSet {
  int start, log_stride, size;
  explicit ActiveSet(const Event &event)
      : start(number(event, "start")), log_stride(number(event, "log_stride")), size(number(event, "size")) {}
};

long *syncVariables() {
  static long variables[SHMEM_REDUCE_SYNC_SIZE];
  return variables;
}

} // namespace

shmem_team_t ShmemSession::team(std::int64_t number) const {
  if (number == traces::kWorldTeam)
    return SHMEM_TEAM_WORLD;
  if (number == traces::kSharedTeam)
    return SHMEM_TEAM_SHARED;
  const auto found = teams_.find(number);
  if (found == teams_.end())
    throw RecordProblem("team " + std::to_string(number) + " was never made");
  return found->second;
}

shmem_ctx_t ShmemSession::context(const Event &event) const {
  const std::int64_t number = value(event, "context", traces::kDefaultContext);
  if (number == traces::kDefaultContext)
    return SHMEM_CTX_DEFAULT;
  const auto found = contexts_.find(number);
  if (found == contexts_.end())
    throw RecordProblem("context " + std::to_string(number) + " was never made");
  return found->second;
}

/// The counters of the variables that the write changed, but for the first \p from of them.
void ShmemSession::raise(const Event &event, std::size_t from) {
  const std::vector<std::int64_t> &cells = array(event, "cells");
  for (std::size_t i = from; i < cells.size(); ++i) {
    shmem_ctx_fence(context(event));
    shmem_ctx_putmem_signal(context(event), kContents, kContents, 0, counterAt(cells[i]), 1, SHMEM_SIGNAL_ADD,
                            number(event, "pe"));
  }
}

std::uint64_t *ShmemSession::counterAt(std::int64_t cell) const {
  if (cell < 0 || cell >= counter_count_)
    throw RecordProblem("the number of a variable that is waited for is " + std::to_string(cell));
  return counters_ + cell;
}

std::uint64_t *ShmemSession::firstCounter(const Event &event) const {
  const std::vector<std::int64_t> &cells = array(event, "cells");
  return cells.empty() ? nullptr : counterAt(cells.front());
}

long *ShmemSession::lockAt(const Event &event) const {
  const std::int64_t lock = value(event, "lock", -1);
  if (lock < 0 || lock >= lock_count_)
    throw RecordProblem("the number of the lock is " + std::to_string(lock));
  return reinterpret_cast<long *>(counters_ + counter_count_ + lock);
}

/// start_pes() may be called again.
void ShmemSession::begin(const Event &event) {
  if (is_open_)
    return;
  shmem_init();
  is_open_ = true;
  counter_count_ = value(event, "most_cells") + 1;
  lock_count_ = value(event, "locks");
  const auto words = static_cast<long long>(counter_count_ + lock_count_);
  counters_ = static_cast<std::uint64_t *>(maquette_symmetric_globals(words * 8));
  if (counters_ == nullptr)
    throw RecordProblem("there is no memory for " + std::to_string(words) + " counters of each PE");
}

void ShmemSession::end(const Event &) {
  is_open_ = false;
  shmem_finalize();
}

void ShmemSession::exitAll(const Event &event) { shmem_global_exit(number(event, "status")); }

void ShmemSession::allocate(const Event &event) {
  objects_[value(event, "result")] = shmem_malloc(size(event, "bytes"));
}

void ShmemSession::reallocate(const Event &event) {
  void *const before = taken(value(event, "address", -1));
  objects_[value(event, "result")] = shmem_realloc(before, size(event, "bytes"));
}

void ShmemSession::free(const Event &event) { shmem_free(taken(value(event, "address", -1))); }

void *ShmemSession::taken(std::int64_t place) {
  const auto found = objects_.find(place);
  if (found == objects_.end())
    return nullptr;
  void *const object = found->second;
  objects_.erase(found);
  return object;
}

void ShmemSession::splitStrided(const Event &event) {
  shmem_team_t made = SHMEM_TEAM_INVALID;
  shmem_team_split_strided(team(value(event, "team")), number(event, "start"), number(event, "stride"),
                           number(event, "size"), nullptr, 0, &made);
  teams_[value(event, "result")] = made;
}

void ShmemSession::split2d(const Event &event) {
  shmem_team_t x = SHMEM_TEAM_INVALID, y = SHMEM_TEAM_INVALID;
  shmem_team_split_2d(team(value(event, "team")), number(event, "range"), nullptr, 0, &x, nullptr, 0, &y);
  teams_[value(event, "x_team")] = x;
  teams_[value(event, "y_team")] = y;
}

void ShmemSession::destroyTeam(const Event &event) {
  shmem_team_destroy(team(value(event, "team")));
  teams_.erase(value(event, "team"));
}

void ShmemSession::createContext(const Event &event) {
  shmem_ctx_t made = SHMEM_CTX_INVALID;
  shmem_team_create_ctx(team(value(event, "team", traces::kWorldTeam)), 0, &made);
  contexts_[value(event, "result")] = made;
}

void ShmemSession::destroyContext(const Event &event) {
  shmem_ctx_destroy(context(event));
  contexts_.erase(value(event, "context"));
}

void ShmemSession::put(const Event &event) {
  if (std::uint64_t *const counter = firstCounter(event))
    shmem_ctx_putmem_signal(context(event), kContents, kContents, size(event, "bytes"), counter, 1, SHMEM_SIGNAL_ADD,
                            number(event, "pe"));
  else
    shmem_ctx_putmem(context(event), kContents, kContents, size(event, "bytes"), number(event, "pe"));
  raise(event, 1);
}

void ShmemSession::putLater(const Event &event) {
  if (std::uint64_t *const counter = firstCounter(event))
    shmem_ctx_putmem_signal_nbi(context(event), kContents, kContents, size(event, "bytes"), counter, 1,
                                SHMEM_SIGNAL_ADD, number(event, "pe"));
  else
    shmem_ctx_putmem_nbi(context(event), kContents, kContents, size(event, "bytes"), number(event, "pe"));
  raise(event, 1);
}

/// The elements lie so far apart that they do not touch, which is all that the strides say of the time.
void ShmemSession::putStrided(const Event &event) {
  const std::size_t bytes = size(event, "count") * size(event, "element");
  shmem_ctx_putmem(context(event), kContents, kContents, bytes, number(event, "pe"));
  raise(event, 0);
}

void ShmemSession::get(const Event &event) {
  shmem_ctx_getmem(context(event), kContents, kContents, size(event, "bytes"), number(event, "pe"));
}

void ShmemSession::getLater(const Event &event) {
  shmem_ctx_getmem_nbi(context(event), kContents, kContents, size(event, "bytes"), number(event, "pe"));
}

void ShmemSession::getStrided(const Event &event) {
  const std::size_t bytes = size(event, "count") * size(event, "element");
  shmem_ctx_getmem(context(event), kContents, kContents, bytes, number(event, "pe"));
}

/// That of the variable, or one that nobody waits for.
std::uint64_t *ShmemSession::atomicCounter(const Event &event) const {
  std::uint64_t *const counter = firstCounter(event);
  return counter != nullptr ? counter : counters_ + counter_count_ - 1;
}

void ShmemSession::changeAtomic(const Event &event) {
  std::uint64_t *const counter = atomicCounter(event);
  if (value(event, "bytes") == 4) // Of 64 bits the lower half lies first.
    shmem_ctx_uint32_atomic_add(context(event), reinterpret_cast<std::uint32_t *>(counter), 1, number(event, "pe"));
  else
    shmem_ctx_uint64_atomic_add(context(event), counter, 1, number(event, "pe"));
}

void ShmemSession::fetchAtomic(const Event &event) {
  std::uint64_t *const counter = atomicCounter(event);
  if (value(event, "bytes") == 4)
    shmem_ctx_uint32_atomic_fetch_add(context(event), reinterpret_cast<std::uint32_t *>(counter), 1,
                                      number(event, "pe"));
  else
    shmem_ctx_uint64_atomic_fetch_add(context(event), counter, 1, number(event, "pe"));
}

void ShmemSession::fetchAtomicLater(const Event &event) {
  std::uint64_t *const counter = atomicCounter(event);
  if (value(event, "bytes") == 4)
    shmem_ctx_uint32_atomic_fetch_add_nbi(context(event), static_cast<std::uint32_t *>(MAQUETTE_PHANTOM),
                                          reinterpret_cast<std::uint32_t *>(counter), 1, number(event, "pe"));
  else
    shmem_ctx_uint64_atomic_fetch_add_nbi(context(event), static_cast<std::uint64_t *>(MAQUETTE_PHANTOM), counter, 1,
                                          number(event, "pe"));
}

void ShmemSession::barrierOfAll(const Event &) { shmem_barrier_all(); }
void ShmemSession::synchronizeAll(const Event &) { shmem_sync_all(); }

void ShmemSession::barrier(const Event &event) {
  const ActiveSet set(event);
  shmem_barrier(set.start, set.log_stride, set.size, syncVariables());
}

void ShmemSession::synchronize(const Event &event) {
  const ActiveSet set(event);
  if (hasTeam(event))
    shmem_team_sync(team(value(event, "team")));
  else
    shmem_sync(set.start, set.log_stride, set.size, syncVariables());
}

/// Collectives over active sets have elements of 32 or 64 bits.
#define MAQUETTE_COLLECTIVE(name, ...)                                                                                 \
  const std::size_t bytes = size(event, "bytes");                                                                      \
  const ActiveSet set(event);                                                                                          \
  if (hasTeam(event))                                                                                                  \
    shmem_##name##mem(team(value(event, "team")), kContents, kContents, bytes __VA_ARGS__);                            \
  else if (bytes % 8 == 0)                                                                                             \
    shmem_##name##64(kContents, kContents, bytes / 8 __VA_ARGS__, set.start, set.log_stride, set.size,                 \
                     syncVariables());                                                                                 \
  else                                                                                                                 \
    shmem_##name##32(kContents, kContents, bytes / 4 __VA_ARGS__, set.start, set.log_stride, set.size, syncVariables())

void ShmemSession::broadcast(const Event &event) {
  const int root = number(event, "root");
  MAQUETTE_COLLECTIVE(broadcast, , root);
}
void ShmemSession::collect(const Event &event) { MAQUETTE_COLLECTIVE(collect); }
void ShmemSession::fcollect(const Event &event) { MAQUETTE_COLLECTIVE(fcollect); }
void ShmemSession::alltoall(const Event &event) { MAQUETTE_COLLECTIVE(alltoall); }

void ShmemSession::alltoalls(const Event &event) {
  const auto to = static_cast<std::ptrdiff_t>(value(event, "to_stride"));
  const auto from = static_cast<std::ptrdiff_t>(value(event, "from_stride"));
  const std::size_t count = size(event, "count"), element = size(event, "element");
  const ActiveSet set(event);
  if (hasTeam(event))
    shmem_alltoallsmem(team(value(event, "team")), kContents, kContents, to * static_cast<std::ptrdiff_t>(element),
                       from * static_cast<std::ptrdiff_t>(element), count * element);
  else if (element == 8)
    shmem_alltoalls64(kContents, kContents, to, from, count, set.start, set.log_stride, set.size, syncVariables());
  else
    shmem_alltoalls32(kContents, kContents, to, from, count, set.start, set.log_stride, set.size, syncVariables());
}

namespace {

/// Of one operation: over a team, of any number of bytes, and over an active set.
struct Reduction {
  std::string_view name;
  int (*over_team)(shmem_team_t, unsigned char *, const unsigned char *, std::size_t);
  void (*over_set)(short *, const short *, int, int, int, int, short *, long *);
};

#define MAQUETTE_REDUCTION(name) {#name, &shmem_uchar_##name##_reduce, &shmem_short_##name##_to_all}
constexpr Reduction kReductions[] = {MAQUETTE_REDUCTION(and), MAQUETTE_REDUCTION(or),  MAQUETTE_REDUCTION(xor),
                                     MAQUETTE_REDUCTION(max), MAQUETTE_REDUCTION(min), MAQUETTE_REDUCTION(sum),
                                     MAQUETTE_REDUCTION(prod)};

} // namespace

/// Of what type the elements are does not matter, for there are none.
void ShmemSession::reduce(const Event &event) {
  const std::string_view name = nameOf(event);
  const auto *reduction = std::find_if(std::begin(kReductions), std::end(kReductions),
                                       [name](const Reduction &each) { return name.starts_with(each.name); });
  const std::size_t bytes = size(event, "count") * size(event, "element");
  const ActiveSet set(event);
  if (hasTeam(event))
    reduction->over_team(team(value(event, "team")), static_cast<unsigned char *>(MAQUETTE_PHANTOM),
                         static_cast<unsigned char *>(MAQUETTE_PHANTOM), bytes);
  else
    reduction->over_set(static_cast<short *>(MAQUETTE_PHANTOM), static_cast<short *>(MAQUETTE_PHANTOM),
                        static_cast<int>(bytes / sizeof(short)), set.start, set.log_stride, set.size, nullptr,
                        syncVariables());
}

/// Pairs: the variable's number, and how many writes to it have come.
void ShmemSession::wait(const Event &event) {
  const std::vector<std::int64_t> &writes = array(event, "writes");
  for (std::size_t i = 0; i + 1 < writes.size(); i += 2)
    shmem_uint64_wait_until(counterAt(writes[i]), SHMEM_CMP_GE, static_cast<std::uint64_t>(writes[i + 1]));
}

void ShmemSession::fence(const Event &event) { shmem_ctx_fence(context(event)); }
void ShmemSession::quiet(const Event &event) { shmem_ctx_quiet(context(event)); }
void ShmemSession::lock(const Event &event) { shmem_set_lock(lockAt(event)); }
void ShmemSession::unlock(const Event &event) { shmem_clear_lock(lockAt(event)); }

/// Who got it gets it; who did not computes on.
void ShmemSession::tryLock(const Event &event) {
  if (value(event, "outcome", 1) == 0)
    shmem_set_lock(lockAt(event));
}

namespace {

using Replay = void (ShmemSession::*)(const Event &);
struct Row {
  std::string_view prefix; ///< Of the name without shmem_; the first that fits counts.
  Replay replay;
};

constexpr Row kRows[] = {{"init", &ShmemSession::begin},
                         {"finalize", &ShmemSession::end},
                         {"global_exit", &ShmemSession::exitAll},
                         {"malloc", &ShmemSession::allocate},
                         {"calloc", &ShmemSession::allocate},
                         {"align", &ShmemSession::allocate},
                         {"realloc", &ShmemSession::reallocate},
                         {"free", &ShmemSession::free},
                         {"team_split_strided", &ShmemSession::splitStrided},
                         {"team_split_2d", &ShmemSession::split2d},
                         {"team_destroy", &ShmemSession::destroyTeam},
                         {"ctx_create", &ShmemSession::createContext},
                         {"ctx_destroy", &ShmemSession::destroyContext},
                         {"put_nbi", &ShmemSession::putLater},
                         {"put_signal_nbi", &ShmemSession::putLater},
                         {"put", &ShmemSession::put},
                         {"iput", &ShmemSession::putStrided},
                         {"get_nbi", &ShmemSession::getLater},
                         {"get", &ShmemSession::get},
                         {"g", &ShmemSession::get},
                         {"iget", &ShmemSession::getStrided},
                         {"barrier_all", &ShmemSession::barrierOfAll},
                         {"barrier", &ShmemSession::barrier},
                         {"sync_all", &ShmemSession::synchronizeAll},
                         {"sync", &ShmemSession::synchronize},
                         {"broadcast", &ShmemSession::broadcast},
                         {"collect", &ShmemSession::collect},
                         {"fcollect", &ShmemSession::fcollect},
                         {"alltoalls", &ShmemSession::alltoalls},
                         {"alltoall", &ShmemSession::alltoall},
                         {"wait", &ShmemSession::wait},
                         {"test_lock", &ShmemSession::tryLock},
                         {"test", &ShmemSession::wait},
                         {"signal_wait", &ShmemSession::wait},
                         {"fence", &ShmemSession::fence},
                         {"quiet", &ShmemSession::quiet},
                         {"set_lock", &ShmemSession::lock},
                         {"clear_lock", &ShmemSession::unlock},
                         {"p", &ShmemSession::putLater}};

bool isFetch(std::string_view name) {
  return name.find("fetch") != std::string_view::npos || name.find("swap") != std::string_view::npos;
}

} // namespace

void ShmemSession::replay(const Event &event) {
  const std::string_view name = nameOf(event);
  if (!is_open_ && name != "init")
    throw RecordProblem("it comes before shmem_init");
  if (name.starts_with("atomic_"))
    return !isFetch(name) ? changeAtomic(event) : name.ends_with("_nbi") ? fetchAtomicLater(event) : fetchAtomic(event);
  if (name.ends_with("_reduce"))
    return reduce(event);
  const auto *row = std::find_if(std::begin(kRows), std::end(kRows),
                                 [name](const Row &each) { return name.starts_with(each.prefix); });
  if (row == std::end(kRows))
    throw RecordProblem("it is not known how to replay it");
  (this->*row->replay)(event);
}

} // namespace maquette::replay
