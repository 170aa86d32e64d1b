//===- runtime/replay/shmem_session.cpp - a PE that does what a trace says --------===//
// SPDX-License-Identifier: Apache-2.0
#include "shmem_session.h"

#include "event_arguments.h"

#include "maquette/abi/skeleton.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace maquette::replay {
namespace {

using traces::Event;

std::int64_t value(const Event &event, std::string_view name, std::int64_t otherwise = 0) {
  return givenValue(event, name, otherwise);
}
std::size_t size(const Event &event, std::string_view name) {
  return static_cast<std::size_t>(std::max<std::int64_t>(0, value(event, name)));
}
int number(const Event &event, std::string_view name) { return static_cast<int>(value(event, name)); }

std::string_view withoutPrefix(const traces::CallInfo &call) {
  return call.name.substr(std::string_view("shmem_").size());
}

char *const kContents = static_cast<char *>(MAQUETTE_PHANTOM);

/// Of a call with an active set, which has no team.
bool hasTeam(const Event &event) { return traces::valueOf(event, "team").has_value(); }

struct ActiveSet {
  int start, log_stride, size;
  explicit ActiveSet(const Event &event)
      : start(number(event, "start")), log_stride(number(event, "log_stride")), size(number(event, "size")) {}
};

/// Synchronization needs no memory of the program's.
constexpr long *kNoSync = nullptr;

/// What the trace calls \p number.
template <class Handle>
Handle findMade(const std::map<std::int64_t, Handle> &made, std::int64_t number, const char *what) {
  const auto found = made.find(number);
  if (found == made.end())
    throw RecordProblem(std::string(what) + " " + std::to_string(number) + " was never made");
  return found->second;
}

} // namespace

shmem_team_t ShmemState::team(const Event &event) const {
  switch (const std::int64_t number = value(event, "team", traces::kWorldTeam)) {
  case traces::kWorldTeam:
    return SHMEM_TEAM_WORLD;
  case traces::kSharedTeam:
    return SHMEM_TEAM_SHARED;
  case traces::kNoTeam:
    return SHMEM_TEAM_INVALID;
  default:
    return findMade(teams, number, "team");
  }
}

shmem_ctx_t ShmemState::context(const Event &event) const {
  switch (const std::int64_t number = value(event, "context", traces::kDefaultContext)) {
  case traces::kDefaultContext:
    return SHMEM_CTX_DEFAULT;
  case traces::kNoContext:
    return SHMEM_CTX_INVALID;
  default:
    return findMade(contexts, number, "context");
  }
}

std::uint64_t *ShmemState::counterAt(std::int64_t cell) const {
  if (cell < 0 || cell >= counter_count)
    throw RecordProblem("the number of a variable that is waited for is " + std::to_string(cell));
  return counters + cell;
}

std::uint64_t *ShmemState::firstCounter(const Event &event) const {
  const std::vector<std::int64_t> &cells = givenArray(event, "cells");
  return cells.empty() ? nullptr : counterAt(cells.front());
}

/// That of the variable, or one that nobody waits for.
std::uint64_t *ShmemState::atomicCounter(const Event &event) const {
  std::uint64_t *const counter = firstCounter(event);
  return counter != nullptr ? counter : counters + counter_count - 1;
}

long *ShmemState::lockAt(const Event &event) const {
  const std::int64_t lock = value(event, "lock", -1);
  if (lock < 0 || lock >= lock_count)
    throw RecordProblem("the number of the lock is " + std::to_string(lock));
  return reinterpret_cast<long *>(counters + counter_count + lock);
}

void *ShmemState::taken(std::int64_t place) {
  const auto found = objects.find(place);
  if (found == objects.end())
    return nullptr;
  void *const object = found->second;
  objects.erase(found);
  return object;
}

namespace {

/// The counters of the variables that the write changed, but for the first \p from of them.
void raise(ShmemState &pe, const Event &event, std::size_t from) {
  const std::vector<std::int64_t> &cells = givenArray(event, "cells");
  for (std::size_t i = from; i < cells.size(); ++i) {
    shmem_ctx_fence(pe.context(event));
    shmem_ctx_putmem_signal(pe.context(event), kContents, kContents, 0, pe.counterAt(cells[i]), 1, SHMEM_SIGNAL_ADD,
                            number(event, "pe"));
  }
}

/// start_pes() may be called again.
void begin(ShmemState &pe, const Event &event) {
  if (pe.is_open)
    return;
  shmem_init();
  pe.is_open = true;
  pe.counter_count = value(event, "most_cells") + 1;
  pe.lock_count = value(event, "locks");
  const std::int64_t words = pe.counter_count + pe.lock_count;
  pe.counters = static_cast<std::uint64_t *>(maquette_symmetric_globals(words * 8));
  if (pe.counters == nullptr)
    throw RecordProblem("there is no memory for " + std::to_string(words) + " counters of each PE");
}

void end(ShmemState &pe, const Event &) {
  pe.is_open = false;
  shmem_finalize();
}

void exitAll(ShmemState &, const Event &event) { shmem_global_exit(number(event, "status")); }

void allocate(ShmemState &pe, const Event &event) {
  pe.objects[value(event, "result")] = shmem_malloc(size(event, "bytes"));
}

void reallocate(ShmemState &pe, const Event &event) {
  void *const before = pe.taken(value(event, "address", -1));
  pe.objects[value(event, "result")] = shmem_realloc(before, size(event, "bytes"));
}

void freeObject(ShmemState &pe, const Event &event) { shmem_free(pe.taken(value(event, "address", -1))); }

void splitStrided(ShmemState &pe, const Event &event) {
  shmem_team_t made = SHMEM_TEAM_INVALID;
  shmem_team_split_strided(pe.team(event), number(event, "start"), number(event, "stride"), number(event, "size"),
                           nullptr, 0, &made);
  pe.teams[value(event, "result")] = made;
}

void split2d(ShmemState &pe, const Event &event) {
  shmem_team_t x = SHMEM_TEAM_INVALID, y = SHMEM_TEAM_INVALID;
  shmem_team_split_2d(pe.team(event), number(event, "range"), nullptr, 0, &x, nullptr, 0, &y);
  pe.teams[value(event, "x_team")] = x;
  pe.teams[value(event, "y_team")] = y;
}

void destroyTeam(ShmemState &pe, const Event &event) {
  shmem_team_destroy(pe.team(event));
  pe.teams.erase(value(event, "team"));
}

void createContext(ShmemState &pe, const Event &event) {
  shmem_ctx_t made = SHMEM_CTX_INVALID;
  shmem_team_create_ctx(pe.team(event), 0, &made);
  pe.contexts[value(event, "result")] = made;
}

void destroyContext(ShmemState &pe, const Event &event) {
  shmem_ctx_destroy(pe.context(event));
  pe.contexts.erase(value(event, "context"));
}

void put(ShmemState &pe, const Event &event) {
  if (std::uint64_t *const counter = pe.firstCounter(event))
    shmem_ctx_putmem_signal(pe.context(event), kContents, kContents, size(event, "bytes"), counter, 1, SHMEM_SIGNAL_ADD,
                            number(event, "pe"));
  else
    shmem_ctx_putmem(pe.context(event), kContents, kContents, size(event, "bytes"), number(event, "pe"));
  raise(pe, event, 1);
}

void putLater(ShmemState &pe, const Event &event) {
  if (std::uint64_t *const counter = pe.firstCounter(event))
    shmem_ctx_putmem_signal_nbi(pe.context(event), kContents, kContents, size(event, "bytes"), counter, 1,
                                SHMEM_SIGNAL_ADD, number(event, "pe"));
  else
    shmem_ctx_putmem_nbi(pe.context(event), kContents, kContents, size(event, "bytes"), number(event, "pe"));
  raise(pe, event, 1);
}

/// The elements lie so far apart that they do not touch, which is all that the strides say of the time.
void putStrided(ShmemState &pe, const Event &event) {
  const std::size_t bytes = size(event, "count") * size(event, "element");
  shmem_ctx_putmem(pe.context(event), kContents, kContents, bytes, number(event, "pe"));
  raise(pe, event, 0);
}

void get(ShmemState &pe, const Event &event) {
  shmem_ctx_getmem(pe.context(event), kContents, kContents, size(event, "bytes"), number(event, "pe"));
}

void getLater(ShmemState &pe, const Event &event) {
  shmem_ctx_getmem_nbi(pe.context(event), kContents, kContents, size(event, "bytes"), number(event, "pe"));
}

void getStrided(ShmemState &pe, const Event &event) {
  const std::size_t bytes = size(event, "count") * size(event, "element");
  shmem_ctx_getmem(pe.context(event), kContents, kContents, bytes, number(event, "pe"));
}

void changeAtomic(ShmemState &pe, const Event &event) {
  std::uint64_t *const counter = pe.atomicCounter(event);
  if (value(event, "bytes") == 4) // Of 64 bits the lower half lies first.
    shmem_ctx_uint32_atomic_add(pe.context(event), reinterpret_cast<std::uint32_t *>(counter), 1, number(event, "pe"));
  else
    shmem_ctx_uint64_atomic_add(pe.context(event), counter, 1, number(event, "pe"));
}

void fetchAtomic(ShmemState &pe, const Event &event) {
  std::uint64_t *const counter = pe.atomicCounter(event);
  if (value(event, "bytes") == 4)
    shmem_ctx_uint32_atomic_fetch_add(pe.context(event), reinterpret_cast<std::uint32_t *>(counter), 1,
                                      number(event, "pe"));
  else
    shmem_ctx_uint64_atomic_fetch_add(pe.context(event), counter, 1, number(event, "pe"));
}

void fetchAtomicLater(ShmemState &pe, const Event &event) {
  std::uint64_t *const counter = pe.atomicCounter(event);
  if (value(event, "bytes") == 4)
    shmem_ctx_uint32_atomic_fetch_add_nbi(pe.context(event), reinterpret_cast<std::uint32_t *>(kContents),
                                          reinterpret_cast<std::uint32_t *>(counter), 1, number(event, "pe"));
  else
    shmem_ctx_uint64_atomic_fetch_add_nbi(pe.context(event), reinterpret_cast<std::uint64_t *>(kContents), counter, 1,
                                          number(event, "pe"));
}

void barrierOfAll(ShmemState &, const Event &) { shmem_barrier_all(); }
void synchronizeAll(ShmemState &, const Event &) { shmem_sync_all(); }

void barrier(ShmemState &, const Event &event) {
  const ActiveSet set(event);
  shmem_barrier(set.start, set.log_stride, set.size, kNoSync);
}

void synchronize(ShmemState &pe, const Event &event) {
  const ActiveSet set(event);
  if (hasTeam(event))
    shmem_team_sync(pe.team(event));
  else
    shmem_sync(set.start, set.log_stride, set.size, kNoSync);
}

/// Collectives over active sets have elements of 32 or 64 bits.
#define MAQUETTE_COLLECTIVE(name, ...)                                                                                 \
  const std::size_t bytes = size(event, "bytes");                                                                      \
  const ActiveSet set(event);                                                                                          \
  if (hasTeam(event))                                                                                                  \
    shmem_##name##mem(pe.team(event), kContents, kContents, bytes __VA_ARGS__);                                        \
  else if (bytes % 8 == 0)                                                                                             \
    shmem_##name##64(kContents, kContents, bytes / 8 __VA_ARGS__, set.start, set.log_stride, set.size, kNoSync);       \
  else                                                                                                                 \
    shmem_##name##32(kContents, kContents, bytes / 4 __VA_ARGS__, set.start, set.log_stride, set.size, kNoSync)

void broadcast(ShmemState &pe, const Event &event) {
  const int root = number(event, "root");
  MAQUETTE_COLLECTIVE(broadcast, , root);
}
void collect(ShmemState &pe, const Event &event) { MAQUETTE_COLLECTIVE(collect); }
void fcollect(ShmemState &pe, const Event &event) { MAQUETTE_COLLECTIVE(fcollect); }
void alltoall(ShmemState &pe, const Event &event) { MAQUETTE_COLLECTIVE(alltoall); }

void alltoalls(ShmemState &pe, const Event &event) {
  const auto to = static_cast<std::ptrdiff_t>(value(event, "to_stride"));
  const auto from = static_cast<std::ptrdiff_t>(value(event, "from_stride"));
  const std::size_t count = size(event, "count"), element = size(event, "element");
  const ActiveSet set(event);
  if (hasTeam(event))
    shmem_alltoallsmem(pe.team(event), kContents, kContents, to * static_cast<std::ptrdiff_t>(element),
                       from * static_cast<std::ptrdiff_t>(element), count * element);
  else if (element == 8)
    shmem_alltoalls64(kContents, kContents, to, from, count, set.start, set.log_stride, set.size, kNoSync);
  else
    shmem_alltoalls32(kContents, kContents, to, from, count, set.start, set.log_stride, set.size, kNoSync);
}

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

/// Of what type the elements are does not matter, for there are none.
void reduce(ShmemState &pe, const Event &event) {
  const std::string_view name = withoutPrefix(traces::allCalls()[event.call]);
  const auto *reduction = std::find_if(std::begin(kReductions), std::end(kReductions),
                                       [name](const Reduction &each) { return name.starts_with(each.name); });
  const std::size_t bytes = size(event, "count") * size(event, "element");
  const ActiveSet set(event);
  if (hasTeam(event))
    reduction->over_team(pe.team(event), reinterpret_cast<unsigned char *>(kContents),
                         reinterpret_cast<unsigned char *>(kContents), bytes);
  else
    reduction->over_set(reinterpret_cast<short *>(kContents), reinterpret_cast<short *>(kContents),
                        static_cast<int>(bytes / sizeof(short)), set.start, set.log_stride, set.size, nullptr, kNoSync);
}

/// Pairs: the variable's number, and how many writes to it have come.
void waitForWrites(ShmemState &pe, const Event &event) {
  const std::vector<std::int64_t> &writes = givenArray(event, "writes");
  for (std::size_t i = 0; i + 1 < writes.size(); i += 2)
    shmem_uint64_wait_until(pe.counterAt(writes[i]), SHMEM_CMP_GE, static_cast<std::uint64_t>(writes[i + 1]));
}

void fence(ShmemState &pe, const Event &event) { shmem_ctx_fence(pe.context(event)); }
void quiet(ShmemState &pe, const Event &event) { shmem_ctx_quiet(pe.context(event)); }
void setLock(ShmemState &pe, const Event &event) { shmem_set_lock(pe.lockAt(event)); }
void clearLock(ShmemState &pe, const Event &event) { shmem_clear_lock(pe.lockAt(event)); }

/// Who got it gets it; who did not computes on.
void testLock(ShmemState &pe, const Event &event) {
  if (value(event, "outcome", 1) == 0)
    shmem_set_lock(pe.lockAt(event));
}

using Replay = void (*)(ShmemState &, const Event &);
struct Row {
  std::string_view name; ///< Without shmem_.
  Replay replay;
};

constexpr Row kNames[] = {{"init", &begin},
                          {"finalize", &end},
                          {"global_exit", &exitAll},
                          {"malloc", &allocate},
                          {"malloc_with_hints", &allocate},
                          {"calloc", &allocate},
                          {"align", &allocate},
                          {"realloc", &reallocate},
                          {"free", &freeObject},
                          {"team_split_strided", &splitStrided},
                          {"team_split_2d", &split2d},
                          {"team_destroy", &destroyTeam},
                          {"ctx_create", &createContext},
                          {"ctx_destroy", &destroyContext},
                          {"put", &put},
                          {"put_signal", &put},
                          {"put_nbi", &putLater},
                          {"put_signal_nbi", &putLater},
                          {"p", &putLater},
                          {"iput", &putStrided},
                          {"get", &get},
                          {"g", &get},
                          {"get_nbi", &getLater},
                          {"iget", &getStrided},
                          {"barrier_all", &barrierOfAll},
                          {"barrier", &barrier},
                          {"sync_all", &synchronizeAll},
                          {"sync", &synchronize},
                          {"broadcast", &broadcast},
                          {"collect", &collect},
                          {"fcollect", &fcollect},
                          {"alltoall", &alltoall},
                          {"alltoalls", &alltoalls},
                          {"signal_wait_until", &waitForWrites},
                          {"fence", &fence},
                          {"quiet", &quiet},
                          {"set_lock", &setLock},
                          {"test_lock", &testLock},
                          {"clear_lock", &clearLock}};

Replay replayOfAtomic(std::string_view name) {
  const bool fetches = name.find("fetch") != std::string_view::npos || name.find("swap") != std::string_view::npos;
  return !fetches ? &changeAtomic : name.ends_with("_nbi") ? &fetchAtomicLater : &fetchAtomic;
}

/// Null: it has nothing to do with other PEs.
Replay replayOf(const traces::CallInfo &call) {
  if (!isShmem(call))
    return nullptr;
  const std::string_view name = withoutPrefix(call);
  const auto *row =
      std::find_if(std::begin(kNames), std::end(kNames), [name](const Row &each) { return each.name == name; });
  if (row != std::end(kNames))
    return row->replay;
  return name.starts_with("atomic_")                            ? replayOfAtomic(name)
         : name.ends_with("_reduce")                            ? &reduce
         : name.starts_with("wait") || name.starts_with("test") ? &waitForWrites
                                                                : nullptr;
}

/// Made before there are ranks.
const std::vector<Replay> kReplays = [] {
  std::vector<Replay> replays;
  for (const traces::CallInfo &call : traces::allCalls())
    replays.push_back(replayOf(call));
  return replays;
}();

} // namespace

void ShmemSession::replay(const Event &event) {
  const Replay replay = kReplays[event.call];
  if (replay == nullptr)
    throw RecordProblem("it is not known how to replay it");
  if (!state_.is_open && replay != &begin)
    throw RecordProblem("it comes before shmem_init");
  replay(state_, event);
}

} // namespace maquette::replay
