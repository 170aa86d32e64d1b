//===- runtime/lib/profile_merge.cpp - one profile from several processes ----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/runtime/profile.h"

#include <algorithm>

namespace maquette::runtime {
namespace {

/// Means and variances of two sets of observations taken together (Chan, Golub and LeVeque, 1979). Quantiles, of which
/// the sets are no longer there, are averaged by count.
void mergeMoments(ProfileGroup &whole, const ProfileGroup &part) {
  const double a = static_cast<double>(whole.count);
  const double b = static_cast<double>(part.count);
  const double share = b / (a + b);
  const double distance = part.mean - whole.mean;
  whole.variance = whole.variance * (1 - share) + part.variance * share + distance * distance * share * (1 - share);
  whole.mean += distance * share;
  whole.minimum = std::min(whole.minimum, part.minimum);
  whole.maximum = std::max(whole.maximum, part.maximum);
  for (std::size_t q = 0; q < kQuantiles.size(); ++q)
    whole.quantiles[q] += (part.quantiles[q] - whole.quantiles[q]) * share;
  for (const auto &[name, mean] : part.counters) {
    double &mine = whole.counters[name];
    mine += (mean - mine) * share;
  }
  whole.kept += (part.kept - whole.kept) * share;
  whole.count += part.count;
}

/// Steps through run-length coded sequences together.
class SequenceCursor {
public:
  explicit SequenceCursor(const std::vector<SequenceRun> &runs) : runs_(runs) {}
  bool atEnd() const { return index_ == runs_.size(); }
  const SequenceRun &run() const { return runs_[index_]; }
  std::uint64_t left() const { return runs_[index_].repeat - used_; }
  void advance(std::uint64_t count) {
    used_ += count;
    if (used_ == runs_[index_].repeat) {
      ++index_;
      used_ = 0;
    }
  }

private:
  const std::vector<SequenceRun> &runs_;
  std::size_t index_ = 0;
  std::uint64_t used_ = 0;
};

void append(std::vector<SequenceRun> &runs, const SequenceRun &run) {
  if (!runs.empty() && runs.back().value == run.value && runs.back().ranks == run.ranks)
    runs.back().repeat += run.repeat;
  else
    runs.push_back(run);
}

/// The n-th of the result is the mean of the n-th observations; adds what they disagree to \p disagreement.
std::vector<SequenceRun> mergeSequences(const std::vector<SequenceRun> &a, const std::vector<SequenceRun> &b,
                                        double &disagreement) {
  std::vector<SequenceRun> merged;
  SequenceCursor left(a);
  SequenceCursor right(b);
  while (!left.atEnd() && !right.atEnd()) {
    const std::uint64_t repeat = std::min(left.left(), right.left());
    const double weight_left = static_cast<double>(left.run().ranks);
    const double weight_right = static_cast<double>(right.run().ranks);
    const double distance = right.run().value - left.run().value;
    const double share = weight_right / (weight_left + weight_right);
    append(merged, {left.run().value + distance * share, repeat, left.run().ranks + right.run().ranks});
    disagreement += distance * distance * weight_left * share * static_cast<double>(repeat);
    left.advance(repeat);
    right.advance(repeat);
  }
  for (SequenceCursor *rest : {&left, &right})
    while (!rest->atEnd()) {
      const std::uint64_t repeat = rest->left();
      append(merged, {rest->run().value, repeat, rest->run().ranks});
      rest->advance(repeat);
    }
  return merged;
}

void mergeGroup(ProfileGroup &whole, const ProfileGroup &part) { mergeMoments(whole, part); }

void mergeGroup(ValueGroup &whole, const ValueGroup &part) {
  whole.disagreement += part.disagreement;
  whole.sequence = mergeSequences(whole.sequence, part.sequence, whole.disagreement);
  whole.truncated = whole.truncated || part.truncated;
  mergeMoments(whole, part);
}

template <class Group> void mergeGroups(std::vector<Group> &whole, const std::vector<Group> &part) {
  for (const Group &group : part) {
    const auto same = std::find_if(whole.begin(), whole.end(),
                                   [&](const Group &candidate) { return candidate.features == group.features; });
    if (same == whole.end())
      whole.push_back(group);
    else
      mergeGroup(*same, group);
  }
}

} // namespace

sim::Status mergeProfile(Profile &whole, const Profile &part) {
  if (whole.model_id != part.model_id)
    return sim::Diagnostic{"", "parts of two models, '" + whole.model_id + "' and '" + part.model_id + "'",
                           "maquette-profile-model", "", "profile one program at a time"};
  const double share =
      static_cast<double>(part.ranks) / static_cast<double>(std::max<std::int64_t>(1, whole.ranks + part.ranks));
  whole.kept_per_rank += (part.kept_per_rank - whole.kept_per_rank) * share;
  whole.ranks += part.ranks;
  whole.clock.overhead_ps = std::max(whole.clock.overhead_ps, part.clock.overhead_ps);
  whole.clock.stolen_seconds += part.clock.stolen_seconds;
  for (const auto &[name, groups] : part.regions)
    mergeGroups(whole.regions[name], groups);
  for (const auto &[name, value] : part.values) {
    whole.values[name].type = value.type;
    mergeGroups(whole.values[name].groups, value.groups);
  }
  return sim::Nothing{};
}

} // namespace maquette::runtime
