//===- runtime/context/lib/computing_clock.cpp - what a rank's own computing takes --===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/computing_clock.h"

#include <algorithm>
#include <cmath>

namespace maquette::runtime {
namespace {

SpanCorrection::Variation variationOf(const RunConfig &config) {
  using enum SpanCorrection::Variation;
  if (config.keep_outliers)
    return MeasuredWithOutliers;
  return config.noise == Noise::Measured ? Measured : Leveled;
}

SharedTouches::Memory sharingOf(const RunConfig &config) {
  const bool is_common = config.forksRanks() && config.corrections[Correction::TouchShared];
  return is_common ? SharedTouches::Memory::InCommon : SharedTouches::Memory::OwnProcess;
}

} // namespace

ComputingClock::ComputingClock(const RunConfig &config)
    : clock_(config.corrections), spans_(variationOf(config), config.corrections), sets_(config.ranks, cachesOfHost()),
      budget_(config.mode), first_touch_(config.corrections), shared_(sharingOf(config)), mode_(config.mode),
      restores_(config.caches == Caches::Restored && config.ranks > 1 && config.corrections[Correction::Restore]) {}

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

bool ComputingClock::shallRestore(const void *place) {
  return !sets_.allFit() && budget_.allows(spans_.wanted(place), sets_.spentPs(), 1 - 1 / spans_.slowdown());
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
  budget_.addComputing(measured);
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
