//===- runtime/bootstrap/libc_shims.cpp - the C library as a rank sees it ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions of the C library that mean something else inside a rank: exit() ends the rank, clocks show simulated time, atexit()
/// is the rank's. Outside ranks they are the C library's own. Clocks of processor time stay the host's: the runtime measures
/// with them.
#include "lib/private_data.h"
#include "maquette/runtime/world.h"

#include <dlfcn.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <ctime>

#define MAQUETTE_EXPORT __attribute__((visibility("default")))

namespace {

using namespace maquette::runtime;

/// Where simulated time begins, for clocks that show a date: 2025-01-01T00:00:00Z.
constexpr std::int64_t kEpoch = 1735689600;

template <class Function> Function next(const char *name) { return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name)); }

/// The rank whose own code asks; not the runtime on its behalf.
Rank *askingRank() {
  Rank *const rank = currentRank();
  return rank != nullptr && rank->call == 0 ? rank : nullptr;
}

std::int64_t simulatedPs(Rank &rank) {
  const HostWork work(rank);
  return currentWorld()->readClock(rank).ps();
}

timespec simulatedTime(Rank &rank, std::int64_t epoch) {
  const std::int64_t ps = simulatedPs(rank);
  timespec time{};
  time.tv_sec = epoch + ps / 1'000'000'000'000;
  time.tv_nsec = ps % 1'000'000'000'000 / 1000;
  return time;
}

bool isSimulated(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW ||
         clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_BOOTTIME;
}

} // namespace

extern "C" {

MAQUETTE_EXPORT void exit(int status) {
  if (currentRank() != nullptr)
    currentWorld()->endRank(status);
  next<void (*)(int)>("exit")(status);
  __builtin_unreachable();
}

MAQUETTE_EXPORT int __cxa_atexit(void (*function)(void *), void *argument, void *object) {
  if (const Rank *const rank = askingRank()) {
    // What a library builds for itself inside a rank lives as long as the process.
    Dl_info program{}, owner{};
    const bool known = dladdr(reinterpret_cast<void *>(currentWorld()->program().main), &program) != 0 &&
                       object != nullptr && dladdr(object, &owner) != 0;
    if (known && program.dli_fbase == owner.dli_fbase) {
      currentWorld()->privateData().atExit(rank->id, function, argument);
      return 0;
    }
  }
  return next<int (*)(void (*)(void *), void *, void *)>("__cxa_atexit")(function, argument, object);
}

MAQUETTE_EXPORT int clock_gettime(clockid_t clock, timespec *time) {
  if (isSimulated(clock))
    if (Rank *const rank = askingRank()) {
      *time = simulatedTime(*rank, clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ? kEpoch : 0);
      return 0;
    }
  static const auto real = next<int (*)(clockid_t, timespec *)>("clock_gettime");
  return real(clock, time);
}

MAQUETTE_EXPORT int gettimeofday(timeval *time, void *zone) {
  if (Rank *const rank = askingRank()) {
    const timespec now = simulatedTime(*rank, kEpoch);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
  }
  static const auto real = next<int (*)(timeval *, void *)>("gettimeofday");
  return real(time, zone);
}

MAQUETTE_EXPORT time_t time(time_t *result) {
  static const auto real = next<time_t (*)(time_t *)>("time");
  Rank *const rank = askingRank();
  const time_t now = rank != nullptr ? simulatedTime(*rank, kEpoch).tv_sec : real(nullptr);
  if (result != nullptr)
    *result = now;
  return now;
}

MAQUETTE_EXPORT clock_t clock() {
  static const auto real = next<clock_t (*)()>("clock");
  if (Rank *const rank = askingRank())
    return static_cast<clock_t>(simulatedPs(*rank) / (1'000'000'000'000 / CLOCKS_PER_SEC));
  return real();
}

/// A rank that sleeps lets simulated time pass.
MAQUETTE_EXPORT int nanosleep(const timespec *span, timespec *rest) {
  if (Rank *const rank = askingRank()) {
    const HostWork work(*rank);
    rank->clock += maquette::sim::SimDuration::s(span->tv_sec) + maquette::sim::SimDuration::ns(span->tv_nsec);
    return 0;
  }
  static const auto real = next<int (*)(const timespec *, timespec *)>("nanosleep");
  return real(span, rest);
}

MAQUETTE_EXPORT int usleep(useconds_t microseconds) {
  const timespec span{microseconds / 1'000'000, static_cast<long>(microseconds % 1'000'000) * 1000};
  return nanosleep(&span, nullptr);
}

MAQUETTE_EXPORT unsigned sleep(unsigned seconds) {
  const timespec span{static_cast<time_t>(seconds), 0};
  nanosleep(&span, nullptr);
  return 0;
}

} // extern "C"
