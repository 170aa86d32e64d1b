//===- runtime/tools/calibrate_command.cpp - maquette machine calibrate -------===//
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "executable.h"
#include "maquette/analysis/report.h"
#include "maquette/console/console.h"
#include "maquette/formats/calibration.h"
#include "maquette/formats/files.h"
#include "native.h"
#include "storage_calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace maquette::tool {
namespace {

std::string hostName() {
  char name[256] = "";
  return ::gethostname(name, sizeof name - 1) == 0 && name[0] != 0 ? name : "this host";
}

/// Compiles the benchmark with the host's mpicc; the path of the program.
sim::Result<std::string> buildBenchmark(const ScratchFolder &scratch) {
  const sim::Result<std::string> source =
      ownFile({"../share/maquette/native/calibrate.c", MAQUETTE_SOURCE_NATIVE "/calibrate.c"});
  if (!source)
    return source;
  const sim::Result<std::string> compiler = findProgram("mpicc");
  if (!compiler)
    return sim::Diagnostic{
        "mpicc", "is not in PATH, but the benchmark must be compiled with the MPI library that it measures",
        "maquette-no-compiler", "", "install an MPI library with its compiler, for example libmpich-dev"};
  const std::string program = scratch.file("calibrate");
  const sim::Result<ChildEnd> end = executeAndWait({*compiler, "-O2", *source, "-o", program}, {}, kUnpinned);
  if (!end)
    return end.error();
  if (!WIFEXITED(end->status) || WEXITSTATUS(end->status) != 0)
    return sim::Diagnostic{*source, "mpicc cannot compile the benchmark", "maquette-no-compiler", "",
                           "read its messages above"};
  return program;
}

struct Measured {
  std::string text; ///< Of all runs.
  runtime::Calibration fit;
};

/// Measures until the times make sense: what a busy host disturbed in one run it leaves alone in another. If they do in
/// no run, the last fit there was counts.
int measure(const std::string &command, const std::string &program, const ScratchFolder &scratch,
            const CommandLine &options, const std::string &where, Measured &found) {
  constexpr int kMostRuns = 6;
  constexpr double kDisturbed = 0.5; ///< No quiet host fits so badly.
  bool any = false;
  const std::string measurements = scratch.file("measurements");
  const auto pieces =
      options.empty() ? runtime::MessagePieces::Several : runtime::MessagePieces::One; // A network has its own models.
  sim::Error error;
  for (int i = 0; i < kMostRuns; ++i) {
    if (const int status = runNatively(command, 2, {program, measurements}, {}, scratch, options); status != kOk)
      return status;
    const sim::Result<std::string> part = runtime::readFile(measurements);
    if (!part)
      return reportError(part.error());
    const sim::Result<runtime::Calibration> fit =
        runtime::fitCalibration(found.text += *part, "the calibration of " + where, pieces);
    if (fit) {
      any = true;
      found.fit = *fit;
      if (fit->worst_error < kDisturbed)
        return kOk;
    } else {
      error = fit.error();
    }
  }
  return any ? kOk : reportError(error);
}

/// Measures between two nodes, and fits the inside with what both have in common.
int measureBetween(const std::string &command, const std::string &program, const ScratchFolder &scratch,
                   const std::vector<std::string> &hosts, Measured &inside, Measured &between) {
  const std::string names = hosts[0] + "," + hosts[1], list = scratch.file("hosts");
  if (const sim::Status written = runtime::writeFileAtomically(list, hosts[0] + "\n" + hosts[1] + "\n"); !written)
    return reportError(written.error());
  if (const int status = measure(command, program, scratch, {"-machinefile", list}, names, between); status != kOk)
    return status;
  if (const sim::Status checked = runtime::checkNodes(between.fit, names); !checked)
    return reportError(checked.error());
  const sim::Result<runtime::Calibration> fit =
      runtime::fitCalibration(runtime::withOverheadsOf(inside.text, between.text), "the calibration of " + hostName());
  if (!fit)
    return reportError(fit.error());
  inside.fit = *fit;
  return kOk;
}

void printFit(const std::string &what, const runtime::Calibration &fit) {
  printOut(fmt::format("{}: latency {}, bandwidth {}/s, overheads {} and {}, eager up to {}\n", what,
                       runtime::secondsText(fit.latency_seconds), runtime::bytesText(fit.largeBytesPerSecond()),
                       runtime::secondsText(fit.send_overhead_seconds),
                       runtime::secondsText(fit.receive_overhead_seconds),
                       runtime::bytesText(static_cast<double>(fit.eager_threshold))));
  if (!fit.steps.empty())
    printOut(fmt::format("up to {}: {}/s\n", runtime::bytesText(static_cast<double>(fit.steps.front().above)),
                         runtime::bytesText(fit.bytes_per_second)));
  for (const runtime::CalibratedStep &step : fit.steps)
    printOut(fmt::format("above {}: data latency {}, bandwidth {}/s\n",
                         runtime::bytesText(static_cast<double>(step.above)),
                         runtime::secondsText(step.latency_seconds), runtime::bytesText(step.bytes_per_second)));
  if (!fit.gaps.empty())
    printOut(fmt::format("each block of a non-contiguous message: {}; above the eager threshold {}\n",
                         runtime::secondsText(fit.block_overhead_seconds),
                         runtime::secondsText(fit.rendezvous_block_overhead_seconds)));
  printOut(fmt::format("error of the fit over {} message sizes: median {}, maximum {}\n", fit.messages.size(),
                       runtime::shareText(fit.median_error), runtime::shareText(fit.worst_error)));
}

/// The names in a list with commas, or in the lines of a file: the first word of each, without ":slots" behind it; #
/// begins a comment.
std::vector<std::string> namesIn(const std::string &text) {
  std::vector<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::string name = line.substr(0, line.find_first_of(" \t:#\r"));
    if (!name.empty())
      names.push_back(name);
  }
  return names;
}

/// The two nodes to measure between; none when none are asked for.
sim::Result<std::vector<std::string>> twoHosts(std::string list, const std::string &file) {
  std::vector<std::string> names;
  if (!file.empty()) {
    const sim::Result<std::string> text = runtime::readFile(file);
    if (!text)
      return text.error();
    names = namesIn(*text);
  } else {
    std::replace(list.begin(), list.end(), ',', '\n');
    names = namesIn(list);
  }
  if (list.empty() && file.empty())
    return names;
  std::vector<std::string> different;
  for (const std::string &name : names)
    if (different.size() < 2 && std::find(different.begin(), different.end(), name) == different.end())
      different.push_back(name);
  if (different.size() == 2)
    return different;
  return sim::Diagnostic{
      file.empty() ? "--hosts" : file,
      different.empty() ? "names no node" : "names only one node, " + different[0] + ", but a network needs two",
      "maquette-calibration", "",
      "name two nodes, for example --hosts node1,node2, or leave the option out to measure inside this node"};
}

} // namespace

int calibrate(const std::string &command, const std::string &output, const ScratchFolder &scratch,
              const std::vector<std::string> &hosts, const std::string &storage) {
  std::string tables;
  if (!storage.empty()) { // First, as it fails soonest.
    const sim::Result<StorageCalibration> measured = calibrateStorage(storage, scratch);
    if (!measured)
      return reportError(measured.error());
    tables = toTables(*measured, storage, hostName());
  }
  const sim::Result<std::string> program = buildBenchmark(scratch);
  if (!program)
    return reportError(program.error());
  Measured inside, between;
  if (const int status = measure(command, *program, scratch, {}, hostName(), inside); status != kOk)
    return status;
  if (!hosts.empty())
    if (const int status = measureBetween(command, *program, scratch, hosts, inside, between); status != kOk)
      return status;
  const std::string name = std::filesystem::path(output).stem().string();
  const sim::Result<std::string> starter = findProgram("mpiexec");
  const std::string machine =
      runtime::toMachineFile(inside.fit, name, std::thread::hardware_concurrency(), hostName(),
                             starter ? *starter : "mpirun", hosts.empty() ? nullptr : &between.fit) +
      tables;
  if (const sim::Status written = runtime::writeFileAtomically(output, machine); !written)
    return reportError(written.error());
  printFit(output, inside.fit);
  if (!hosts.empty())
    printFit("between " + hosts[0] + " and " + hosts[1], between.fit);
  return kOk;
}

Command makeMachineCalibrateCommand(CLI::App &machine_app) {
  CLI::App *app =
      machine_app.add_subcommand("calibrate", "Measure the MPI library of this host and write a machine file");
  struct Options {
    std::string output, hosts, hostfile, storage;
  };
  const auto options = std::make_shared<Options>();
  app->footer(
      "It needs mpicc and mpiexec. Without --hosts it measures inside this node. With two hosts it also measures\n"
      "the network between them. The benchmark is compiled in TMPDIR: use a folder that both hosts share.\n\n"
      "Example:\n"
      "  maquette machine calibrate -o host.toml\n"
      "  maquette machine calibrate --storage /scratch -o host.toml\n"
      "  TMPDIR=$HOME maquette machine calibrate --hosts node1,node2 -o cluster.toml\n");
  app->add_option("-o,--output", options->output, "The machine file to write.")->required();
  CLI::Option *hosts = app->add_option("--hosts", options->hosts,
                                       "Two nodes, separated by a comma: also measure the network between them.");
  app->add_option("--hostfile", options->hostfile,
                  "Like --hosts, but read the first two nodes from a file with one node per line.")
      ->excludes(hosts);
  app->add_option("--storage", options->storage,
                  "Also measure the storage that this folder is on, with fio. It needs 1 GiB there.")
      ->type_name("DIR");
  return {app, [options] {
            if (const sim::Status writable = runtime::checkWritable(options->output); !writable)
              return reportError(writable.error());
            const sim::Result<std::vector<std::string>> hosts = twoHosts(options->hosts, options->hostfile);
            if (!hosts)
              return reportError(hosts.error());
            return calibrate("maquette machine calibrate", options->output, ScratchFolder(), *hosts, options->storage);
          }};
}

} // namespace maquette::tool
