//===- maquette/profile/profile_groups.h - observations, grouped as they come -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Memory is bounded: when a table would hold more than kMostGroups feature vectors, features are rounded to fewer bits
/// and the groups that become one are merged; its features are the mean of theirs.
#ifndef MAQUETTE_PROFILE_PROFILE_GROUPS_H
#define MAQUETTE_PROFILE_PROFILE_GROUPS_H

#include "maquette/formats/profile.h"
#include "maquette/profile/span_window.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace maquette::runtime {

/// Count, mean, variance (Welford), extremes, and a sample of bounded size for quantiles (algorithm R, fixed seed).
class Moments {
public:
  enum class Sample { Yes, No };
  /// With Sample::No it is in all but the quantiles.
  void add(double observed, Sample sample = Sample::Yes);
  void merge(const Moments &other);
  void fill(ProfileGroup &group) const;
  std::array<double, kQuantiles.size()> quantiles() const;
  std::uint64_t count() const { return count_; }
  double mean() const { return mean_; }
  /// Sum of the squared distances from the mean.
  double squares() const { return squares_; }

private:
  static constexpr std::size_t kSample = 1000;
  std::uint64_t count_ = 0;
  std::uint64_t sampled_ = 0;
  double mean_ = 0;
  double squares_ = 0;
  double minimum_ = 0;
  double maximum_ = 0;
  std::uint64_t random_ = 0x9E3779B97F4A7C15u;
  std::vector<double> sample_;
};

/// What an analysis of variance needs to know of a set of observations.
struct Observations {
  double count = 0;
  double mean = 0;
  double squares = 0; ///< Sum of the squared distances from the mean.
};

/// The share of the variance that lies between the \p groups of observations rather than in them: the intraclass
/// correlation of a one-way analysis of variance (Fisher, Statistical Methods for Research Workers, chapter 7), no less
/// than 0. 0 where too few are known.
double shareBetween(const std::vector<Observations> &groups);
double shareBetween(const std::map<std::int64_t, Moments> &groups);

/// The times of the n-th executions of ranks: of the first kMost, each by the kMostRanks that come to it first.
class Rounds {
public:
  void add(std::uint64_t n, double time);
  void merge(const Rounds &other);
  InStep inStep() const;
  std::size_t memoryBytes() const;

private:
  static constexpr std::size_t kMost = 1024;
  static constexpr std::size_t kMostRanks = 64;
  std::vector<std::vector<float>> times_;
};

struct RegionRecord {
  Moments ticks; ///< Its own: the quantiles are those of whole.
  Moments whole; ///< With the kept code around it; sampled without the first execution of each rank.
  std::map<const void *, SpanWindow> latest;      ///< What an execution is compared with, by what the rank did before.
  std::map<const void *, SpanWindow> latest_kept; ///< The same of the kept code before it,
  SpanWindow latest_trailing;                     ///< and behind it,
  SpanWindow latest_carried;                      ///< and between calls before it.
  std::vector<double> counters;                   ///< Sums.
  double kept_ticks = 0;                          ///< Sum.
  std::map<std::int64_t, Moments> by_rank;        ///< The executions in whole but the first of each rank.
  Rounds rounds;                                  ///< The same executions.
  Moments first;                                  ///< Of the executions in ticks, the first of each rank.
  Moments first_whole;                            ///< The same of those in whole.
  double kept_before_first = 0;                   ///< Sum; in kept_ticks too.
  void merge(const RegionRecord &other);
};

/// The n-th observations of all ranks.
struct SequenceEntry {
  double mean = 0;
  double squares = 0;
  std::uint32_t ranks = 0;
};

struct ValueRecord {
  Moments moments;
  std::vector<SequenceEntry> sequence;
  bool in_sequence = true; ///< False when groups were merged: then order means nothing.
  bool truncated = false;

  static constexpr std::size_t kLongest = 65536;
  void add(double observed, std::uint32_t occurrence);
  void merge(const ValueRecord &other);
  void fill(ValueGroup &group) const;
};

template <class Record> class GroupTable {
public:
  static constexpr std::size_t kMostGroups = 256;
  struct Entry {
    std::vector<double> feature_sums;
    std::uint64_t members = 0;
    Record record;
    std::uint32_t id = 0;
  };

  /// The entry of \p features, made if it is new. References last until the next call.
  Entry &find(std::span<const double> features);
  /// The same for an observation that find() has counted already.
  Entry &again(std::span<const double> features) {
    Entry &entry = find(features);
    --entry.members;
    if (bits_ < 52)
      for (std::size_t i = 0; i < features.size(); ++i)
        entry.feature_sums[i] -= features[i];
    return entry;
  }
  /// Calls \p visit(mean features, record) for each group, in order of features.
  template <class Visit> void forEach(Visit visit) const;

private:
  void coarsen();

  std::map<std::vector<double>, Entry> entries_;
  std::vector<double> key_;
  Entry *recent_ = nullptr;
  std::vector<double> recent_features_;
  int bits_ = 52; ///< Of the mantissa that keys keep; below 0, all features are one group.
  std::uint32_t next_id_ = 0;
};

/// \p value with its mantissa cut to \p bits.
double roundedTo(double value, int bits);

template <class Record> typename GroupTable<Record>::Entry &GroupTable<Record>::find(std::span<const double> features) {
  if (recent_ != nullptr && recent_features_.size() == features.size() &&
      std::equal(features.begin(), features.end(), recent_features_.begin())) {
    if (bits_ < 52)
      for (std::size_t i = 0; i < features.size(); ++i)
        recent_->feature_sums[i] += features[i];
    ++recent_->members;
    return *recent_;
  }
  key_.clear();
  for (const double feature : features)
    key_.push_back(roundedTo(feature, bits_));
  auto found = entries_.find(key_);
  if (found == entries_.end()) {
    if (entries_.size() == kMostGroups) {
      coarsen();
      return find(features);
    }
    found = entries_.emplace(key_, Entry{std::vector<double>(features.size(), 0.0), 0, Record{}, next_id_++}).first;
  }
  Entry &entry = found->second;
  // Exact keys keep their features exactly; the mean of rounded sums might not.
  if (bits_ == 52)
    entry.feature_sums.assign(features.begin(), features.end());
  else
    for (std::size_t i = 0; i < features.size(); ++i)
      entry.feature_sums[i] += features[i];
  ++entry.members;
  recent_ = &entry;
  recent_features_.assign(features.begin(), features.end());
  return entry;
}

template <class Record> void GroupTable<Record>::coarsen() {
  if (bits_ == 52)
    for (auto &[key, entry] : entries_)
      for (double &sum : entry.feature_sums)
        sum *= static_cast<double>(entry.members);
  bits_ = bits_ > 8 ? 8 : bits_ - 1;
  std::map<std::vector<double>, Entry> old;
  old.swap(entries_);
  recent_ = nullptr;
  for (auto &[key, entry] : old) {
    std::vector<double> coarse;
    for (const double feature : key)
      coarse.push_back(roundedTo(feature, bits_));
    auto [place, is_new] = entries_.try_emplace(coarse, std::move(entry));
    if (is_new)
      continue;
    place->second.members += entry.members;
    for (std::size_t i = 0; i < coarse.size(); ++i)
      place->second.feature_sums[i] += entry.feature_sums[i];
    place->second.record.merge(entry.record);
  }
}

template <class Record> template <class Visit> void GroupTable<Record>::forEach(Visit visit) const {
  for (const auto &[key, entry] : entries_) {
    std::vector<double> features = entry.feature_sums;
    if (bits_ < 52)
      for (double &feature : features)
        feature /= static_cast<double>(entry.members);
    visit(features, entry.record);
  }
}

} // namespace maquette::runtime

#endif
