//===- runtime/tools/profile_command.cpp - maquette profile -------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "executable.h"
#include "maquette/analysis/report.h"
#include "maquette/console/console.h"
#include "maquette/formats/files.h"
#include "maquette/formats/profile.h"
#include "profiling.h"
#include "target.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

namespace maquette::tool {
namespace {

using runtime::Profile;

constexpr const char *kProfileExample =
    "Put the program and its arguments after --.\n\nExample:\n"
    "  maquette profile -n 8 -o app.profile -- maquette-out/profiled/app -x 20\n"
    "  maquette profile -n 1 -o app.profile --repeat 3 --arguments \"-x 24\" --arguments \"-x 32\" -- "
    "maquette-out/profiled/app -x 20\n"
    "  maquette profile -n 8 -o app.profile --native -- ./app-native -x 20    # see `maquette config --native-flags`\n";

struct ProfileOptions {
  std::int64_t ranks = 0;
  std::string output;
  bool native = false;
  std::size_t repeat = 1;
  std::string statistic = "median";
  std::string caches = "restored";
  runtime::Corrections corrections;
  Stacks stacks;
  std::vector<std::string> counters; ///< Empty: the usual ones.
  ArgumentSets arguments;
};

std::string describe(const Profile &profile, double computing) {
  double seconds = 0;
  double kept = profile.kept_per_rank * static_cast<double>(profile.ranks) * 1e-12;
  for (const auto &[name, groups] : profile.regions)
    for (const runtime::ProfileGroup &group : groups) {
      seconds += group.mean * static_cast<double>(group.count) * 1e-12;
      kept += group.kept * static_cast<double>(group.count) * 1e-12;
    }
  const std::size_t runs = runtime::runsOf(profile).size();
  std::string text = fmt::format("profiled {} ranks{}: {} regions, {} of computing; {} predicted values\n",
                                 profile.ranks, runs > 1 ? fmt::format(" of {} runs", runs) : "",
                                 profile.regions.size(), runtime::secondsText(seconds), profile.values.size());
  if (computing > 0)
    text += fmt::format(
        "outside regions: {} in code that the skeleton keeps; regions and this code are {} of the computing\n",
        runtime::secondsText(kept), runtime::shareText((seconds + kept) / computing));
  text += fmt::format("clock: {} at {:.3f} GHz; {} per region entry subtracted", profile.clock.source,
                      profile.clock.ticks_per_second * 1e-9, runtime::secondsText(profile.clock.overhead_ps * 1e-12));
  if (profile.clock.stolen_seconds > 0)
    text += fmt::format("; also subtracted: {} of other work or pauses of the host, in {} of the executions",
                        runtime::secondsText(profile.clock.stolen_seconds),
                        runtime::shareText(profile.clock.disturbed_share));
  text += "\n";
  if (profile.clock.outlier_share > 0)
    text += fmt::format(
        "disturbed: {} of the executions took longer than equal ones; the excess, {} in total, was subtracted\n",
        runtime::shareText(profile.clock.outlier_share), runtime::secondsText(profile.clock.outlier_seconds));
  if (!profile.counter_names.empty())
    text += fmt::format("counted: {}\n", fmt::join(profile.counter_names, " "));
  return profile.counter_note.empty() ? text : text + profile.counter_note + "\n";
}

int run(const ProfileOptions &options, CommandLine program) {
  for (const auto &[missing, option] : {std::pair{options.ranks == 0, "--ranks"}, {options.output.empty(), "--output"}})
    if (missing)
      return reportUsage("maquette profile", std::string(option) + " is required", "see maquette profile --help");
  if (program.empty())
    return reportUsage("maquette profile", "no program was given",
                       "put it after --, for example: maquette profile -n 8 -o app.profile -- PROGRAM ARGS");
  sim::Error errors;
  const sim::Result<std::string> path = options.native ? findProgram(program[0]) : findSimulatedProgram(program[0]);
  if (gather(path, errors))
    program[0] = *path;
  gather(runtime::checkWritable(options.output), errors);
  std::string note;
  const sim::Result<runtime::CounterPlan> plan = planPasses(options.counters, note);
  gather(plan, errors);
  ProfilingOptions how{"maquette profile", "--arguments", options.native, {}, {}, statisticNamed(options.statistic)};
  how.config.ranks = options.ranks;
  how.config.caches = cachesNamed(options.caches);
  how.config.corrections = options.corrections;
  options.stacks.fill(how.config, errors);
  if (!errors.diagnostics.empty())
    return reportError(errors);
  how.plan = *plan;
  const ScratchFolder scratch;
  Profiler profiler(std::move(how), scratch);
  if (const sim::Status together =
          profiler.take(program[0], options.arguments.all({program.begin() + 1, program.end()}));
      !together)
    return reportError(together.error());
  int status = kOk;
  while (status == kOk && profiler.rounds() < options.repeat)
    status = profiler.runOnce();
  if (profiler.rounds() == 0)
    return status;
  if (status != kOk)
    printWarning(fmt::format("stopped in round {} of {}: the profile holds the rounds before it", profiler.rounds() + 1,
                             options.repeat));
  sim::Result<Measured> measured = profiler.result();
  if (!measured)
    return reportError(measured.error());
  Profile &profile = *measured->profile;
  if (profile.counter_note.empty())
    profile.counter_note = note;
  if (const sim::Status written = runtime::writeFileAtomically(options.output, runtime::toJson(profile)); !written)
    return reportError(written.error());
  printOut(profiler.describeRuns() + describe(profile, measured->computing));
  return status;
}

} // namespace

Command makeProfileCommand(CLI::App &parent, const CommandLine &program) {
  CLI::App *app = parent.add_subcommand("profile", "Measure the regions and values of a profiled program");
  const auto options = std::make_shared<ProfileOptions>();
  app->footer(kProfileExample);
  app->add_option("-n,--ranks", options->ranks, "Number of ranks to run.")->check(CLI::Range(1, 1 << 20));
  app->add_option("-o,--output", options->output, "The profile to write, a JSON file.");
  app->add_flag("--native", options->native, "Run with the host's own mpiexec instead of in the simulator.");
  options->arguments.addOption(*app, "profile with");
  app->add_option("--repeat", options->repeat,
                  "Runs with each set of arguments. --statistic says how they are combined.")
      ->check(CLI::Range(1, 1000));
  addStatisticOption(*app, options->statistic);
  addCachesOption(*app, options->caches);
  addCorrectionsOption(*app, options->corrections);
  options->stacks.addOptions(*app);
  app->add_option("--counters", options->counters,
                  "Hardware events to count, separated by commas, or 'none'. If there are more events than hardware "
                  "counters, the program runs more often.")
      ->type_name("EVENT")
      ->delimiter(',');
  groupOptions(*app, "Runs", {"--ranks", "--native", "--arguments", "--repeat", "--statistic"});
  groupOptions(*app, "Measuring", {"--counters", "--caches", "--stack", "--stack-size"});
  groupOptions(*app, "Output", {"--output"});
  const Command show = makeProfileShowCommand(*app);
  const Command merge = makeProfileMergeCommand(*app);
  return {app, [options, &program, show, merge] {
            return show.app->parsed() ? show.run() : merge.app->parsed() ? merge.run() : run(*options, program);
          }};
}

} // namespace maquette::tool
