//===- runtime/host/lib/host_stops.cpp - when the whole host stood still ---------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/host/host_stops.h"

#include "maquette/host/tick_clock.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace maquette::runtime {
namespace {

constexpr double kShortestSeconds = 200e-6;
constexpr double kFreshSeconds = 1e-3; ///< A reading of the processor time costs little if taken as seldom.

/// A moment of rest that leaves a core's other thread alone.
void rest() {
#if defined(__x86_64__)
  for (int i = 0; i < 16; ++i)
    _mm_pause();
#endif
}

} // namespace

static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "shared between processes");

void HostTimeLog::add(std::uint64_t begin, std::uint64_t end) {
  const std::uint64_t count = count_.load(std::memory_order_relaxed);
  Entry &entry = entries_[count % kKept];
  entry.begin.store(begin, std::memory_order_relaxed);
  entry.end.store(end, std::memory_order_relaxed);
  count_.store(count + 1, std::memory_order_release);
}

/// From the latest back.
template <typename Use> void HostTimeLog::forEachWithin(std::uint64_t begin, std::uint64_t end, Use use) const {
  const std::uint64_t count = count_.load(std::memory_order_acquire);
  for (std::uint64_t i = count; i > 0 && count - i < kKept; --i) {
    const Entry &entry = entries_[(i - 1) % kKept];
    const std::uint64_t from = std::max(begin, entry.begin.load(std::memory_order_relaxed));
    const std::uint64_t entry_end = entry.end.load(std::memory_order_relaxed);
    if (entry_end <= begin)
      break;
    if (const std::uint64_t to = std::min(end, entry_end); to > from)
      use(static_cast<double>(to - from));
  }
}

double HostTimeLog::within(std::uint64_t begin, std::uint64_t end) const {
  double sum = 0;
  forEachWithin(begin, end, [&](double ticks) { sum += ticks; });
  return sum;
}

double HostTimeLog::mostWithin(std::uint64_t begin, std::uint64_t end) const {
  double most = 0;
  forEachWithin(begin, end, [&](double ticks) { most = std::max(most, ticks); });
  return most;
}

double HostStopLog::unseen(std::uint64_t begin, std::uint64_t end) const {
  const std::uint64_t until = looked.load(std::memory_order_acquire);
  if (until == 0)
    return 0;
  const std::uint64_t from = std::max(begin, until);
  return std::max(absences.mostWithin(begin, end), end > from ? static_cast<double>(end - from) : 0);
}

HostStopFile::HostStopFile(const std::string &path, Use use) {
  const int file = ::open(path.c_str(), use == Use::Write ? O_RDWR | O_CREAT | O_CLOEXEC : O_RDONLY | O_CLOEXEC, 0600);
  if (file < 0)
    return;
  if (use == Use::Read || ::ftruncate(file, sizeof(HostStopLog)) == 0) {
    void *memory = ::mmap(nullptr, sizeof(HostStopLog), use == Use::Write ? PROT_READ | PROT_WRITE : PROT_READ,
                          MAP_SHARED, file, 0);
    if (memory != MAP_FAILED)
      log_ = static_cast<HostStopLog *>(memory);
  }
  ::close(file);
}

HostStopFile::~HostStopFile() {
  if (log_ != nullptr)
    ::munmap(log_, sizeof(HostStopLog));
}

void monitorHostStops(HostStopLog &log) {
  const TickClock clock = TickClock::calibrated();
  const double shortest = clock.toTicks(kShortestSeconds);
  const double fresh = clock.toTicks(kFreshSeconds);
  ClockPair reading = ClockPair::read(CLOCK_THREAD_CPUTIME_ID);
  std::uint64_t last = TickClock::now();
  while (true) {
    rest();
    const std::uint64_t now = TickClock::now();
    const double jump = static_cast<double>(now - last);
    if (jump > shortest || static_cast<double>(now - reading.ticks) > fresh) {
      const ClockPair before = reading;
      reading = ClockPair::read(CLOCK_THREAD_CPUTIME_ID);
      const double used = clock.toTicks(static_cast<double>(reading.ns - before.ns) * 1e-9);
      const bool is_stop = isHostStop(jump, static_cast<double>(reading.ticks - before.ticks), used);
      if (jump > shortest)
        (is_stop ? log.stops : log.absences).add(last, now);
      last = TickClock::now();
    } else {
      last = now;
    }
    log.looked.store(last, std::memory_order_release);
  }
}

} // namespace maquette::runtime
