//===- maquette/traces/goal_form.h - GOAL schedules in LogGOPSim's binary form -----------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// GOAL: T. Hoefler, C. Siebert, A. Lumsdaine, Group Operation Assembly Language, ICPP 2009. The file that LogGOPSim's
/// txt2bin writes, little-endian, without padding:
///   8 bytes  4223
///   4        ranks; from here offsets count
///   1, 1     largest numbers of a core and of a network interface
///   8, 8     of each rank: where its schedule begins and ends
/// and a schedule:
///   4, 4     operations; those that wait for none
///   4        of each of the latter: its number
///   39       of each operation: how many it waits for (4); 1 send, 2 receive, 3 compute (1); peer (4); bytes, or
///            nanoseconds (8); tag (4); core, interface (1, 1); how many wait for its end and the first of them among
///            the numbers that follow (4, 4); the same of its begin
///   4        of each that waits: its number
#ifndef MAQUETTE_TRACES_GOAL_FORM_H
#define MAQUETTE_TRACES_GOAL_FORM_H

#include <cstdint>

namespace maquette::traces::goal {

constexpr std::uint64_t kMagic = 4223;
constexpr std::uint64_t kBase = 8;        ///< From here offsets count.
constexpr std::uint64_t kTable = 6;       ///< From the base to the places of schedules.
constexpr std::uint64_t kPlaceBytes = 16; ///< Of a schedule.
constexpr std::uint64_t kOperationBytes = 39;
constexpr std::int64_t kMostRanks = std::int64_t{1} << 24;
constexpr std::int64_t kPicosecondsPerNanosecond = 1000;

} // namespace maquette::traces::goal

#endif
