//===- runtime/context/lib/computing_clock.cpp - what a rank's own computing takes --===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/computing_clock.h"

#include "maquette/sim/random.h"

#include <algorithm>
#include <cmath>

namespace maquette::runtime {
namespace {

constexpr double kAllowancePs = 1e12; ///< 1 s of restoring, before there is much computing to compare with.
constexpr double kUrgentPs = 5e12;    ///< The same for what has to be known.
constexpr std::uint64_t kRare = 8;    ///< One of so many is restored where that does not help.

SpanCorrection::Variation variationOf(const RunConfig &config) {
  using enum SpanCorrection::Variation;
  if (config.keep_outliers)
    return MeasuredWithOutliers;
  return config.noise == Noise::Measured ? Measured : Leveled;
}

} // namespace

ComputingClock::ComputingClock(const RunConfig &config)
    : spans_(variationOf(config)), sets_(config.ranks, cachesOfHost()),
      shared_(config.forksRanks() ? SharedTouches::Memory::InCommon : SharedTouches::Memory::OwnProcess),
      mode_(config.mode), restores_(config.caches == Caches::Restored && config.ranks > 1) {}

std::int64_t ComputingClock::allocated(std::int64_t rank, void *block, std::size_t bytes) {
  pause();
  if (restores_)
    sets_.allocated(rank, block, bytes);
  const std::int64_t ticks = first_touch_.touch(block, bytes);
  resume(ticks);
  return ticks;
}

std::int64_t ComputingClock::touchHeap(const void *block, std::size_t bytes) {
  pause();
  const std::int64_t ticks = heap_growth_.touch(first_touch_, block, bytes);
  resume(ticks);
  return ticks;
}

/// Every span as long as the allowance lasts; then those of which too few are known, and half of those for which there
/// is time, drawn so that no rhythm of the program decides which. In direct mode some are left as they are, and most
/// where restoring does not help.
bool ComputingClock::shallRestore(const void *place) {
  if (sets_.allFit())
    return false;
  const double beyond = sets_.spentPs() - kAllowancePs;
  const auto hasTime = [&](double share) { return beyond < share * static_cast<double>(computed_ps_); };
  if (mode_ == Mode::Profile)
    return beyond < 0 || hasTime(kProfileShare);
  const double at_stake = 1 - 1 / spans_.slowdown();
  const auto isDrawn = [&](std::uint64_t of) { return sim::mixBits(draws_++) % of == 0; };
  const auto hasTimeForMore = [&] { return hasTime(std::max(kDirectShare, kStakeShare * at_stake)); };
  switch (spans_.wanted(place)) {
    using enum SpanCorrection::Want;
  case Restored:
    return beyond < kUrgentPs || hasTime(kUrgentShare);
  case Disturbed:
    return !isDrawn(2) && (beyond < 0 || hasTimeForMore());
  case Either:
    return beyond < 0 || (hasTimeForMore() && isDrawn(2));
  case Rarely:
    return isDrawn(kRare) && (beyond < 0 || hasTimeForMore());
  }
  return false;
}

void ComputingClock::begin(std::int64_t rank, const void *place, std::span<const char> globals) {
  begun_at_ = place;
  heap_growth_.noteShrinking();
  if (restores_ && rank != last_rank_) {
    sets_.setGlobals(globals.size());
    const bool restore = shallRestore(place);
    if (restore)
      sets_.restore(rank, globals);
    found_ = restore ? SpanCaches::Restored : SpanCaches::Disturbed;
    restored_ += restore ? 1 : 0;
    disturbed_ += !restore && !sets_.allFit() ? 1 : 0;
  }
  last_rank_ = rank;
  start();
}

double ComputingClock::stop() {
  const double length = static_cast<double>(clock_.stop().ps());
  return std::max(0.0, length - clock_.toPs(shared_.extraTicks()));
}

double ComputingClock::charge(std::int64_t rank, SpanPlace place, double measured) {
  computed_ps_ += static_cast<std::uint64_t>(measured);
  return mode_ == Mode::Profile || place.begin == nullptr ? measured : spans_.charge(rank, place, found_, measured);
}

sim::SimDuration ComputingClock::end(const void *place) {
  return sim::SimDuration::ps(std::llround(charge(last_rank_, {begun_at_, place}, stop())));
}

double ComputingClock::missedShare() const {
  return mode_ == Mode::Profile && disturbed_ > 0
             ? static_cast<double>(disturbed_) / static_cast<double>(restored_ + disturbed_)
             : 0;
}

} // namespace maquette::runtime
