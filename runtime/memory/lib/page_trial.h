//===- runtime/memory/lib/page_trial.h - what the first touch of a page costs ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Measures on new memory, which is given back at the end. Unit: ticks of TickClock; 0 where the host has no memory.
#ifndef MAQUETTE_MEMORY_PAGE_TRIAL_H
#define MAQUETTE_MEMORY_PAGE_TRIAL_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace maquette::runtime {

/// Whose the memory is: of the process, or of processes that were forked off it, too.
enum class PageSharing { Private, Shared };

std::size_t hostPageBytes();
/// A write to \p byte that changes nothing. Returns what it took.
std::uint64_t touchPage(char *byte);
/// Of pages of a process's own that the host has just had back, and still has in its caches. A neighbour that disturbs
/// a block or two does not count.
std::uint64_t leastPageCost();
/// What a page is to a process on average: the median of the averages of \p blocks. Now and then the kernel fetches
/// many pages at once, which takes ten times as long and counts; a stop of the host, which only some blocks meet, does
/// not. \pre there is a block, and none is empty.
double usualCostIn(const std::vector<std::vector<double>> &blocks);
/// That of ten blocks of 1 MiB each, more pages than the host has just had back.
std::uint64_t usualPageCost(PageSharing sharing);

} // namespace maquette::runtime

#endif
