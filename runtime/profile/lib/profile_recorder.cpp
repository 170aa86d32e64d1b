//===- runtime/profile/lib/profile_recorder.cpp - measures a profiled program --------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/profile/profile_recorder.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace maquette::runtime {
namespace {

constexpr int kCalibrationRounds = 2000;
constexpr double kRareSeconds = 200e-6;      ///< See span_filter.h.
constexpr double kLongRegionSeconds = 10e-6; ///< From here on a look at the processor time costs little.

} // namespace

ProfileRecorder::ProfileRecorder(std::int64_t ranks, OpenedCounters source, const std::vector<std::string> &counters,
                                 Corrections corrections, const TickClock &clock)
    : clock_(clock), stolen_(clock_, corrections), filter_(clock_.toTicks(kRareSeconds), corrections),
      counters_(std::move(source), counters), ranks_(static_cast<std::size_t>(ranks)) {
  measureOwnCost();
}

void ProfileRecorder::excludeCounted(RankState &state, const CounterReadings &since) {
  CounterReadings now = since;
  counters_.read(now);
  for (std::size_t i = 0; i < counters_.names().size(); ++i)
    state.excluded_counters[i] += now[i] - since[i];
}

void ProfileRecorder::measureOwnCost() {
  static const char kName[] = "calibration";
  const double features[] = {1};
  std::vector<double> pairs;
  std::vector<double> inside;
  double sum_before = 0;
  for (int round = 0; round < kCalibrationRounds; ++round) {
    const std::uint64_t start = clock_.now();
    beginRegion(0, kName, features);
    endRegion(0, kName);
    pairs.push_back(static_cast<double>(clock_.now() - start));
    const Moments &ticks = regionOf(kName).groups.find(features).record.ticks;
    const double sum = ticks.mean() * static_cast<double>(ticks.count());
    inside.push_back(sum - sum_before);
    sum_before = sum;
  }
  inner_cost_ = median(inside);
  outer_cost_ = median(pairs);
  region_by_pointer_.clear();
  regions_.clear();
  interference_ = {};
  filter_.forgetCounts();
  ranks_[0] = {};
}

ProfileRecorder::Region &ProfileRecorder::regionOf(const char *name) {
  Region *&known = region_by_pointer_[name];
  if (known == nullptr) {
    std::unique_ptr<Region> &region = regions_[name];
    if (region == nullptr) {
      region = std::make_unique<Region>();
      region->name = name;
    }
    known = region.get();
  }
  return *known;
}

ProfileRecorder::Value &ProfileRecorder::valueOf(const char *name, ValueType type) {
  Value *&known = value_by_pointer_[name];
  if (known == nullptr) {
    const std::size_t index = values_.size();
    std::unique_ptr<Value> &value = values_[name];
    if (value == nullptr) {
      value = std::make_unique<Value>();
      value->name = name;
      value->type = type;
      value->index = index;
    }
    known = value.get();
  }
  return *known;
}

/// Returns what was stolen after \p moment, which is in interference_.stolen_ticks too.
double ProfileRecorder::sampleStolen(std::uint64_t moment) {
  const StolenTime::Ticks stolen = stolen_.take(moment);
  interference_.stolen_ticks += stolen.all();
  return stolen.after;
}

/// A look at the processor time is worth it where much may have been stolen.
double ProfileRecorder::sampleStolenIfLong(double ticks, std::uint64_t moment) {
  return ticks > clock_.toTicks(kLongRegionSeconds) ? sampleStolen(moment) : 0;
}

/// The two instrumentation calls lie half before and half behind a region.
double ProfileRecorder::keptUntil(const RankState &state, std::uint64_t now) {
  if (state.kept_began == 0)
    return 0;
  const double ticks = static_cast<double>(static_cast<std::int64_t>(now - state.kept_began));
  const double later = sampleStolenIfLong(ticks, now);
  const double own_cost = 0.5 * std::max(0.0, outer_cost_ - inner_cost_);
  return std::max(0.0, ticks - (stolenFrom(state) - later - state.stolen_at_kept) - own_cost);
}

/// What it takes with the two calls around it is compared: without, most of the shortest would be nothing, and the
/// disturbed ones had no like.
double ProfileRecorder::judgeKept(double kept, SpanWindow &like, OwnPace &pace) {
  const double around = std::max(1.0, outer_cost_);
  return std::max(0.0, filter_.judge(kept + around, like, like, pace) - around);
}

/// As much as is usual for \p record; the rest, as what is printed now and then, belongs to the rank, and so does all
/// before a region's first execution: it is work of the beginning, which does not grow as the region does.
double ProfileRecorder::takeCarried(RankState &state, RegionRecord &record, bool is_first) {
  const double carried = std::exchange(state.carried, 0);
  if (carried <= 0)
    return 0;
  double usual = 0;
  if (!is_first) {
    SpanWindow &like = record.latest_carried;
    usual = !like.judges() ? 0 : carried > like.limit() ? like.median() : carried;
    like.add(carried);
  }
  state.kept += carried - usual;
  return usual;
}

void ProfileRecorder::settle(RankState &state, std::optional<double> trailing) {
  if (state.trailed == nullptr)
    return;
  RegionRecord &record = state.trailed->groups.again(state.frames[0].features).record;
  const double kept = trailing ? judgeKept(*trailing, record.latest_trailing, state.own[state.trailed].trailing) : 0;
  record.kept_ticks += kept;
  count(record, state, {state.ended.whole + kept, state.ended.is_first});
  state.trailed = nullptr;
}

void ProfileRecorder::count(RegionRecord &record, const RankState &state, Execution execution) {
  record.whole.add(execution.whole, execution.is_first ? Moments::Sample::No : Moments::Sample::Yes);
  if (execution.is_first)
    return record.first_whole.add(execution.whole);
  Moments &of_rank = record.by_rank[&state - ranks_.data()];
  record.rounds.add(of_rank.count(), execution.whole);
  of_rank.add(execution.whole, Moments::Sample::No);
}

void ProfileRecorder::enterCall(std::int64_t rank) {
  RankState &state = ranks_[static_cast<std::size_t>(rank)];
  state.call_began = clock_.now();
  double later = 0; // Stolen since then: the call's.
  if (state.depth == 0) {
    const double kept = keptUntil(state, state.call_began);
    if (state.trailed != nullptr)
      settle(state, kept);
    else
      state.carried += kept;
  } else if (stolen_.isOld()) {
    later = sampleStolen(state.call_began);
  }
  state.stolen_at_call = interference_.stolen_ticks - later;
  counters_.read(state.counters_at_call);
}

void ProfileRecorder::leaveCall(std::int64_t rank) {
  RankState &state = ranks_[static_cast<std::size_t>(rank)];
  if (stolen_.isOld())
    sampleStolen(clock_.now());
  state.stolen_in_calls += interference_.stolen_ticks - state.stolen_at_call;
  excludeCounted(state, state.counters_at_call);
  const std::uint64_t now = clock_.now();
  state.excluded += static_cast<std::int64_t>(now - state.call_began);
  state.kept_began = now;
  state.stolen_at_kept = stolenFrom(state);
}

void ProfileRecorder::pause() {
  counters_.read(counters_at_pause_);
  if (stolen_.isOld())
    sampleStolen(clock_.now());
  paused_ = clock_.now();
}

void ProfileRecorder::resume(std::int64_t rank, std::int64_t ticks) {
  RankState &state = ranks_[static_cast<std::size_t>(rank)];
  const std::uint64_t now = clock_.now();
  if (stolen_.isOld()) {
    const StolenTime::Ticks stolen = stolen_.take(now);
    interference_.stolen_ticks += stolen.all();
    state.stolen_in_calls += stolen.before;
  }
  excludeCounted(state, counters_at_pause_);
  const std::int64_t left_out = static_cast<std::int64_t>(now - paused_) - ticks;
  state.excluded += left_out;
  if (state.kept_began != 0)
    state.kept_began += static_cast<std::uint64_t>(left_out);
}

void ProfileRecorder::beginRegion(std::int64_t rank, const char *name, std::span<const double> features) {
  const std::uint64_t now = clock_.now();
  RankState &state = ranks_[static_cast<std::size_t>(rank)];
  Region &region = regionOf(name);
  double kept = 0;
  if (state.depth == 0) {
    kept = keptUntil(state, now);
    settle(state, std::nullopt);
  }
  if (state.depth == state.frames.size())
    state.frames.emplace_back();
  Frame &frame = state.frames[state.depth++];
  frame.region = &region;
  frame.before = state.last;
  frame.features.assign(features.begin(), features.end());
  frame.children = 0;
  frame.kept = kept;
  frame.child_counters = {};
  frame.excluded = state.excluded;
  frame.excluded_counters = state.excluded_counters;
  if (stolen_.isOld())
    sampleStolen(now);
  frame.stolen = stolenFrom(state);
  counters_.read(frame.counters);
  frame.begin = clock_.now();
}

void ProfileRecorder::endRegion(std::int64_t rank, const char *name, std::optional<double> counted) {
  const std::uint64_t now = clock_.now();
  RankState &state = ranks_[static_cast<std::size_t>(rank)];
  std::size_t depth = state.depth;
  while (depth > 0 && state.frames[depth - 1].region->name != name)
    --depth;
  if (depth == 0) {
    ++unmatched_ends_;
    return;
  }
  unmatched_ends_ += state.depth - depth; // Inner regions that were left without their end: their time is this one's.
  state.depth = depth;
  if (counted)
    state.frames[depth - 1].features.assign(1, *counted);
  close(state, now);
}

void ProfileRecorder::close(RankState &state, std::uint64_t now) {
  Frame &frame = state.frames[--state.depth];
  CounterReadings counters = frame.counters;
  counters_.read(counters);
  const double passed = static_cast<double>(now - frame.begin) - static_cast<double>(state.excluded - frame.excluded);
  const double later = sampleStolenIfLong(passed, now);
  const double stolen = std::max(0.0, stolenFrom(state) - later - frame.stolen);
  const double whole = std::max(0.0, passed - stolen);
  ++interference_.executions;
  interference_.disturbed += stolen > 0 ? 1 : 0;
  const double own = std::max(0.0, whole - frame.children - inner_cost_);
  RegionRecord &record = frame.region->groups.find(frame.features).record;
  OwnRegion &mine = state.own[frame.region];
  SpanWindow &like = record.latest[frame.before];
  const double counted = filter_.judge(own, like, like, mine.pace);
  state.last = frame.region;
  record.ticks.add(counted, Moments::Sample::No);
  const double kept = state.depth > 0 ? 0
                                      : judgeKept(frame.kept, record.latest_kept[frame.before], mine.kept) +
                                            takeCarried(state, record, !mine.warm);
  record.kept_ticks += kept;
  const Execution execution{counted + kept, !mine.warm};
  if (!mine.warm) {
    record.first.add(counted, Moments::Sample::No);
    record.kept_before_first += kept;
    mine.warm = true;
  }
  record.counters.resize(counters_.names().size());
  for (std::size_t i = 0; i < counters_.names().size(); ++i) {
    const long long total = counters[i] - frame.counters[i] - (state.excluded_counters[i] - frame.excluded_counters[i]);
    record.counters[i] += static_cast<double>(total - frame.child_counters[i]);
    counters[i] = total;
  }
  if (state.depth == 0) {
    state.trailed = frame.region;
    state.ended = execution;
    state.stolen_at_kept = stolenFrom(state);
    if (state.kept_began != 0)
      state.kept_began = clock_.now();
    return;
  }
  count(record, state, execution);
  Frame &outer = state.frames[state.depth - 1];
  outer.children += whole + std::max(0.0, outer_cost_ - inner_cost_);
  for (std::size_t i = 0; i < counters_.names().size(); ++i)
    outer.child_counters[i] += counters[i];
}

void ProfileRecorder::observe(std::int64_t rank, const char *name, ValueType type, double observed,
                              std::span<const double> features) {
  if (!std::isfinite(observed))
    observed = std::isnan(observed) ? 0 : std::copysign(1e300, observed);
  const std::uint64_t begin = clock_.now();
  Value &value = valueOf(name, type);
  auto &entry = value.groups.find(features);
  RankState &state = ranks_[static_cast<std::size_t>(rank)];
  std::uint32_t &occurrence = state.occurrences[std::uint64_t{value.index} << 32 | entry.id];
  entry.record.add(observed, occurrence++);
  const std::uint64_t spent = clock_.now() - begin; // Of the profiler, not of the program.
  state.excluded += static_cast<std::int64_t>(spent);
  if (state.kept_began != 0)
    state.kept_began += spent;
}

namespace {

FirstExecutions firstOf(const RegionRecord &record, double scale) {
  FirstExecutions first{record.first.count(), record.first.mean() * scale, 0, record.first_whole.quantiles()};
  for (double &quantile : first.quantiles)
    quantile *= scale;
  if (first.count > 0)
    first.kept = record.kept_before_first * scale / static_cast<double>(first.count);
  return first;
}

} // namespace

Profile ProfileRecorder::profile(const std::string &model_id, const std::string &program) {
  for (RankState &state : ranks_)
    settle(state, std::nullopt);
  Profile profile;
  profile.model_id = model_id;
  profile.program = program;
  profile.ranks = static_cast<std::int64_t>(ranks_.size());
  profile.clock = {TickClock::kSource,
                   clock_.ticksPerSecond(),
                   clock_.toPs(inner_cost_),
                   interference_.stolen_ticks / clock_.ticksPerSecond(),
                   static_cast<double>(interference_.disturbed) /
                       static_cast<double>(std::max<std::uint64_t>(interference_.executions, 1)),
                   filter_.counts().share(),
                   filter_.counts().removed / clock_.ticksPerSecond()};
  profile.counter_names = counters_.names();
  profile.counter_note = counters_.note();
  const double scale = clock_.toPs(1);
  for (const RankState &state : ranks_)
    profile.kept_per_rank += (state.kept + state.carried) * scale / static_cast<double>(ranks_.size());
  for (const auto &[name, region] : regions_)
    region->groups.forEach([&](const std::vector<double> &features, const RegionRecord &record) {
      ProfileGroup group;
      record.ticks.fill(group);
      group.features = features;
      group.quantiles = record.whole.quantiles();
      group.mean *= scale;
      group.variance *= scale * scale;
      group.minimum *= scale;
      group.maximum *= scale;
      for (double &quantile : group.quantiles)
        quantile *= scale;
      group.kept = record.kept_ticks * scale / static_cast<double>(group.count);
      group.of_ranks = shareBetween(record.by_rank);
      group.in_step = record.rounds.inStep();
      group.first = firstOf(record, scale);
      for (double *const time : {&group.mean, &group.kept, &group.first.mean, &group.first.kept})
        *time = std::round(std::max(0.0, *time));
      for (std::size_t i = 0; i < std::min(record.counters.size(), counters_.names().size()); ++i)
        group.counters[counters_.names()[i]] = record.counters[i] / static_cast<double>(group.count);
      profile.regions[name].push_back(std::move(group));
    });
  for (const auto &[name, value] : values_) {
    profile.values[name].type = value->type;
    value->groups.forEach([&](const std::vector<double> &features, const ValueRecord &record) {
      ValueGroup group;
      record.fill(group);
      group.features = features;
      profile.values[name].groups.push_back(std::move(group));
    });
  }
  boundProfile(profile);
  return profile;
}

} // namespace maquette::runtime
