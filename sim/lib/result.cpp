//===- sim/lib/result.cpp ---------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/result.h"

#include <algorithm>

namespace maquette::sim {
namespace {
/// Every line of \p text, each after \p indent.
std::string indented(const std::string &text, const char *indent) {
  std::string result;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    result += indent + text.substr(start, end - start) + "\n";
    start = end + 1;
  }
  return result;
}
} // namespace

std::string toText(const Diagnostic &diagnostic) {
  std::string text = diagnostic.where;
  text += diagnostic.where.empty() ? "error: " : ": error: ";
  text += diagnostic.what;
  if (!diagnostic.tag.empty())
    text += " [" + diagnostic.tag + "]";
  text += "\n" + indented(diagnostic.excerpt, "  ");
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
