// test/support/torus_machine.h - a small machine file that tests override
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TEST_SUPPORT_TORUS_MACHINE_H
#define MAQUETTE_TEST_SUPPORT_TORUS_MACHINE_H

#include "maquette/models/machine.h"

#include <string>
#include <vector>

namespace maquette::test {

/// A 4 x 3 torus of nodes of two cores, as \p filename would say it, with these overrides.
inline sim::Result<models::Machine> torusMachine(const std::vector<std::string> &overrides,
                                                 const std::string &filename = "m.toml") {
  return models::parseMachine(R"(name = "m"
[node]
source = "test"
count = 12
cores = 2
memory_bandwidth = "40 GB/s"
memory_latency = "80 ns"
[network]
source = "test"
model = "flow-fair"
topology = "torus"
dimensions = [4, 3]
latency = "1 us"
link_latency = "100 ns"
bandwidth = "10 GB/s"
link_bandwidth = "5 GB/s"
)",
                              filename, overrides);
}

inline std::string errorsOf(const sim::Result<models::Machine> &machine) {
  return machine ? "" : sim::toText(machine.error());
}

} // namespace maquette::test

#endif
