//===- skeletonizer/report/lib/explain.cpp - why a line stayed or went ----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/report/explain.h"

#include "maquette/formats/skeleton_report.h"
#include "maquette/frontend/input_error.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <optional>

namespace maquette::skeletonizer {
namespace {

using Report = runtime::SkeletonReport;

llvm::Expected<Report> readReport(const std::string &out_dir) {
  llvm::SmallString<256> path(out_dir);
  llvm::sys::path::append(path, "report.json");
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return inputError(std::string(path), "the folder has no report", "maquette-report-missing",
                      "give the folder that `maquette skeletonize -o` wrote");
  sim::Result<Report> report = runtime::skeletonReportFromJson((*buffer)->getBuffer().str(), std::string(path));
  if (!report)
    return inputError(report.error());
  return std::move(*report);
}

/// Paths agree from their ends: one is the other's tail.
bool sameFile(llvm::StringRef asked, llvm::StringRef known) {
  asked.consume_front("./");
  return asked == known || known.ends_with(("/" + asked).str()) || asked.ends_with(("/" + known).str());
}

/// The innermost statement that covers the line.
const Report::Statement *statementAt(const std::vector<Report::Statement> &statements, int64_t line) {
  const Report::Statement *best = nullptr;
  for (const Report::Statement &statement : statements) {
    if (statement.line > line || statement.end_line < line)
      continue;
    bool starts = statement.line == line;
    bool best_starts = best && best->line == line;
    int64_t size = statement.end - statement.begin;
    int64_t best_size = best ? best->end - best->begin : 0;
    if (!best || (starts && !best_starts) || (starts == best_starts && (starts ? size > best_size : size < best_size)))
      best = &statement;
  }
  return best;
}

std::string regionText(const Report::File &file, const std::string &id) {
  for (const Report::Region &region : file.regions) {
    if (region.id != id)
      continue;
    std::string result = "  It belongs to region " + id + " (lines " + std::to_string(region.line) + " to " +
                         std::to_string(region.end_line) + ")";
    std::string separator = "; the cost depends on ";
    for (const std::string &feature : region.features) {
      result += separator + feature;
      separator = ", ";
    }
    result += ".\n";
    if (region.seconds)
      result +=
          "  The profile measured " + llvm::formatv("{0:e2}", *region.seconds).str() + " s in it, over all ranks.\n";
    return result;
  }
  return {};
}

std::string describe(const Report &report, const Report::File &file, const Report::Statement &statement) {
  static const std::pair<const char *, const char *> meanings[] = {
      {"kept", "kept: the skeleton executes it."},
      {"changed", "changed: the skeleton executes only a part of it."},
      {"predicted", "predicted: its value comes from the profile."},
      {"phantom", "kept, with phantom memory or payload instead of data that nothing needs."},
      {"removed", "removed: no MPI call depends on it."}};
  std::string result;
  for (auto [state, meaning] : meanings)
    if (statement.state == state)
      result += std::string("  ") + meaning + "\n";
  for (const Report::PredictedValue &predicted : file.values)
    if (predicted.line >= statement.line && predicted.line <= statement.end_line)
      result += "  Predicted " + predicted.what + " (" + predicted.type + ", " + predicted.id +
                "): " + predicted.reason + "\n";
  for (const Report::Repaired &repaired : report.repaired)
    if (repaired.file == file.path && statement.line <= repaired.line && repaired.line <= statement.end_line)
      result += "  Repaired, " + repaired.what + ". The skeleton communicated otherwise: " + repaired.mismatch + "\n";
  if (!statement.region.empty())
    result += regionText(file, statement.region);
  if (statement.reasons.empty())
    return result;
  result += "  Needed because:\n";
  for (std::size_t index : statement.reasons) {
    const Report::Reason &step = report.reasons[index];
    result +=
        "    " + llvm::sys::path::filename(step.file).str() + ":" + std::to_string(step.line) + "  " + step.text + "\n";
  }
  return result;
}

} // namespace

llvm::Expected<std::string> explain(const std::string &out_dir, const std::string &place) {
  auto [name, line_text] = llvm::StringRef(place).rsplit(':');
  int64_t line = 0;
  if (line_text.getAsInteger(10, line) || line <= 0 || name.empty())
    return inputError(place, "not a place", "maquette-explain-place", "write FILE:LINE, for example src/solver.c:120");
  llvm::Expected<Report> report = readReport(out_dir);
  if (!report)
    return report.takeError();
  const Report::File *file = nullptr;
  std::string known;
  for (const Report::File &candidate : report->files) {
    known += (known.empty() ? "" : ", ") + candidate.path;
    if (!file && (sameFile(name, candidate.path) || sameFile(name, report->root + "/" + candidate.path)))
      file = &candidate;
  }
  if (!file)
    return inputError(name.str(), "the report does not contain this file", "maquette-explain-place",
                      "use one of: " + known);
  const Report::Statement *statement = statementAt(file->statements, line);
  if (!statement)
    return inputError(place, "no statement of a function is on this line", "maquette-explain-place",
                      "give a line of the original source inside a function body");
  return file->path + ":" + std::to_string(line) + "\n" + describe(*report, *file, *statement);
}

} // namespace maquette::skeletonizer
