//===- maquette/context/computing_meter.h - what a rank's computing takes ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// ComputingMeter moves the clocks of ranks by what they compute: by predicted time, or in direct and profile mode by
/// time measured on the host machine. It also decides which memory counts as the rank's own while it is measured.
#ifndef MAQUETTE_CONTEXT_COMPUTING_METER_H
#define MAQUETTE_CONTEXT_COMPUTING_METER_H

#include "maquette/context/profile_hooks.h"
#include "maquette/context/rank.h"
#include "maquette/formats/run_config.h"
#include "maquette/models/machine.h"
#include "maquette/sim/assert.h"
#include "maquette/sim/time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace maquette::models {
class OsNoise;
}

namespace maquette::runtime {

class ComputingClock;
class HostProcesses;
class PrivateData;
class RankDispatcher;
class SharedBlocks;

/// The code that reads a clock: the program, or a library that maquette-cc did not build.
enum class ClockReader { Program, Library };

class ComputingMeter {
public:
  /// All outlive this.
  ComputingMeter(const RunConfig &config, const models::Machine &machine, const PrivateData &private_data,
                 RankDispatcher &dispatcher);
  ~ComputingMeter();

  // While a simulation is prepared.
  void setNoise(std::unique_ptr<models::OsNoise> noise);
  /// From now on the program's own computing is measured (direct and profile mode).
  void setClock(std::unique_ptr<ComputingClock> clock);
  void setSharedBlocks(std::unique_ptr<SharedBlocks> blocks);
  void setHostProcesses(std::unique_ptr<HostProcesses> processes);
  /// Mode::Profile: who records regions.
  void setRecorder(ProfileHooks &recorder) { recorder_ = &recorder; }

  /// Computing that takes \p host_time on the host: moves the rank's clock by its time on the target machine, including
  /// interruptions.
  void compute(Rank &rank, sim::SimDuration host_time);
  /// The rank reads its clock. Repeated reads move it, so that a program can wait for time to pass.
  sim::SimTime readClock(Rank &rank, ClockReader by = ClockReader::Program);

  /// True when the program's own computing is measured.
  bool measures() const { return clock_ != nullptr; }
  ComputingClock &clock() const {
    MAQUETTE_ASSERT(measures());
    return *clock_;
  }
  /// Adds the processor time since computingBegins() to the rank's clock.
  void computingEnds(Rank &rank);
  void computingBegins(Rank &rank);

  /// While computing is measured: what is allocated now is the runtime's, not the running rank's.
  bool isOwnMemory() const;
  /// \p rank, which computes and is measured, has got \p block of the heap.
  void allocated(const Rank &rank, void *block, std::size_t bytes);
  /// The same for a block of less than WorkingSets::kSmallestBlock bytes.
  void allocatedSmall(const Rank &rank, const void *block, std::size_t bytes);
  /// \p block, of at least \p bytes, is freed.
  void freed(const void *block, std::size_t bytes);

  /// Nullptr: ranks share nothing.
  SharedBlocks *sharedBlocks() const { return shared_blocks_.get(); }
  /// The block of the heap that \p rank, which computes, shares with others; nullptr if it is to have its own.
  void *sharedBlock(Rank &rank, std::size_t bytes, std::size_t alignment, const void *return_address);

  /// Nullptr: ranks compute in this process, one after another.
  HostProcesses *hostProcesses() const { return host_processes_.get(); }
  /// Fails the simulation if ranks have their own processes: \p rank does \p what, which is not supported there.
  /// Otherwise does nothing.
  void refuseOnHostCores(const Rank &rank, const std::string &what);

private:
  /// Consecutive reads of the clock by one rank.
  struct ClockWatch {
    Rank *rank = nullptr;
    std::uint64_t reads = 0;
    sim::SimTime seen{};  ///< At the latest read.
    sim::SimTime begin{}; ///< When the reads became so many that the rank only waits for time to pass.
  };

  const RunConfig &config_;
  const models::Machine &machine_;
  const PrivateData &private_data_;
  RankDispatcher &dispatcher_;
  ProfileHooks *recorder_ = nullptr;
  std::unique_ptr<models::OsNoise> os_noise_; ///< Null: no interruptions.
  std::unique_ptr<ComputingClock> clock_;
  std::unique_ptr<SharedBlocks> shared_blocks_;
  std::unique_ptr<HostProcesses> host_processes_;
  std::array<ClockWatch, 2> clock_watches_; ///< By ClockReader.
};

} // namespace maquette::runtime

#endif
