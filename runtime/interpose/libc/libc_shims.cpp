//===- runtime/interpose/libc/libc_shims.cpp - the C library as a rank sees it ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions of the C library that mean something else inside a rank: exit() ends the rank, clocks show simulated time,
/// atexit() is the rank's. Outside ranks they are the C library's own. Clocks of processor time stay the host's: the
/// runtime measures with them.
#include "maquette/abi/private_data.h"
#include "maquette/context/rank_end.h"
#include "maquette/memory/private_data.h"
#include "maquette/sim/random.h"
#include "shims.h"

#include <poll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <unordered_map>

namespace {

using namespace maquette::bootstrap;
using namespace maquette::runtime;

ClockReader readerAt(const void *caller) {
  static std::unordered_map<const void *, ClockReader> known;
  const auto [entry, is_new] = known.try_emplace(caller, ClockReader::Program);
  if (is_new && !isOfProgram(caller))
    entry->second = ClockReader::Library;
  return entry->second;
}

std::int64_t simulatedPs(Rank &rank, const void *caller) {
  const HostWork work(rank);
  return currentWorld()->meter().readClock(rank, readerAt(caller)).ps();
}

timespec simulatedTime(Rank &rank, std::int64_t epoch, const void *caller) {
  const std::int64_t ps = simulatedPs(rank, caller);
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
    endRank(*currentWorld(), status);
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
      *time = simulatedTime(*rank, clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ? kEpoch : 0,
                            __builtin_return_address(0));
      return 0;
    }
  static const auto real = next<int (*)(clockid_t, timespec *)>("clock_gettime");
  return real(clock, time);
}

MAQUETTE_EXPORT int gettimeofday(timeval *time, void *zone) {
  if (Rank *const rank = askingRank()) {
    const timespec now = simulatedTime(*rank, kEpoch, __builtin_return_address(0));
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
  const time_t now = rank != nullptr ? simulatedTime(*rank, kEpoch, __builtin_return_address(0)).tv_sec : real(nullptr);
  if (result != nullptr)
    *result = now;
  return now;
}

MAQUETTE_EXPORT clock_t clock() {
  static const auto real = next<clock_t (*)()>("clock");
  if (Rank *const rank = askingRank())
    return static_cast<clock_t>(simulatedPs(*rank, __builtin_return_address(0)) / (1'000'000'000'000 / CLOCKS_PER_SEC));
  return real();
}

MAQUETTE_EXPORT unsigned long long maquette_entropy(unsigned long long counter) {
  const World *const world = currentWorld();
  const Rank *const rank = currentRank();
  return maquette::sim::Random(world != nullptr ? world->config().seed : 1,
                               rank != nullptr ? static_cast<std::uint64_t>(rank->id) : 0)
      .bits(counter);
}

/// A rank that sleeps lets simulated time pass.
MAQUETTE_EXPORT int nanosleep(const timespec *span, timespec *rest) {
  if (Rank *const rank = askingRank()) {
    const HostWork work(*rank);
    rank->clock += maquette::sim::SimDuration::s(span->tv_sec) + maquette::sim::SimDuration::ns(span->tv_nsec);
    if (currentWorld()->dispatcher().hasThreads())
      currentWorld()->dispatcher().threads().takeTurn(*rank);
    return 0;
  }
  static const auto real = next<int (*)(const timespec *, timespec *)>("nanosleep");
  return real(span, rest);
}

MAQUETTE_EXPORT int clock_nanosleep(clockid_t clock, int flags, const timespec *span, timespec *rest) {
  Rank *const rank = isSimulated(clock) ? askingRank() : nullptr;
  if (rank == nullptr)
    return next<int (*)(clockid_t, int, const timespec *, timespec *)>("clock_nanosleep")(clock, flags, span, rest);
  if ((flags & TIMER_ABSTIME) == 0)
    return nanosleep(span, rest);
  const std::int64_t epoch = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ? kEpoch : 0;
  const timespec now = simulatedTime(*rank, epoch, __builtin_return_address(0));
  timespec left{span->tv_sec - now.tv_sec, span->tv_nsec - now.tv_nsec};
  if (left.tv_nsec < 0)
    left = {left.tv_sec - 1, left.tv_nsec + 1'000'000'000};
  return left.tv_sec < 0 ? 0 : nanosleep(&left, nullptr);
}

MAQUETTE_EXPORT int thrd_sleep(const timespec *span, timespec *rest) { return nanosleep(span, rest); }

/// Programs sleep with it, too: there is nothing to wait for but time.
MAQUETTE_EXPORT int select(int descriptors, fd_set *in, fd_set *out, fd_set *others, timeval *span) {
  const bool sleeps = span != nullptr && in == nullptr && out == nullptr && others == nullptr;
  if (!sleeps || askingRank() == nullptr)
    return next<decltype(&select)>("select")(descriptors, in, out, others, span);
  const timespec time{span->tv_sec, span->tv_usec * 1000};
  nanosleep(&time, nullptr);
  *span = {0, 0};
  return 0;
}

MAQUETTE_EXPORT int poll(pollfd *descriptors, nfds_t count, int milliseconds) {
  if (count > 0 || milliseconds < 0 || askingRank() == nullptr)
    return next<decltype(&poll)>("poll")(descriptors, count, milliseconds);
  const timespec time{milliseconds / 1000, milliseconds % 1000 * 1'000'000L};
  return nanosleep(&time, nullptr);
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
