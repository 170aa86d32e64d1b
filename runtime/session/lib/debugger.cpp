//===- runtime/session/lib/debugger.cpp - what a debugger may read -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A debugger reads memory, by the addresses of symbols, in a process that may be a core file; so what it needs stands
/// in one exported variable, all in words of eight bytes. runtime/session/debugger/maquette-gdb.py reads it. A change
/// of its members is another version.
#include "debugger.h"

#include "maquette/context/call_ids.h"
#include "maquette/sim/suspended_frames.h"

#include <cstddef>
#include <cstdint>

namespace {

using maquette::runtime::Rank;

constexpr std::uint64_t kVersion = 2;

struct DebuggerView {
  std::uint64_t version = 0; ///< 0: there is no simulation.
  const Rank *ranks = nullptr;
  std::uint64_t rank_bytes = sizeof(Rank);
  std::int64_t rank_count = 0;
  std::uint64_t clock_at = offsetof(Rank, clock);         ///< Eight bytes, picoseconds.
  std::uint64_t call_site_at = offsetof(Rank, call_site); ///< Eight bytes.
  std::uint64_t call_at = offsetof(Rank, call);           ///< Two bytes: index into call_names.
  const char *const *call_names = nullptr;
  std::uint64_t call_count = maquette::runtime::kCallCount;
  maquette::sim::SuspendedFrames frames;
};
static_assert(sizeof(DebuggerView) == 29 * sizeof(std::uint64_t));

} // namespace

extern "C" {
__attribute__((visibility("default"), used)) DebuggerView maquette_debugger_view;
}

namespace maquette::bootstrap {

void showToDebuggers(runtime::World &world) {
  maquette_debugger_view.ranks = &world.rank(0);
  maquette_debugger_view.rank_count = world.rankCount();
  maquette_debugger_view.call_names = runtime::callNames();
  maquette_debugger_view.frames = world.dispatcher().processes().suspendedFrames();
  maquette_debugger_view.version = kVersion;
}

void hideFromDebuggers() { maquette_debugger_view.version = 0; }

} // namespace maquette::bootstrap
