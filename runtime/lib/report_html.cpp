//===- runtime/lib/report_html.cpp - the report as one HTML file -------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/runtime/report.h"

#include "svg_plot.h"

#include <fmt/format.h>

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
@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}tr:nth-child(even){background:#242424}.failed{color:#f66}}
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

} // namespace

std::string toHtml(const RunResult &result) {
  std::string html = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                     "<meta name=\"viewport\" content=\"width=device-width\"><title>Maquette: " +
                     escapedMarkup(result.program) + "</title><style>" + kStyle + "</style></head><body>\n<h1>" +
                     escapedMarkup(result.program) + ", " + countText(static_cast<double>(result.ranks)) + " ranks</h1>\n";
  for (const ReportSection &section : reportSections(result, kMostRows)) {
    const bool failed = section.title.ends_with("failed");
    html += std::string("<h2") + (failed ? " class=\"failed\"" : "") + ">" + escapedMarkup(section.title) + "</h2>\n";
    for (const std::string &line : section.lines)
      html += "<pre>" + escapedMarkup(line) + "</pre>\n";
    if (!section.rows.empty())
      html += tableHtml(section);
  }
  return html + "</body></html>\n";
}

} // namespace maquette::runtime
