//===- runtime/tools/profiling.cpp --------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "profiling.h"

#include "maquette/analysis/report.h"
#include "maquette/console/console.h"
#include "maquette/profile/combine.h"
#include "maquette/sim/assert.h"
#include "native.h"
#include "target.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <thread>

namespace maquette::tool {

using runtime::Profile;

namespace {

sim::Result<Profile> mergeParts(const std::vector<std::string> &parts) {
  std::vector<Profile> ranks;
  for (const std::string &part : parts) {
    sim::Result<Profile> read = runtime::readProfile(part);
    if (!read)
      return read;
    ranks.push_back(std::move(*read));
  }
  sim::Result<Profile> whole = runtime::mergeRanks(ranks);
  if (whole)
    runtime::boundProfile(*whole);
  return whole;
}

} // namespace

sim::Result<runtime::CounterPlan> planPasses(const std::vector<std::string> &events, std::string &note) {
  const runtime::OpenedCounters opened = runtime::openPapi();
  note = opened.note;
  return runtime::chooseCounters(opened.source.get(), events, note);
}

sim::Status Profiler::take(const std::string &program, const std::vector<CommandLine> &sets) {
  std::vector<std::string> none;
  Profile whole;
  for (const CommandLine &arguments : sets) {
    Profile next;
    next.arguments = arguments;
    next.ranks = options_.config.ranks;
    if (whole.ranks == 0)
      whole = next;
    else if (const sim::Status combined = runtime::combineProfile(whole, next, none); !combined) {
      sim::Error error = combined.error();
      error.diagnostics.front().where = fmt::format("{} \"{}\"", options_.arguments, fmt::join(arguments, " "));
      return error;
    }
    all_.push_back({withArguments(program, arguments), {}});
  }
  return sim::Nothing{};
}

int Profiler::runOnce() {
  std::vector<Measured> round(all_.size());
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (const int status = profileInPasses(all_[i].program, round[i]); status != kOk)
      return status;
  for (std::size_t i = 0; i < all_.size(); ++i)
    all_[i].runs.push_back(std::move(round[i]));
  ++rounds_;
  return kOk;
}

/// One run for each pass; times and values are those of the first.
int Profiler::profileInPasses(const CommandLine &program, Measured &measured) const {
  for (const Events &events : options_.plan.passes) {
    Measured pass;
    if (const int status =
            options_.native ? profileNatively(events, program, pass) : profileInSimulator(events, program, pass);
        status != kOk)
      return status;
    if (!measured.profile)
      measured = std::move(pass);
    else if (const sim::Status added = runtime::addCounters(*measured.profile, *pass.profile); !added)
      return reportError(added.error());
  }
  return kOk;
}

int Profiler::profileInSimulator(const Events &events, const CommandLine &program, Measured &measured) const {
  runtime::RunConfig config = options_.config;
  config.mode = runtime::Mode::Profile;
  config.oversubscribe = true; // Simulated time is of no interest here.
  config.counters = events;
  config.profile_output = scratch_.file("measured.profile");
  const Simulation simulation = simulate(options_.command, program, config, scratch_, kOneCore);
  if (!simulation.ended())
    return simulation.exit_status;
  for (const std::string &warning : simulation.result->warnings)
    printWarning(warning);
  if (const auto text = simulation.otherStatus())
    printWarning(*text);
  measured.computing = (simulation.result->compute_seconds + simulation.result->thread_compute_seconds) *
                       static_cast<double>(config.ranks);
  const sim::Result<Profile> profile = runtime::readProfile(config.profile_output);
  if (!profile)
    return reportError(profile.error());
  measured.profile = *profile;
  return kOk;
}

int Profiler::profileNatively(const Events &events, const CommandLine &program, Measured &measured) const {
  const std::int64_t ranks = options_.config.ranks;
  const std::string folder = scratch_.file("parts");
  std::error_code no_folder; // Then the scratch folder itself has a problem, which is reported.
  std::filesystem::remove_all(folder, no_folder);
  std::filesystem::create_directory(folder, no_folder);
  const int status = runNatively(
      options_.command, ranks, program,
      {{"MAQUETTE_NATIVE_PARTS", folder}, {"MAQUETTE_NATIVE_COUNTERS", fmt::format("{}", fmt::join(events, ","))}},
      scratch_);
  if (status != kOk)
    return status;
  const auto parts = nativeParts(folder, ".part", program[0], ranks,
                                 "build the program of the tree profiled/ with a real MPI and "
                                 "$(maquette config --native-flags), and let it end normally");
  if (!parts)
    return reportError(parts.error());
  const sim::Result<Profile> merged = mergeParts(*parts);
  if (!merged)
    return reportError(merged.error());
  measured.profile = *merged;
  measured.profile->node_load = runtime::nodeLoad(ranks, std::thread::hardware_concurrency());
  return kOk;
}

std::vector<double> Profiler::Series::seconds() const {
  std::vector<double> seconds;
  for (const Measured &run : runs)
    seconds.push_back(runtime::computingSeconds(*run.profile));
  return seconds;
}

std::string Profiler::describeRuns() const {
  std::string text;
  for (const Series &series : all_) {
    const std::vector<double> seconds = series.seconds();
    if (seconds.size() < 2)
      continue;
    const std::string label =
        all_.size() > 1 ? fmt::format("{}: ", fmt::join(series.program.begin() + 1, series.program.end(), " ")) : "";
    text += fmt::format("{}{} runs: {} to {} of computing in regions; the profile holds the {}\n", label,
                        seconds.size(), runtime::secondsText(*std::min_element(seconds.begin(), seconds.end())),
                        runtime::secondsText(*std::max_element(seconds.begin(), seconds.end())),
                        options_.statistic == runtime::Statistic::Median ? "medians" : "minimum");
  }
  return text;
}

Measured Profiler::measured(const Series &series) const {
  std::vector<const Profile *> profiles;
  for (const Measured &run : series.runs)
    profiles.push_back(&*run.profile);
  Measured counts = series.runs[runtime::runThatCounts(series.seconds(), options_.statistic)];
  runtime::takeRuns(*counts.profile, profiles, options_.statistic);
  counts.profile->program = series.program[0];
  counts.profile->arguments.assign(series.program.begin() + 1, series.program.end());
  return counts;
}

sim::Result<Measured> Profiler::result() const {
  MAQUETTE_ASSERT(rounds() > 0);
  Measured whole = measured(all_.front());
  std::vector<std::string> warnings;
  for (std::size_t i = 1; i < all_.size(); ++i) {
    const Measured other = measured(all_[i]);
    if (const sim::Status combined = runtime::combineProfile(*whole.profile, *other.profile, warnings); !combined)
      return combined.error();
    whole.computing += other.computing;
  }
  runtime::boundProfile(*whole.profile);
  for (const std::string &warning : warnings)
    printWarning(warning);
  runtime::findPlaces(*whole.profile, all_.front().program[0]);
  return whole;
}

} // namespace maquette::tool
