//===- runtime/lib/run_config.cpp - a RunConfig as JSON ----------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/runtime/run_config.h"

#include "json_text.h"
#include "maquette/runtime/files.h"

#include <cstdlib>

namespace maquette::runtime {

NLOHMANN_JSON_SERIALIZE_ENUM(Mode, {{Mode::Skeleton, "skeleton"}, {Mode::Direct, "direct"}, {Mode::Profile, "profile"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Noise, {{Noise::None, "none"}, {Noise::Measured, "measured"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Caches, {{Caches::Restored, "restored"}, {Caches::Shared, "shared"}})
NLOHMANN_JSON_SERIALIZE_ENUM(StackStrategy, {{StackStrategy::Automatic, "automatic"},
                                             {StackStrategy::Copied, "copied"},
                                             {StackStrategy::Slab, "slab"}})

namespace {

constexpr const char *kFormat = "maquette-run-config";

sim::Diagnostic notAConfig(const std::string &what) {
  return {"", what, "maquette-run-config", "", "start the program with `maquette run`"};
}

} // namespace

std::string toJson(const RunConfig &config) {
  Json json;
  json["format"] = kFormat;
  json["mode"] = config.mode;
  json["ranks"] = config.ranks;
  json["machine"] = config.machine;
  json["overrides"] = config.overrides;
  json["oversubscribe"] = config.oversubscribe;
  json["profile"] = config.profile;
  json["seed"] = config.seed;
  json["noise"] = config.noise;
  json["caches"] = config.caches;
  json["stack"] = config.stack;
  json["stack_bytes"] = config.stack_bytes;
  json["result_file"] = config.result_file;
  json["profile_output"] = config.profile_output;
  json["call_trace"] = config.call_trace;
  json["stats"] = config.stats;
  json["progress"] = config.progress;
  return json.dump(2) + "\n";
}

sim::Result<RunConfig> runConfigFromJson(const std::string &text) {
  using Outcome = sim::Result<RunConfig>;
  const auto read = [](const Json &json) -> Outcome {
    if (json.value("format", "") != kFormat)
      return notAConfig("not a run configuration of Maquette");
    RunConfig config;
    get(json, "mode", config.mode);
    get(json, "ranks", config.ranks);
    get(json, "machine", config.machine);
    get(json, "overrides", config.overrides);
    get(json, "oversubscribe", config.oversubscribe);
    get(json, "profile", config.profile);
    get(json, "seed", config.seed);
    get(json, "noise", config.noise);
    get(json, "caches", config.caches);
    get(json, "stack", config.stack);
    get(json, "stack_bytes", config.stack_bytes);
    get(json, "result_file", config.result_file);
    get(json, "profile_output", config.profile_output);
    get(json, "call_trace", config.call_trace);
    get(json, "stats", config.stats);
    get(json, "progress", config.progress);
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
