//===- maquette/analysis/report.h - a RunResult for people --------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The same content twice: as text for a terminal and as one HTML file that needs nothing else and works offline.
#ifndef MAQUETTE_ANALYSIS_REPORT_H
#define MAQUETTE_ANALYSIS_REPORT_H

#include "maquette/formats/run_result.h"
#include "maquette/sim/number_text.h"

#include <algorithm>
#include <string>
#include <vector>

namespace maquette::runtime {

using sim::bytesText;
using sim::countText;
using sim::secondsText;
using sim::shareText;

struct ReportCell {
  std::string text;
  double bar = -1; ///< 0..1: drawn beside the text in HTML; negative: none.
};

/// With a bar.
inline ReportCell shareCell(double share) { return {shareText(share), std::clamp(share, 0.0, 1.0)}; }

/// Shares from 0 to 1 by name and time.
struct HeatMap {
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows; ///< One for each name.
  double column_seconds = 0;
};

struct ReportSection {
  std::string title;
  std::vector<std::string> lines; ///< Before the table.
  std::vector<std::string> header;
  std::vector<std::vector<ReportCell>> rows; ///< The first cell is a name, the others are numbers.
  HeatMap heat;                              ///< Drawn after the table in HTML.
  std::string picture;                       ///< SVG, the same.
};

/// What the time of a run depends on: computing, interfaces of nodes, links between switches, or latencies. A sentence.
std::string boundText(const RunResult &result);

/// What both forms show. \p most limits the rows of each table.
std::vector<ReportSection> reportSections(const RunResult &result, std::size_t most);

/// The sections one after the other, their tables in columns.
std::string sectionsText(const std::vector<ReportSection> &sections);

/// What changes of the machine do to a run: its time, the calls that take most of it, and why if nothing changed.
ReportSection whatIfSection(const std::vector<std::string> &changes, const RunResult &base, const RunResult &other);

std::string toSummary(const RunResult &result);
/// A page of these sections alone.
std::string toPage(const std::string &program, const std::string &ranks, const std::vector<ReportSection> &sections);
/// \p more sections stand after those of the result.
std::string toHtml(const RunResult &result, const std::vector<ReportSection> &more = {});

} // namespace maquette::runtime

#endif
