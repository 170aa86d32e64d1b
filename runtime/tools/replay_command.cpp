//===- runtime/tools/replay_command.cpp - maquette replay ------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "executable.h"
#include "maquette/console/console.h"
#include "maquette/trace_formats/convert.h"
#include "maquette/trace_formats/open.h"
#include "maquette/trace_formats/waits.h"
#include "maquette/traces/task_trace.h"
#include "run_output.h"
#include "trace_options.h"

#include <fmt/format.h>

#include <memory>

namespace maquette::tool {
namespace {

struct ReplayOptions {
  TraceInput input;
  Target target;
  RunOutput output;
  double compute_scale = 1;
  double cpu_ratio = 1;
  bool lenient = false;
};

/// The program that is simulated: it makes the calls of the trace.
CommandLine replayerOf(const ReplayOptions &options, const TraceInput &input) {
  return {ownFolder() + "/maquette-replayer", input.path, input.format,
          fmt::format("{}", options.compute_scale / options.cpu_ratio), options.lenient ? "lenient" : "strict"};
}

sim::Result<TraceInput> converted(const traces::Trace &trace, const std::string &path, const std::string &format) {
  const sim::Result<traces::Written> written = traces::writeTrace(trace, path, format, true);
  if (!written)
    return written.error();
  return TraceInput{path, format};
}

sim::Status checkCores(const traces::TaskTrace &trace, const std::string &path) {
  for (std::int64_t rank = 0; rank < trace.summary().ranks; ++rank) {
    const sim::Result<traces::TaskGraph> tasks = trace.tasks(rank);
    if (!tasks)
      return tasks.error();
    for (std::size_t task = 0; task < tasks->size(); ++task)
      if (const int core = tasks->task(task).core; core != 0)
        return sim::Diagnostic{fmt::format("{}: rank {}, operation {}", path, rank, task),
                               fmt::format("is for core {} of its rank; a rank of a replay has one, number 0", core),
                               "maquette-trace-record", "", "do the operations of all cores on one with --lenient"};
  }
  return sim::Nothing{};
}

/// The replayer reads all ranks at once. Formats that cannot be read so are converted first, and so are traces of
/// OpenSHMEM, for what a PE waits for stands in the traces of others.
sim::Result<TraceInput> replayable(const ReplayOptions &options, const traces::Trace &trace,
                                   const ScratchFolder &scratch) {
  if (const auto *of_tasks = dynamic_cast<const traces::TaskTrace *>(&trace)) {
    if (const sim::Status good = options.lenient ? sim::Nothing{} : checkCores(*of_tasks, options.input.path); !good)
      return good.error();
    return traces::needsConversion(trace) ? converted(trace, scratch.file("trace"), "goal") : options.input;
  }
  const sim::Result<std::unique_ptr<traces::Trace>> filled = traces::withWaits(trace);
  if (!filled)
    return filled.error();
  if (*filled)
    return converted(**filled, scratch.file("trace"), "maquette");
  return traces::needsConversion(trace) ? converted(trace, scratch.file("trace"), "maquette") : options.input;
}

sim::Result<runtime::RunConfig> configure(ReplayOptions &options, const traces::Trace &trace) {
  sim::Error errors;
  const std::int64_t ranks = trace.summary().ranks;
  if (options.target.ranks != 0 && options.target.ranks != ranks)
    return sim::Diagnostic{options.input.path,
                           fmt::format("the trace is of {} ranks, not {}", ranks, options.target.ranks),
                           "maquette-trace-ranks", "", "leave out -n, or record the program with so many ranks"};
  options.target.ranks = ranks;
  runtime::RunConfig config;
  config.mode = runtime::Mode::Replay;
  config.noise = runtime::Noise::None;
  config.unchecked = {"leaks"}; // What was not recorded is not missed.
  options.target.fill(config, errors);
  options.output.fill(options.target, config, errors);
  if (!errors.diagnostics.empty())
    return errors;
  return config;
}

int replay(ReplayOptions &options) {
  const auto trace = traces::openAny(options.input.path, options.input.format);
  if (!trace)
    return reportError(trace.error());
  const sim::Result<runtime::RunConfig> config = configure(options, **trace);
  if (!config)
    return reportError(config.error());
  const ScratchFolder scratch;
  const sim::Result<TraceInput> input = replayable(options, **trace, scratch);
  if (!input)
    return reportError(input.error());
  const CommandLine program = replayerOf(options, *input);
  Simulation simulation = simulate("maquette replay", program, *config, scratch, kUnpinned);
  if (!simulation.result || simulation.exit_status == kInputError)
    return simulation.exit_status;
  simulation.result->program = options.input.path;
  return options.output.finish("maquette replay", program, *config, scratch, kUnpinned, simulation);
}

} // namespace

Command makeReplayCommand(CLI::App &parent) {
  CLI::App *app = parent.add_subcommand("replay", "Simulate what a trace recorded, on a target machine");
  const auto options = std::make_shared<ReplayOptions>();
  app->footer(
      "The ranks of the trace compute as long as they did and make the same calls of MPI and OpenSHMEM.\n\nExample:\n"
      "  maquette replay -m fat-tree --compute-scale 0.5 amg/dumpi.meta\n");
  options->input.addOptions(*app);
  options->target.addOptions(*app, Target::Machine::Required);
  app->get_option("--ranks")->required(false)->description("Number of ranks; only that of the trace is accepted.");
  options->output.addWhatIf(*app);
  CLI::Option *scale = app->add_option("--compute-scale", options->compute_scale,
                                       "Computing takes so many times as long as it did when it was recorded.")
                           ->check(CLI::NonNegativeNumber)
                           ->capture_default_str();
  app->add_option("--cpu-ratio", options->cpu_ratio,
                  "A core of the target machine is so many times as fast as one that was recorded.")
      ->check(CLI::PositiveNumber)
      ->excludes(scale);
  app->add_flag("--lenient", options->lenient, "Leave out records that cannot be replayed, and count them.");
  options->output.addOptions(*app);
  groupOptions(*app, "Trace", {"--format", "--compute-scale", "--cpu-ratio", "--lenient"});
  groupOptions(*app, "Target", {"--ranks", "--machine", "--set", "--oversubscribe", "--what-if"});
  return {app, [options] { return replay(*options); }};
}

} // namespace maquette::tool
