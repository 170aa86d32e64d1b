//===- runtime/host/lib/corrections.cpp - which corrections of measured spans are on ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/host/corrections.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

namespace maquette::runtime {
namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Correction::kCount)> kNames{
    "steal", "touch",       "touch-used",     "touch-heap", "touch-shared", "restore",    "moved", "bind",
    "ratio", "ratio-place", "ratio-restored", "pipeline",   "outliers",     "rare-alone", "pace"};

} // namespace

std::string Corrections::text() const {
  std::string text;
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (!(*this)[static_cast<Correction>(i)])
      text.append(text.empty() ? "-" : ",-").append(kNames[i]);
  return text;
}

std::string allCorrections() {
  Corrections none;
  for (std::size_t i = 0; i < kNames.size(); ++i)
    none = none.without(static_cast<Correction>(i));
  return none.text();
}

std::optional<Corrections> Corrections::parse(const std::string &text) {
  Corrections corrections;
  std::istringstream names(text);
  for (std::string name; std::getline(names, name, ',');) {
    const bool is_left_out = name.starts_with('-');
    const auto known = std::find(kNames.begin(), kNames.end(), std::string_view(name).substr(is_left_out ? 1 : 0));
    if (!is_left_out || known == kNames.end())
      return std::nullopt;
    corrections = corrections.without(static_cast<Correction>(known - kNames.begin()));
  }
  return corrections;
}

} // namespace maquette::runtime
