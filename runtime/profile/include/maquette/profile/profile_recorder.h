//===- maquette/profile/profile_recorder.h - measures a profiled program ----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What maquette_region_begin/end and maquette_observe_* do in a profiling run, for one host thread that runs all ranks
/// in turn.
///
/// A region's time is its own: that of inner regions, of MPI calls inside it (enterCall/leaveCall) and the measured
/// cost of the instrumentation are taken off, and so is time in which the host ran something else.
///
/// Kept    code outside regions belongs to the region that follows; what a call ends behind a region to that; what lies
/// between two calls to the
///         next region that the rank executed before, as far as that is usual there, else, as what is left when it
///         ends, to the rank.
#ifndef MAQUETTE_PROFILE_PROFILE_RECORDER_H
#define MAQUETTE_PROFILE_PROFILE_RECORDER_H

#include "maquette/host/hardware_counters.h"
#include "maquette/host/stolen_time.h"
#include "maquette/profile/profile_groups.h"
#include "maquette/profile/span_filter.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace maquette::runtime {

class ProfileRecorder {
public:
  /// Measures its own cost and, if it is given none, calibrates a clock: about 30 ms.
  /// \p counters are the events of one pass, counted by \p source.
  explicit ProfileRecorder(std::int64_t ranks, OpenedCounters source = {},
                           const std::vector<std::string> &counters = {}, Corrections corrections = {},
                           const TickClock &clock = TickClock::calibrated());
  ProfileRecorder(const ProfileRecorder &) = delete;
  ProfileRecorder &operator=(const ProfileRecorder &) = delete;

  void beginRegion(std::int64_t rank, const char *name, std::span<const double> features);
  /// \p counted takes the place of the features, if it is given: what was counted in the region.
  void endRegion(std::int64_t rank, const char *name, std::optional<double> counted = std::nullopt);
  void observe(std::int64_t rank, const char *name, ValueType type, double observed, std::span<const double> features);

  /// Time between the two, in which other ranks may run, is in no region. They do not nest.
  void enterCall(std::int64_t rank);
  void leaveCall(std::int64_t rank);
  /// What passes between the two counts as \p ticks of TickClock. They do not nest.
  void pause();
  void resume(std::int64_t rank, std::int64_t ticks);

  Profile profile(const std::string &model_id, const std::string &program);
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
    const Region *before = nullptr; ///< The region that ended last.
    std::vector<double> features;
    std::uint64_t begin = 0;
    std::int64_t excluded = 0; ///< Of the rank, at begin.
    double children = 0;
    double stolen = 0;                 ///< Of the rank, at begin.
    double kept = 0;                   ///< Outside regions just before it.
    CounterReadings counters;          ///< At begin.
    CounterReadings excluded_counters; ///< Of the rank, at begin.
    CounterReadings child_counters;
  };
  /// What a rank's own executions of a region have shown.
  struct OwnRegion {
    OwnPace pace;
    OwnPace kept;      ///< Of the kept code before it,
    OwnPace trailing;  ///< and behind it.
    bool warm = false; ///< The first execution is over.
  };
  /// One execution of a region, with the kept code before it. Ticks.
  struct Execution {
    double whole = 0;
    bool is_first = false;
  };
  struct RankState {
    const Region *last = nullptr; ///< The region that ended last: its data are in the caches.
    std::vector<Frame> frames;    ///< The first depth ones are open; the others keep their memory.
    std::size_t depth = 0;
    std::int64_t excluded = 0; ///< Ticks that are no computing; those that cost more than they took are below 0.
    CounterReadings excluded_counters{}; ///< What was counted while the rank was in calls or did not compute.
    CounterReadings counters_at_call{};
    std::uint64_t call_began = 0;
    double stolen_at_call = 0;
    double stolen_in_calls = 0;
    double stolen_at_kept = 0;
    std::uint64_t kept_began = 0; ///< Since then the rank has been outside regions and calls; 0: that is not known.
    Region *trailed = nullptr;    ///< The region that kept_began is the end of; its features are still in frames[0].
    Execution ended;              ///< That of trailed.
    double kept = 0;              ///< Ticks outside regions that belong to none.
    double carried = 0;           ///< Those between calls, of the next region.
    std::unordered_map<std::uint64_t, std::uint32_t> occurrences; ///< By value and group.
    std::unordered_map<const Region *, OwnRegion> own;
  };

  /// What the host machine did to the measurements.
  struct Interference {
    double stolen_ticks = 0;
    std::uint64_t executions = 0; ///< Of regions.
    std::uint64_t disturbed = 0;  ///< Of them: the host ran something else meanwhile.
  };

  Region &regionOf(const char *name);
  Value &valueOf(const char *name, ValueType type);
  void measureOwnCost();
  void excludeCounted(RankState &state, const CounterReadings &since);
  void close(RankState &state, std::uint64_t now);
  double sampleStolen(std::uint64_t moment);
  double sampleStolenIfLong(double ticks, std::uint64_t moment);
  /// Ticks that the host took from this rank so far.
  double stolenFrom(const RankState &state) const { return interference_.stolen_ticks - state.stolen_in_calls; }
  double keptUntil(const RankState &state, std::uint64_t now);
  double takeCarried(RankState &state, RegionRecord &record, bool is_first);
  /// Counts the execution that ended last, with the kept code behind it if a call ended that.
  void settle(RankState &state, std::optional<double> trailing);
  void count(RegionRecord &record, const RankState &state, Execution execution);
  double judgeKept(double kept, SpanWindow &like, OwnPace &pace);

  TickClock clock_;
  StolenTime stolen_;
  SpanFilter filter_;
  HardwareCounters counters_;
  CounterReadings counters_at_pause_{};
  std::uint64_t paused_ = 0;
  std::vector<RankState> ranks_;
  std::unordered_map<const char *, Region *> region_by_pointer_;
  std::map<std::string, std::unique_ptr<Region>> regions_;
  std::unordered_map<const char *, Value *> value_by_pointer_;
  std::map<std::string, std::unique_ptr<Value>> values_;
  double inner_cost_ = 0; ///< Ticks that an empty region seems to take.
  double outer_cost_ = 0; ///< Ticks that its two calls take from whatever surrounds it.
  Interference interference_;
  std::uint64_t unmatched_ends_ = 0;
};

} // namespace maquette::runtime

#endif
