//===- runtime/profile/lib/profile_groups.cpp - observations, grouped as they come ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/profile/profile_groups.h"

#include <algorithm>
#include <cmath>

namespace maquette::runtime {

double roundedTo(double value, int bits) {
  if (bits >= 52)
    return value;
  if (bits < 0 || value == 0 || !std::isfinite(value))
    return bits < 0 ? 0 : value;
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent); // 0.5 <= |mantissa| < 1: bits below the leading one are kept.
  return std::ldexp(std::trunc(std::ldexp(mantissa, bits + 1)), exponent - bits - 1);
}

void Moments::add(double observed, Sample sample) {
  ++count_;
  if (count_ == 1)
    minimum_ = maximum_ = observed;
  minimum_ = std::min(minimum_, observed);
  maximum_ = std::max(maximum_, observed);
  const double distance = observed - mean_;
  mean_ += distance / static_cast<double>(count_);
  squares_ += distance * (observed - mean_);
  if (sample == Sample::No)
    return;
  ++sampled_;
  if (sample_.size() < kSample) {
    sample_.push_back(observed);
    return;
  }
  random_ ^= random_ << 13;
  random_ ^= random_ >> 7;
  random_ ^= random_ << 17;
  if (const std::uint64_t place = random_ % sampled_; place < kSample)
    sample_[place] = observed;
}

void Moments::merge(const Moments &other) {
  if (other.count_ == 0)
    return;
  if (count_ == 0) {
    *this = other;
    return;
  }
  const double a = static_cast<double>(count_);
  const double b = static_cast<double>(other.count_);
  const double distance = other.mean_ - mean_;
  squares_ += other.squares_ + distance * distance * a * b / (a + b);
  mean_ += distance * b / (a + b);
  minimum_ = std::min(minimum_, other.minimum_);
  maximum_ = std::max(maximum_, other.maximum_);
  // From both samples as many as their shares of the observations.
  const auto from_other = static_cast<std::size_t>(std::llround(static_cast<double>(kSample) * b / (a + b)));
  for (std::size_t i = 0; i < other.sample_.size(); ++i)
    if (sample_.size() < kSample)
      sample_.push_back(other.sample_[i]);
    else if (i < from_other)
      sample_[kSample - 1 - i] = other.sample_[i];
  count_ += other.count_;
  sampled_ += other.sampled_;
}

double shareBetween(const std::vector<Observations> &groups) {
  double members = 0, squared_members = 0, within = 0, sum = 0;
  for (const Observations &group : groups) {
    members += group.count;
    squared_members += group.count * group.count;
    within += group.squares;
    sum += group.count * group.mean;
  }
  const auto size = static_cast<double>(groups.size());
  if (size < 2 || members <= size)
    return 0;
  double between = 0;
  for (const Observations &group : groups)
    between += group.count * (group.mean - sum / members) * (group.mean - sum / members);
  between /= size - 1;
  within /= members - size;
  const double typical_members = (members - squared_members / members) / (size - 1);
  const double of_groups = std::max(0.0, (between - within) / typical_members);
  return of_groups > 0 ? of_groups / (of_groups + within) : 0;
}

double shareBetween(const std::map<std::int64_t, Moments> &groups) {
  std::vector<Observations> all;
  for (const auto &[name, group] : groups)
    all.push_back({static_cast<double>(group.count()), group.mean(), group.squares()});
  return shareBetween(all);
}

void Rounds::add(std::uint64_t n, double time) {
  if (n >= kMost)
    return;
  if (n >= times_.size())
    times_.resize(n + 1);
  if (times_[n].size() < kMostRanks)
    times_[n].push_back(static_cast<float>(time));
}

void Rounds::merge(const Rounds &other) {
  times_.resize(std::max(times_.size(), other.times_.size()));
  for (std::size_t n = 0; n < other.times_.size(); ++n) {
    const std::size_t fit = std::min(other.times_[n].size(), kMostRanks - times_[n].size());
    times_[n].insert(times_[n].end(), other.times_[n].begin(),
                     other.times_[n].begin() + static_cast<std::ptrdiff_t>(fit));
  }
}

std::size_t Rounds::memoryBytes() const {
  std::size_t bytes = times_.capacity() * sizeof(std::vector<float>);
  for (const std::vector<float> &round : times_)
    bytes += round.capacity() * sizeof(float);
  return bytes;
}

InStep Rounds::inStep() const {
  constexpr std::size_t kFewest = 8;
  constexpr double kLeastShare = 0.5, kLeastDeviation = 0.2; // of the mean: less is the host's pace, or chance
  std::map<std::int64_t, Moments> rounds;
  Moments all;
  for (std::size_t n = 0; n < times_.size() && times_[n].size() > 1; ++n)
    for (const float time : times_[n]) {
      rounds[static_cast<std::int64_t>(n)].add(time, Moments::Sample::No);
      all.add(time, Moments::Sample::No);
    }
  const double share = rounds.size() < kFewest ? 0 : shareBetween(rounds);
  const double variance = all.squares() / static_cast<double>(std::max<std::uint64_t>(all.count(), 1));
  if (share < kLeastShare || std::sqrt(share * variance) < kLeastDeviation * all.mean())
    return {};
  Moments relative; // in rounds that are not short: those hardly matter, and vary the most
  for (const auto &[n, round] : rounds) {
    // From the mean of so few, which each is part of, they are less far than from that of many.
    const double farther = std::sqrt(static_cast<double>(round.count()) / static_cast<double>(round.count() - 1));
    for (const float time : times_[static_cast<std::size_t>(n)])
      if (round.mean() >= all.mean())
        relative.add(std::max(0.0, 1 + (time / round.mean() - 1) * farther));
  }
  return {share, relative.quantiles()};
}

void Moments::fill(ProfileGroup &group) const {
  group.count = count_;
  group.mean = mean_;
  group.variance = count_ > 0 ? squares_ / static_cast<double>(count_) : 0;
  group.minimum = minimum_;
  group.maximum = maximum_;
  group.quantiles = quantiles();
}

std::array<double, kQuantiles.size()> Moments::quantiles() const {
  std::array<double, kQuantiles.size()> result{};
  std::vector<double> sorted = sample_;
  if (sorted.empty() && count_ > 0)
    sorted.push_back(mean_);
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t q = 0; q < kQuantiles.size() && !sorted.empty(); ++q)
    result[q] = sorted[static_cast<std::size_t>(std::llround(kQuantiles[q] * static_cast<double>(sorted.size() - 1)))];
  return result;
}

void RegionRecord::merge(const RegionRecord &other) {
  ticks.merge(other.ticks);
  whole.merge(other.whole);
  kept_ticks += other.kept_ticks;
  first.merge(other.first);
  first_whole.merge(other.first_whole);
  kept_before_first += other.kept_before_first;
  rounds.merge(other.rounds);
  for (const auto &[rank, moments] : other.by_rank)
    by_rank[rank].merge(moments);
  counters.resize(std::max(counters.size(), other.counters.size()));
  for (std::size_t i = 0; i < other.counters.size(); ++i)
    counters[i] += other.counters[i];
}

void ValueRecord::add(double observed, std::uint32_t occurrence) {
  moments.add(observed);
  if (!in_sequence)
    return;
  if (occurrence >= kLongest) {
    truncated = true;
    return;
  }
  if (occurrence >= sequence.size())
    sequence.resize(occurrence + 1);
  SequenceEntry &entry = sequence[occurrence];
  ++entry.ranks;
  const double distance = observed - entry.mean;
  entry.mean += distance / entry.ranks;
  entry.squares += distance * (observed - entry.mean);
}

void ValueRecord::merge(const ValueRecord &other) {
  moments.merge(other.moments);
  in_sequence = false;
  sequence.clear();
  sequence.shrink_to_fit();
}

void ValueRecord::fill(ValueGroup &group) const {
  moments.fill(group);
  group.truncated = truncated;
  if (!in_sequence)
    group.disagreement = group.variance * static_cast<double>(group.count);
  for (const SequenceEntry &entry : sequence) {
    group.disagreement += entry.squares;
    std::vector<SequenceRun> &runs = group.sequence;
    if (!runs.empty() && runs.back().value == entry.mean && runs.back().ranks == entry.ranks)
      ++runs.back().repeat;
    else
      runs.push_back({entry.mean, 1, entry.ranks});
  }
}

} // namespace maquette::runtime
