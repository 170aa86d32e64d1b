//===- runtime/tools/validate_command.cpp - maquette validate -----------------===//
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "executable.h"
#include "launch.h"
#include "maquette/analysis/validation.h"
#include "maquette/console/console.h"
#include "maquette/formats/files.h"
#include "maquette/formats/profile.h"
#include "maquette/models/registry.h"
#include "native.h"
#include "profiling.h"
#include "target.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace maquette::tool {
namespace {

constexpr const char *kValidateExample =
    "Put the arguments of the programs after --. Without --machine, this host is calibrated first.\n\nExample:\n"
    "  maquette validate -n 1,2 --native ./app-native --full maquette-out/profiled/app --skeleton "
    "maquette-out/skeleton/app "
    "--profile app.profile -- -x 20\n"
    "  maquette validate -n 1,2 --native ./app-native --full maquette-out/profiled/app --skeleton "
    "maquette-out/skeleton/app "
    "--profile-arguments \"-x 16\" --profile-arguments \"-x 24\" --profile-native ./profiled-native -- -x 20\n";

struct ValidateOptions {
  std::vector<std::int64_t> ranks;
  std::string native;
  std::string full;
  std::string skeleton;
  ProfileFiles profiles;
  std::vector<std::string> profile_arguments; ///< Each a text; not empty: profiles are made here.
  std::string profile_native;
  std::string profiles_to;
  std::string machine;
  ArgumentSets arguments;
  std::optional<std::int64_t> host_cores; ///< Not given: as many as ranks, if the program can.
  int repeat = 5;
  std::string statistic = "median";
  std::string clock = "processor";
  std::string json;
  std::string plot;
};

/// What all rows have in common, checked.
struct Subjects {
  std::string native;
  std::string full;
  std::string skeleton;       ///< Empty: there is none.
  std::string profile_native; ///< The same.
  runtime::RunConfig config;
};

/// Names of the profiles that are made here.
constexpr const char *kAlone = "alone.profile";
constexpr const char *kBusy = "busy.profile";

std::string profilePath(const std::string &folder, const char *file) { return folder + "/" + file; }

std::int64_t mostRanks(const ValidateOptions &options) {
  return *std::max_element(options.ranks.begin(), options.ranks.end());
}

sim::Diagnostic tooManyRanks(std::int64_t ranks) {
  const unsigned cores = std::thread::hardware_concurrency();
  return {
      "",
      fmt::format("{} ranks do not fit the {} cores of this host: they would disturb each other's times", ranks, cores),
      "maquette-too-many-ranks", "", fmt::format("use -n {} or fewer", cores)};
}

sim::Result<Subjects> check(const ValidateOptions &options) {
  sim::Error errors;
  Subjects subjects;
  subjects.config.oversubscribe = true;
  const auto take = [&](const sim::Result<std::string> &path, std::string &place) {
    if (gather(path, errors))
      place = *path;
  };
  take(findProgram(options.native), subjects.native);
  take(findSimulatedProgram(options.full), subjects.full);
  if (!options.skeleton.empty())
    take(findSimulatedProgram(options.skeleton), subjects.skeleton);
  if (!options.profile_native.empty())
    take(findProgram(options.profile_native), subjects.profile_native);
  if (!options.profile_native.empty() && mostRanks(options) < 2)
    errors.diagnostics.push_back({"--profile-native",
                                  "--profile-native measures contention between ranks, but there is only one rank",
                                  "maquette-profile-load", "", "use it with -n 2 or more"});
  options.profiles.fill(subjects.config, errors);
  if (options.host_cores)
    gather(checkHostCores(*options.host_cores), errors);
  for (const std::int64_t ranks : options.ranks)
    if (ranks > std::thread::hardware_concurrency())
      errors.diagnostics.push_back(tooManyRanks(ranks));
  for (const std::string &output :
       {options.json, options.plot, options.profiles_to.empty() ? "" : profilePath(options.profiles_to, kAlone)})
    if (!output.empty())
      gather(runtime::checkWritable(output), errors);
  if (!errors.diagnostics.empty())
    return errors;
  return subjects;
}

/// The machine's file in \p file: the given one, or this host's, measured now.
int chooseMachine(const ValidateOptions &options, const ScratchFolder &scratch, std::string &file) {
  if (options.machine.empty()) {
    file = scratch.file("calibrated.toml");
    return calibrate("maquette validate", file, scratch);
  }
  const sim::Result<std::string> path = models::findMachine(options.machine, machineFolders());
  if (!path)
    return reportError(path.error());
  file = std::filesystem::absolute(*path).string();
  return kOk;
}

void showRound(int round, int rounds) {
  if (::isatty(STDERR_FILENO) == 1)
    fmt::print(stderr, "maquette: round {} of {}{}\n", round + 1, rounds,
               round < rounds ? "" : " (repeats disturbed native runs)");
}

/// What becomes a row of the table.
struct Case {
  std::int64_t ranks = 0;
  CommandLine arguments;
  std::vector<runtime::NativeRun> native;
  std::vector<double> direct; ///< Seconds.

  /// As many native runs as count were undisturbed, or there were too many others.
  bool isMeasured(int repeat) const;
};

class Validator {
public:
  Validator(const ValidateOptions &options, Subjects subjects, const ScratchFolder &scratch)
      : options_(options), subjects_(std::move(subjects)), scratch_(scratch) {}

  /// To be called first. Returns an exit status.
  int prepare();
  /// Adds a row for each. Returns an exit status.
  int compare(std::vector<Case> &cases, runtime::Validation &validation);

private:
  int runEach(Case &each, int round);
  int measureOnce(const CommandLine &program, std::int64_t ranks, runtime::NativeRun &run);
  int predict(runtime::Mode mode, const CommandLine &program, std::int64_t ranks, runtime::RunResult &result);
  int runSkeleton(const Case &measured, runtime::ValidationRow &row);
  int planProfiles();
  int profileOnce();
  int writeProfiles();
  std::int64_t hostCoresFor(std::int64_t ranks) const;
  int addRow(const Case &measured, runtime::Validation &validation);

  const ValidateOptions &options_;
  Subjects subjects_;
  const ScratchFolder &scratch_;
  struct Profiled {
    const char *file; ///< Its name, without the folder.
    Profiler profiler;
  };
  std::vector<Profiled> profiled_; ///< Those that are made here.
  std::string machine_;            ///< Its name.
  bool on_one_core_ = false;       ///< The program cannot compute on several.
  int runs_ = 0;
};

bool Case::isMeasured(int repeat) const {
  constexpr int kMostAttempts = 4;
  const auto quiet = std::count_if(native.begin(), native.end(), [](const runtime::NativeRun &run) {
    return run.busy_share >= runtime::kUndisturbed;
  });
  return quiet >= repeat || static_cast<int>(native.size()) >= kMostAttempts * repeat;
}

/// The slowest process counts.
int Validator::measureOnce(const CommandLine &program, std::int64_t ranks, runtime::NativeRun &run) {
  const sim::Result<std::string> timer =
      ownFile({"../lib/libmaquette-timer.so", "../" MAQUETTE_INSTALL_LIBDIR "/libmaquette-timer.so"});
  if (!timer)
    return reportError(timer.error());
  const std::string folder = scratch_.file("times" + std::to_string(runs_++));
  std::filesystem::create_directory(folder);
  const std::string preloaded = folder + "/timer.so"; // The dynamic linker splits what it is to preload at spaces.
  std::filesystem::create_symlink(*timer, preloaded);
  const int status = runNatively("maquette validate", ranks, program,
                                 {{"MAQUETTE_NATIVE_TIMES", folder}, {"LD_PRELOAD", preloaded}}, scratch_);
  if (status != kOk)
    return status;
  const auto parts = nativeParts(folder, ".time", program[0], ranks,
                                 "build it with the host's own mpicc, linked dynamically, and let it end normally");
  if (!parts)
    return reportError(parts.error());
  double wall = 0, processor = 0;
  for (const std::string &part : *parts) {
    const sim::Result<std::string> text = runtime::readFile(part);
    if (!text)
      return reportError(text.error());
    double its_wall = 0, its_processor = 0;
    std::istringstream(*text) >> its_wall >> its_processor;
    wall = std::max(wall, its_wall);
    processor = std::max(processor, its_processor);
    run.busy_share = std::min(run.busy_share, its_wall > 0 ? its_processor / its_wall : 1);
  }
  run.seconds = options_.clock == "wall" ? wall : processor;
  return kOk;
}

/// One native run, if more are needed, and one in direct mode.
int Validator::runEach(Case &each, int round) {
  if (!each.isMeasured(options_.repeat))
    if (const int status =
            measureOnce(withArguments(subjects_.native, each.arguments), each.ranks, each.native.emplace_back());
        status != kOk)
      return status;
  if (round >= options_.repeat)
    return kOk;
  runtime::RunResult result;
  if (const int status =
          predict(runtime::Mode::Direct, withArguments(subjects_.full, each.arguments), each.ranks, result);
      status != kOk)
    return status;
  each.direct.push_back(result.predicted_seconds);
  machine_ = result.machine;
  return kOk;
}

int Validator::prepare() {
  const int status = planProfiles();
  return status == kOk ? chooseMachine(options_, scratch_, subjects_.config.machine) : status;
}

/// With the least number of ranks in the simulator, without contention, and with the largest natively.
int Validator::planProfiles() {
  if (options_.profile_arguments.empty())
    return kOk;
  std::vector<CommandLine> sets;
  std::transform(options_.profile_arguments.begin(), options_.profile_arguments.end(), std::back_inserter(sets),
                 splitAtSpaces);
  const std::int64_t fewest = *std::min_element(options_.ranks.begin(), options_.ranks.end());
  const auto plan = [&](const char *file, const std::string &program, std::int64_t ranks, bool native) -> sim::Status {
    ProfilingOptions how{
        "maquette validate", "--profile-arguments", native, {}, {{{}}, {}}, statisticNamed(options_.statistic)};
    how.config.ranks = ranks;
    profiled_.push_back({file, Profiler(std::move(how), scratch_)});
    return profiled_.back().profiler.take(program, sets);
  };
  if (const sim::Status alone = plan(kAlone, subjects_.full, fewest, false); !alone)
    return reportError(alone.error());
  if (!subjects_.profile_native.empty())
    if (const sim::Status busy = plan(kBusy, subjects_.profile_native, mostRanks(options_), true); !busy)
      return reportError(busy.error());
  return kOk;
}

int Validator::profileOnce() {
  for (Profiled &each : profiled_)
    if (const int status = each.profiler.runOnce(); status != kOk)
      return status;
  return kOk;
}

/// And has the skeletons use them.
int Validator::writeProfiles() {
  for (const Profiled &each : profiled_) {
    const sim::Result<Measured> measured = each.profiler.result();
    if (!measured)
      return reportError(measured.error());
    const std::string path =
        options_.profiles_to.empty() ? scratch_.file(each.file) : profilePath(options_.profiles_to, each.file);
    if (const sim::Status written = runtime::writeFileAtomically(path, runtime::toJson(*measured->profile)); !written)
      return reportError(written.error());
    subjects_.config.profiles.push_back(std::filesystem::absolute(path).string());
  }
  return kOk;
}

/// In rounds of all, profiles, native runs and those in direct mode in turns: a host's speed changes from one minute to
/// the next. Natively until as many runs were undisturbed as are to count; of a host that is never quiet the least
/// disturbed ones count.
int Validator::compare(std::vector<Case> &cases, runtime::Validation &validation) {
  const auto isUnmeasured = [&](const Case &each) { return !each.isMeasured(options_.repeat); };
  for (int round = 0; round < options_.repeat || std::any_of(cases.begin(), cases.end(), isUnmeasured); ++round) {
    showRound(round, options_.repeat);
    if (round < options_.repeat)
      if (const int status = profileOnce(); status != kOk)
        return status;
    for (Case &each : cases)
      if (const int status = runEach(each, round); status != kOk)
        return status;
  }
  if (const int status = writeProfiles(); status != kOk)
    return status;
  for (const Case &each : cases)
    if (const int status = addRow(each, validation); status != kOk)
      return status;
  validation.machine = machine_;
  return kOk;
}

std::int64_t Validator::hostCoresFor(std::int64_t ranks) const {
  if (options_.host_cores)
    return std::min(*options_.host_cores, ranks);
  return on_one_core_ || !checkHostCores(ranks) ? 1 : ranks;
}

int Validator::predict(runtime::Mode mode, const CommandLine &program, std::int64_t ranks, runtime::RunResult &result) {
  runtime::RunConfig config = subjects_.config;
  config.mode = mode;
  config.ranks = ranks;
  Pinning pinning = kUnpinned;
  if (mode == runtime::Mode::Direct) {
    config.profiles.clear();
    config.host_cores = hostCoresFor(ranks);
    pinning = {config.host_cores};
  }
  const Simulation simulation = trySimulation("maquette validate", program, config, scratch_, pinning);
  if (!options_.host_cores && config.host_cores > 1 && simulation.failedBy("maquette-host-cores")) {
    const std::string &why = simulation.result->failures.front().message;
    printWarning("direct mode computes on one core of the host: " + why.substr(0, why.find('\n')));
    on_one_core_ = true;
    return predict(mode, program, ranks, result);
  }
  reportFailures(simulation);
  if (!simulation.ended())
    return simulation.exit_status;
  if (const auto text = simulation.otherStatus())
    printWarning(*text);
  result = *simulation.result;
  return kOk;
}

/// As often as the others, each time with other draws of what ranks differ by: the median counts.
int Validator::runSkeleton(const Case &measured, runtime::ValidationRow &row) {
  std::vector<double> seconds, uncertainties;
  for (int i = 0; i < options_.repeat; ++i) {
    runtime::RunResult result;
    subjects_.config.seed = 1 + static_cast<std::uint64_t>(i);
    if (const int status =
            predict(runtime::Mode::Skeleton, withArguments(subjects_.skeleton, measured.arguments), row.ranks, result);
        status != kOk)
      return status;
    seconds.push_back(result.predicted_seconds);
    uncertainties.push_back(result.compute_seconds * result.compute_uncertainty);
  }
  const std::size_t median = runtime::runThatCounts(seconds, runtime::Statistic::Median);
  row.skeleton = {seconds[median], seconds[median] - uncertainties[median], seconds[median] + uncertainties[median]};
  return kOk;
}

int Validator::addRow(const Case &measured, runtime::Validation &validation) {
  runtime::ValidationRow row;
  row.ranks = measured.ranks;
  row.args = fmt::format("{}", fmt::join(measured.arguments, " "));
  row.direct = runtime::intervalOf(measured.direct, statisticNamed(options_.statistic));
  row.host_cores = hostCoresFor(row.ranks);
  std::vector<double> times;
  for (const runtime::NativeRun &run :
       runtime::leastDisturbed(measured.native, static_cast<std::size_t>(options_.repeat))) {
    times.push_back(run.seconds);
    row.busy_share = std::min(row.busy_share, run.busy_share);
  }
  row.measured = runtime::intervalOf(times, statisticNamed(options_.statistic));
  if (!subjects_.skeleton.empty())
    if (const int status = runSkeleton(measured, row); status != kOk)
      return status;
  validation.rows.push_back(std::move(row));
  return kOk;
}

int write(const ValidateOptions &options, const runtime::Validation &validation) {
  sim::Error errors;
  if (!options.json.empty())
    gather(runtime::writeFileAtomically(options.json, runtime::toJson(validation)), errors);
  if (!options.plot.empty())
    gather(runtime::writeFileAtomically(options.plot, runtime::toSvg(validation)), errors);
  printOut(runtime::sectionsText(runtime::validationSections(validation)));
  return errors.diagnostics.empty() ? kOk : reportError(errors);
}

int run(const ValidateOptions &options, const CommandLine &arguments) {
  sim::Result<Subjects> subjects = check(options);
  if (!subjects)
    return reportError(subjects.error());
  const ScratchFolder scratch;
  Validator validator(options, std::move(*subjects), scratch);
  if (const int status = validator.prepare(); status != kOk)
    return status;
  std::vector<Case> cases;
  for (const CommandLine &each : options.arguments.all(arguments))
    for (const std::int64_t ranks : options.ranks)
      cases.push_back({ranks, each});
  runtime::Validation validation;
  validation.program = options.native;
  validation.statistic = statisticNamed(options.statistic);
  if (const int status = validator.compare(cases, validation); status != kOk)
    return status;
  return write(options, validation);
}

} // namespace

Command makeValidateCommand(CLI::App &parent, const CommandLine &arguments) {
  CLI::App *app = parent.add_subcommand("validate", "Compare predictions with native runs on this host");
  const auto options = std::make_shared<ValidateOptions>();
  app->footer(kValidateExample);
  app->add_option("-n,--ranks", options->ranks,
                  "Numbers of ranks, for example 1,2; at most the number of cores of this host.")
      ->required()
      ->delimiter(',')
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 20));
  app->add_option("--native", options->native, "The application, built with the host's own MPI library.")->required();
  app->add_option("--full", options->full,
                  "The application or its profiled program, built with maquette-cc or maquette-c++.")
      ->required();
  CLI::Option *skeleton = app->add_option("--skeleton", options->skeleton, "The skeleton of the application.");
  CLI::Option *profile = options->profiles.addOption(*app)->needs(skeleton);
  CLI::Option *made = app->add_option("--profile-arguments", options->profile_arguments,
                                      "Instead of --profile: profile the program of --full with these arguments, in "
                                      "quotes. Repeat for several problem sizes. The simulator runs it with the "
                                      "smallest number of ranks of -n, in turns with the compared runs, so that the "
                                      "state of the host affects both.")
                          ->allow_extra_args(false)
                          ->needs(skeleton)
                          ->excludes(profile);
  app->add_option("--profile-native", options->profile_native,
                  "Also profile this program natively, with the largest number of ranks of -n. It is the profiled "
                  "program, built with the host's own MPI library.")
      ->needs(made);
  app->add_option("--profiles-to", options->profiles_to,
                  "Keep these profiles in this folder, as alone.profile and busy.profile.")
      ->check(CLI::ExistingDirectory)
      ->needs(made);
  app->add_option("-m,--machine", options->machine,
                  "Machine file of this host, written by `maquette machine calibrate`.");
  options->arguments.addOption(*app, "compare with");
  app->add_option(
         "--host-cores", options->host_cores,
         "Cores of this host that direct mode computes on (default: one per rank, so that caches and contention "
         "are those of native runs).")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 20));
  app->add_option("--repeat", options->repeat,
                  "Runs of each program. Disturbed native runs are repeated, up to four times this number.")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  addStatisticOption(*app, options->statistic);
  app->add_option("--clock", options->clock,
                  "Time of a native process. processor: its CPU time, including polling. wall: elapsed time.")
      ->check(CLI::IsMember({"processor", "wall"}))
      ->capture_default_str();
  app->add_option("--json", options->json, "Write the table to this JSON file.");
  app->add_option("--plot", options->plot, "Write a plot to this SVG file.");
  groupOptions(*app, "Programs", {"--native", "--full", "--skeleton", "--arguments"});
  groupOptions(*app, "Profiles", {"--profile", "--profile-arguments", "--profile-native", "--profiles-to"});
  groupOptions(*app, "Runs", {"--ranks", "--machine", "--host-cores", "--repeat", "--statistic", "--clock"});
  groupOptions(*app, "Output", {"--json", "--plot"});
  return {app, [options, &arguments] { return run(*options, arguments); }};
}

} // namespace maquette::tool
