//===- runtime/lib/computing_clock.cpp - what a rank's own computing takes --===//
// SPDX-License-Identifier: Apache-2.0
#include "computing_clock.h"

#include "maquette/sim/random.h"

#include <algorithm>
#include <cmath>

namespace maquette::runtime {
namespace {

constexpr double kAllowancePs = 2e11; ///< 0.2 s of restoring, before there is much computing to compare with.

} // namespace

void SpanSample::add(double ps) {
  ++count_;
  if (lengths_.size() == kMost) {
    if (sim::mixBits(random_++) % count_ >= kMost)
      return;
    lengths_.erase(lengths_.begin() + static_cast<std::ptrdiff_t>(sim::mixBits(random_++) % kMost));
  }
  lengths_.insert(std::upper_bound(lengths_.begin(), lengths_.end(), ps), ps);
}

double SpanSample::median() const {
  const std::size_t upper = lengths_.size() / 2;
  const std::size_t lower = (lengths_.size() - 1) / 2;
  return 0.5 * (lengths_[lower] + lengths_[upper]);
}

double CacheDisturbance::undisturbed(const Samples &samples, double measured_ps) {
  if (samples.restored.count() < kEnough)
    return measured_ps;
  const double restored = samples.restored.median();
  if (samples.disturbed.count() < kEnough)
    return std::min(measured_ps, restored);
  const double disturbed = samples.disturbed.median();
  return disturbed > restored ? measured_ps * restored / disturbed : measured_ps;
}

std::int64_t CacheDisturbance::charge(SpanPlace place, Caches caches, std::int64_t measured_ps) {
  Samples &samples = samples_[place];
  const auto measured = static_cast<double>(measured_ps);
  double charged = measured;
  if (caches == Caches::Restored) {
    samples.restored.add(measured);
    ++restored_from_[place.begin];
  } else {
    samples.disturbed.add(measured);
    charged = undisturbed(samples, measured);
  }
  measured_ps_ += measured;
  charged_ps_ += charged;
  return std::llround(charged);
}

ComputingClock::ComputingClock(Mode mode, Caches caches, std::int64_t ranks)
    : sets_(ranks, cachesOfHost()), mode_(mode), restores_(caches == Caches::Restored && ranks > 1) {}

/// Half of the spans for which there is time, drawn so that no rhythm of the program decides which.
bool ComputingClock::shallRestore(const void *place) {
  if (sets_.allFit())
    return false;
  const double share = mode_ == Mode::Profile ? kProfileShare : kDirectShare;
  const bool has_time = sets_.spentPs() < kAllowancePs + share * static_cast<double>(computed_ps_);
  if (mode_ == Mode::Profile)
    return has_time;
  return disturbance_.wantsRestored(place) || (has_time && sim::mixBits(draws_++) % 2 != 0);
}

void ComputingClock::begin(std::int64_t rank, const void *place, std::span<const char> globals) {
  begun_at_ = place;
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

sim::SimDuration ComputingClock::end(const void *place) {
  sim::SimDuration measured = clock_.stop();
  if (filter_ != nullptr)
    measured = sim::SimDuration::ps(std::llround(
        filter_->filter(last_rank_, place, span_ == Span::Restored ? 1 : 0, static_cast<double>(measured.ps()))));
  computed_ps_ += static_cast<std::uint64_t>(measured.ps());
  if (span_ == Span::Own || mode_ == Mode::Profile)
    return measured;
  const auto caches =
      span_ == Span::Restored ? CacheDisturbance::Caches::Restored : CacheDisturbance::Caches::Disturbed;
  return sim::SimDuration::ps(disturbance_.charge({begun_at_, place}, caches, measured.ps()));
}

double ComputingClock::missedShare() const {
  return mode_ == Mode::Profile && disturbed_ > 0
             ? static_cast<double>(disturbed_) / static_cast<double>(restored_ + disturbed_)
             : 0;
}

} // namespace maquette::runtime
