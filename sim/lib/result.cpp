//===- sim/lib/result.cpp ---------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/result.h"

#include <algorithm>

namespace maquette::sim {
namespace {
/// Appends every line of \p lines, indented.
void appendIndented(std::string &text, const std::string &lines) {
  for (std::size_t start = 0; start < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', start), lines.size());
    text.append("  ").append(lines, start, end - start).append("\n");
    start = end + 1;
  }
}
} // namespace

std::string toText(const Diagnostic &diagnostic) {
  std::string text = diagnostic.where;
  text += diagnostic.where.empty() ? "error: " : ": error: ";
  text += diagnostic.what;
  if (!diagnostic.tag.empty())
    text += " [" + diagnostic.tag + "]";
  text += "\n";
  appendIndented(text, diagnostic.excerpt);
  if (!diagnostic.fix.empty())
    text += "  fix: " + diagnostic.fix + "\n";
  return text;
}

std::string toText(const Error &error) {
  std::string text;
  for (const Diagnostic &diagnostic : error.diagnostics)
    text += toText(diagnostic);
  return text;
}

} // namespace maquette::sim
