//===- runtime/formats/lib/run_config.cpp - a RunConfig as JSON ----------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/run_config.h"

#include "maquette/formats/files.h"
#include "maquette/formats/json_text.h"

#include <cstdlib>

namespace maquette::files {

NLOHMANN_JSON_SERIALIZE_ENUM(FilesMode, {{FilesMode::Folder, "folder"},
                                         {FilesMode::Real, "real"},
                                         {FilesMode::Sparse, "sparse"},
                                         {FilesMode::None, "none"}})

} // namespace maquette::files

namespace maquette::runtime {

NLOHMANN_JSON_SERIALIZE_ENUM(Mode, {{Mode::Skeleton, "skeleton"},
                                    {Mode::Direct, "direct"},
                                    {Mode::Profile, "profile"},
                                    {Mode::Charged, "charged"},
                                    {Mode::Replay, "replay"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Noise, {{Noise::None, "none"}, {Noise::Measured, "measured"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Caches, {{Caches::Restored, "restored"}, {Caches::Shared, "shared"}})
NLOHMANN_JSON_SERIALIZE_ENUM(StackStrategy, {{StackStrategy::Automatic, "automatic"},
                                             {StackStrategy::Copied, "copied"},
                                             {StackStrategy::Slab, "slab"}})

void to_json(Json &json, const Corrections &corrections) { json = corrections.text(); }
void from_json(const Json &json, Corrections &corrections) {
  const std::optional<Corrections> parsed = Corrections::parse(json.get<std::string>());
  if (!parsed)
    throw Json::other_error::create(501, "unknown corrections: " + json.dump(), &json);
  corrections = *parsed;
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Job, name, ranks, arguments, traffic, nodes, message_bytes, interval_ps,
                                                shift)

namespace {

constexpr const char *kFormat = "maquette-run-config";

sim::Diagnostic notAConfig(const std::string &what) {
  return {"", what, "maquette-run-config", "", "start the program with `maquette run`"};
}

template <class Config, class Visit> void forEachMember(Config &config, Visit visit) {
  visit("mode", config.mode);
  visit("ranks", config.ranks);
  visit("jobs", config.jobs);
  visit("only_job", config.only_job);
  visit("traffic_end_ps", config.traffic_end_ps);
  visit("machine", config.machine);
  visit("overrides", config.overrides);
  visit("oversubscribe", config.oversubscribe);
  visit("profiles", config.profiles);
  visit("free_computing", config.free_computing);
  visit("seed", config.seed);
  visit("noise", config.noise);
  visit("caches", config.caches);
  visit("os_noise_interval_ps", config.os_noise_interval_ps);
  visit("os_noise_length_ps", config.os_noise_length_ps);
  visit("delay_ps", config.delay_ps);
  visit("files", config.files);
  visit("region_costs", config.region_costs);
  visit("roofline", config.roofline);
  visit("roofline_host", config.roofline_host);
  visit("stack", config.stack);
  visit("stack_bytes", config.stack_bytes);
  visit("result_file", config.result_file);
  visit("counters", config.counters);
  visit("profile_output", config.profile_output);
  visit("call_trace", config.call_trace);
  visit("keep_outliers", config.keep_outliers);
  visit("corrections", config.corrections);
  visit("host_cores", config.host_cores);
  visit("share", config.share);
  visit("memory_bytes", config.memory_bytes);
  visit("unchecked", config.unchecked);
  visit("causality", config.gather.causality);
  visit("matrix", config.gather.matrix);
  visit("sizes", config.gather.sizes);
  visit("sites", config.gather.sites);
  visit("stats", config.gather.stats);
  visit("processes", config.gather.processes);
  visit("observe", config.gather.observe);
  visit("progress", config.progress);
}

} // namespace

std::string toJson(const RunConfig &config) {
  Json json;
  json["format"] = kFormat;
  forEachMember(config, [&](const char *key, const auto &member) { json[key] = member; });
  return json.dump(2) + "\n";
}

sim::Result<RunConfig> runConfigFromJson(const std::string &text) {
  using Outcome = sim::Result<RunConfig>;
  const auto read = [](const Json &json) -> Outcome {
    if (json.value("format", "") != kFormat)
      return notAConfig("not a run configuration of Maquette");
    RunConfig config;
    forEachMember(config, [&](const char *key, auto &member) { get(json, key, member); });
    if (config.ranks < 1)
      return notAConfig("ranks is " + std::to_string(config.ranks) + ", it must be 1 or more");
    return config;
  };
  return readJson<RunConfig>(text, "", "maquette-run-config", "start the program with `maquette run`", read);
}

std::optional<sim::Result<RunConfig>> runConfigFromEnvironment() {
  const char *path = std::getenv("MAQUETTE_RUN");
  if (path == nullptr)
    return std::nullopt;
  sim::Result<std::string> text = readFile(path);
  if (!text)
    return sim::Result<RunConfig>(text.error());
  sim::Result<RunConfig> config = runConfigFromJson(*text);
  if (config)
    return config;
  sim::Error error = config.error();
  for (sim::Diagnostic &diagnostic : error.diagnostics)
    diagnostic.where = path;
  return sim::Result<RunConfig>(error);
}

} // namespace maquette::runtime
