//===- runtime/tool/calibrate_command.cpp - maquette machine calibrate -------===//
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "console.h"
#include "executable.h"
#include "maquette/runtime/calibration.h"
#include "maquette/runtime/files.h"
#include "maquette/runtime/report.h"
#include "native.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
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
  const sim::Result<std::string> source = ownFile({"../share/maquette/native/calibrate.c", MAQUETTE_SOURCE_NATIVE "/calibrate.c"});
  if (!source)
    return source;
  const sim::Result<std::string> compiler = findProgram("mpicc");
  if (!compiler)
    return sim::Diagnostic{"mpicc", "is not in PATH: the benchmark has to be compiled for the MPI that it measures",
                           "maquette-no-compiler", "", "install an MPI library with its compiler, as libmpich-dev"};
  const std::string program = scratch.file("calibrate");
  const sim::Result<ChildEnd> end = executeAndWait({*compiler, "-O2", *source, "-o", program}, {}, Pinning::None);
  if (!end)
    return end.error();
  if (!WIFEXITED(end->status) || WEXITSTATUS(end->status) != 0)
    return sim::Diagnostic{*source, "mpicc can not compile the benchmark", "maquette-no-compiler", "",
                           "see its messages above"};
  return program;
}

/// Measures until the times make sense: what a busy host disturbed in one run it leaves alone in another. If they do in no run,
/// the last fit there was counts.
int measure(const std::string &command, const std::string &program, const ScratchFolder &scratch, runtime::Calibration &found) {
  constexpr int kMostRuns = 6;
  constexpr double kDisturbed = 0.5; ///< No quiet host fits so badly.
  bool any = false;
  const std::string measurements = scratch.file("measurements");
  std::string text;
  sim::Error error;
  for (int i = 0; i < kMostRuns; ++i) {
    if (const int status = runNatively(command, 2, {program, measurements}, {}, scratch); status != kOk)
      return status;
    const sim::Result<std::string> part = runtime::readFile(measurements);
    if (!part)
      return reportError(part.error());
    const sim::Result<runtime::Calibration> fit = runtime::fitCalibration(text += *part, "the calibration of " + hostName());
    if (fit) {
      any = true;
      found = *fit;
      if (fit->worst_error < kDisturbed)
        return kOk;
    } else {
      error = fit.error();
    }
  }
  return any ? kOk : reportError(error);
}

} // namespace

int calibrate(const std::string &command, const std::string &output, const ScratchFolder &scratch) {
  const sim::Result<std::string> program = buildBenchmark(scratch);
  if (!program)
    return reportError(program.error());
  runtime::Calibration fit;
  if (const int status = measure(command, *program, scratch, fit); status != kOk)
    return status;
  const std::string name = std::filesystem::path(output).stem().string();
  const sim::Result<std::string> starter = findProgram("mpiexec");
  const std::string machine = runtime::toMachineFile(fit, name, std::thread::hardware_concurrency(), hostName(),
                                                     starter ? *starter : "mpirun");
  if (const sim::Status written = runtime::writeFileAtomically(output, machine); !written)
    return reportError(written.error());
  printOut(fmt::format("{}: latency {}, bandwidth {}/s, overheads {} and {}, eager up to {}\n", output,
                       runtime::secondsText(fit.memory_latency_seconds),
                       runtime::bytesText(fit.memory_bytes_per_second),
                       runtime::secondsText(fit.send_overhead_seconds),
                       runtime::secondsText(fit.receive_overhead_seconds),
                       runtime::bytesText(static_cast<double>(fit.eager_threshold))));
  printOut(fmt::format("the fit of {} message sizes is off by {} in the median, {} at most\n", fit.messages.size(),
                       runtime::shareText(fit.median_error), runtime::shareText(fit.worst_error)));
  return kOk;
}

Command makeMachineCalibrateCommand(CLI::App &machine_app) {
  CLI::App *app = machine_app.add_subcommand("calibrate", "Measure this host's MPI and write its machine file");
  const auto output = std::make_shared<std::string>();
  app->footer("Inside one node only; needs mpicc and mpiexec.\n\nExample:\n  maquette machine calibrate -o host.toml\n");
  app->add_option("-o,--output", *output, "The machine file")->required();
  return {app, [output] {
            if (const sim::Status writable = runtime::checkWritable(*output); !writable)
              return reportError(writable.error());
            return calibrate("maquette machine calibrate", *output, ScratchFolder());
          }};
}

} // namespace maquette::tool
