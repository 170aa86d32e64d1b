//===- runtime/analysis/lib/report_html.cpp - the report as one HTML file -------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/analysis/report.h"

#include "svg_plot.h"

#include <fmt/format.h>

#include <algorithm>

namespace maquette::runtime {
namespace {

constexpr std::size_t kMostRows = 200;
constexpr int kBarWidth = 120;

constexpr const char *kStyle = R"(
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2rem;border-bottom:1px solid #ccc}
table{border-collapse:collapse}th,td{padding:.15rem .8rem;text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left;white-space:pre-wrap;word-break:break-all;font-family:monospace}
tr:nth-child(even){background:#f4f4f4}svg{vertical-align:middle;margin-left:.6rem}
pre{white-space:pre-wrap;margin:.3rem 0;font:inherit}.failed{color:#a00}
@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}tr:nth-child(even){background:#242424}
.failed{color:#f66}}
)";

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
  std::string html = fmt::format("<pre>Use of the hottest links by time, {} a column: empty to full.</pre>\n"
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

} // namespace

std::string toHtml(const RunResult &result, const std::vector<ReportSection> &more) {
  std::string html = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                     "<meta name=\"viewport\" content=\"width=device-width\"><title>Maquette: " +
                     escapedMarkup(result.program) + "</title><style>" + kStyle + "</style></head><body>\n<h1>" +
                     escapedMarkup(result.program) + ", " + countText(static_cast<double>(result.ranks)) +
                     " ranks</h1>\n";
  std::vector<ReportSection> sections = reportSections(result, kMostRows);
  sections.insert(sections.end(), more.begin(), more.end());
  for (const ReportSection &section : sections) {
    const bool failed = section.title.ends_with("failed");
    html += std::string("<h2") + (failed ? " class=\"failed\"" : "") + ">" + escapedMarkup(section.title) + "</h2>\n";
    for (const std::string &line : section.lines)
      html += "<pre>" + escapedMarkup(line) + "</pre>\n";
    if (!section.rows.empty())
      html += tableHtml(section);
    if (!section.heat.rows.empty())
      html += heatMapHtml(section.heat);
  }
  return html + "</body></html>\n";
}

} // namespace maquette::runtime
