//===- runtime/tools/verify_command.cpp - maquette verify ---------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "executable.h"
#include "launch.h"
#include "maquette/analysis/verify.h"
#include "maquette/console/console.h"
#include "maquette/formats/files.h"
#include "maquette/formats/profile.h"
#include "maquette/formats/repairs.h"
#include "maquette/formats/skeleton_report.h"
#include "maquette/profile/combine.h"
#include "target.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

namespace maquette::tool {
namespace {

constexpr const char *kVerifyExample =
    "Put the arguments of both programs after --.\n"
    "Both programs are charged the costs of the profile, so that decisions that depend on time are the same.\n"
    "The full program can also be the application itself, built with maquette-cc. It has no regions; computing then\n"
    "takes no time in either program.\n"
    "With --repair, what differs is noted in a file from which the next maquette skeletonize learns which values\n"
    "to compute. maquette model does all of this by itself.\n"
    "If the programs read standard input, redirect it from a file (verify ... < FILE); each reads it from the "
    "start.\n\n"
    "Example:\n"
    "  maquette verify -n 8 --profile app.profile --full build/app --skeleton "
    "maquette-out/skeleton/app -- -x 20\n";

struct VerifyOptions {
  Target target;
  std::string full;
  std::string skeleton;
  ProfileFiles profiles;
  std::string json;
  bool repair = false;
  std::string repairs; ///< File; empty: beside the profile.
};

sim::Result<runtime::RunConfig> configure(const VerifyOptions &options, CommandLine &full, CommandLine &skeleton) {
  sim::Error errors;
  runtime::RunConfig config;
  options.target.fill(config, errors);
  if (options.target.machine.empty())
    config.oversubscribe = true; // Of the default machine, which is no subject here.
  for (CommandLine *program : {&full, &skeleton}) {
    const sim::Result<std::string> path = findSimulatedProgram((*program)[0]);
    if (gather(path, errors))
      (*program)[0] = *path;
  }
  config.noise = runtime::Noise::None; // Means, however often who asks.
  options.profiles.fill(config, errors);
  if (!options.json.empty())
    gather(runtime::checkWritable(options.json), errors);
  if (!errors.diagnostics.empty())
    return errors;
  config.free_computing = !marksRegions(full[0]);
  return config;
}

/// Whether the skeleton's run asked for integers, which may be counts.
sim::Result<runtime::Sizes> sizesOf(const runtime::RunResult &result, const std::vector<std::string> &profiles) {
  if (profiles.empty() || result.predicted_values.empty())
    return runtime::Sizes::Exact;
  std::vector<std::string> warnings; // Printed with the run's results.
  const auto read = runtime::readProfilesByLoad(profiles, warnings);
  if (!read)
    return read.error();
  const runtime::Profile &profile = read->front();
  for (const auto &[name, use] : result.predicted_values) {
    const auto value = profile.values.find(name);
    if (value != profile.values.end() && value->second.type == runtime::ValueType::Integer)
      return runtime::Sizes::Predicted;
  }
  return runtime::Sizes::Exact;
}

/// The report of the skeletonizer in a folder above \p program; nullopt if there is none.
std::optional<runtime::SkeletonReport> reportAbove(const std::string &program) {
  using std::filesystem::path;
  std::error_code error;
  path folder = std::filesystem::absolute(program, error).parent_path();
  for (; !error && folder != folder.root_path(); folder = folder.parent_path())
    if (const auto text = runtime::readFile((folder / "report.json").string()))
      if (auto report = runtime::skeletonReportFromJson(*text, ""))
        return std::move(*report);
  return std::nullopt;
}

/// Built from the tree profiled/, of whose programs some have no regions.
bool isProfiled(const std::string &program) {
  if (marksRegions(program))
    return true;
  std::error_code error;
  const std::filesystem::path path = std::filesystem::absolute(program, error);
  return std::find(path.begin(), path.end(), "profiled") != path.end() && reportAbove(program).has_value();
}

/// The two programs and what their ranks called.
struct Compared {
  std::string full, skeleton; ///< Paths.
  runtime::CallTrace full_trace, skeleton_trace;

  void toOriginalPlaces() {
    const auto report = reportAbove(skeleton);
    if (!report)
      return;
    using runtime::OutputTree;
    runtime::toOriginalPlaces(full_trace, *report, isProfiled(full) ? OutputTree::Profiled : OutputTree::None);
    runtime::toOriginalPlaces(skeleton_trace, *report, OutputTree::Skeleton);
  }
};

std::string repairsFile(const VerifyOptions &options) {
  return options.repairs.empty() ? runtime::repairsBeside(options.profiles.paths.front()) : options.repairs;
}

sim::Status noteMismatches(const std::string &path, const runtime::Verification &found) {
  sim::Result<runtime::Repairs> repairs = runtime::readRepairs(path);
  if (!repairs)
    return repairs.error();
  for (const runtime::CallMismatch &place : found.places)
    repairs->note(place);
  return runtime::writeRepairs(path, *repairs);
}

int tell(const VerifyOptions &options, const runtime::Verification &found) {
  if (!options.json.empty())
    if (const sim::Status written = runtime::writeFileAtomically(options.json, runtime::toJson(found)); !written)
      return reportError(written.error());
  printOut(runtime::toText(found));
  if (found.mismatches == 0)
    return kOk;
  if (options.repair || !options.repairs.empty()) {
    const std::string path = repairsFile(options);
    if (const sim::Status noted = noteMismatches(path, found); !noted)
      return reportError(noted.error());
    printOut("noted in " + path + "\nnext: maquette skeletonize --repairs " + path +
             " -p BUILD_DIR -o OUT_DIR; build and profile profiled/, build skeleton/, verify again\n");
  }
  return kProgramFailed;
}

int compare(const VerifyOptions &options, const runtime::RunConfig &full, const runtime::RunConfig &skeleton,
            Compared programs, runtime::Sizes sizes) {
  sim::Result<runtime::CallTrace> full_trace = runtime::readCallTrace(full.call_trace);
  if (!full_trace)
    return reportError(full_trace.error());
  sim::Result<runtime::CallTrace> skeleton_trace = runtime::readCallTrace(skeleton.call_trace);
  if (!skeleton_trace)
    return reportError(skeleton_trace.error());
  programs.full_trace = std::move(*full_trace);
  programs.skeleton_trace = std::move(*skeleton_trace);
  runtime::Verification found = runtime::compareCalls(programs.full_trace, programs.skeleton_trace, sizes);
  if (found.mismatches > 0) {
    programs.toOriginalPlaces();
    found = runtime::compareCalls(programs.full_trace, programs.skeleton_trace, sizes);
  }
  return tell(options, found);
}

int run(const VerifyOptions &options, const CommandLine &arguments) {
  if (options.repair && options.repairs.empty() && options.profiles.paths.empty())
    return reportUsage("maquette verify", "--repair needs --profile, or a file to note what differs in",
                       "write --repairs=FILE");
  CommandLine full{options.full};
  CommandLine skeleton{options.skeleton};
  full.insert(full.end(), arguments.begin(), arguments.end());
  skeleton.insert(skeleton.end(), arguments.begin(), arguments.end());
  const sim::Result<runtime::RunConfig> config = configure(options, full, skeleton);
  if (!config)
    return reportError(config.error());
  const ScratchFolder scratch;
  runtime::RunConfig full_config = *config;
  full_config.mode = runtime::Mode::Charged;
  full_config.call_trace = scratch.file("full.trace");
  runtime::RunConfig skeleton_config = *config;
  skeleton_config.call_trace = scratch.file("skeleton.trace");
  // The skeleton first: it is quick to say what is wrong.
  const Simulation simulated = simulate("maquette verify", skeleton, skeleton_config, scratch);
  // One that waits for what does not come has made calls that can be compared.
  if (!simulated.ended() && (!simulated.result || !runtime::readCallTrace(skeleton_config.call_trace)))
    return simulated.exit_status;
  for (const std::string &warning : simulated.result->warnings)
    printWarning(warning);
  if (const auto text = simulated.otherStatus())
    printWarning(*text);
  const sim::Result<runtime::Sizes> sizes = sizesOf(*simulated.result, config->profiles);
  if (!sizes)
    return reportError(sizes.error());
  const Simulation executed = simulate("maquette verify", full, full_config, scratch);
  if (!executed.ended())
    return executed.exit_status;
  if (const auto text = executed.otherStatus())
    printWarning(*text);
  const int status = compare(options, full_config, skeleton_config, {full[0], skeleton[0], {}, {}}, *sizes);
  return status == kOk && !simulated.ended() ? simulated.exit_status : status;
}

} // namespace

Command makeVerifyCommand(CLI::App &parent, const CommandLine &arguments) {
  CLI::App *app = parent.add_subcommand("verify", "Compare the MPI calls of a full program with those of its skeleton");
  const auto options = std::make_shared<VerifyOptions>();
  app->footer(kVerifyExample);
  options->target.addOptions(*app, Target::Machine::Optional);
  app->add_option("--full", options->full, "The full program, built with maquette-cc or maquette-c++.")->required();
  app->add_option("--skeleton", options->skeleton, "The skeleton of the program.")->required();
  options->profiles.addOption(*app);
  app->add_option("--json", options->json, "Write the result to this JSON file.");
  app->add_flag(
      "--repair", options->repair,
      "Note what differs for maquette skeletonize --repairs, in a file beside the profile (PROFILE.repairs).");
  app->add_option("--repairs", options->repairs, "The same, in this file.")->type_name("FILE");
  groupOptions(*app, "Programs", {"--full", "--skeleton", "--profile"});
  groupOptions(*app, "Target", {"--ranks", "--machine", "--set", "--oversubscribe", "--seed"});
  groupOptions(*app, "Memory", {"--stack", "--stack-size"});
  groupOptions(*app, "Output", {"--json", "--repair", "--repairs"});
  return {app, [options, &arguments] { return run(*options, arguments); }};
}

} // namespace maquette::tool
