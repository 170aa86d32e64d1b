//===- runtime/analysis/lib/report_files.cpp - what ranks read and wrote ------------===//
// SPDX-License-Identifier: Apache-2.0
#include "report_files.h"

#include <fmt/format.h>

#include <algorithm>

namespace maquette::runtime {
namespace {

/// "in a row", "strided", "random": how most accesses of a rank follow one another; empty: each made one.
std::string patternText(const IoResult::File &file) {
  const std::uint64_t most = std::max({file.consecutive, file.strided, file.random});
  if (most == 0)
    return "";
  return most == file.consecutive ? "in a row" : most == file.strided ? "strided" : "random";
}

ReportSection callSection(const IoResult &io, double predicted, std::size_t most) {
  ReportSection section{"Files (times: mean over ranks)", {}, {"call", "count", "bytes", "time", "share"}, {}, {}};
  section.lines.push_back(
      fmt::format("{} read, {} written, in {} calls on {} file{}.", bytesText(static_cast<double>(io.bytes_read)),
                  bytesText(static_cast<double>(io.bytes_written)), countText(static_cast<double>(io.operations)),
                  countText(static_cast<double>(io.file_count)), io.file_count == 1 ? "" : "s"));
  std::vector<std::pair<std::string, IoResult::Call>> calls(io.calls.begin(), io.calls.end());
  std::stable_sort(calls.begin(), calls.end(),
                   [](const auto &a, const auto &b) { return a.second.seconds > b.second.seconds; });
  for (std::size_t i = 0; i < std::min(most, calls.size()); ++i) {
    const auto &[name, call] = calls[i];
    section.rows.push_back({{name},
                            {countText(static_cast<double>(call.count))},
                            {bytesText(static_cast<double>(call.bytes))},
                            {secondsText(call.seconds)},
                            shareCell(predicted > 0 ? call.seconds / predicted : 0)});
  }
  return section;
}

ReportSection fileSection(const IoResult &io, std::size_t most) {
  ReportSection section{"Files by time (sums over ranks)",
                        {},
                        {"file", "reads", "bytes read", "writes", "bytes written", "time", "accesses"},
                        {},
                        {}};
  for (std::size_t i = 0; i < std::min(most, io.files.size()); ++i) {
    const IoResult::File &file = io.files[i];
    section.rows.push_back({{file.path},
                            {countText(static_cast<double>(file.reads))},
                            {bytesText(static_cast<double>(file.bytes_read))},
                            {countText(static_cast<double>(file.writes))},
                            {bytesText(static_cast<double>(file.bytes_written))},
                            {secondsText(file.seconds)},
                            {patternText(file)}});
  }
  return section;
}

ReportSection serverSection(const IoResult &io, std::size_t most) {
  ReportSection section{"Storage servers and devices", {}, {"", "requests", "bytes", "busy"}, {}, {}};
  for (std::size_t i = 0; i < std::min(most, io.servers.size()); ++i) {
    const IoResult::Server &server = io.servers[i];
    section.rows.push_back({{server.name},
                            {countText(static_cast<double>(server.requests))},
                            {bytesText(static_cast<double>(server.bytes))},
                            shareCell(server.utilisation)});
  }
  return section;
}

} // namespace

double secondsOutsideMpi(const RunResult &result) {
  double seconds = 0;
  if (result.io)
    for (const auto &[name, call] : result.io->calls)
      if (!result.calls.contains(name))
        seconds += call.seconds;
  return seconds;
}

void addFileSections(std::vector<ReportSection> &sections, const RunResult &result, std::size_t most) {
  if (!result.io)
    return;
  sections.push_back(callSection(*result.io, result.predicted_seconds, most));
  if (!result.io->files.empty())
    sections.push_back(fileSection(*result.io, most));
  if (!result.io->servers.empty())
    sections.push_back(serverSection(*result.io, most));
}

} // namespace maquette::runtime
