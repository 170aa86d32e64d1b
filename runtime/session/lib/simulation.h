//===- runtime/session/lib/simulation.h - a simulation from its start to its result ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_SESSION_SIMULATION_H
#define MAQUETTE_SESSION_SIMULATION_H

#include "maquette/context/world.h"
#include "maquette/formats/progress.h"
#include "rank_arguments.h"
#include "run_start.h"

#include <cstdint>
#include <memory>

namespace maquette::session {

class Simulation : private runtime::RankProgram {
public:
  /// \p private_data outlives it. Errors: bad input. What the program does wrong ends in RunResult::failures.
  static sim::Result<std::unique_ptr<Simulation>>
  create(const runtime::RunConfig &config, const runtime::Program &program, runtime::PrivateData &private_data);
  runtime::World &world() { return *world_; }
  /// Runs all ranks to their end, or until the program fails. Completes the result.
  void run();
  /// Completes the result, once. Called by run(); by a signal handler when the program crashed.
  void finish();

private:
  Simulation() = default;
  sim::Status prepare(const runtime::RunConfig &config, const runtime::Program &program,
                      runtime::PrivateData &private_data);
  void startRanks();
  void checkMemory(std::int64_t started);
  void reportOpenRanks();
  void run(runtime::Rank &rank) override;
  void rankHasRun() override;

  RunStart start_; ///< First: it reads the clocks.
  std::unique_ptr<runtime::World> world_;
  RankArguments arguments_;
  std::unique_ptr<runtime::ProgressFile> progress_; ///< Null: nobody watches.
  bool finished_ = false;
};

} // namespace maquette::session

#endif
