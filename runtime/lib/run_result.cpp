//===- runtime/lib/run_result.cpp - a RunResult as JSON ----------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/runtime/run_result.h"

#include "json_text.h"

namespace maquette::runtime {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(CallStatistics, count, bytes, seconds, wait_seconds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(LinkUse, name, utilisation, bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(RegionUse, count, seconds, extrapolated_seconds, farthest)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(PredictedUse, count, mean, relative_error, extrapolated)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Failure, kind, message, rank)

namespace {

constexpr const char *kFormat = "maquette-run";
constexpr int kVersion = 1;

void putTimes(Json &json, const RunResult &result) {
  json["predicted_seconds"] = result.predicted_seconds;
  json["compute_seconds"] = result.compute_seconds;
  json["mpi_seconds"] = result.mpi_seconds;
  json["wait_seconds"] = result.wait_seconds;
  json["cache_slowdown"] = result.cache_slowdown;
  json["imbalance"] = result.imbalance;
}

void putHost(Json &json, const RunResult &result) {
  json["messages"] = result.messages;
  json["events"] = result.events;
  json["switches"] = result.switches;
  json["host_seconds"] = result.host_seconds;
  json["host_cpu_seconds"] = result.host_cpu_seconds;
  json["peak_rss_bytes"] = result.peak_rss_bytes;
  json["bytes_per_rank"] = result.bytes_per_rank;
  json["memory"] = result.memory;
}

RunResult read(const Json &json) {
  RunResult result;
  get(json, "ranks", result.ranks);
  get(json, "mode", result.mode);
  get(json, "machine", result.machine);
  get(json, "program", result.program);
  get(json, "predicted_seconds", result.predicted_seconds);
  get(json, "compute_seconds", result.compute_seconds);
  get(json, "mpi_seconds", result.mpi_seconds);
  get(json, "wait_seconds", result.wait_seconds);
  get(json, "cache_slowdown", result.cache_slowdown);
  get(json, "imbalance", result.imbalance);
  get(json, "calls", result.calls);
  get(json, "hottest_links", result.hottest_links);
  get(json, "regions", result.regions);
  get(json, "predicted_values", result.predicted_values);
  get(json, "extrapolated_share", result.extrapolated_share);
  get(json, "messages", result.messages);
  get(json, "events", result.events);
  get(json, "switches", result.switches);
  get(json, "host_seconds", result.host_seconds);
  get(json, "host_cpu_seconds", result.host_cpu_seconds);
  get(json, "peak_rss_bytes", result.peak_rss_bytes);
  get(json, "bytes_per_rank", result.bytes_per_rank);
  get(json, "memory", result.memory);
  get(json, "warnings", result.warnings);
  get(json, "failures", result.failures);
  get(json, "exit_status", result.exit_status);
  return result;
}

} // namespace

std::string toJson(const RunResult &result) {
  Json json;
  json["format"] = kFormat;
  json["version"] = kVersion;
  json["ranks"] = result.ranks;
  json["mode"] = result.mode;
  json["machine"] = result.machine;
  json["program"] = result.program;
  putTimes(json, result);
  json["calls"] = result.calls;
  json["hottest_links"] = result.hottest_links;
  json["regions"] = result.regions;
  json["predicted_values"] = result.predicted_values;
  json["extrapolated_share"] = result.extrapolated_share;
  putHost(json, result);
  json["warnings"] = result.warnings;
  json["failures"] = result.failures;
  json["exit_status"] = result.exit_status;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

sim::Result<RunResult> runResultFromJson(const std::string &text) {
  const std::string fix = "give a file written by `maquette run --json`";
  return readJson<RunResult>(text, "", "maquette-run-result", fix, [&](const Json &json) -> sim::Result<RunResult> {
    if (!json.is_object() || json.value("format", "") != kFormat)
      return sim::Diagnostic{"", "not a result of `maquette run`", "maquette-run-result", "", fix};
    if (const int version = json.value("version", 0); version != kVersion)
      return sim::Diagnostic{"",
                             "version " + std::to_string(version) +
                                 " of the result format; this program reads version " + std::to_string(kVersion),
                             "maquette-run-result", "", fix};
    return read(json);
  });
}

} // namespace maquette::runtime
