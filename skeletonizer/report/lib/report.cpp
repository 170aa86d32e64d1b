//===- skeletonizer/report/lib/report.cpp - report.json -------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/report/report.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <map>
#include <tuple>

namespace maquette::skeletonizer {
namespace {

namespace json = llvm::json;

/// Steps of chains repeat a lot: each is written once.
class ReasonTable {
public:
  json::Array indices(const std::vector<ReasonStep> &chain) {
    json::Array result;
    for (const ReasonStep &step : chain) {
      auto [known, added] = index_.try_emplace({step.where.file, step.line, step.text}, index_.size());
      if (added)
        table_.push_back(
            json::Object{{"file", step.where.file}, {"line", step.line}, {"text", json::fixUTF8(step.text)}});
      result.push_back(static_cast<int64_t>(known->second));
    }
    return result;
  }
  json::Array take() { return std::move(table_); }

private:
  std::map<std::tuple<std::string, unsigned, std::string>, size_t> index_;
  json::Array table_;
};

std::string relative(const std::string &root, const std::string &file) {
  llvm::StringRef rest(file);
  if (rest.consume_front(root) && rest.consume_front("/"))
    return rest.str();
  return file;
}

json::Array statementsJson(const std::vector<StatementRecord> &records, ReasonTable &reasons) {
  json::Array result;
  for (const StatementRecord &record : records) {
    json::Object made{{"line", record.line},
                      {"end_line", record.end_line},
                      {"begin", record.begin},
                      {"end", record.end},
                      {"state", stateName(record.state)}};
    if (!record.region.empty())
      made["region"] = record.region;
    if (!record.reasons.empty())
      made["reasons"] = reasons.indices(record.reasons);
    result.push_back(std::move(made));
  }
  return result;
}

json::Array regionsJson(const std::vector<RegionRecord> &records) {
  json::Array result;
  for (const RegionRecord &record : records) {
    json::Object made{{"id", record.id},
                      {"function", record.function},
                      {"line", record.line},
                      {"end_line", record.end_line},
                      {"features", json::Array(record.features)}};
    if (record.seconds)
      made["seconds"] = *record.seconds;
    result.push_back(std::move(made));
  }
  return result;
}

json::Array valuesJson(const std::vector<ValueRecord> &records) {
  static const char *const types[] = {"integer", "floating", "boolean"};
  json::Array result;
  for (const ValueRecord &record : records)
    result.push_back(json::Object{{"id", record.value.id},
                                  {"line", record.line},
                                  {"what", record.what},
                                  {"type", types[static_cast<int>(record.value.type)]},
                                  {"reason", json::fixUTF8(record.value.reason)}});
  return result;
}

json::Array functionsJson(const std::string &root, const std::vector<FunctionRecord> &records) {
  static const char *const states[] = {"live", "left", "removed"};
  json::Array result;
  for (const FunctionRecord &record : records)
    result.push_back(json::Object{{"name", record.name},
                                  {"file", relative(root, record.file)},
                                  {"line", record.line},
                                  {"state", states[static_cast<int>(record.state)]}});
  return result;
}

} // namespace

std::string stateName(StatementState state) {
  static const char *const names[] = {"kept", "changed", "predicted", "phantom", "removed"};
  return names[static_cast<int>(state)];
}

Summary summarize(const Program &program, const ProgramEdits &edits) {
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
  summary.notes = edits.notes;
  return summary;
}

std::string reportJson(const std::string &root, const ProgramEdits &edits, const Summary &summary) {
  ReasonTable reasons;
  json::Array files;
  for (const auto &[file, records] : edits.statements) {
    auto regions = edits.regions.find(file);
    auto values = edits.values.find(file);
    files.push_back(
        json::Object{{"path", relative(root, file)},
                     {"statements", statementsJson(records, reasons)},
                     {"regions", regions == edits.regions.end() ? json::Array() : regionsJson(regions->second)},
                     {"values", values == edits.values.end() ? json::Array() : valuesJson(values->second)}});
  }
  json::Array notes;
  for (const std::string &note : edits.notes)
    notes.push_back(json::fixUTF8(note));
  json::Object report{{"format", "maquette-skeleton-report"},
                      {"version", 1},
                      {"model_id", edits.model_id},
                      {"root", root},
                      {"seconds", summary.seconds},
                      {"summary", json::Object{{"units", summary.units},
                                               {"functions", summary.functions},
                                               {"functions_live", summary.functions_live},
                                               {"statements_kept", summary.statements_kept},
                                               {"statements_removed", summary.statements_removed},
                                               {"statements_predicted", summary.statements_predicted},
                                               {"regions", summary.regions},
                                               {"predicted_values", summary.predicted_values}}},
                      {"files", std::move(files)},
                      {"functions", functionsJson(root, edits.functions)},
                      {"removed_variables", json::Array(edits.removed_variables)},
                      {"notes", std::move(notes)}};
  report["reasons"] = reasons.take();
  std::string text;
  llvm::raw_string_ostream(text) << json::Value(std::move(report)) << "\n";
  return text;
}

} // namespace maquette::skeletonizer
