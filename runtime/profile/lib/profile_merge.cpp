//===- runtime/profile/lib/profile_merge.cpp - one profile from several processes ----===//
// SPDX-License-Identifier: Apache-2.0
#include "profile_merge.h"

#include "maquette/profile/profile_groups.h"
#include "maquette/sim/assert.h"

#include <algorithm>
#include <cmath>

namespace maquette::runtime {
namespace {

std::string milliseconds(double ps) {
  const double ms = ps * 1e-9;
  const std::string digits = std::to_string(ms);
  return digits.substr(0, digits.find('.') + 4) + " ms";
}

using Quantiles = std::array<double, kQuantiles.size()>;

/// Of a distribution that is linear between its \p quantiles and ends at the outermost: the share that is no larger
/// than \p value.
double shareUpTo(const Quantiles &quantiles, double value) {
  if (value < quantiles.front())
    return 0;
  const auto above =
      static_cast<std::size_t>(std::upper_bound(quantiles.begin(), quantiles.end(), value) - quantiles.begin());
  if (above == quantiles.size())
    return 1;
  const double low = quantiles[above - 1], high = quantiles[above];
  return kQuantiles[above - 1] + (kQuantiles[above] - kQuantiles[above - 1]) * (value - low) / (high - low);
}

/// Those of two such distributions together, \p share of which is \p part.
void mergeQuantiles(Quantiles &whole, const Quantiles &part, double share) {
  if (whole == part)
    return;
  const Quantiles mine = whole;
  for (std::size_t q = 0; q < kQuantiles.size(); ++q) {
    double low = std::min(mine.front(), part.front()), high = std::max(mine.back(), part.back());
    for (int halvings = 0; halvings < 60; ++halvings) {
      const double middle = low + 0.5 * (high - low);
      const bool reached = (1 - share) * shareUpTo(mine, middle) + share * shareUpTo(part, middle) >= kQuantiles[q];
      (reached ? high : low) = middle;
    }
    whole[q] = high;
  }
}

void mergeFirst(FirstExecutions &whole, const FirstExecutions &part) {
  if (part.count == 0)
    return;
  const double share = static_cast<double>(part.count) / static_cast<double>(whole.count + part.count);
  whole.mean += (part.mean - whole.mean) * share;
  whole.kept += (part.kept - whole.kept) * share;
  mergeQuantiles(whole.quantiles, part.quantiles, share);
  whole.count += part.count;
}

void mergeInStep(InStep &whole, const InStep &part, double share) {
  whole.share = std::min(whole.share, part.share);
  if (whole.share <= 0)
    whole = {};
  for (std::size_t q = 0; whole.share > 0 && q < kQuantiles.size(); ++q)
    whole.quantiles[q] += (part.quantiles[q] - whole.quantiles[q]) * share;
}

/// Means and variances of two sets of observations taken together (Chan, Golub and LeVeque, 1979).
void mergeMoments(ProfileGroup &whole, const ProfileGroup &part) {
  const double a = static_cast<double>(whole.count);
  const double b = static_cast<double>(part.count);
  const double share = b / (a + b);
  const double distance = part.mean - whole.mean;
  whole.variance = whole.variance * (1 - share) + part.variance * share + distance * distance * share * (1 - share);
  whole.mean += distance * share;
  whole.minimum = std::min(whole.minimum, part.minimum);
  whole.maximum = std::max(whole.maximum, part.maximum);
  mergeQuantiles(whole.quantiles, part.quantiles, share);
  for (const auto &[name, mean] : part.counters) {
    double &mine = whole.counters[name];
    mine += (mean - mine) * share;
  }
  whole.kept += (part.kept - whole.kept) * share;
  whole.of_ranks += (part.of_ranks - whole.of_ranks) * share;
  mergeInStep(whole.in_step, part.in_step, share);
  whole.between_runs += (part.between_runs - whole.between_runs) * share;
  whole.count += part.count;
  mergeFirst(whole.first, part.first);
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

void mergeGroup(ValueGroup &whole, const ValueGroup &part) {
  whole.disagreement += part.disagreement;
  whole.sequence = mergeSequences(whole.sequence, part.sequence, whole.disagreement);
  whole.truncated = whole.truncated || part.truncated;
  mergeMoments(whole, part);
}

template <class Groups> auto groupWith(Groups &groups, const std::vector<double> &features) -> decltype(&groups[0]) {
  const auto same =
      std::find_if(groups.begin(), groups.end(), [&](const auto &candidate) { return candidate.features == features; });
  return same == groups.end() ? nullptr : &*same;
}

/// What one rank measured, without its first execution.
Observations withoutFirst(const ProfileGroup &group) {
  const auto all = static_cast<double>(group.count);
  const auto firsts = static_cast<double>(group.first.count);
  const double distance = group.first.mean - group.mean;
  return {all - firsts, group.mean - distance * firsts / (all - firsts),
          std::max(0.0, group.variance * all - distance * distance * firsts * all / (all - firsts))};
}

template <class Group> void mergeGroups(std::vector<Group> &whole, const std::vector<Group> &part) {
  for (const Group &group : part)
    if (Group *same = groupWith(whole, group.features))
      mergeGroup(*same, group);
    else
      whole.push_back(group);
}

/// Regions of a hundredth of the computing or more that the two measured differently.
void compareRegions(const Profile &whole, const Profile &other, std::vector<std::string> &warnings) {
  const double all = computingSeconds(other);
  for (const auto &[name, groups] : other.regions) {
    const auto mine = whole.regions.find(name);
    if (mine == whole.regions.end() || computingSeconds(groups) < 0.01 * all)
      continue;
    for (const ProfileGroup &group : groups)
      if (const ProfileGroup *same = groupWith(mine->second, group.features); same && contradict(*same, group)) {
        warnings.push_back(contradictionText(name, *same, group));
        break;
      }
  }
}

bool sameSequence(const ValueGroup &a, const ValueGroup &b) {
  return std::equal(
      a.sequence.begin(), a.sequence.end(), b.sequence.begin(), b.sequence.end(),
      [](const SequenceRun &x, const SequenceRun &y) { return x.value == y.value && x.repeat == y.repeat; });
}

/// Values of two runs: occurrences of different runs have nothing to do with each other, so the first run's stay.
void combineValue(const std::string &name, ProfiledValue &whole, const ProfiledValue &other,
                  std::vector<std::string> &warnings) {
  bool differ = false;
  for (const ValueGroup &group : other.groups) {
    const ValueGroup *same = groupWith(whole.groups, group.features);
    if (same == nullptr)
      whole.groups.push_back(group);
    else
      differ = differ || !sameSequence(*same, group);
  }
  if (differ)
    warnings.push_back("the profiles contradict each other: value '" + name +
                       "' differs for the same features; the first profile's is used [maquette-profile-contradiction]");
}

/// Standard deviation over the mean. \pre two values at least.
double relativeDeviation(const std::vector<double> &values) {
  MAQUETTE_ASSERT(values.size() >= 2);
  double sum = 0, squares = 0;
  for (const double value : values) {
    sum += value;
    squares += value * value;
  }
  const auto n = static_cast<double>(values.size());
  return sum > 0 ? std::sqrt(std::max(0.0, squares - sum * sum / n) / (n - 1)) / (sum / n) : 0;
}

/// The middle one, too, and no fewer than two. \pre two values at least.
std::vector<double> shorterHalf(std::vector<double> values) {
  MAQUETTE_ASSERT(values.size() >= 2);
  std::sort(values.begin(), values.end());
  values.resize(std::max<std::size_t>(2, (values.size() + 1) / 2));
  return values;
}

sim::Status sameModel(const Profile &whole, const Profile &part) {
  if (whole.model_id == part.model_id)
    return sim::Nothing{};
  return sim::Diagnostic{"", "the profiles belong to two models, '" + whole.model_id + "' and '" + part.model_id + "'",
                         "maquette-profile-model", "", "merge profiles of the same program and skeleton"};
}

} // namespace

void mergeGroup(ProfileGroup &whole, const ProfileGroup &part) { mergeMoments(whole, part); }

sim::Result<Profile> mergeRanks(const std::vector<Profile> &ranks) {
  MAQUETTE_ASSERT(!ranks.empty());
  Profile whole = ranks.front();
  for (std::size_t i = 1; i < ranks.size(); ++i)
    if (const sim::Status merged = mergeProfile(whole, ranks[i]); !merged)
      return merged.error();
  for (auto &[name, groups] : whole.regions)
    for (ProfileGroup &group : groups) {
      std::vector<Observations> each;
      for (const Profile &rank : ranks)
        if (const auto region = rank.regions.find(name); region != rank.regions.end())
          if (const ProfileGroup *part = groupWith(region->second, group.features);
              part && part->count > part->first.count)
            each.push_back(withoutFirst(*part));
      group.of_ranks = shareBetween(each);
    }
  return whole;
}

bool contradict(const ProfileGroup &a, const ProfileGroup &b) {
  const double error = std::sqrt(a.variance / static_cast<double>(a.count) + b.variance / static_cast<double>(b.count));
  const double distance = std::fabs(a.mean - b.mean);
  return distance > 0.25 * std::max(a.mean, b.mean) && distance > 4 * error;
}

std::string contradictionText(const std::string &region, const ProfileGroup &a, const ProfileGroup &b) {
  return "the profiles contradict each other: region '" + region + "' takes " + milliseconds(a.mean) + " and " +
         milliseconds(b.mean) + " for the same features [maquette-profile-contradiction]";
}

void takeRuns(Profile &counts, const std::vector<const Profile *> &runs, Statistic statistic) {
  for (auto &[name, groups] : counts.regions)
    for (ProfileGroup &group : groups) {
      std::vector<const ProfileGroup *> same;
      std::vector<double> costs;
      double of_ranks = 0;
      for (const Profile *run : runs)
        if (const auto region = run->regions.find(name); region != run->regions.end())
          if (const ProfileGroup *measured = groupWith(region->second, group.features)) {
            same.push_back(measured);
            costs.push_back(measured->steadyCost());
            of_ranks += measured->of_ranks;
          }
      if (same.size() < 2)
        continue;
      group = ProfileGroup(*same[runThatCounts(costs, statistic)]);
      if (statistic == Statistic::Median)
        group.of_ranks = of_ranks / static_cast<double>(same.size());
      group.between_runs = relativeDeviation(statistic == Statistic::Median ? costs : shorterHalf(costs));
    }
}

sim::Status combineProfile(Profile &whole, const Profile &other, std::vector<std::string> &warnings) {
  if (const sim::Status same = sameModel(whole, other); !same)
    return same;
  Profile regions_only = other;
  separateRuns(whole, regions_only);
  if (whole.run_parameters != regions_only.run_parameters)
    return sim::Diagnostic{"", "its options differ from those of the profiles before it", "maquette-profile-arguments",
                           "", "merge runs whose arguments differ only in numbers"};
  compareRegions(whole, regions_only, warnings);
  for (auto &[name, value] : regions_only.values)
    if (const auto mine = whole.values.find(name); mine != whole.values.end())
      combineValue(name, mine->second, value, warnings);
    else
      whole.values[name] = value;
  regions_only.values.clear();
  std::vector<ProfiledRun> runs = runsOf(whole);
  for (ProfiledRun &run : runsOf(other))
    runs.push_back(std::move(run));
  const sim::Status merged = mergeProfile(whole, regions_only);
  whole.runs = std::move(runs);
  whole.places.insert(other.places.begin(), other.places.end());
  return merged;
}

sim::Status mergeProfile(Profile &whole, const Profile &other) {
  if (const sim::Status same = sameModel(whole, other); !same)
    return same;
  Profile part = other;
  keepCommonCounters(whole, part);
  const double share =
      static_cast<double>(part.ranks) / static_cast<double>(std::max<std::int64_t>(1, whole.ranks + part.ranks));
  whole.kept_per_rank += (part.kept_per_rank - whole.kept_per_rank) * share;
  whole.ranks += part.ranks;
  whole.clock.overhead_ps = std::max(whole.clock.overhead_ps, part.clock.overhead_ps);
  whole.clock.stolen_seconds += part.clock.stolen_seconds;
  whole.clock.disturbed_share += (part.clock.disturbed_share - whole.clock.disturbed_share) * share;
  whole.clock.outlier_share += (part.clock.outlier_share - whole.clock.outlier_share) * share;
  whole.clock.outlier_seconds += part.clock.outlier_seconds;
  for (const auto &[name, groups] : part.regions)
    mergeGroups(whole.regions[name], groups);
  for (const auto &[name, value] : part.values) {
    whole.values[name].type = value.type;
    mergeGroups(whole.values[name].groups, value.groups);
  }
  return sim::Nothing{};
}

void addUnseen(Profile &whole, const Profile &other) {
  for (const auto &[name, groups] : other.regions)
    if (whole.regions.emplace(name, groups).second && other.by_run.contains(name))
      whole.by_run.insert(name);
  if (whole.run_parameters == other.run_parameters) // Else their features are of other kinds.
    whole.values.insert(other.values.begin(), other.values.end());
}

double nodeLoad(std::int64_t ranks, std::int64_t cores) {
  return cores < 2 ? 0 : std::clamp(static_cast<double>(ranks - 1) / static_cast<double>(cores - 1), 0.0, 1.0);
}

sim::Result<std::vector<Profile>> readProfilesByLoad(const std::vector<std::string> &paths,
                                                     std::vector<std::string> &warnings) {
  MAQUETTE_ASSERT(!paths.empty());
  std::vector<Profile> profiles;
  for (const std::string &path : paths) {
    const sim::Result<Profile> read = readProfile(path);
    if (!read)
      return read.error();
    const auto place = std::find_if(profiles.begin(), profiles.end(),
                                    [&](const Profile &known) { return known.node_load == read->node_load; });
    sim::Status fits = profiles.empty() ? sim::Status(sim::Nothing{}) : sameModel(profiles.front(), *read);
    if (place == profiles.end())
      profiles.push_back(*read);
    else
      fits = combineProfile(*place, *read, warnings);
    if (!fits) {
      sim::Error error = fits.error();
      error.diagnostics.front().where = path;
      return error;
    }
  }
  std::sort(profiles.begin(), profiles.end(),
            [](const Profile &a, const Profile &b) { return a.node_load < b.node_load; });
  for (Profile &profile : profiles)
    if (!profile.runs.empty())
      boundProfile(profile);
  return profiles;
}

sim::Result<Profile> readProfiles(const std::vector<std::string> &paths, std::vector<std::string> &warnings) {
  sim::Result<std::vector<Profile>> profiles = readProfilesByLoad(paths, warnings);
  if (!profiles)
    return profiles.error();
  if (profiles->size() > 1)
    return sim::Diagnostic{paths.front(), "one profile cannot hold runs on an idle node and runs on a busy node",
                           "maquette-profile-load", "", "give `maquette run` one --profile of each kind"};
  return std::move(profiles->front());
}

} // namespace maquette::runtime
