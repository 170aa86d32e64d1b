//===- runtime/session/lib/start.cpp - a simulation in place of a program -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// libmaquette.so stands before the C library in a program's list of libraries, so the program's start calls this
/// __libc_start_main. It lets the C library do its part and runs the simulation where the program's main would run.
///
/// With MAQUETTE_RUN in the environment, the configuration and the result are files. Without it the program runs as one
/// rank and ends with its own status; what goes wrong is said on stderr.
#include "crash.h"
#include "debugger.h"
#include "maquette/memory/private_data.h"
#include "maquette/memory/process_heap.h"
#include "maquette/memory/rank_heap.h"
#include "simulation.h"

#include "maquette/formats/files.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

namespace {

using namespace maquette;

constexpr int kInputError = 1;

using Main = int (*)(int, char **, char **);
using StartMain = int (*)(Main, int, char **, void (*)(), void (*)(), void (*)(), void *);

/// The program's main, from __libc_start_main to where the C library calls simulate().
Main &programMain() {
  static Main main = nullptr;
  return main;
}

void say(const std::string &text) { std::fputs(text.c_str(), stderr); }

void reportInput(const runtime::RunConfig &config, const sim::Error &error) {
  if (config.result_file.empty()) {
    say(toText(error));
    return;
  }
  runtime::RunResult result;
  result.ranks = config.ranks;
  result.failures.push_back({"input", toText(error), -1});
  result.exit_status = kInputError;
  if (const sim::Status status = runtime::writeFileAtomically(config.result_file, toJson(result)); !status)
    say(toText(status.error()));
}

/// The status of the host process.
int conclude(runtime::World &world) {
  const runtime::RunResult &result = world.outcome().result();
  if (world.config().result_file.empty()) {
    for (const runtime::Failure &failure : result.failures)
      if (failure.kind != "exit" && failure.kind != runtime::kOtherStatus)
        say("error: " + failure.message + "\n");
    return world.outcome().programStatus() != 0 ? world.outcome().programStatus() : result.exit_status;
  }
  if (const sim::Status status = runtime::writeFileAtomically(world.config().result_file, toJson(result)); !status) {
    say(toText(status.error()));
    return kInputError;
  }
  return result.exit_status;
}

int simulate(int argc, char **argv, char **environment) {
  runtime::RunConfig config;
  if (auto given = runtime::runConfigFromEnvironment()) {
    if (!*given) {
      say(toText(given->error()));
      return kInputError;
    }
    config = **given;
  } else {
    config.files = files::FilesMode::Real; // A step of a build, or a configure script's program.
  }
  runtime::PrivateData &data = runtime::registeredPrivateData();
  auto created = session::Simulation::create(config, {programMain(), argc, argv, environment, data.modelId()}, data);
  if (!created) {
    reportInput(config, created.error());
    return kInputError;
  }
  // What ranks left on their stacks and heaps goes with the process.
  session::Simulation &simulation = *created->release();
  // Measured computing is to find its memory as it left it.
  std::unique_ptr<runtime::RankHeap> heap;
  if (config.mode == runtime::Mode::Skeleton || config.mode == runtime::Mode::Replay)
    heap = runtime::RankHeap::createForHost(static_cast<std::uint64_t>(config.memory_bytes));
  std::unique_ptr<runtime::ProcessHeap> own_heap;
  if (simulation.world().meter().measures() && !config.forksRanks() && runtime::ProcessHeap::isMalloc())
    own_heap = runtime::ProcessHeap::createForRuntime();
  bootstrap::watchForCrashes(simulation, conclude);
  bootstrap::showToDebuggers(simulation.world());
  simulation.run();
  bootstrap::hideFromDebuggers();
  bootstrap::stopWatching();
  const int status = conclude(simulation.world());
  static_cast<void>(heap.release());
  static_cast<void>(own_heap.release());
  return status;
}

} // namespace

extern "C" __attribute__((visibility("default"))) int __libc_start_main(Main main, int argc, char **argv,
                                                                        void (*init)(), void (*fini)(),
                                                                        void (*rtld_fini)(), void *stack_end) {
  programMain() = main;
  const auto start = reinterpret_cast<StartMain>(dlsym(RTLD_NEXT, "__libc_start_main"));
  return start(simulate, argc, argv, init, fini, rtld_fini, stack_end);
}
