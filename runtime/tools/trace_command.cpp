//===- runtime/tools/trace_command.cpp - maquette trace -------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "maquette/analysis/report.h"
#include "maquette/console/console.h"
#include "maquette/formats/files.h"
#include "maquette/formats/json_text.h"
#include "maquette/traces/request_numbers.h"
#include "maquette/traces/survey.h"
#include "maquette/traces/trace_writer.h"
#include "trace_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <unistd.h>

namespace maquette::tool {
namespace {

struct TraceOptions {
  TraceInput input;
  std::string json;
  std::string output;
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
  text += fmt::format("the longest rank took {}; {:.1f} % of all ranks' time is spent in MPI\n",
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
  const auto trace = traces::openTrace(options.input.path, options.input.format);
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

/// All ranks' events, one rank after the other.
sim::Status copyEvents(const traces::Trace &trace, traces::TraceWriter &writer) {
  traces::Event event;
  for (std::int64_t rank = 0; rank < trace.summary().ranks; ++rank) {
    const auto reader = trace.open(rank);
    if (!reader)
      return reader.error();
    for (traces::RequestNumbers requests;;) {
      const sim::Result<bool> more = (*reader)->next(event);
      if (!more)
        return more.error();
      if (!*more)
        break;
      requests.renumber(event);
      writer.add(rank, event);
    }
    writer.finish(rank);
  }
  return sim::Nothing{};
}

/// Beside the output first: nothing half-written is left.
int convert(const TraceOptions &options) {
  const auto trace = traces::openTrace(options.input.path, options.input.format);
  if (!trace)
    return reportError(trace.error());
  if (const sim::Status writable = runtime::checkWritable(options.output); !writable)
    return reportError(writable.error());
  const std::string part = options.output + ".part";
  const int file = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  constexpr std::size_t kBlockEvents = 4096;
  traces::TraceWriter writer(file, {.ranks = (*trace)->summary().ranks,
                                    .tick_ps = 1000,
                                    .block_events = kBlockEvents,
                                    .compute_factor = (*trace)->summary().compute_factor,
                                    .from_start = (*trace)->summary().from_start});
  const sim::Status copied = copyEvents(**trace, writer);
  const bool written = writer.close();
  ::close(file);
  if (copied && written && std::rename(part.c_str(), options.output.c_str()) == 0) {
    printOut(fmt::format(
        "{}: {} calls, {}, {:.2f} bytes a call\n", options.output,
        runtime::countText(static_cast<double>(writer.events())),
        runtime::bytesText(static_cast<double>(writer.bytes())),
        writer.events() > 0 ? static_cast<double>(writer.bytes()) / static_cast<double>(writer.events()) : 0.0));
    return kOk;
  }
  const std::string why = std::strerror(errno);
  std::remove(part.c_str());
  return reportError(copied ? sim::Error(sim::Diagnostic{options.output, "cannot be written: " + why,
                                                         "maquette-output-unwritable", "", "free some space"})
                            : copied.error());
}

} // namespace

void TraceInput::addOptions(CLI::App &app) {
  app.add_option("TRACE", path, "The trace: of DUMPI, its .meta file or the folder that holds it.")->required();
  std::vector<std::string> formats{"auto"};
  for (const std::string_view name : traces::traceFormats())
    formats.emplace_back(name);
  app.add_option("--format", format, "Format of the trace; auto takes what its name says.")
      ->check(CLI::IsMember(formats))
      ->capture_default_str();
}

Command makeTraceCommand(CLI::App &parent) {
  CLI::App *app = parent.add_subcommand("trace", "Show, check and convert traces of MPI programs");
  const auto options = std::make_shared<TraceOptions>();
  app->require_subcommand(1);
  app->footer("Example:\n  maquette trace info amg/dumpi.meta\n");
  CLI::App *info = app->add_subcommand("info", "Say what a trace holds: ranks, calls by function, time in MPI");
  CLI::App *check = app->add_subcommand("check", "Read all of a trace and report what is wrong with it");
  for (CLI::App *action : {info, check}) {
    options->input.addOptions(*action);
    action->add_option("--json", options->json, "Write the numbers to this JSON file.");
  }
  info->footer("Example:\n  maquette trace info amg/dumpi.meta --json calls.json\n");
  check->footer("Example:\n  maquette trace check amg/\n");
  CLI::App *convert_app = app->add_subcommand("convert", "Write a trace again, in Maquette's own format");
  options->input.addOptions(*convert_app);
  convert_app->add_option("-o,--output", options->output, "Write the trace to this file.")->required();
  convert_app->footer("Example:\n  maquette trace convert -o amg.trace amg/dumpi.meta\n");
  return {app, [options, check, convert_app] {
            return convert_app->parsed() ? convert(*options) : describeTrace(*options, check->parsed());
          }};
}

} // namespace maquette::tool
