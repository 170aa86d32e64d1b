//===- runtime/analysis/lib/report_html.cpp - the report as one HTML file -------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/analysis/report.h"

#include "maquette/formats/page.h"

#include "report_causes.h"
#include "run_page.h"
#include "svg_plot.h"

#include <fmt/format.h>

#include <algorithm>

namespace maquette::runtime {
namespace {

constexpr std::size_t kMostRowsInPage = 200;
constexpr int kBarWidth = 120;

std::string bar(double share) {
  return fmt::format("<svg width=\"{}\" height=\"10\" role=\"img\"><rect width=\"{}\" height=\"10\" fill=\"#8884\"/>"
                     "<rect width=\"{:.1f}\" height=\"10\" fill=\"#47a\"/></svg>",
                     kBarWidth, kBarWidth, share * kBarWidth);
}

std::string tableHtml(const ReportSection &section) {
  std::string html = "<table><thead><tr>";
  for (const std::string &title : section.header)
    html += "<th>" + escapedMarkup(title) + "</th>";
  html += "</tr></thead><tbody>\n";
  for (const auto &row : section.rows) {
    html += "<tr>";
    for (const ReportCell &cell : row)
      html += "<td>" + escapedMarkup(cell.text) + (cell.bar >= 0 ? bar(cell.bar) : "") + "</td>";
    html += "</tr>\n";
  }
  return html + "</tbody></table>\n";
}

/// A row for each name, a column for each stretch of time; the fuller, the darker.
std::string heatMapHtml(const HeatMap &heat) {
  constexpr int kCell = 8, kRow = 14, kLetter = 7;
  std::size_t columns = 0, letters = 0;
  for (const auto &row : heat.rows)
    columns = std::max(columns, row.size());
  for (const std::string &name : heat.names)
    letters = std::max(letters, name.size());
  const int names = kLetter * static_cast<int>(letters + 1);
  const int width = names + kCell * static_cast<int>(columns), height = kRow * static_cast<int>(heat.rows.size() + 1);
  std::string html = fmt::format("<pre>Use of the busiest links over time, {} per column. Dark: fully used.</pre>\n"
                                 "<svg class=\"heat\" width=\"{}\" height=\"{}\" role=\"img\" font-size=\"11\">",
                                 secondsText(heat.column_seconds), width, height);
  for (std::size_t row = 0; row < heat.rows.size(); ++row) {
    const int y = kRow * static_cast<int>(row);
    html +=
        fmt::format("<text x=\"0\" y=\"{}\" fill=\"currentColor\">{}</text>", y + 11, escapedMarkup(heat.names[row]));
    html += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#8882\"/>", names, y,
                        kCell * static_cast<int>(columns), kRow - 1);
    for (std::size_t column = 0; column < heat.rows[row].size(); ++column)
      if (const double share = heat.rows[row][column]; share >= 0.005)
        html += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#c30\" fill-opacity=\"{:.2f}\">"
                            "<title>{} from {}</title></rect>",
                            names + kCell * static_cast<int>(column), y, kCell, kRow - 1, std::min(share, 1.0),
                            shareText(share), secondsText(heat.column_seconds * static_cast<double>(column)));
    html += "\n";
  }
  html += fmt::format(
      "<text x=\"{}\" y=\"{}\" fill=\"currentColor\">0</text><text x=\"{}\" y=\"{}\" text-anchor=\"end\" "
      "fill=\"currentColor\">{}</text></svg>\n",
      names, height - 3, width, height - 3, secondsText(heat.column_seconds * static_cast<double>(columns)));
  return html;
}

std::string sectionHtml(const ReportSection &section) {
  const bool failed = section.title.ends_with("failed");
  std::string html =
      std::string("<h2") + (failed ? " class=\"failed\"" : "") + ">" + escapedMarkup(section.title) + "</h2>\n";
  for (const std::string &line : section.lines)
    html += "<pre>" + escapedMarkup(line) + "</pre>\n";
  if (!section.rows.empty())
    html += tableHtml(section);
  if (!section.heat.rows.empty())
    html += heatMapHtml(section.heat);
  if (!section.picture.empty())
    html += section.picture + "\n";
  return html;
}

} // namespace

std::string toPage(const std::string &program, const std::string &ranks, const std::vector<ReportSection> &sections) {
  std::string text;
  for (const ReportSection &section : sections)
    text += sectionHtml(section);
  return filledPage(kRunPage, {{"program", escapedMarkup(program)}, {"ranks", ranks}, {"sections", text}});
}

std::string toHtml(const RunResult &result, const std::vector<ReportSection> &more) {
  std::vector<ReportSection> sections = reportSections(result, kMostRowsInPage);
  if (ReportSection timeline = timelineSection(result); !timeline.picture.empty())
    sections.insert(sections.begin() + std::min<std::ptrdiff_t>(1, std::ssize(sections)), std::move(timeline));
  sections.insert(sections.end(), more.begin(), more.end());
  return toPage(result.program, countText(static_cast<double>(result.ranks)), sections);
}

} // namespace maquette::runtime
