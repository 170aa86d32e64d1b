//===- runtime/replay/between.h - what a recorder does is no computing of the rank -------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_REPLAY_BETWEEN_H
#define MAQUETTE_REPLAY_BETWEEN_H

#include "maquette/abi/skeleton.h"

#include <cstdint>

namespace maquette::record {

/// Of a call that is being recorded. While it lives, what the recorder asks is not counted.
struct Between {
  const std::int64_t begin_ps;
  explicit Between(const void *call_site) : begin_ps(maquette_between_begin(call_site)) { maquette_between_count(0); }
  ~Between() {
    maquette_between_count(1);
    maquette_between_end();
  }
  Between(const Between &) = delete;
  Between &operator=(const Between &) = delete;
};

} // namespace maquette::record

#endif
