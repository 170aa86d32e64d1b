//===- runtime/lib/memory/page_trial.h - what the first touch of a page costs ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Measures on new memory, which is given back at the end. Unit: ticks of TickClock; 0 where the host has no memory.
#ifndef MAQUETTE_RUNTIME_LIB_PAGE_TRIAL_H
#define MAQUETTE_RUNTIME_LIB_PAGE_TRIAL_H

#include <cstddef>
#include <cstdint>

namespace maquette::runtime {

/// Whose the memory is: of the process, or of processes that were forked off it, too.
enum class PageSharing { Private, Shared };

std::size_t hostPageBytes();
/// A write to \p byte that changes nothing. Returns what it took.
std::uint64_t touchPage(char *byte);
/// Of pages of a process's own that the host has just had back, and still has in its caches. A neighbour that disturbs a block or two does not count.
std::uint64_t leastPageCost();
/// Of more pages than that, 10 MiB, what pages are to a process on average: now and then the kernel fetches many at once, which takes ten times as long.
/// A stop of the host does not count: it is the median of averages over 1 MiB.
std::uint64_t usualPageCost(PageSharing sharing);

} // namespace maquette::runtime

#endif
