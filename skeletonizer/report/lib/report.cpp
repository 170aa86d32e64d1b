//===- skeletonizer/report/lib/report.cpp - report.json -------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/report/report.h"

#include "maquette/formats/skeleton_report.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <map>
#include <tuple>

namespace maquette::skeletonizer {
namespace {

using Report = runtime::SkeletonReport;

/// Steps of chains repeat a lot: each is written once.
class ReasonTable {
public:
  std::vector<std::size_t> indices(const std::vector<ReasonStep> &chain) {
    std::vector<std::size_t> result;
    for (const ReasonStep &step : chain) {
      auto [known, added] = index_.try_emplace({step.where.file, step.line, step.text}, index_.size());
      if (added)
        table_.push_back({step.where.file, step.line, step.text});
      result.push_back(known->second);
    }
    return result;
  }
  std::vector<Report::Reason> take() { return std::move(table_); }

private:
  std::map<std::tuple<std::string, unsigned, std::string>, std::size_t> index_;
  std::vector<Report::Reason> table_;
};

std::string relative(const std::string &root, const std::string &file) {
  llvm::StringRef rest(file);
  if (rest.consume_front(root) && rest.consume_front("/"))
    return rest.str();
  return file;
}

std::vector<Report::Statement> statementsOf(const std::vector<StatementRecord> &records, ReasonTable &reasons) {
  std::vector<Report::Statement> result;
  for (const StatementRecord &record : records)
    result.push_back({record.line, record.end_line, record.begin, record.end, stateName(record.state), record.region,
                      reasons.indices(record.reasons)});
  return result;
}

std::vector<Report::Region> regionsOf(const std::vector<RegionRecord> &records) {
  std::vector<Report::Region> result;
  for (const RegionRecord &record : records)
    result.push_back(
        {record.id, record.function, record.line, record.end_line, record.features, record.seconds, record.scales});
  return result;
}

std::vector<Report::PredictedValue> valuesOf(const std::vector<ValueRecord> &records) {
  static const char *const types[] = {"integer", "floating", "boolean"};
  std::vector<Report::PredictedValue> result;
  for (const ValueRecord &record : records)
    result.push_back(
        {record.value.id, record.line, record.what, types[static_cast<int>(record.value.type)], record.value.reason});
  return result;
}

std::vector<Report::Function> functionsOf(const std::string &root, const std::vector<FunctionRecord> &records) {
  static const char *const states[] = {"live", "left", "removed"};
  std::vector<Report::Function> result;
  for (const FunctionRecord &record : records)
    result.push_back({record.name, relative(root, record.file), record.line, states[static_cast<int>(record.state)]});
  return result;
}

/// For the lines of calls that verify finds in programs that were built from the trees.
std::vector<Report::Lines> linesOf(const std::string &root, const TreeEdits &edits) {
  std::map<std::string, Report::Lines> result;
  const auto add = [&](const std::map<std::string, std::vector<Edit>> &tree, Report::Lines::Map Report::Lines::*map) {
    for (const auto &[file, changes] : tree)
      if (const auto buffer = llvm::MemoryBuffer::getFile(file)) {
        Report::Lines &lines = result[file];
        lines.path = relative(root, file);
        for (const auto &[line, original] : originalLines((*buffer)->getBuffer(), changes))
          (lines.*map).emplace_back(line, original);
      }
  };
  add(edits.profiled, &Report::Lines::profiled);
  add(edits.skeleton, &Report::Lines::skeleton);
  std::vector<Report::Lines> list;
  for (auto &[file, lines] : result)
    list.push_back(std::move(lines));
  return list;
}

/// What the map holds of a file; nothing where it has none.
template <class Records>
const std::vector<Records> &of(const std::map<std::string, std::vector<Records>> &map, const std::string &file) {
  static const std::vector<Records> none;
  const auto found = map.find(file);
  return found != map.end() ? found->second : none;
}

} // namespace

std::string stateName(StatementState state) {
  static const char *const names[] = {"kept", "changed", "predicted", "phantom", "removed"};
  return names[static_cast<int>(state)];
}

Summary summarize(const Program &program, const std::string &root, const ProgramEdits &edits) {
  Summary summary;
  summary.units = program.units.size();
  summary.units_read_back = program.read_back;
  for (const auto &[file, records] : edits.statements)
    for (const StatementRecord &record : records)
      ++(record.state == StatementState::Removed     ? summary.statements_removed
         : record.state == StatementState::Predicted ? summary.statements_predicted
                                                     : summary.statements_kept);
  for (const FunctionRecord &function : edits.functions) {
    ++summary.functions;
    summary.functions_live += function.state == FunctionState::Live;
  }
  for (const auto &[file, records] : edits.regions)
    summary.regions += records.size();
  for (const auto &[file, records] : edits.values)
    for (const ValueRecord &record : records) {
      ++summary.predicted_values;
      summary.predicted.push_back(llvm::sys::path::filename(file).str() + ":" + std::to_string(record.line) + ": " +
                                  record.what + ": " + record.value.reason);
    }
  for (const WithdrawnEdit &edit : edits.withdrawn)
    summary.withdrawn.push_back(relative(root, edit.file) + (edit.line ? ":" + std::to_string(edit.line) : "") + ": " +
                                edit.what + ": " + edit.message);
  summary.notes = edits.notes;
  return summary;
}

std::string reportJson(const std::string &root, const ProgramEdits &edits, const Summary &summary) {
  ReasonTable reasons;
  Report report;
  report.model_id = edits.model_id;
  report.root = root;
  report.seconds = summary.seconds;
  report.summary = {summary.units,           summary.functions,          summary.functions_live,
                    summary.statements_kept, summary.statements_removed, summary.statements_predicted,
                    summary.regions,         summary.predicted_values};
  for (const auto &[file, records] : edits.statements)
    report.files.push_back({relative(root, file), statementsOf(records, reasons), regionsOf(of(edits.regions, file)),
                            valuesOf(of(edits.values, file))});
  report.functions = functionsOf(root, edits.functions);
  report.removed_variables.assign(edits.removed_variables.begin(), edits.removed_variables.end());
  for (const WithdrawnEdit &edit : edits.withdrawn)
    report.withdrawn.push_back({edit.what, relative(root, edit.file), edit.line, edit.message});
  report.repaired = summary.repaired;
  for (Report::Repaired &repaired : report.repaired)
    repaired.file = relative(root, repaired.file);
  report.lines = linesOf(root, edits.edits);
  report.notes = edits.notes;
  report.reasons = reasons.take();
  return runtime::toJson(report);
}

} // namespace maquette::skeletonizer
