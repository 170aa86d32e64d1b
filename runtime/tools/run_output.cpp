//===- runtime/tools/run_output.cpp - what a simulation's results are written to --===//
// SPDX-License-Identifier: Apache-2.0
#include "run_output.h"

#include "maquette/analysis/efficiency.h"
#include "maquette/analysis/report.h"
#include "maquette/console/console.h"
#include "maquette/formats/files.h"
#include "maquette/formats/json_text.h"
#include "maquette/trace_formats/convert.h"
#include "maquette/traces/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace maquette::tool {
namespace {

/// The changes in texts that hold one or several each, with commas between; those in brackets belong to a list.
std::vector<std::string> separated(const std::vector<std::string> &texts) {
  std::vector<std::string> changes;
  for (const std::string &text : texts) {
    int depth = 0;
    changes.emplace_back();
    for (const char c : text) {
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == ',' && depth <= 0)
        changes.emplace_back();
      else
        changes.back() += c;
    }
  }
  return changes;
}

/// The same run with more changes of the machine.
runtime::RunConfig changed(runtime::RunConfig config, const std::vector<std::string> &changes) {
  config.overrides.insert(config.overrides.end(), changes.begin(), changes.end());
  return config;
}

/// Comma-separated values, as spreadsheets and plotting programs read them.
std::string processesText(const runtime::RunResult &result) {
  std::string text = "rank,node,run_seconds,network_seconds,storage_seconds,ready_seconds\n";
  for (const runtime::ProcessTimes &times : result.processes)
    text += fmt::format("{},{},{:.12g},{:.12g},{:.12g},{:.12g}\n", times.rank, times.node, times.run_seconds,
                        times.network_seconds, times.storage_seconds, times.ready_seconds);
  return text;
}

std::string matrixText(const runtime::RunResult &result) {
  std::string text = "source,destination,messages,bytes\n";
  for (const runtime::PairTraffic &pair : result.matrix)
    text += fmt::format("{},{},{},{}\n", pair.source, pair.destination, pair.messages, pair.bytes);
  return text;
}

void checkEfficiency(const RunOutput &output, const runtime::RunConfig &config, sim::Error &errors) {
  if (output.efficiency && !config.jobs.empty())
    errors.diagnostics.push_back({"--efficiency", "of several jobs there is none: each has its own",
                                  "maquette-efficiency-jobs", "", "run one job at a time"});
}

void checkTrace(const RunOutput &output, const runtime::RunConfig &config, sim::Error &errors) {
  const auto refuse = [&](const std::string &where, const std::string &what, const std::string &fix) {
    errors.diagnostics.push_back({where, what, "maquette-trace-options", "", fix});
  };
  if (!output.trace_ranks.empty() && !traces::readRankList(output.trace_ranks))
    refuse("--trace-ranks " + output.trace_ranks, "is no list of ranks",
           "write numbers and ranges, as in 0-63,128, or with a step, as in 0-1023:16");
  if (!output.trace.path.empty() && output.trace.formatToWrite() == "goal")
    refuse("--trace " + output.trace.path, "a run cannot be written as a GOAL schedule, which says what waits for what",
           "choose another name, or another format with --trace-format");
  if (!output.trace.path.empty() && !config.jobs.empty())
    refuse("--trace " + output.trace.path, "ranks of several jobs cannot be recorded", "record one job at a time");
  if (!output.trace.path.empty() && config.host_cores > 1)
    refuse("--trace " + output.trace.path, "ranks that compute on several cores cannot be recorded",
           "leave out --host-cores");
}

} // namespace

std::vector<std::string> RunOutput::changes() const { return separated(what_if); }

void RunOutput::addOptions(CLI::App &app) {
  app.add_option("--json", json, "Write the results to this JSON file.");
  app.add_option("--report", report, "Write a report to this HTML file.");
  app.add_option("--process-times", processes,
                 "Write to this CSV file what each rank spends its time on: computing, network, storage, waiting for "
                 "its own threads.");
  app.add_option("--matrix", matrix, "Write the messages and bytes between each pair of ranks to this CSV file.");
  app.add_flag("--sizes", sizes, "Count messages by size.");
  app.add_flag("--sites", sites, "Count MPI calls by their place in the source.");
  app.add_flag("--links", links,
               "Record the use of links over time and the share of congestion. --report includes this.");
  app.add_flag("--efficiency", efficiency,
               "Run again on a network without any cost and show which part of the time is useful. --report includes "
               "this, but of direct mode.");
  app.add_flag("--critical-path", critical_path,
               "Show by line what decides when the run ends, and where ranks wait for others and why. --report "
               "includes this.");
  app.add_flag("--stats", stats, "Show what the simulator uses memory for.");
  CLI::Option *const recorded =
      trace.addPath(app, "--trace", "Record the MPI calls of ranks in this file: see maquette trace.");
  app.add_option("--trace-ranks", trace_ranks,
                 "Ranks that are recorded, for example 0-63,128 or 0-1023:16, each sixteenth. Default: all.")
      ->type_name("RANKS")
      ->needs(recorded);
  trace.addFormat(app, "--trace-format");
  app.get_option("--trace-format")->needs(recorded);
  app.add_flag("--overwrite-trace", trace.overwrites, "Replace the trace that is there.")->needs(recorded);
  groupOptions(app, "Output",
               {"--json", "--report", "--process-times", "--matrix", "--sizes", "--sites", "--links", "--efficiency",
                "--critical-path", "--stats", "--trace", "--trace-format", "--trace-ranks", "--overwrite-trace"});
}

void RunOutput::addWhatIf(CLI::App &app) {
  app.add_option("--what-if", what_if,
                 "Run again with these changes of the machine and compare, for example --what-if network.bandwidth=2x.")
      ->type_name("KEY=VALUE[,KEY=VALUE]...")
      ->allow_extra_args(false);
}

/// Direct mode measures its computing again, which takes as long as the run: only where it is asked for.
bool RunOutput::wantsEfficiency(const runtime::RunConfig &config) const {
  return efficiency || (!report.empty() && config.mode != runtime::Mode::Direct && config.jobs.empty());
}

std::vector<runtime::ReportSection> RunOutput::sections(const Simulation &simulation, const Others &others) const {
  std::vector<runtime::ReportSection> found;
  if (others.ideal.result)
    found.push_back(runtime::efficiencySection(runtime::efficiencyOf(*simulation.result, *others.ideal.result)));
  if (others.changed.result)
    found.push_back(runtime::whatIfSection(changes(), *simulation.result, *others.changed.result));
  return found;
}

std::string RunOutput::recording() const {
  return trace.path.empty() || trace.formatToWrite() == "maquette" ? trace.path : trace.path + ".calls";
}

int RunOutput::finishTrace() const {
  if (recording() == trace.path)
    return kOk;
  const auto recorded = traces::openTrace(recording(), "maquette");
  if (!recorded)
    return reportError(recorded.error());
  const sim::Status written = trace.write(**recorded);
  if (written) {
    std::filesystem::remove(recording());
    return kOk;
  }
  reportError(written.error());
  fmt::print(stderr, "note: what was recorded is in {}: maquette trace convert reads it\n", recording());
  return kInputError;
}

void RunOutput::fill(const Target &target, runtime::RunConfig &config, sim::Error &errors) const {
  config.gather.matrix = !matrix.empty();
  config.gather.processes = !processes.empty();
  config.gather.sizes = sizes;
  config.gather.sites = sites;
  config.gather.stats = stats;
  config.gather.observe = links || !report.empty();
  config.gather.causality = critical_path || !report.empty();
  config.trace = recording();
  config.trace_ranks = trace_ranks;
  checkTrace(*this, config, errors);
  checkEfficiency(*this, config, errors);
  if (!what_if.empty() && errors.diagnostics.empty())
    target.checkMachine(config.machine, changed(config, changes()).overrides, errors);
  for (const std::string &output : {json, report, matrix, processes})
    if (!output.empty())
      gather(runtime::checkWritable(output), errors);
  if (!trace.path.empty())
    gather(trace.check(), errors);
  if (recording() != trace.path) // What a run that could not be converted left is not lost to the next.
    gather(traces::checkReplaceable(recording(), trace.overwrites), errors);
}

/// Of a failed program too: the results say how it failed.
int RunOutput::write(const Simulation &simulation, const Others &others) const {
  sim::Error errors;
  runtime::Json document = runtime::Json::parse(runtime::toJson(*simulation.result));
  if (others.changed.result)
    document["what_if"] = {{"changes", changes()},
                           {"result", runtime::Json::parse(runtime::toJson(*others.changed.result))}};
  if (others.ideal.result) {
    const runtime::Efficiency found = runtime::efficiencyOf(*simulation.result, *others.ideal.result);
    document["efficiency"] = {{"parallel", found.parallel},           {"load_balance", found.load_balance},
                              {"communication", found.communication}, {"serialization", found.serialization},
                              {"transfer", found.transfer},           {"ideal_seconds", found.ideal_seconds}};
  }
  if (!json.empty())
    gather(runtime::writeFileAtomically(json, document.dump(2) + "\n"), errors);
  if (!processes.empty())
    gather(runtime::writeFileAtomically(processes, processesText(*simulation.result)), errors);
  if (!matrix.empty())
    gather(runtime::writeFileAtomically(matrix, matrixText(*simulation.result)), errors);
  if (!report.empty())
    gather(runtime::writeFileAtomically(report, runtime::toHtml(*simulation.result, sections(simulation, others))),
           errors);
  return errors.diagnostics.empty() ? simulation.exit_status : reportError(errors);
}

int RunOutput::finish(const std::string &command, const CommandLine &program, const runtime::RunConfig &config,
                      const ScratchFolder &scratch, Pinning pinning, const Simulation &simulation) const {
  Others others;
  const auto again = [&](const std::vector<std::string> &with) {
    runtime::RunConfig other = changed(config, with);
    other.trace.clear(); // It is of the machine as it is, and so are the causes.
    other.gather.causality = false;
    return simulate(command, program, other, scratch, pinning);
  };
  if (!what_if.empty() && simulation.ended())
    others.changed = again(changes());
  if (wantsEfficiency(config) && simulation.ended())
    others.ideal = again({"network.model=ideal"});
  const int status = std::max(write(simulation, others), finishTrace());
  if (simulation.ended())
    printOut(runtime::toSummary(*simulation.result));
  if (const std::vector<runtime::ReportSection> more = sections(simulation, others); !more.empty())
    printOut(fmt::format("\n{}", runtime::sectionsText(more)));
  if (const auto text = simulation.otherStatus())
    fmt::print(stderr, "error: {}\n", *text);
  return std::max({status, others.changed.exit_status, others.ideal.exit_status});
}

} // namespace maquette::tool
