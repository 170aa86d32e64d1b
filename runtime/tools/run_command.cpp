//===- runtime/tools/run_command.cpp - maquette run ---------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "executable.h"
#include "launch.h"
#include "maquette/console/console.h"
#include "maquette/formats/files.h"
#include "maquette/formats/profile.h"
#include "maquette/formats/share_rule.h"
#include "maquette/profile/combine.h"
#include "maquette/profile/predict.h"
#include "maquette/sim/units.h"
#include "run_jobs.h"
#include "run_output.h"
#include "target.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <set>

namespace maquette::tool {
namespace {

constexpr const char *kRunExample = "Put the program and its arguments after --.\n\nExample:\n"
                                    "  maquette run -n 4096 -m fat-tree --profile app.profile --json run.json -- "
                                    "maquette-out/skeleton/app -x 20\n";

struct RunOptions {
  Target target;
  ProfileFiles profiles;
  std::string noise = "measured";
  std::string caches = "restored";
  std::string os_noise;
  std::string delay;
  std::string files = "folder";
  std::vector<std::string> region_costs;
  std::string roofline;
  std::string roofline_host;
  bool direct = false;
  bool keep_outliers = false;
  runtime::Corrections corrections;
  std::vector<std::string> share;
  std::string memory;
  std::int64_t host_cores = 1;
  RunOutput output;
  std::vector<std::string> unchecked;
  std::string jobs;
};

/// "1 ms:5 us"
void readOsNoise(const std::string &text, runtime::RunConfig &config, sim::Error &errors) {
  if (text.empty())
    return;
  const std::size_t colon = text.find(':');
  const auto interval = sim::parseDuration(text.substr(0, colon));
  const auto length = sim::parseDuration(colon == std::string::npos ? "" : text.substr(colon + 1));
  if (!interval || !length || interval->ps() <= 0 || length->ps() < 0) {
    errors.diagnostics.push_back({"--os-noise " + text, "is not INTERVAL:LENGTH", "maquette-os-noise", "",
                                  "write the mean time between interruptions and their length, as in \"1 ms:5 us\""});
    return;
  }
  config.os_noise_interval_ps = interval->ps();
  config.os_noise_length_ps = length->ps();
}

void readDelay(const std::string &text, runtime::RunConfig &config, sim::Error &errors) {
  if (text.empty())
    return;
  const auto delay = sim::parseDuration(text);
  if (!delay || delay->ps() <= 0)
    errors.diagnostics.push_back({"--delay " + text, "is not a time above 0", "maquette-usage", "",
                                  "write a time with its unit, as in \"1 ms\""});
  else
    config.delay_ps = delay->ps();
}

/// Regions that no profile holds are reported: their costs would change nothing.
void readRegionCosts(const RunOptions &options, runtime::RunConfig &config, sim::Error &errors) {
  config.region_costs = options.region_costs;
  if (options.region_costs.empty() || options.profiles.paths.empty())
    return;
  std::vector<std::string> warnings;
  const auto profiles = runtime::readProfilesByLoad(options.profiles.paths, warnings);
  for (const std::string &text : options.region_costs) {
    const sim::Result<runtime::CostOverride> replaced = runtime::parseCostOverride(text);
    if (gather(replaced, errors) && profiles && !profiles->front().regions.contains(replaced->region))
      errors.diagnostics.push_back({"--region " + text, "the profile holds no region '" + replaced->region + "'",
                                    "maquette-region-override", "", "see `maquette profile show` for their names"});
  }
}

/// Whether the profile holds what they need is for the run to say.
void readRooflines(const RunOptions &options, runtime::RunConfig &config, sim::Error &errors) {
  for (const auto &[text, option, place] :
       {std::tuple(&options.roofline, "--roofline", &config.roofline),
        std::tuple(&options.roofline_host, "--roofline-host", &config.roofline_host)})
    if (!text->empty() && gather(runtime::parseCoreSpeed(*text, option), errors))
      *place = *text;
}

/// Each rank is a process of the host then: what only one process can do is refused.
void readHostCores(const RunOptions &options, runtime::RunConfig &config, sim::Error &errors) {
  config.host_cores = options.host_cores;
  if (options.host_cores <= 1)
    return;
  const auto refuse = [&](const std::string &what, const std::string &fix) {
    errors.diagnostics.push_back(
        {"--host-cores " + std::to_string(options.host_cores), what, "maquette-host-cores", "", fix});
  };
  gather(checkHostCores(options.host_cores), errors);
  if (config.files == files::FilesMode::Sparse || config.files == files::FilesMode::None)
    refuse("ranks that compute on several cores change the host's files (--files)", "leave out one of the two");
  if (!options.share.empty())
    refuse("ranks that compute on several cores cannot share blocks (--share)", "leave out one of the two");
  if (config.stack == runtime::StackStrategy::Copied)
    refuse("ranks that compute on several cores cannot use --stack=copied: each needs a stack of its own",
           "leave out one of the two");
}

void readSharing(const RunOptions &options, runtime::RunConfig &config, sim::Error &errors) {
  config.share = options.share;
  for (const std::string &text : options.share)
    gather(runtime::parseShareRule(text), errors);
}

void readMemory(const std::string &text, runtime::RunConfig &config, sim::Error &errors) {
  if (text.empty())
    return;
  if (const sim::Result<sim::Bytes> size = sim::parseBytes(text); size && size->count > 0)
    config.memory_bytes = size->count;
  else
    errors.diagnostics.push_back({"--memory " + text, "is not a size", "maquette-host-memory", "",
                                  "give a number and a unit, as in --memory \"8 GiB\""});
}

files::FilesMode filesModeNamed(const std::string &name) {
  const auto found = std::find(std::begin(files::kFilesModes), std::end(files::kFilesModes), name);
  return static_cast<files::FilesMode>(found - std::begin(files::kFilesModes));
}

sim::Result<runtime::RunConfig> configure(const RunOptions &options, CommandLine &program) {
  sim::Error errors;
  runtime::RunConfig config;
  config.mode = options.direct ? runtime::Mode::Direct : runtime::Mode::Skeleton;
  config.noise = options.noise == "none" ? runtime::Noise::None : runtime::Noise::Measured;
  config.caches = cachesNamed(options.caches);
  config.keep_outliers = options.keep_outliers;
  config.corrections = options.corrections;
  config.unchecked = options.unchecked;
  options.target.fill(config, errors);
  if (!options.jobs.empty())
    readJobs(options.jobs, config, errors);
  const sim::Result<std::string> path = findSimulatedProgram(program[0]);
  if (gather(path, errors))
    program[0] = *path;
  options.profiles.fill(config, errors);
  readOsNoise(options.os_noise, config, errors);
  readDelay(options.delay, config, errors);
  config.files = filesModeNamed(options.files);
  readRegionCosts(options, config, errors);
  readRooflines(options, config, errors);
  readSharing(options, config, errors);
  readMemory(options.memory, config, errors);
  readHostCores(options, config, errors);
  options.output.fill(options.target, config, errors);
  if (!errors.diagnostics.empty())
    return errors;
  return config;
}

std::string joinedArguments(const std::vector<std::string> &arguments) {
  std::string text;
  for (const std::string &argument : arguments)
    text += " " + argument;
  return text;
}

/// Where loops end and how large messages are was observed for the arguments and the number of ranks of the profiled
/// run.
void warnOfOtherRun(const RunOptions &options, const CommandLine &program, runtime::RunResult &result) {
  if (options.profiles.paths.empty() || result.predicted_values.empty())
    return;
  std::vector<std::string> contradictions; // The run itself has reported them.
  const auto profiles = runtime::readProfilesByLoad(options.profiles.paths, contradictions);
  if (!profiles)
    return;
  const CommandLine given(program.begin() + 1, program.end());
  std::set<std::int64_t> ranks;
  std::string arguments;
  for (const runtime::ProfiledRun &run : runsOf(profiles->front())) {
    if (run.arguments == given)
      ranks.insert(run.ranks);
    arguments += (arguments.empty() ? "" : ";") + joinedArguments(run.arguments);
  }
  if (ranks.count(options.target.ranks) != 0 ||
      (!ranks.empty() && !options.jobs.empty())) // Each job has a number of its own.
    return;
  const std::string others = ranks.empty() ? "other arguments:" + (arguments.empty() ? " none" : arguments)
                                           : fmt::format("{}", fmt::join(ranks, ", ")) +
                                                 " ranks. If they depend on the number of ranks, profile with the "
                                                 "number of this run, or merge profiles of several numbers";
  result.warnings.push_back("predicted values (loop ends, message sizes) come from a profiled run with " + others);
}

int run(const RunOptions &options, CommandLine program) {
  if (options.jobs.empty() && options.target.ranks == 0)
    return reportUsage("maquette run", "-n is missing", "give the number of ranks with -n, or a file with --jobs FILE");
  if (program.empty())
    return reportUsage("maquette run", "no program was given",
                       "put it after --, for example: maquette run -n 8 -m NAME -- PROGRAM ARGS");
  const sim::Result<runtime::RunConfig> config = configure(options, program);
  if (!config)
    return reportError(config.error());
  const ScratchFolder scratch;
  const Pinning pinning = options.direct ? Pinning{config->host_cores} : kUnpinned;
  Simulation simulation = simulate("maquette run", program, *config, scratch, pinning);
  if (!simulation.result || simulation.exit_status == kInputError)
    return simulation.exit_status;
  warnOfOtherRun(options, program, *simulation.result);
  if (!options.jobs.empty() && simulation.ended())
    if (const int status = runAlone(program, *config, scratch, pinning, *simulation.result); status != kOk)
      return status;
  return options.output.finish("maquette run", program, *config, scratch, pinning, simulation);
}

void addTarget(CLI::App &app, RunOptions &options) {
  options.target.addOptions(app, Target::Machine::Required);
  app.get_option("--ranks")->required(false);
  app.add_option("--jobs", options.jobs,
                 "Instead of -n: a file of jobs that run at the same time. Each job has its own ranks and arguments, "
                 "or is traffic.")
      ->type_name("FILE")
      ->excludes(app.get_option("--ranks"));
  options.output.addWhatIf(app);
  groupOptions(app, "Target", {"--ranks", "--jobs", "--machine", "--set", "--oversubscribe", "--what-if"});
}

void addCost(CLI::App &app, RunOptions &options) {
  CLI::Option *const profile = options.profiles.addOption(app);
  app.add_option("--noise", options.noise,
                 "measured: each span keeps its measured variation. none: equal work takes equal time (the mean; in "
                 "direct mode the median).")
      ->check(CLI::IsMember({"measured", "none"}))
      ->capture_default_str();
  app.add_option(
         "--os-noise", options.os_noise,
         "Interrupt computing, as an operating system does: mean interval and length, for example \"1 ms:5 us\".")
      ->type_name("INTERVAL:LENGTH");
  app.add_option("--region", options.region_costs,
                 "Replace the cost of a region, for example \"solve#1=1.2 ms\" or \"solve#1=x0.5\".")
      ->type_name("REGION=COST")
      ->allow_extra_args(false)
      ->needs(profile);
  CLI::Option *roofline = app.add_option("--roofline", options.roofline,
                                         "Speed of a core of the target machine, for example \"38 Gflop/s:12 GB/s\". "
                                         "Regions then cost the time of their counted operations and bytes; "
                                         "cpu_scale is not used.")
                              ->type_name("PEAK:BANDWIDTH")
                              ->needs(profile);
  app.add_option("--roofline-host", options.roofline_host,
                 "Speed of the profiled core. Measured times are then scaled by the ratio of the two rooflines.")
      ->type_name("PEAK:BANDWIDTH")
      ->needs(roofline);
  groupOptions(app, "Cost of computing",
               {"--profile", "--region", "--roofline", "--roofline-host", "--noise", "--os-noise", "--seed"});
}

void addDirectMode(CLI::App &app, RunOptions &options) {
  CLI::Option *direct = app.add_flag("--direct", options.direct,
                                     "Run a full program instead of a skeleton: execute its computing and measure it.")
                            ->excludes(app.get_option("--profile"));
  app.add_flag("--keep-outliers", options.keep_outliers,
               "Keep spans of computing that other work on the host seems to have disturbed. Default: correct them.")
      ->needs(direct);
  app.add_option("--share", options.share,
                 "All ranks share one copy of heap blocks that have this size or more, or are allocated at this line. "
                 "May be repeated.")
      ->type_name("SIZE|FILE:LINE")
      ->allow_extra_args(false)
      ->needs(direct);
  app.add_option("--host-cores", options.host_cores,
                 "Cores of the host that compute at the same time. Each rank then runs in its own process.")
      ->type_name("COUNT")
      ->check(CLI::PositiveNumber)
      ->needs(direct)
      ->capture_default_str();
  addCachesOption(app, options.caches);
  addCorrectionsOption(app, options.corrections);
  groupOptions(app, "Direct mode", {"--direct", "--caches", "--keep-outliers", "--share", "--host-cores"});
}

void addChecksAndMemory(CLI::App &app, RunOptions &options) {
  app.add_option("--unchecked", options.unchecked, "Switch off one check of MPI usage. May be repeated.")
      ->type_name("CHECK")
      ->check(CLI::IsMember({"types", "leaks", "freed", "collectives", "windows"}));
  app.add_option("--memory", options.memory,
                 "Start compressing the memory of waiting ranks when the simulation uses this much (default: half of "
                 "the free memory).")
      ->type_name("SIZE")
      ->excludes(app.get_option("--direct"));
  app.add_option("--delay", options.delay,
                 "OpenSHMEM: puts and atomic operations take effect up to TIME late and out of order, as the standard "
                 "allows before a quiet or a fence. Finds programs that lack one. Another --seed gives other delays.")
      ->type_name("TIME");
  app.add_option(
         "--files", options.files,
         "Which changes of files reach the host: those in the working folder (folder), all (real), none (sparse: "
         "contents are in memory; none: only sizes are kept).")
      ->type_name("MODE")
      ->check(CLI::IsMember(std::vector<std::string>(std::begin(files::kFilesModes), std::end(files::kFilesModes))))
      ->capture_default_str();
  groupOptions(app, "Files", {"--files"});
  groupOptions(app, "Checks and memory", {"--unchecked", "--delay", "--memory", "--stack", "--stack-size"});
}

} // namespace

Command makeRunCommand(CLI::App &parent, const CommandLine &program) {
  CLI::App *app = parent.add_subcommand("run", "Simulate a program on a target machine");
  const auto options = std::make_shared<RunOptions>();
  app->footer(kRunExample);
  addTarget(*app, *options);
  addCost(*app, *options);
  addDirectMode(*app, *options);
  options->output.addOptions(*app);
  addChecksAndMemory(*app, *options);
  return {app, [options, &program] { return run(*options, program); }};
}

} // namespace maquette::tool
