//===- runtime/host/lib/memory_limit.cpp - will the ranks fit the host? -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/host/memory_limit.h"

#include "maquette/sim/number_text.h"

#include <fstream>

namespace maquette::runtime {

std::optional<std::uint64_t> availableBytes() {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("MemAvailable:")) // In KiB.
      return std::strtoull(line.c_str() + sizeof "MemAvailable:" - 1, nullptr, 10) * 1024;
  return std::nullopt;
}

std::optional<std::string> memoryShortage(std::uint64_t used, std::int64_t started, std::int64_t ranks,
                                          std::uint64_t available) {
  const double each = static_cast<double>(used) / static_cast<double>(started);
  const double needed = each * static_cast<double>(ranks);
  if (needed <= static_cast<double>(used) + static_cast<double>(available))
    return std::nullopt;
  const auto fit = static_cast<std::int64_t>((static_cast<double>(used) + static_cast<double>(available)) / each);
  return sim::countText(static_cast<double>(ranks)) + " ranks need about " + sim::bytesText(needed) + " (the first " +
         sim::countText(static_cast<double>(started)) + " use " + sim::bytesText(static_cast<double>(used)) +
         "), but this host has " + sim::bytesText(static_cast<double>(available)) +
         " free [maquette-run-memory]\n  fix: run " + sim::countText(static_cast<double>(fit)) +
         " ranks or fewer, a smaller problem, or the skeleton; or share data that ranks only read (--share)\n";
}

} // namespace maquette::runtime
