//===- maquette/sim/assert.h - checks for our own bugs ----------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// MAQUETTE_ASSERT(condition) is for our bugs only; users' mistakes are Results. It is compiled in where
/// MAQUETTE_ASSERTIONS is defined (presets dev and asan). A failure prints the condition, its place, the simulated time
/// and the process that was running, and ends the host process with status 70.
#ifndef MAQUETTE_SIM_ASSERT_H
#define MAQUETTE_SIM_ASSERT_H

#include <cstdint>

namespace maquette::sim {

/// What a failed assertion prints about the simulation. Engine::run and ProcessScheduler::resume fill it in.
struct AssertionContext {
  const std::int64_t *now_ps = nullptr;
  const std::int64_t *process = nullptr; ///< Negative: none.
};
/// The context of the calling host thread.
AssertionContext &assertionContext();

[[noreturn]] void assertionFailed(const char *condition, const char *file, int line);

} // namespace maquette::sim

#ifdef MAQUETTE_ASSERTIONS
#define MAQUETTE_ASSERT(condition)                                                                                     \
  ((condition) ? static_cast<void>(0) : ::maquette::sim::assertionFailed(#condition, __FILE__, __LINE__))
#else
#define MAQUETTE_ASSERT(condition) static_cast<void>(sizeof(!(condition)))
#endif

#endif
