// test/bench/dragonfly_curves.cpp - accepted against offered load of a dragonfly of 1,056 nodes under each routing
// SPDX-License-Identifier: Apache-2.0
//
// usage: dragonfly_curves OUT.svg [KEY=VALUE]...
// Prints a table for docs/models/dragonfly.md and draws it. p = 4, a = 8, h = 4, all 33 groups; packet model, messages
// of one packet of 500 B. A packet's time on a link is the unit of time, so the numbers do not depend on the rate.
#include "test/support/load_curve.h"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace maquette {
namespace {

constexpr std::int64_t kNodes = 1056, kGroup = 32;
const std::vector<double> kLoads = {0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0};
struct Curve {
  const char *routing;
  const char *colour;
  std::vector<double> accepted;
};

models::Machine machineOf(const std::string &routing, const std::vector<std::string> &overrides) {
  const auto machine = models::parseMachine(
      "name = \"dragonfly\"\n[node]\nsource = \"bench\"\ncount = 1056\ncores = 1\nmemory_bandwidth = \"10 GB/s\"\n"
      "memory_latency = \"100 ns\"\n[network]\nsource = \"bench\"\nmodel = \"packet\"\ntopology = \"dragonfly\"\n"
      "nodes_per_router = 4\nrouters_per_group = 8\nglobal_links_per_router = 4\nlatency = \"0 ns\"\n"
      "link_latency = \"100 ns\"\nbandwidth = \"10 GB/s\"\npacket_size = \"500 B\"\nbuffer_size = \"16000 B\"\nrouting "
      "= \"" +
          routing + "\"\n",
      "bench.toml", overrides);
  if (!machine)
    std::cerr << sim::toText(machine.error());
  return machine ? *machine : models::Machine{};
}

std::vector<Curve> measure(const test::Pattern &pattern, const std::vector<std::string> &overrides) {
  std::vector<Curve> curves = {{"minimal", "#1b6ca8", {}},
                               {"valiant", "#b5493a", {}},
                               {"ugal-l", "#3a7d44", {}},
                               {"ugal-g", "#8a5fb0", {}},
                               {"par", "#c28a1c", {}}};
  for (Curve &curve : curves)
    for (double load : kLoads) {
      test::LoadCurve run(machineOf(curve.routing, overrides), pattern, sim::Bytes{500},
                          sim::BitRate::bytesPerSecond(10'000'000'000),
                          {sim::SimDuration::us(6), sim::SimDuration::us(14)});
      curve.accepted.push_back(run.accepted(load));
    }
  return curves;
}

void print(const char *title, const std::vector<Curve> &curves) {
  std::printf("\n%s\n\n| offered |", title);
  for (const Curve &curve : curves)
    std::printf(" %s |", curve.routing);
  std::printf("\n|---|");
  for (std::size_t i = 0; i < curves.size(); ++i)
    std::printf("---|");
  std::printf("\n");
  for (std::size_t i = 0; i < kLoads.size(); ++i) {
    std::printf("| %.2f |", kLoads[i]);
    for (const Curve &curve : curves)
      std::printf(" %.3f |", curve.accepted[i]);
    std::printf("\n");
  }
}

/// One panel, 300 by 300, with its lower left corner at (x, 340).
void draw(std::ofstream &svg, int x, const char *title, const std::vector<Curve> &curves) {
  svg << "<text x='" << x + 150 << "' y='25' text-anchor='middle'>" << title << "</text>\n<rect x='" << x
      << "' y='40' width='300' height='300' fill='none' stroke='#888'/>\n";
  for (int tick = 0; tick <= 5; ++tick)
    svg << "<text x='" << x + 60 * tick << "' y='356' text-anchor='middle'>" << 0.2 * tick << "</text>\n<text x='"
        << x - 6 << "' y='" << 344 - 60 * tick << "' text-anchor='end'>" << 0.2 * tick << "</text>\n";
  int row = 0;
  for (const Curve &curve : curves) {
    svg << "<polyline fill='none' stroke-width='2' stroke='" << curve.colour << "' points='";
    for (std::size_t i = 0; i < kLoads.size(); ++i)
      svg << x + 300 * kLoads[i] << "," << 340 - 300 * curve.accepted[i] << " ";
    svg << "'/>\n<text x='" << x + 10 << "' y='" << 58 + 15 * row++ << "' fill='" << curve.colour << "'>"
        << curve.routing << "</text>\n";
  }
}

} // namespace
} // namespace maquette

int main(int argc, char **argv) {
  using namespace maquette;
  if (argc < 2) {
    std::cerr << "usage: dragonfly_curves OUT.svg [KEY=VALUE]...\n";
    return 2;
  }
  const std::vector<std::string> overrides(argv + 2, argv + argc);
  const std::vector<Curve> uniform = measure(test::uniformTraffic(kNodes), overrides);
  print("Uniform traffic", uniform);
  const std::vector<Curve> adversarial = measure(test::shiftedTraffic(kNodes, kGroup, kGroup), overrides);
  print("Adversarial traffic: everybody to the next group", adversarial);
  std::ofstream svg(argv[1]);
  svg << "<svg xmlns='http://www.w3.org/2000/svg' width='740' height='380' font-family='sans-serif' "
         "font-size='11'>\n<!-- SPDX-License-Identifier: Apache-2.0 -->\n"
         "<rect width='740' height='380' fill='white'/>\n";
  draw(svg, 50, "uniform: accepted against offered load", uniform);
  draw(svg, 410, "adversarial: accepted against offered load", adversarial);
  svg << "</svg>\n";
  return svg ? 0 : 1;
}
