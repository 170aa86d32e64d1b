//===- runtime/tools/trace_command.cpp - maquette trace -------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "maquette/analysis/report.h"
#include "maquette/console/console.h"
#include "maquette/formats/files.h"
#include "maquette/formats/json_text.h"
#include "maquette/trace_formats/open.h"
#include "maquette/traces/selection.h"
#include "maquette/traces/survey.h"
#include "maquette/traces/task_trace.h"
#include "trace_options.h"
#include "trace_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace maquette::tool {
namespace {

constexpr double kPicosecondsPerSecond = 1e12;
constexpr double kMostSeconds = 9e6; ///< In 63 bits of picoseconds.

struct TraceOptions {
  TraceInput input;
  std::string json;
  TraceOutput output;
  std::string ranks, window;
};

/// The most frequent functions first.
std::string countsText(const traces::Survey &survey) {
  std::vector<std::pair<std::string, std::uint64_t>> calls(survey.calls.begin(), survey.calls.end());
  std::stable_sort(calls.begin(), calls.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
  std::string text;
  for (const auto &[name, count] : calls)
    text += fmt::format("  {:<28} {:>14}\n", name, runtime::countText(static_cast<double>(count)));
  return text;
}

std::string describe(const traces::TraceSummary &trace, const traces::Survey &survey) {
  const auto count = [](auto number) { return runtime::countText(static_cast<double>(number)); };
  std::string text = fmt::format("{} {}: {} rank{}, {} calls\n", trace.format, trace.version, count(trace.ranks),
                                 trace.ranks == 1 ? "" : "s", count(survey.events));
  if (!trace.host.empty())
    text += fmt::format("recorded on {} by {}\n", trace.host, trace.user.empty() ? "somebody" : trace.user);
  const double all = survey.mpi_seconds + survey.other_seconds;
  text += fmt::format("the longest rank took {}; {:.1f} % of all ranks' time is spent in calls\n",
                      runtime::secondsText(survey.longest_seconds), all > 0 ? 100 * survey.mpi_seconds / all : 0.0);
  return text + countsText(survey);
}

runtime::Json jsonOf(const traces::TraceSummary &trace, const traces::Survey &survey) {
  return {{"format", trace.format},
          {"version", trace.version},
          {"ranks", trace.ranks},
          {"host", trace.host},
          {"user", trace.user},
          {"start_seconds", trace.start_seconds},
          {"events", survey.events},
          {"calls", survey.calls},
          {"mpi_seconds", survey.mpi_seconds},
          {"other_seconds", survey.other_seconds},
          {"longest_seconds", survey.longest_seconds}};
}

/// A trace that is wrong in one place may be so in each of a million ranks.
int reportSome(sim::Error errors) {
  constexpr std::size_t kMost = 20;
  const std::size_t count = errors.diagnostics.size();
  if (count > kMost)
    errors.diagnostics.resize(kMost);
  const int status = reportError(errors);
  if (count > kMost)
    fmt::print(stderr, "and {} more\n", count - kMost);
  return status;
}

int describeTrace(const TraceOptions &options, bool is_strict) {
  const auto trace = traces::openAny(options.input.path, options.input.format);
  if (!trace)
    return reportError(trace.error());
  sim::Error errors;
  const traces::Survey survey = traces::survey(**trace, is_strict, errors);
  if (!errors.diagnostics.empty())
    return reportSome(std::move(errors));
  printOut(is_strict ? fmt::format("{}: ok: {} calls of {} ranks\n", options.input.path,
                                   runtime::countText(static_cast<double>(survey.events)), (*trace)->summary().ranks)
                     : describe((*trace)->summary(), survey));
  if (options.json.empty())
    return kOk;
  const sim::Status written =
      runtime::writeFileAtomically(options.json, jsonOf((*trace)->summary(), survey).dump(2) + "\n");
  return written ? kOk : reportError(written.error());
}

/// "0.5:2": seconds since the trace began; each may be left out.
sim::Result<traces::Selection> selectionOf(const TraceOptions &options, std::int64_t ranks) {
  traces::Selection selection;
  if (!options.ranks.empty()) {
    const auto ranges = traces::readRankList(options.ranks);
    if (!ranges)
      return ranges.error();
    selection.ranks = *ranges;
    for (const traces::Selection::Range &range : *ranges)
      if (range.last >= ranks)
        return sim::Diagnostic{"--ranks " + options.ranks, fmt::format("the trace has ranks 0 to {}", ranks - 1),
                               "maquette-trace-options", "", "choose some of these"};
  }
  const std::size_t colon = options.window.find(':');
  const auto read = [&](const std::string &text, std::int64_t &ps) {
    char *end = nullptr;
    const double seconds = std::strtod(text.c_str(), &end);
    if (!text.empty())
      ps = static_cast<std::int64_t>(seconds * kPicosecondsPerSecond);
    return *end == 0 && std::abs(seconds) < kMostSeconds;
  };
  if (!options.window.empty() &&
      (colon == std::string::npos || !read(options.window.substr(0, colon), selection.begin_ps) ||
       !read(options.window.substr(colon + 1), selection.end_ps) || selection.end_ps < selection.begin_ps))
    return sim::Diagnostic{"--window " + options.window, "is no time", "maquette-trace-options", "",
                           "write seconds since the trace began, as in 0.5:2, :2 or 0.5:"};
  return selection;
}

bool selects(const TraceOptions &options) { return !options.ranks.empty() || !options.window.empty(); }

/// Does \p action with the part of the trace that is asked for.
template <class Action> int withSelected(const TraceOptions &options, Action action) {
  const auto trace = traces::openAny(options.input.path, options.input.format);
  if (!trace)
    return reportError(trace.error());
  if (dynamic_cast<const traces::TaskTrace *>(trace->get()) != nullptr && selects(options))
    return reportError(sim::Diagnostic{options.input.path,
                                       "has no parts: it says what waits for what, not when what was done",
                                       "maquette-trace-options", "", "replay it with --trace, and cut that"});
  const sim::Result<traces::Selection> selection = selectionOf(options, (*trace)->summary().ranks);
  if (!selection)
    return reportError(selection.error());
  const sim::Status done = action(selects(options) ? *traces::select(**trace, *selection) : **trace);
  return done ? kOk : reportError(done.error());
}

int convert(const TraceOptions &options) {
  if (const sim::Status writable = options.output.check(); !writable)
    return reportError(writable.error());
  return withSelected(options, [&options](const traces::Trace &trace) { return options.output.write(trace); });
}

} // namespace

Command makeTraceCommand(CLI::App &parent) {
  CLI::App *app = parent.add_subcommand("trace", "Show, check, convert and cut traces of MPI and OpenSHMEM programs");
  const auto options = std::make_shared<TraceOptions>();
  app->require_subcommand(1);
  app->footer("Example:\n  maquette trace info amg/dumpi.meta\n");
  CLI::App *info = app->add_subcommand("info", "Say what a trace holds: ranks, calls by function, time in them");
  CLI::App *check = app->add_subcommand("check", "Read all of a trace and report what is wrong with it");
  for (CLI::App *action : {info, check}) {
    options->input.addOptions(*action);
    action->add_option("--json", options->json, "Write the numbers to this JSON file.");
  }
  info->footer("Example:\n  maquette trace info amg/dumpi.meta --json calls.json\n");
  check->footer("Example:\n  maquette trace check amg/\n");
  CLI::App *print_app = app->add_subcommand("print", "Print each call of a trace, its times and arguments");
  options->input.addOptions(*print_app);
  CLI::App *convert_app = app->add_subcommand("convert", "Write a trace again in another format");
  CLI::App *cut = app->add_subcommand("cut", "Write a part of a trace: some ranks, some time");
  for (CLI::App *action : {convert_app, cut}) {
    options->input.addOptions(*action);
    options->output.addPath(*action, "-o,--output", "Write the trace to this file, or folder.")->required();
    options->output.addFormat(*action, "--to");
    action->add_flag("--overwrite", options->output.overwrites, "Replace what is there.");
  }
  CLI::Option_group *const part = cut->add_option_group("Part", "What is written; one of these at least");
  CLI::Option_group *const printed = print_app->add_option_group("Part", "What is printed");
  for (CLI::Option_group *const group : {part, printed}) {
    group->add_option("--ranks", options->ranks,
                      "Ranks that are taken, for example 0-63,128 or 0-1023:16, each sixteenth. Default: all.");
    group->add_option("--window", options->window,
                      "Time that is taken, in seconds since the trace began, for example 0.5:2. For viewers: a replay "
                      "lacks what began before.");
  }
  part->require_option(1, 2);
  convert_app->footer("Example:\n  maquette trace convert -o amg.pftrace amg/dumpi.meta\n");
  cut->footer("Example:\n  maquette trace cut --ranks 0-63 --window 0.5:2 -o part.pftrace amg/dumpi.meta\n");
  print_app->footer("Columns are separated by tabs; times are in microseconds.\n\nExample:\n"
                    "  maquette trace print --ranks 0 amg/dumpi.meta | less\n");
  return {app, [options, check, print_app, convert_app, cut] {
            if (print_app->parsed())
              return withSelected(*options, printTrace);
            return convert_app->parsed() || cut->parsed() ? convert(*options)
                                                          : describeTrace(*options, check->parsed());
          }};
}

} // namespace maquette::tool
