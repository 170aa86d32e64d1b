// test/bench/network_memory.cpp - bytes of each network model for a link, and for a message under way
// SPDX-License-Identifier: Apache-2.0
//
// Prints a table for docs/results/networks.md: a torus of 32^3 nodes before the first message, and at
// the end of six messages a node that were all under way at once (models keep what they once needed).
#include "test/support/network_harness.h"

#include <cstdio>
#include <string>

namespace maquette {
namespace {

constexpr int kSide = 32, kNodes = kSide * kSide * kSide;
constexpr std::int64_t kBytes = 8192;

bool hasLinks(const std::string &model) { return model != "smp-sim" && model != "buses"; }

void printRow(const std::string &model) {
  const std::string shape = hasLinks(model) ? "topology = \"torus\"\ndimensions = [32, 32, 32]\n" : "";
  const models::Machine machine = test::machineWith(kNodes, "model = \"" + model + "\"\n" + shape +
                                                                "latency = \"1 us\"\nbandwidth = \"10 GB/s\"\n");
  test::NetworkHarness harness(machine);
  const auto before = static_cast<double>(harness.network().memoryBytes());
  std::uint64_t cookie = 0;
  for (int node = 0; node < kNodes; ++node)
    for (int stride : {1, kSide, kSide * kSide})
      for (int step : {1, kSide - 1}) {
        const int x = node / stride % kSide;
        harness.send(cookie++, node, node + ((x + step) % kSide - x) * stride, kBytes);
      }
  harness.run();
  const double grown = static_cast<double>(harness.network().memoryBytes()) - before;
  std::printf("| `%s` | %lld | %.0f | %.0f |\n", model.c_str(), static_cast<long long>(harness.network().linkCount()),
              before / static_cast<double>(harness.network().linkCount()), grown / static_cast<double>(cookie));
}

} // namespace
} // namespace maquette

int main() {
  std::printf("| model | links | bytes a link | bytes a message under way |\n|---|---|---|---|\n");
  for (const std::string &model : maquette::models::networkModelNames())
    maquette::printRow(model);
  return 0;
}
