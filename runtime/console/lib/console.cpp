//===- runtime/console/lib/console.cpp - what goes to people ------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/console/console.h"

#include "maquette/sim/units.h"

#include <cstdio>

namespace maquette::tool {

int reportError(const sim::Error &error) {
  std::fputs(sim::toText(error).c_str(), stderr);
  return kInputError;
}

int reportUsage(const std::string &command, const std::string &what, const std::string &fix) {
  const sim::Diagnostic diagnostic{command, what, "maquette-usage", "", fix};
  std::fputs(sim::toText(diagnostic).c_str(), stderr);
  return kUsageError;
}

std::string didYouMean(const std::string &word, const std::vector<std::string> &candidates) {
  const std::vector<std::string_view> views(candidates.begin(), candidates.end());
  const std::string_view near = sim::nearestWord(word, views.data(), views.size());
  return near.empty() ? "" : "did you mean '" + std::string(near) + "'? ";
}

void printOut(const std::string &text) {
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

void printWarning(const std::string &text) { std::fprintf(stderr, "maquette: warning: %s\n", text.c_str()); }

} // namespace maquette::tool
