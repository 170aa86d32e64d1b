//===- test/install/consumer/consumer.cpp - uses an installed library -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/abi/skeleton.h"
#include "maquette/models/machine.h"
#include "maquette/formats/run_config.h"
#include "maquette/sim/units.h"

#include <cstdio>

int main() {
  using namespace maquette::sim;
  // 1000 B * 8 bit/B / (8 Gb/s) = 1 us.
  auto rate = parseBitRate("8 Gb/s");
  if (!rate)
    return 1;
  std::printf("%lld ps\n", static_cast<long long>(transferTime(Bytes{1000}, *rate).ps()));
}
