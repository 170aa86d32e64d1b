//===- maquette/traces/event.h - one call of one rank in a trace ------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The model that all formats of traces are read into and written from.
///
/// Times    integer picoseconds since the trace began.
/// Values   one for each argument of the C function, by its place (call_table.h). What is not in the trace is not
///          given. Arrays, texts and statuses are kept apart; the value is their index there.
/// Handles  numbers of the trace's own, from 0. Handles that MPI names are negative: named().
#ifndef MAQUETTE_TRACES_EVENT_H
#define MAQUETTE_TRACES_EVENT_H

#include "maquette/traces/call_table.h"

#include <array>
#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace maquette::traces {

/// What a receive gave. Bytes of -1 are not known.
struct Received {
  std::int32_t source = 0; ///< In the communicator; kAnySource where it is not known.
  std::int32_t tag = 0;
  std::int64_t bytes = -1;
};

/// As in mpi.h.
constexpr std::int32_t kAnySource = -1, kProcNull = -2, kRoot = -3, kAnyTag = -1, kUndefined = -32766;

/// Teams and contexts of OpenSHMEM that are there from the begin. Others have numbers of the recorded run's.
constexpr std::int64_t kNoTeam = -3, kSharedTeam = -2, kWorldTeam = -1, kNoContext = -2, kDefaultContext = -1;

struct Event {
  CallNumber call = 0;
  std::int64_t enter_ps = 0, leave_ps = 0;
  std::uint64_t record = 0; ///< Its number among those of its rank, from 1.
  std::uint64_t offset = 0; ///< Where it stands in its file, in bytes.
  std::bitset<kMostArguments> given;
  std::array<std::int64_t, kMostArguments> values{};
  std::vector<std::vector<std::int64_t>> arrays;
  std::vector<std::string> texts;
  std::vector<Received> received; ///< Of the status, or of each of the statuses.

  /// Without arguments.
  void clear();
  void set(std::size_t argument, std::int64_t value);
  void set(std::size_t argument, std::vector<std::int64_t> array);
  void set(std::size_t argument, std::string text);
  const std::vector<std::int64_t> &array(std::size_t argument) const { return arrays[index(argument)]; }
  const std::string &text(std::size_t argument) const { return texts[index(argument)]; }

private:
  std::size_t index(std::size_t argument) const { return static_cast<std::size_t>(values[argument]); }
};

/// The names of MPI's own handles of \p type; the n-th stands in events as -1 - n. The null handle is the first.
std::span<const std::string_view> namedHandles(ArgumentType type);
/// The handle that stands for \p name; 0 if MPI has none.
std::int64_t named(ArgumentType type, std::string_view name);

} // namespace maquette::traces

#endif
