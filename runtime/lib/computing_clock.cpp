//===- runtime/lib/computing_clock.cpp - what a rank's own computing takes --===//
// SPDX-License-Identifier: Apache-2.0
#include "computing_clock.h"

#include <algorithm>
#include <cmath>

namespace maquette::runtime {
namespace {

constexpr double kAllowancePs = 2e11; ///< 0.2 s of restoring, before there is much computing to compare with.

} // namespace

std::int64_t CacheDisturbance::charge(const void *place, Caches caches, std::int64_t measured_ps) {
  Sums &sums = sums_[place];
  Sum &sum = caches == Caches::Restored ? sums.restored : sums.disturbed;
  ++sum.count;
  sum.ps += static_cast<double>(measured_ps);
  double charged = static_cast<double>(measured_ps);
  if (caches == Caches::Disturbed && sums.restored.count >= kEnough && sums.disturbed.count >= kEnough)
    charged *= std::clamp(sums.restored.mean() / sums.disturbed.mean(), 0.1, 1.0);
  measured_ps_ += static_cast<double>(measured_ps);
  charged_ps_ += charged;
  return std::llround(charged);
}

ComputingClock::ComputingClock(Mode mode, Caches caches, std::int64_t ranks)
    : sets_(ranks, cachesOfHost()), mode_(mode), restores_(caches == Caches::Restored && ranks > 1) {}

/// SplitMix64 (Steele, Lea and Flood, 2014).
bool ComputingClock::drawsHeads() {
  std::uint64_t z = draws_ += 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  return (z >> 63) != 0;
}

/// Half of the spans for which there is time, drawn so that no rhythm of the program decides which.
bool ComputingClock::shallRestore(const void *place) {
  if (sets_.allFit())
    return false;
  const double share = mode_ == Mode::Profile ? kProfileShare : kDirectShare;
  const bool has_time = sets_.spentPs() < kAllowancePs + share * static_cast<double>(computed_ps_);
  if (mode_ == Mode::Profile)
    return has_time;
  return disturbance_.wantsRestored(place) || (has_time && drawsHeads());
}

void ComputingClock::begin(std::int64_t rank, const void *place, std::span<const char> globals) {
  place_ = place;
  span_ = Span::Own;
  if (restores_ && rank != last_rank_) {
    sets_.setGlobals(globals.size());
    const bool restore = shallRestore(place);
    if (restore)
      sets_.restore(rank, globals);
    span_ = restore ? Span::Restored : Span::Disturbed;
    restored_ += restore ? 1 : 0;
    disturbed_ += !restore && !sets_.allFit() ? 1 : 0;
  }
  last_rank_ = rank;
  clock_.start();
}

sim::SimDuration ComputingClock::end() {
  const sim::SimDuration measured = clock_.stop();
  computed_ps_ += static_cast<std::uint64_t>(measured.ps());
  if (span_ == Span::Own || mode_ == Mode::Profile)
    return measured;
  const auto caches =
      span_ == Span::Restored ? CacheDisturbance::Caches::Restored : CacheDisturbance::Caches::Disturbed;
  return sim::SimDuration::ps(disturbance_.charge(place_, caches, measured.ps()));
}

double ComputingClock::missedShare() const {
  return mode_ == Mode::Profile && disturbed_ > 0
             ? static_cast<double>(disturbed_) / static_cast<double>(restored_ + disturbed_)
             : 0;
}

} // namespace maquette::runtime
