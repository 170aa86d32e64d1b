//===- runtime/analysis/lib/report_text.cpp - the summary on a terminal ---------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/analysis/report.h"

#include <fmt/format.h>

#include <algorithm>

namespace maquette::runtime {
namespace {

constexpr std::size_t kMostRowsInText = 8;
constexpr std::size_t kWidestName = 60;

/// Long names keep both ends.
std::string shortened(const std::string &name) {
  if (name.size() <= kWidestName)
    return name;
  const std::size_t half = (kWidestName - 3) / 2;
  return name.substr(0, half) + "..." + name.substr(name.size() - half);
}

std::string tableText(const ReportSection &section) {
  std::vector<std::size_t> widths;
  for (const std::string &title : section.header)
    widths.push_back(title.size());
  for (const auto &row : section.rows)
    for (std::size_t column = 0; column < row.size(); ++column)
      widths[column] = std::max(widths[column], shortened(row[column].text).size());
  const auto lineOf = [&](const auto &cellAt) {
    std::string line = "  ";
    for (std::size_t column = 0; column < widths.size(); ++column)
      line += column == 0 ? fmt::format("{:<{}}", cellAt(column), widths[column])
                          : fmt::format("  {:>{}}", cellAt(column), widths[column]);
    return line + "\n";
  };
  std::string text = lineOf([&](std::size_t column) { return section.header[column]; });
  for (const auto &row : section.rows)
    text += lineOf([&](std::size_t column) { return shortened(row[column].text); });
  return text;
}

} // namespace

std::string toSummary(const RunResult &result) { return sectionsText(reportSections(result, kMostRowsInText)); }

std::string sectionsText(const std::vector<ReportSection> &sections) {
  std::string text;
  for (const ReportSection &section : sections) {
    text += (text.empty() ? "" : "\n") + section.title + "\n";
    for (const std::string &line : section.lines)
      text += "  " + line + "\n";
    if (!section.rows.empty())
      text += tableText(section);
  }
  return text;
}

} // namespace maquette::runtime
