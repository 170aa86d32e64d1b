//===- runtime/tool/profile_command.cpp - maquette profile -------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "console.h"
#include "executable.h"
#include "launch.h"
#include "maquette/runtime/counters.h"
#include "maquette/runtime/files.h"
#include "maquette/runtime/profile.h"
#include "maquette/runtime/report.h"
#include "native.h"
#include "target.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

namespace maquette::tool {
namespace {

using runtime::Profile;

constexpr const char *kExample =
    "The program and its arguments follow --.\n\nExample:\n"
    "  maquette profile -n 8 -o app.profile -- maquette-out/profiled/app -x 20\n"
    "  maquette profile -n 1 -o app.profile --repeat 3 --arguments \"-x 24\" --arguments \"-x 32\" -- maquette-out/profiled/app -x 20\n"
    "  maquette profile -n 8 -o app.profile --native -- ./app-native -x 20    # see `maquette config --native-flags`\n";

struct ProfileOptions {
  std::int64_t ranks = 0;
  std::string output;
  bool native = false;
  std::size_t repeat = 1;
  std::string caches = "restored";
  Stacks stacks;
  std::vector<std::string> counters; ///< Empty: the usual ones.
  ArgumentSets arguments;
};

using Events = std::vector<std::string>;

/// Ranks run one after another, on a core of their own.
int profileInSimulator(const ProfileOptions &options, const Events &events, const CommandLine &program,
                       const ScratchFolder &scratch, std::optional<Profile> &profile, double &computing) {
  runtime::RunConfig config;
  config.mode = runtime::Mode::Profile;
  config.ranks = options.ranks;
  config.caches = cachesNamed(options.caches);
  sim::Error errors;
  options.stacks.fill(config, errors);
  if (!errors.diagnostics.empty())
    return reportError(errors);
  config.oversubscribe = true; // Simulated time is of no interest here.
  config.counters = events;
  config.profile_output = scratch.file("measured.profile");
  const Simulation simulation = simulate("maquette profile", program, config, scratch, kOneCore);
  if (!simulation.ended())
    return simulation.exit_status;
  for (const std::string &warning : simulation.result->warnings)
    printWarning(warning);
  if (const auto text = simulation.otherStatus())
    printWarning(*text);
  computing = (simulation.result->compute_seconds + simulation.result->thread_compute_seconds) * static_cast<double>(options.ranks);
  const sim::Result<Profile> measured = runtime::readProfile(config.profile_output);
  if (!measured)
    return reportError(measured.error());
  profile = *measured;
  return kOk;
}

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

int profileNatively(const ProfileOptions &options, const Events &events, const CommandLine &program,
                    const ScratchFolder &scratch, std::optional<Profile> &profile) {
  const std::string folder = scratch.file("parts");
  std::error_code no_folder; // Then the scratch folder itself has a problem, which is reported.
  std::filesystem::remove_all(folder, no_folder);
  std::filesystem::create_directory(folder, no_folder);
  const int status =
      runNatively("maquette profile", options.ranks, program,
                  {{"MAQUETTE_NATIVE_PARTS", folder}, {"MAQUETTE_NATIVE_COUNTERS", fmt::format("{}", fmt::join(events, ","))}}, scratch);
  if (status != kOk)
    return status;
  const auto parts = nativeParts(folder, ".part", program[0], options.ranks,
                                 "build the program of the tree profiled/ with a real MPI and "
                                 "$(maquette config --native-flags), and let it end normally");
  if (!parts)
    return reportError(parts.error());
  const sim::Result<Profile> merged = mergeParts(*parts);
  if (!merged)
    return reportError(merged.error());
  profile = *merged;
  profile->node_load = runtime::nodeLoad(options.ranks, std::thread::hardware_concurrency());
  return kOk;
}

/// What one run of the program measured.
struct Measured {
  std::optional<Profile> profile;
  double computing = 0; ///< What all ranks spent in their own code; 0: not known.
};

/// One run for each pass; times and values are those of the first.
int profileInPasses(const ProfileOptions &options, const runtime::CounterPlan &plan, const CommandLine &program,
                    const ScratchFolder &scratch, Measured &measured) {
  for (const Events &events : plan.passes) {
    Measured pass;
    const int status = options.native
                           ? profileNatively(options, events, program, scratch, pass.profile)
                           : profileInSimulator(options, events, program, scratch, pass.profile, pass.computing);
    if (status != kOk)
      return status;
    if (!measured.profile)
      measured = std::move(pass);
    else if (const sim::Status added = runtime::addCounters(*measured.profile, *pass.profile); !added)
      return reportError(added.error());
  }
  return kOk;
}

/// The runs of one set of arguments.
struct Series {
  CommandLine program;
  std::vector<Measured> runs;
};

/// In rounds of all: what disturbs a host for a while does not disturb all runs of one.
int profileRepeatedly(const ProfileOptions &options, const runtime::CounterPlan &plan, const ScratchFolder &scratch, std::vector<Series> &all) {
  for (std::size_t round = 0; round < options.repeat; ++round)
    for (Series &series : all)
      if (const int status = profileInPasses(options, plan, series.program, scratch, series.runs.emplace_back()); status != kOk)
        return status;
  return kOk;
}

/// What counts, of several runs. \p label stands before what is printed.
Measured medianOf(const Series &series, const std::string &label) {
  std::vector<double> seconds;
  std::vector<const Profile *> profiles;
  for (const Measured &run : series.runs) {
    seconds.push_back(runtime::computingSeconds(*run.profile));
    profiles.push_back(&*run.profile);
  }
  Measured median = series.runs[runtime::medianRun(seconds)];
  runtime::takeMedians(*median.profile, profiles);
  median.profile->program = series.program[0];
  median.profile->arguments.assign(series.program.begin() + 1, series.program.end());
  if (series.runs.size() > 1)
    printOut(fmt::format("{}{} runs: {} to {} of computing in regions; the medians count\n", label, series.runs.size(),
                         runtime::secondsText(*std::min_element(seconds.begin(), seconds.end())),
                         runtime::secondsText(*std::max_element(seconds.begin(), seconds.end()))));
  return median;
}

/// Those of all sets of arguments, as one.
sim::Result<Measured> combine(const std::vector<Series> &all) {
  const auto labelOf = [&](const Series &series) {
    return all.size() > 1 ? fmt::format("{}: ", fmt::join(series.program.begin() + 1, series.program.end(), " ")) : "";
  };
  Measured whole = medianOf(all.front(), labelOf(all.front()));
  std::vector<std::string> warnings;
  for (std::size_t i = 1; i < all.size(); ++i) {
    const Measured other = medianOf(all[i], labelOf(all[i]));
    if (const sim::Status combined = runtime::combineProfile(*whole.profile, *other.profile, warnings); !combined)
      return combined.error();
    whole.computing += other.computing;
  }
  runtime::boundProfile(*whole.profile);
  for (const std::string &warning : warnings)
    printWarning(warning);
  return whole;
}

std::string describe(const Profile &profile, double computing) {
  double seconds = 0;
  double kept = profile.kept_per_rank * static_cast<double>(profile.ranks) * 1e-12;
  for (const auto &[name, groups] : profile.regions)
    for (const runtime::ProfileGroup &group : groups) {
      seconds += group.mean * static_cast<double>(group.count) * 1e-12;
      kept += group.kept * static_cast<double>(group.count) * 1e-12;
    }
  const std::size_t runs = runtime::runsOf(profile).size();
  std::string text = fmt::format("profiled {} ranks{}: {} regions, {} of computing; {} predicted values\n", profile.ranks,
                                 runs > 1 ? fmt::format(" of {} runs", runs) : "", profile.regions.size(), runtime::secondsText(seconds),
                                 profile.values.size());
  if (computing > 0)
    text += fmt::format("outside regions: {} of code that stays in the skeleton; together {} of the computing\n",
                        runtime::secondsText(kept), runtime::shareText((seconds + kept) / computing));
  text += fmt::format("clock: {} at {:.3f} GHz; {} per region entry subtracted", profile.clock.source,
                      profile.clock.ticks_per_second * 1e-9, runtime::secondsText(profile.clock.overhead_ps * 1e-12));
  if (profile.clock.stolen_seconds > 0)
    text += fmt::format(", and {} in which the host ran something else or stood still, in {} of the executions",
                        runtime::secondsText(profile.clock.stolen_seconds),
                        runtime::shareText(profile.clock.disturbed_share));
  text += "\n";
  if (profile.clock.outlier_share > 0)
    text += fmt::format("disturbed: {} of the executions were longer than their like by {} in all, which was taken off\n",
                        runtime::shareText(profile.clock.outlier_share),
                        runtime::secondsText(profile.clock.outlier_seconds));
  if (!profile.counter_names.empty())
    text += fmt::format("counted: {}\n", fmt::join(profile.counter_names, " "));
  return profile.counter_note.empty() ? text : text + profile.counter_note + "\n";
}

sim::Result<runtime::CounterPlan> planOf(const ProfileOptions &options, std::string &note) {
  const runtime::OpenedCounters opened = runtime::openPapi();
  note = opened.note;
  return runtime::chooseCounters(opened.source.get(), options.counters, note);
}

/// Whether what is measured with these arguments can be one profile; asked before it is.
sim::Status checkTogether(const std::vector<CommandLine> &sets, std::int64_t ranks) {
  std::vector<std::string> none;
  Profile whole;
  for (const CommandLine &arguments : sets) {
    Profile next;
    next.arguments = arguments;
    next.ranks = ranks;
    if (whole.ranks == 0)
      whole = next;
    else if (const sim::Status combined = runtime::combineProfile(whole, next, none); !combined) {
      sim::Error error = combined.error();
      error.diagnostics.front().where = fmt::format("--arguments \"{}\"", fmt::join(arguments, " "));
      return error;
    }
  }
  return sim::Nothing{};
}

int run(const ProfileOptions &options, CommandLine program) {
  for (const auto &[missing, option] : {std::pair{options.ranks == 0, "--ranks"}, {options.output.empty(), "--output"}})
    if (missing)
      return reportUsage("maquette profile", std::string(option) + " is required", "see maquette profile --help");
  if (program.empty())
    return reportUsage("maquette profile", "no program was given",
                       "put it behind --, as in: maquette profile -n 8 -o app.profile -- PROGRAM ARGS");
  sim::Error errors;
  const sim::Result<std::string> path = options.native ? findProgram(program[0]) : findSimulatedProgram(program[0]);
  if (gather(path, errors))
    program[0] = *path;
  gather(runtime::checkWritable(options.output), errors);
  std::string note;
  const sim::Result<runtime::CounterPlan> plan = planOf(options, note);
  gather(plan, errors);
  if (!errors.diagnostics.empty())
    return reportError(errors);
  const ScratchFolder scratch;
  const std::vector<CommandLine> sets = options.arguments.all({program.begin() + 1, program.end()});
  if (const sim::Status together = checkTogether(sets, options.ranks); !together)
    return reportError(together.error());
  std::vector<Series> all;
  for (const CommandLine &arguments : sets)
    all.push_back({withArguments(program[0], arguments), {}});
  if (const int status = profileRepeatedly(options, *plan, scratch, all); status != kOk)
    return status;
  sim::Result<Measured> measured = combine(all);
  if (!measured)
    return reportError(measured.error());
  Profile &profile = *measured->profile;
  if (profile.counter_note.empty())
    profile.counter_note = note;
  runtime::findPlaces(profile, program[0]);
  if (const sim::Status written = runtime::writeFileAtomically(options.output, runtime::toJson(profile)); !written)
    return reportError(written.error());
  printOut(describe(profile, measured->computing));
  return kOk;
}

} // namespace

Command makeProfileCommand(CLI::App &parent, const CommandLine &program) {
  CLI::App *app = parent.add_subcommand("profile", "Measure the regions and values of a profiled program");
  const auto options = std::make_shared<ProfileOptions>();
  app->footer(kExample);
  app->add_option("-n,--ranks", options->ranks, "Ranks to run")->check(CLI::Range(1, 1 << 20));
  app->add_option("-o,--output", options->output, "The profile, one JSON document");
  app->add_flag("--native", options->native, "Run under the host's own mpiexec instead of the simulator");
  options->arguments.addOption(*app, "profile with, in turns");
  app->add_option("--repeat", options->repeat, "Runs of each; of the program and of each region the one with the median of the computing counts")
      ->check(CLI::Range(1, 1000));
  addCachesOption(*app, options->caches);
  options->stacks.addOptions(*app);
  app->add_option("--counters", options->counters,
                  "Events to count, separated by commas, or none. What does not fit the processor's counters takes more runs of the program")
      ->type_name("EVENT")
      ->delimiter(',');
  const Command show = makeProfileShowCommand(*app);
  const Command merge = makeProfileMergeCommand(*app);
  return {app, [options, &program, show, merge] {
            return show.app->parsed() ? show.run() : merge.app->parsed() ? merge.run() : run(*options, program);
          }};
}

} // namespace maquette::tool
