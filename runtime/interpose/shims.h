//===- runtime/interpose/shims.h - what functions of the C library share that mean something else inside a rank -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_INTERPOSE_SHIMS_H
#define MAQUETTE_INTERPOSE_SHIMS_H

#include "maquette/context/threads.h"
#include "maquette/context/world.h"

#include <dlfcn.h>

#include <cstdint>

#define MAQUETTE_EXPORT __attribute__((visibility("default")))

namespace maquette::bootstrap {

/// Where simulated time begins, for clocks that show a date: 2025-01-01T00:00:00Z.
inline constexpr std::int64_t kEpoch = 1735689600;

/// The C library's own.
template <class Function> Function next(const char *name) { return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name)); }
template <class Function> Function next(const char *name, const char *version) {
  void *const found = dlvsym(RTLD_NEXT, name, version);
  return found != nullptr ? reinterpret_cast<Function>(found) : next<Function>(name);
}

/// The rank whose own code asks; not the runtime on its behalf.
inline runtime::Rank *askingRank() {
  runtime::Rank *const rank = runtime::currentRank();
  return rank != nullptr && rank->call == 0 && runtime::currentWorld()->dispatcher().isOwnThread() ? rank : nullptr;
}

/// True for code of the program, of its shared objects that maquette-cc built, and of the C++ library.
bool isOfProgram(const void *code);
/// The same, and it runs in a rank; makes threads possible.
bool isRankOfProgram(const void *code);
/// True for code of this library, and of one that has made threads of the host: these lock among real threads.
bool makesHostThreads(const void *code);

/// A rank with simulated threads that is about to wait, or to wake somebody. While it lives the host's time is not the
/// program's.
class ThreadCall {
public:
  /// \p caller: the return address of the function of the C library. \p alone: also in a rank that made no threads,
  /// whose wait then ends at its deadline or is reported as a deadlock; not where a library made threads of the host,
  /// which may wake it.
  explicit ThreadCall(const void *caller, bool alone = false) : rank_(rankOf(caller)) {
    if (rank_ == nullptr && alone && isRankOfProgram(caller) &&
        runtime::currentWorld()->dispatcher().threads().objects().makers_of_host_threads.empty())
      rank_ = askingRank();
    if (rank_ == nullptr)
      return;
    work_.emplace(*rank_);
    threads().takeTurn(*rank_);
  }
  explicit operator bool() const { return rank_ != nullptr; }
  runtime::Rank &rank() const { return *rank_; }
  runtime::Threads &threads() const { return runtime::currentWorld()->dispatcher().threads(); }
  runtime::Threads::Thread &thread() const { return threads().running(*rank_); }
  bool wait(const void *object, const char *what, std::optional<sim::SimTime> deadline = std::nullopt) const {
    return threads().block(*rank_, object, what, deadline);
  }
  void wakeOne(const void *object) const { threads().wakeOne(*rank_, object); }
  void wakeAll(const void *object) const { threads().wakeAll(*rank_, object); }

private:
  static runtime::Rank *rankOf(const void *caller) {
    runtime::World *const world = runtime::currentWorld();
    if (world == nullptr || !world->dispatcher().hasThreads())
      return nullptr;
    runtime::Rank *const rank = askingRank();
    return rank != nullptr && world->dispatcher().threads().knows(*rank) && !makesHostThreads(caller) ? rank : nullptr;
  }

  runtime::Rank *rank_;
  std::optional<runtime::HostWork> work_;
};

} // namespace maquette::bootstrap

#endif
