//===- runtime/memory/lib/shared_touches.cpp - first touches of memory in common ----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/shared_touches.h"

#include "page_trial.h"

#include <sys/resource.h>

#include <algorithm>

namespace maquette::runtime {

SharedTouches::SharedTouches(Memory memory) {
  if (memory == Memory::InCommon)
    extra_ = std::max<std::int64_t>(0, static_cast<std::int64_t>(usualPageCost(PageSharing::Shared)) -
                                           static_cast<std::int64_t>(usualPageCost(PageSharing::Private)));
}

std::int64_t SharedTouches::faultsSoFar() {
  rusage usage{};
  ::getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_minflt;
}

} // namespace maquette::runtime
