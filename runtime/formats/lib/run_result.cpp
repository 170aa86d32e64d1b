//===- runtime/formats/lib/run_result.cpp - a RunResult as JSON ----------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/run_result.h"

#include "maquette/formats/json_text.h"

#include <algorithm>
#include <cmath>

namespace maquette::runtime {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ProcessTimes, rank, node, run_seconds, network_seconds, storage_seconds,
                                                ready_seconds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(IoResult::Call, count, bytes, seconds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(IoResult::File, path, bytes_read, bytes_written, reads, writes,
                                                operations, seconds, consecutive, strided, random)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(IoResult::Server, name, requests, bytes, utilisation)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(IoResult, bytes_read, bytes_written, operations, seconds, calls, files,
                                                file_count, servers, kept_bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(CallStatistics, count, bytes, seconds, wait_seconds, transfers,
                                                network_seconds, congestion_seconds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(CallSiteUse, call, site, count, bytes, seconds, wait_seconds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(PairTraffic, source, destination, messages, bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(SizeClass, from_bytes, messages, bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(LinkUse, name, utilisation, bytes, interface, windows)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(JobUse, name, ranks, traffic, nodes, seconds, alone_seconds, messages,
                                                message_seconds, alone_message_seconds, bytes_per_second,
                                                alone_bytes_per_second)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(RegionUse, count, seconds, extrapolated_seconds, farthest,
                                                farthest_feature, uncertain_seconds, unjudged_seconds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(PredictedUse, count, mean, relative_error, extrapolated)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Failure, kind, message, rank)

namespace {

Json toJson(const TimePlace &place) {
  return {{"kind", place.kind}, {"call", place.call}, {"function", place.function},
          {"file", place.file}, {"line", place.line}, {"region", place.region}};
}

TimePlace placeFrom(const Json &json) {
  TimePlace place;
  get(json, "kind", place.kind);
  get(json, "call", place.call);
  get(json, "function", place.function);
  get(json, "file", place.file);
  get(json, "line", place.line);
  get(json, "region", place.region);
  return place;
}

/// The keys of the place and some more.
Json with(const TimePlace &place, const Json &more) {
  Json json = toJson(place);
  json.update(more);
  return json;
}

double secondsOf(std::int64_t picoseconds) { return static_cast<double>(picoseconds) * 1e-12; }

} // namespace

void to_json(Json &json, const CriticalPath &path) {
  json = {{"seconds", secondsOf(path.picoseconds)},
          {"picoseconds", path.picoseconds},
          {"last_rank", path.last_rank},
          {"by_line", Json::array()},
          {"by_rank", Json::array()},
          {"segments", Json::array()}};
  for (const CriticalPath::Line &line : path.lines)
    json["by_line"].push_back(
        with(line.place, {{"seconds", secondsOf(line.picoseconds)}, {"picoseconds", line.picoseconds}}));
  for (const CriticalPath::OfRank &of_rank : path.ranks)
    json["by_rank"].push_back(
        {{"rank", of_rank.rank}, {"seconds", secondsOf(of_rank.picoseconds)}, {"picoseconds", of_rank.picoseconds}});
  for (const PathSegment &segment : path.segments)
    json["segments"].push_back(
        with(segment.place,
             {{"rank", segment.rank}, {"begin_seconds", segment.begin_seconds}, {"seconds", segment.seconds}}));
}

void from_json(const Json &json, CriticalPath &path) {
  get(json, "picoseconds", path.picoseconds);
  get(json, "last_rank", path.last_rank);
  for (const Json &row : json.value("by_line", Json::array()))
    path.lines.push_back({placeFrom(row), row.value("picoseconds", std::int64_t{0})});
  for (const Json &row : json.value("by_rank", Json::array()))
    path.ranks.push_back({row.value("rank", std::int64_t{-1}), row.value("picoseconds", std::int64_t{0})});
  for (const Json &row : json.value("segments", Json::array()))
    path.segments.push_back({placeFrom(row), row.value("rank", std::int64_t{-1}), row.value("begin_seconds", 0.0),
                             row.value("seconds", 0.0)});
}

namespace {

/// By kind.
Json waitsToJson(const std::vector<WaitState> &states) {
  Json json = Json::object();
  for (const WaitState &state : states) {
    if (!json.contains(state.kind))
      json[state.kind] = {{"seconds", 0.0}, {"count", 0}, {"by_line", Json::array()}};
    Json &kind = json[state.kind];
    kind["seconds"] = kind["seconds"].get<double>() + state.seconds;
    kind["count"] = kind["count"].get<std::uint64_t>() + state.count;
    Json causes = Json::array();
    for (const WaitState::Cause &cause : state.causes)
      causes.push_back(with(cause.place, {{"seconds", cause.seconds}}));
    kind["by_line"].push_back(with(state.place, {{"seconds", state.seconds},
                                                 {"count", state.count},
                                                 {"longest_seconds", state.longest_seconds},
                                                 {"longest_rank", state.longest_rank},
                                                 {"late_rank", state.late_rank},
                                                 {"causes", causes}}));
  }
  return json;
}

std::vector<WaitState> waitsFrom(const Json &json) {
  std::vector<WaitState> states;
  for (const auto &[kind, of_kind] : json.items())
    for (const Json &row : of_kind.value("by_line", Json::array())) {
      WaitState state;
      state.kind = kind;
      state.place = placeFrom(row);
      get(row, "count", state.count);
      get(row, "seconds", state.seconds);
      get(row, "longest_seconds", state.longest_seconds);
      get(row, "longest_rank", state.longest_rank);
      get(row, "late_rank", state.late_rank);
      for (const Json &cause : row.value("causes", Json::array()))
        state.causes.push_back({placeFrom(cause), cause.value("seconds", 0.0)});
      states.push_back(std::move(state));
    }
  std::stable_sort(states.begin(), states.end(),
                   [](const WaitState &a, const WaitState &b) { return a.seconds > b.seconds; });
  return states;
}

Json rounded(const std::vector<double> &shares) {
  Json json = Json::array();
  for (const double share : shares)
    json.push_back(std::round(share * 1000) / 1000);
  return json;
}

Json timelineToJson(const TimelineRows &timeline) {
  Json json{{"window_seconds", timeline.window_seconds}, {"rows", Json::array()}};
  for (const TimelineRows::Row &row : timeline.rows)
    json["rows"].push_back({{"first_rank", row.first_rank},
                            {"ranks", row.ranks},
                            {"computing", rounded(row.computing)},
                            {"calls", rounded(row.calls)},
                            {"waiting", rounded(row.waiting)}});
  return json;
}

TimelineRows timelineFrom(const Json &json) {
  TimelineRows timeline;
  get(json, "window_seconds", timeline.window_seconds);
  for (const Json &from : json.value("rows", Json::array())) {
    TimelineRows::Row row;
    get(from, "first_rank", row.first_rank);
    get(from, "ranks", row.ranks);
    get(from, "computing", row.computing);
    get(from, "calls", row.calls);
    get(from, "waiting", row.waiting);
    timeline.rows.push_back(std::move(row));
  }
  return timeline;
}

constexpr const char *kIo = "io";
constexpr const char *kTimeline = "timeline";
constexpr const char *kCriticalPath = "critical_path";
constexpr const char *kWaitStates = "wait_states";

constexpr const char *kFormat = "maquette-run";
constexpr int kVersion = 1;

/// Calls \p visit(key, member) for each member of \p result that the document holds.
template <class Result, class Visit> void forEachMember(Result &result, Visit visit) {
  visit("ranks", result.ranks);
  visit("mode", result.mode);
  visit("machine", result.machine);
  visit("program", result.program);
  visit("predicted_seconds", result.predicted_seconds);
  visit("compute_seconds", result.compute_seconds);
  visit("thread_compute_seconds", result.thread_compute_seconds);
  visit("thread_wait_seconds", result.thread_wait_seconds);
  visit("mpi_seconds", result.mpi_seconds);
  visit("wait_seconds", result.wait_seconds);
  visit("cache_slowdown", result.cache_slowdown);
  visit("imbalance", result.imbalance);
  visit("calls", result.calls);
  visit("call_sites", result.call_sites);
  visit("matrix", result.matrix);
  visit("message_sizes", result.message_sizes);
  visit("processes", result.processes);
  visit("hottest_links", result.hottest_links);
  visit("interface_utilisation", result.nic_utilisation);
  visit("link_utilisation", result.link_utilisation);
  visit("window_seconds", result.window_seconds);
  visit("congestion_share", result.congestion_share);
  visit("jobs", result.jobs);
  visit("regions", result.regions);
  visit("predicted_values", result.predicted_values);
  visit("extrapolated_share", result.extrapolated_share);
  visit("compute_uncertainty", result.compute_uncertainty);
  visit("unjudged_share", result.unjudged_share);
  visit("roofline_share", result.roofline_share);
  visit("messages", result.messages);
  visit("events", result.events);
  visit("switches", result.switches);
  visit("host_seconds", result.host.seconds);
  visit("host_cpu_seconds", result.host.cpu_seconds);
  visit("slowdown", result.host.slowdown);
  visit("host_cores", result.host.cores);
  visit("host_raised_seconds", result.host.raised_seconds);
  visit("host_stolen_seconds", result.host.stolen_seconds);
  visit("host_disturbed_share", result.host.disturbed_share);
  visit("host_outlier_share", result.host.outlier_share);
  visit("host_outlier_seconds", result.host.outlier_seconds);
  visit("peak_rss_bytes", result.host.peak_rss_bytes);
  visit("bytes_per_rank", result.host.bytes_per_rank);
  visit("shared_bytes", result.host.shared_bytes);
  visit("memory", result.host.memory);
  visit("warnings", result.warnings);
  visit("failures", result.failures);
  visit("exit_status", result.exit_status);
}

} // namespace

std::string toJson(const RunResult &result) {
  Json json;
  json["format"] = kFormat;
  json["version"] = kVersion;
  forEachMember(result, [&](const char *key, const auto &member) { json[key] = member; });
  if (result.io)
    json[kIo] = *result.io;
  if (result.critical_path) {
    json[kCriticalPath] = *result.critical_path;
    json[kWaitStates] = waitsToJson(result.wait_states);
    json[kTimeline] = timelineToJson(result.timeline);
  }
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
                                 " of the result format; this Maquette reads version " + std::to_string(kVersion),
                             "maquette-run-result", "", fix};
    RunResult result;
    forEachMember(result, [&](const char *key, auto &member) { get(json, key, member); });
    if (json.contains(kIo))
      result.io = json[kIo].get<IoResult>();
    if (json.contains(kCriticalPath)) {
      result.critical_path = json[kCriticalPath].get<CriticalPath>();
      result.wait_states = waitsFrom(json.value(kWaitStates, Json::object()));
      result.timeline = timelineFrom(json.value(kTimeline, Json::object()));
    }
    return result;
  });
}

bool cameToEnd(const RunResult &result) {
  return std::all_of(result.failures.begin(), result.failures.end(),
                     [](const Failure &failure) { return failure.kind == kOtherStatus; });
}

} // namespace maquette::runtime
