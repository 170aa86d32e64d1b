//===- sim/lib/assert.cpp ---------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/assert.h"

#include <cstdio>
#include <cstdlib>

namespace maquette::sim {

AssertionContext &assertionContext() {
  // Read only when an assertion fails, which may be anywhere: no object could be passed there.
  static thread_local AssertionContext context;
  return context;
}

void assertionFailed(const char *condition, const char *file, int line) {
  const AssertionContext &context = assertionContext();
  std::fprintf(stderr, "%s:%d: error: assertion failed: %s [maquette-internal]\n", file, line, condition);
  if (context.now_ps != nullptr)
    std::fprintf(stderr, "  simulated time: %lld ps\n", static_cast<long long>(*context.now_ps));
  if (context.process != nullptr && *context.process >= 0)
    std::fprintf(stderr, "  rank: %lld\n", static_cast<long long>(*context.process));
  std::fprintf(stderr, "  fix: this is a bug of Maquette; please report it with the command that led here\n");
  std::_Exit(70);
}

} // namespace maquette::sim
