//===- runtime/lib/profile_recorder.cpp - measures a profiled program --------===//
// SPDX-License-Identifier: Apache-2.0
#include "profile_recorder.h"

#include <algorithm>
#include <cmath>

namespace maquette::runtime {
namespace {

constexpr int kCalibrationRounds = 2000;
constexpr double kLongRegionSeconds = 10e-6; ///< From here on a look at the processor time costs little.

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

} // namespace

ProfileRecorder::ProfileRecorder(std::int64_t ranks)
    : clock_(TickClock::calibrated()), stolen_(clock_), ranks_(static_cast<std::size_t>(ranks)) {
  measureOwnCost();
}

void ProfileRecorder::measureOwnCost() {
  static const char kName[] = "calibration";
  const double features[] = {1};
  std::vector<double> pairs;
  std::vector<double> inside;
  double sum_before = 0;
  for (int round = 0; round < kCalibrationRounds; ++round) {
    const std::uint64_t start = TickClock::now();
    beginRegion(0, kName, features);
    endRegion(0, kName);
    pairs.push_back(static_cast<double>(TickClock::now() - start));
    const Moments &ticks = regionOf(kName).groups.find(features).record.ticks;
    const double sum = ticks.mean() * static_cast<double>(ticks.count());
    inside.push_back(sum - sum_before);
    sum_before = sum;
  }
  inner_cost_ = median(inside);
  outer_cost_ = median(pairs);
  region_by_pointer_.clear();
  regions_.clear();
  stolen_ticks_ = 0;
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

void ProfileRecorder::beginRegion(std::int64_t rank, const char *name, std::span<const double> features) {
  RankState &state = ranks_[static_cast<std::size_t>(rank)];
  if (state.depth == state.frames.size())
    state.frames.emplace_back();
  Frame &frame = state.frames[state.depth++];
  frame.region = &regionOf(name);
  frame.features.assign(features.begin(), features.end());
  frame.children = 0;
  frame.child_counters = {};
  frame.excluded = state.excluded;
  stolen_.refreshIfOld();
  counters_.read(frame.counters);
  frame.begin = TickClock::now();
}

void ProfileRecorder::endRegion(std::int64_t rank, const char *name) {
  const std::uint64_t now = TickClock::now();
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
  close(state, now);
}

void ProfileRecorder::close(RankState &state, std::uint64_t now) {
  Frame &frame = state.frames[--state.depth];
  CounterReadings counters = frame.counters;
  counters_.read(counters);
  const double whole = static_cast<double>(now - frame.begin) - static_cast<double>(state.excluded - frame.excluded);
  double own = whole - frame.children - inner_cost_;
  double stolen = 0;
  if (own > clock_.toTicks(kLongRegionSeconds)) {
    stolen = std::min(stolen_.take(), own);
    stolen_ticks_ += stolen;
    own -= stolen;
  }
  RegionRecord &record = frame.region->groups.find(frame.features).record;
  record.ticks.add(std::max(0.0, own));
  record.counters.resize(counters_.names().size());
  for (std::size_t i = 0; i < counters_.names().size(); ++i) {
    const long long total = counters[i] - frame.counters[i];
    record.counters[i] += static_cast<double>(total - frame.child_counters[i]);
    counters[i] = total;
  }
  if (state.depth == 0)
    return;
  Frame &outer = state.frames[state.depth - 1];
  outer.children += whole + std::max(0.0, outer_cost_ - inner_cost_);
  for (std::size_t i = 0; i < counters_.names().size(); ++i)
    outer.child_counters[i] += counters[i];
}

void ProfileRecorder::observe(std::int64_t rank, const char *name, ValueType type, double observed,
                              std::span<const double> features) {
  if (!std::isfinite(observed))
    observed = std::isnan(observed) ? 0 : std::copysign(1e300, observed);
  Value &value = valueOf(name, type);
  auto &entry = value.groups.find(features);
  RankState &state = ranks_[static_cast<std::size_t>(rank)];
  std::uint32_t &occurrence = state.occurrences[std::uint64_t{value.index} << 32 | entry.id];
  entry.record.add(observed, occurrence++);
}

Profile ProfileRecorder::profile(const std::string &model_id, const std::string &program) const {
  Profile profile;
  profile.model_id = model_id;
  profile.program = program;
  profile.ranks = static_cast<std::int64_t>(ranks_.size());
  profile.clock = {TickClock::kSource, clock_.ticksPerSecond(), clock_.toPs(inner_cost_),
                   stolen_ticks_ / clock_.ticksPerSecond()};
  profile.counter_names = counters_.names();
  profile.counter_note = counters_.note();
  const double scale = clock_.toPs(1);
  for (const auto &[name, region] : regions_)
    region->groups.forEach([&](const std::vector<double> &features, const RegionRecord &record) {
      ProfileGroup group;
      record.ticks.fill(group);
      group.features = features;
      group.mean = std::round(group.mean * scale);
      group.variance *= scale * scale;
      group.minimum *= scale;
      group.maximum *= scale;
      for (double &quantile : group.quantiles)
        quantile *= scale;
      for (std::size_t i = 0; i < record.counters.size(); ++i)
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
