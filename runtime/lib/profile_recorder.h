//===- runtime/lib/profile_recorder.h - measures a profiled program ----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What maquette_region_begin/end and maquette_observe_* do in a profiling run, for one host thread that runs all ranks
/// in turn.
///
/// A region's time is its own: that of inner regions, of MPI calls inside it (enterCall/leaveCall) and the measured
/// cost of the instrumentation are taken off, and so is time in which the host ran something else.
#ifndef MAQUETTE_RUNTIME_LIB_PROFILE_RECORDER_H
#define MAQUETTE_RUNTIME_LIB_PROFILE_RECORDER_H

#include "hardware_counters.h"
#include "profile_groups.h"
#include "tick_clock.h"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace maquette::runtime {

class ProfileRecorder {
public:
  /// Calibrates the clock and measures its own cost: about 30 ms.
  explicit ProfileRecorder(std::int64_t ranks);
  ProfileRecorder(const ProfileRecorder &) = delete;
  ProfileRecorder &operator=(const ProfileRecorder &) = delete;

  void beginRegion(std::int64_t rank, const char *name, std::span<const double> features);
  void endRegion(std::int64_t rank, const char *name);
  void observe(std::int64_t rank, const char *name, ValueType type, double observed, std::span<const double> features);

  /// Time between the two, in which other ranks may run, is in no region. They do not nest.
  void enterCall(std::int64_t rank) { ranks_[static_cast<std::size_t>(rank)].call_began = TickClock::now(); }
  void leaveCall(std::int64_t rank) {
    RankState &state = ranks_[static_cast<std::size_t>(rank)];
    state.excluded += TickClock::now() - state.call_began;
  }

  Profile profile(const std::string &model_id, const std::string &program) const;
  /// Times region_end was called without its region_begin: a region was left by longjmp or an exception.
  std::uint64_t unmatchedEnds() const { return unmatched_ends_; }

private:
  struct Region {
    std::string name;
    GroupTable<RegionRecord> groups;
  };
  struct Value {
    std::string name;
    ValueType type = ValueType::Integer;
    std::size_t index = 0;
    GroupTable<ValueRecord> groups;
  };
  struct Frame {
    Region *region = nullptr;
    std::vector<double> features;
    std::uint64_t begin = 0;
    std::uint64_t excluded = 0; ///< Of the rank, at begin.
    double children = 0;
    CounterReadings counters; ///< At begin; then those of the region without its children.
    CounterReadings child_counters;
  };
  struct RankState {
    std::vector<Frame> frames; ///< The first depth ones are open; the others keep their memory.
    std::size_t depth = 0;
    std::uint64_t excluded = 0;
    std::uint64_t call_began = 0;
    std::unordered_map<std::uint64_t, std::uint32_t> occurrences; ///< By value and group.
  };

  Region &regionOf(const char *name);
  Value &valueOf(const char *name, ValueType type);
  void measureOwnCost();
  void close(RankState &state, std::uint64_t now);

  TickClock clock_;
  StolenTime stolen_;
  HardwareCounters counters_;
  std::vector<RankState> ranks_;
  std::unordered_map<const char *, Region *> region_by_pointer_;
  std::map<std::string, std::unique_ptr<Region>> regions_;
  std::unordered_map<const char *, Value *> value_by_pointer_;
  std::map<std::string, std::unique_ptr<Value>> values_;
  double inner_cost_ = 0; ///< Ticks that an empty region seems to take.
  double outer_cost_ = 0; ///< Ticks that its two calls take from whatever surrounds it.
  double stolen_ticks_ = 0;
  std::uint64_t unmatched_ends_ = 0;
};

} // namespace maquette::runtime

#endif
