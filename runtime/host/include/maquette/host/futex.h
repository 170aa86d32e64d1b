//===- maquette/host/futex.h - waits for a number to change -----------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// As std::atomic::wait(), also between processes of the host that share the memory, and with a time limit.
#ifndef MAQUETTE_HOST_FUTEX_H
#define MAQUETTE_HOST_FUTEX_H

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstdint>
#include <ctime>

namespace maquette::runtime {

using SharedNumber = std::atomic<std::uint32_t>;
static_assert(sizeof(SharedNumber) == sizeof(std::uint32_t) && SharedNumber::is_always_lock_free);

/// Comes back at once if \p number is not \p seen, else when it was changed, after \p most_ns, or for no reason.
inline void waitWhile(const SharedNumber &number, std::uint32_t seen, std::int64_t most_ns = -1) {
  const timespec most{most_ns / 1'000'000'000, most_ns % 1'000'000'000};
  syscall(SYS_futex, &number, FUTEX_WAIT, seen, most_ns < 0 ? nullptr : &most, nullptr, 0);
}

/// \p number has changed.
inline void wakeWaiting(const SharedNumber &number) {
  syscall(SYS_futex, &number, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

} // namespace maquette::runtime

#endif
