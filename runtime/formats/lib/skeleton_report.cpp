//===- runtime/formats/lib/skeleton_report.cpp - report.json of the skeletonizer -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/skeleton_report.h"

#include "maquette/formats/json_text.h"

#include <algorithm>
#include <iterator>

namespace maquette::runtime {
namespace {

constexpr const char *kFormat = "maquette-skeleton-report";
constexpr int kVersion = 1;
constexpr const char *kTag = "maquette-report-missing";
constexpr const char *kFix = "skeletonize again";

} // namespace

using Report = SkeletonReport;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Report::PredictedValue, id, line, what, type, reason)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Report::Function, name, file, line, state)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Report::Reason, file, line, text)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Report::WithdrawnEdit, what, file, line, message)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Report::Repaired, what, file, line, mismatch)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Report::Lines, path, profiled, skeleton)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Report::Counts, units, functions, functions_live, statements_kept,
                                   statements_removed, statements_predicted, regions, predicted_values)

static void to_json(Json &json, const Report::Statement &statement) {
  json = {{"line", statement.line},
          {"end_line", statement.end_line},
          {"begin", statement.begin},
          {"end", statement.end},
          {"state", statement.state}};
  if (!statement.region.empty())
    json["region"] = statement.region;
  if (!statement.reasons.empty())
    json["reasons"] = statement.reasons;
}

static void from_json(const Json &json, Report::Statement &statement) {
  json.at("line").get_to(statement.line);
  json.at("end_line").get_to(statement.end_line);
  json.at("begin").get_to(statement.begin);
  json.at("end").get_to(statement.end);
  json.at("state").get_to(statement.state);
  get(json, "region", statement.region);
  get(json, "reasons", statement.reasons);
}

static void to_json(Json &json, const Report::Region &region) {
  json = {{"id", region.id},
          {"function", region.function},
          {"line", region.line},
          {"end_line", region.end_line},
          {"features", region.features}};
  if (region.seconds)
    json["seconds"] = *region.seconds;
  if (!region.scales)
    json["scales"] = false;
}

static void from_json(const Json &json, Report::Region &region) {
  json.at("id").get_to(region.id);
  get(json, "function", region.function);
  json.at("line").get_to(region.line);
  get(json, "end_line", region.end_line);
  get(json, "features", region.features);
  get(json, "scales", region.scales);
  if (json.contains("seconds"))
    region.seconds = json["seconds"].get<double>();
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Report::File, path, statements, regions, values)

static bool hasAllReasons(const Report &report) {
  for (const Report::File &file : report.files)
    for (const Report::Statement &statement : file.statements)
      for (const std::size_t index : statement.reasons)
        if (index >= report.reasons.size())
          return false;
  return true;
}

std::int64_t originalLine(const Report::Lines::Map &lines, std::int64_t line) {
  const auto next = std::upper_bound(lines.begin(), lines.end(), line,
                                     [](std::int64_t value, const auto &entry) { return value < entry.first; });
  if (next == lines.begin())
    return line;
  const auto &[from, original] = *std::prev(next);
  return original + (line - from);
}

std::string toJson(const SkeletonReport &report) {
  const Json json = {{"format", kFormat},
                     {"version", kVersion},
                     {"model_id", report.model_id},
                     {"root", report.root},
                     {"seconds", report.seconds},
                     {"summary", report.summary},
                     {"files", report.files},
                     {"functions", report.functions},
                     {"removed_variables", report.removed_variables},
                     {"withdrawn", report.withdrawn},
                     {"repaired", report.repaired},
                     {"lines", report.lines},
                     {"notes", report.notes},
                     {"reasons", report.reasons}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

sim::Result<SkeletonReport> skeletonReportFromJson(const std::string &text, const std::string &where) {
  const auto read = [&](const Json &json) -> sim::Result<SkeletonReport> {
    if (!json.is_object() || json.value("format", "") != kFormat)
      return sim::Diagnostic{where, "not a report of maquette skeletonize", kTag, "", kFix};
    if (const int version = json.value("version", 0); version != kVersion)
      return sim::Diagnostic{where,
                             "version " + std::to_string(version) + " of the report; this Maquette reads version " +
                                 std::to_string(kVersion),
                             kTag, "", kFix};
    SkeletonReport report;
    json.at("model_id").get_to(report.model_id);
    json.at("root").get_to(report.root);
    get(json, "seconds", report.seconds);
    json.at("summary").get_to(report.summary);
    json.at("files").get_to(report.files);
    get(json, "functions", report.functions);
    get(json, "removed_variables", report.removed_variables);
    get(json, "withdrawn", report.withdrawn);
    get(json, "repaired", report.repaired);
    get(json, "lines", report.lines);
    get(json, "notes", report.notes);
    get(json, "reasons", report.reasons);
    if (!hasAllReasons(report))
      return sim::Diagnostic{where, "a statement has a reason that is not in the table", kTag, "", kFix};
    return report;
  };
  return readJson<SkeletonReport>(text, where, kTag, kFix, read);
}

} // namespace maquette::runtime
