// test/bench/published_figures.cpp - prints tables of the experiments that figures_validation.cpp judges
// SPDX-License-Identifier: Apache-2.0
#include "test/support/published_figures.h"

#include <cstdio>

int main() {
  using namespace maquette::test::figures;
  std::printf("| nodes | time of a ping-pong |\n|---|---|\n");
  for (int nodes : {2, 6, 12, 24, 48, 96, 144, 288})
    std::printf("| %d | %.2f |\n", nodes, meanPingPongTime(nodes));
  const auto row = [](const char *parameter, const char *latency, const char *bandwidth) {
    std::printf("| %s |", parameter);
    for (const auto &[name, shape] : kShapes)
      std::printf(" %.2f |", 1e3 * amgTime(shape, latency, bandwidth));
    std::printf("\n");
  };
  for (const char *title : {"latency", "bandwidth"}) {
    std::printf("\n| %s |", title);
    for (const auto &[name, shape] : kShapes)
      std::printf(" %s, ms |", name.c_str());
    std::printf("\n|---|---|---|---|\n");
    if (title[0] == 'l')
      for (const char *latency : {"1 us", "10 us", "100 us", "1 ms"})
        row(latency, latency, "1 GB/s");
    else
      for (const char *bandwidth : {"10 MB/s", "100 MB/s", "1 GB/s", "10 GB/s"})
        row(bandwidth, "3 us", bandwidth);
  }
  std::printf("\n| nodes | fat tree, us | mesh, us |\n|---|---|---|\n");
  for (const auto &[nodes, rows] : std::map<int, int>{{32, 4}, {64, 8}, {128, 8}, {256, 16}, {512, 16}, {1024, 32}})
    std::printf("| %d | %.2f | %.2f |\n", nodes, 1e-6 * meanTimeOnTree(nodes), 1e-6 * meanTimeOnMesh(nodes, rows));
  return 0;
}
