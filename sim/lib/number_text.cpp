//===- sim/lib/number_text.cpp - numbers for people ---------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/number_text.h"

#include <fmt/format.h>

#include <cmath>

namespace maquette::sim {
namespace {

/// Three significant digits without an exponent for 1 <= |value| < 1000.
std::string threeDigits(double value) {
  const double size = std::fabs(value);
  std::string text = fmt::format("{:.{}f}", value, size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
      text.pop_back();
  }
  return text;
}

} // namespace

std::string secondsText(double seconds) {
  if (seconds == 0)
    return "0 s";
  const double size = std::fabs(seconds);
  if (size >= 999.5)
    return countText(std::round(seconds)) + " s";
  for (const auto &[unit, scale] : {std::pair{"s", 1.0}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}})
    if (size >= 0.9995 * scale)
      return threeDigits(seconds / scale) + " " + unit;
  return threeDigits(seconds / 1e-12) + " ps";
}

std::string bytesText(double bytes) {
  const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  std::size_t unit = 0;
  while (bytes >= 1023.5 && unit + 1 < std::size(units)) {
    bytes /= 1024;
    ++unit;
  }
  return (bytes < 999.5 ? threeDigits(bytes) : fmt::format("{:.0f}", bytes)) + " " + units[unit];
}

std::string countText(double count) {
  if (!(std::fabs(count) < 1e12))
    return fmt::format("{:.3g}", count);
  std::string digits = fmt::format("{:.0f}", count);
  const std::size_t first = digits[0] == '-' ? 1 : 0;
  for (std::size_t place = digits.size(); place > first + 3; place -= 3)
    digits.insert(place - 3, ",");
  return digits;
}

std::string shareText(double share) {
  if (share > 0 && share < 0.0005)
    return "<0.1 %";
  return fmt::format("{:.1f} %", share * 100);
}

} // namespace maquette::sim
