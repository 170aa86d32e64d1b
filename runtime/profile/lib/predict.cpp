//===- runtime/profile/lib/predict.cpp - costs and values of a skeleton's run --------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/profile/predict.h"

#include "maquette/profile/group_model.h"
#include "maquette/sim/random.h"
#include "maquette/sim/units.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

namespace maquette::runtime {
namespace {

bool same(std::span<const double> a, const std::vector<double> &b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

/// Standard deviation between ranks over the size of the mean.
double relativeError(const ValueGroup &group) {
  const double deviation = std::sqrt(group.disagreement / static_cast<double>(std::max<std::uint64_t>(group.count, 1)));
  return deviation == 0 ? 0 : deviation / std::max(std::fabs(group.mean), 1e-300);
}

constexpr std::uint64_t kStep = RankHistories::kRandomStep;

/// Expected errors that 19 of 20 errors lie within. Those of sizes left out of a profile are distributed about
/// normally.
constexpr double kSureness = 2;

double rounded(double value) { return std::floor(value + 0.5); }

} // namespace

Spread::Spread(const std::array<double, kQuantiles.size()> &values) {
  double mean = values.front() * kQuantiles.front() + values.back() * (1 - kQuantiles.back());
  for (std::size_t i = 0; i + 1 < values.size(); ++i)
    mean += 0.5 * (values[i] + values[i + 1]) * (kQuantiles[i + 1] - kQuantiles[i]);
  if (mean <= 0 || values.front() < 0)
    return;
  for (std::size_t i = 0; i < values.size(); ++i)
    factors_[i] = values[i] / mean;
  double squares = factors_.front() * factors_.front() * kQuantiles.front() +
                   factors_.back() * factors_.back() * (1 - kQuantiles.back());
  for (std::size_t i = 0; i + 1 < factors_.size(); ++i) {
    const double a = factors_[i], b = factors_[i + 1];
    squares += (a * a + a * b + b * b) / 3 * (kQuantiles[i + 1] - kQuantiles[i]);
  }
  deviation_ = std::sqrt(std::max(0.0, squares - 1));
}

double Spread::at(double uniform) const {
  if (uniform <= kQuantiles.front())
    return factors_.front();
  for (std::size_t i = 1; i < factors_.size(); ++i)
    if (uniform < kQuantiles[i])
      return factors_[i - 1] +
             (factors_[i] - factors_[i - 1]) * (uniform - kQuantiles[i - 1]) / (kQuantiles[i] - kQuantiles[i - 1]);
  return factors_.back();
}

Variation::Variation(const ProfileGroup &group)
    : all(group.quantiles), own(group.in_step.share > 0 ? Spread(group.in_step.quantiles) : all),
      in_step(std::clamp(group.in_step.share, 0.0, 1.0)) {
  const double share = std::min(1.0, group.of_ranks / std::max(1 - in_step, 1e-9));
  lasting = std::sqrt(share) * own.deviation();
  rest = std::sqrt(1 - share);
}

Predictor::Predictor(Profile profile, std::string profile_path, std::int64_t ranks, Noise noise, std::uint64_t seed,
                     std::vector<std::string> arguments)
    : profile_(std::move(profile)), path_(std::move(profile_path)), noise_(noise), seed_(seed),
      histories_(ranks, seed) {
  const RunParameters own = parametersOf({std::move(arguments), ranks});
  const std::vector<ProfiledRun> runs = runsOf(profile_);
  if (profile_.run_parameters > 0) {
    const RunParameters first = parametersOf(runs.front());
    parameters_ = own.words == first.words ? own.numbers : first.numbers;
  }
  const bool is_new_run = std::none_of(runs.begin(), runs.end(), [&own](const ProfiledRun &run) {
    const RunParameters profiled = parametersOf(run);
    return profiled.words == own.words && profiled.numbers == own.numbers;
  });
  std::uint32_t stepped_regions = 0;
  for (const auto &[name, groups] : profile_.regions) {
    Region &region = regions_[name];
    region.model = modelOf(groups);
    region.by_run = profile_.by_run.contains(name);
    region.unscaled = is_new_run && isUnscaled(name);
    region.index = static_cast<std::uint32_t>(regions_.size() - 1);
    for (const ProfileGroup &group : groups) {
      region.variations.emplace_back(group);
      region.first_spreads.emplace_back(group.first.quantiles);
      if (region.variations.back().in_step > 0 && !region.stepped)
        region.stepped = stepped_regions++;
      region.first_factors.push_back(group.firstFactor());
    }
  }
  histories_.prepare(regions_.size(), stepped_regions);
  for (const auto &[name, profiled] : profile_.values)
    addValue(name, profiled);
}

bool Predictor::isUnscaled(const std::string &region) const {
  const auto place = profile_.places.find(region);
  return place != profile_.places.end() && !place->second.scales && !profile_.by_run.contains(region);
}

void Predictor::addValue(const std::string &name, const ProfiledValue &profiled) {
  Value &value = values_[name];
  value.model = modelOf(profiled.groups);
  value.type = profiled.type;
  value.profiled = &profiled;
  value.first_group = group_count_;
  group_count_ += static_cast<std::uint32_t>(profiled.groups.size());
  for (const ValueGroup &group : profiled.groups) {
    Sequence &sequence = value.sequences.emplace_back();
    std::uint64_t end = 0;
    double sum = 0;
    for (const SequenceRun &run : group.sequence) {
      sequence.sums.push_back(sum);
      sum += run.value * static_cast<double>(run.repeat);
      sequence.ends.push_back(end += run.repeat);
    }
  }
}

Predictor::Known &Predictor::KnownVectors::at(std::span<const double> features) {
  if (slots.empty())
    slots.resize(kSlots);
  std::uint64_t hash = 0;
  for (const double feature : features)
    hash = (hash ^ std::bit_cast<std::uint64_t>(feature)) * 0x9E3779B97F4A7C15u;
  return slots[hash >> 58];
}

Predictor::Region *Predictor::findRegion(const char *name) {
  auto &slot = region_cache_.at(name);
  if (slot.name == name)
    return slot.item;
  const auto found = regions_.find(name);
  if (found == regions_.end())
    return nullptr;
  slot = {name, &found->second};
  return slot.item;
}

Predictor::Value *Predictor::findValue(const char *name) {
  auto &slot = value_cache_.at(name);
  if (slot.name == name)
    return slot.item;
  const auto found = values_.find(name);
  if (found == values_.end())
    return nullptr;
  slot = {name, &found->second};
  return slot.item;
}

std::optional<std::int64_t> Predictor::cost(std::int64_t rank, const char *name, std::span<const double> asked) {
  Region *region = findRegion(name);
  const std::span<const double> features = region != nullptr && region->by_run ? withParameters(asked) : asked;
  if (region == nullptr || features.size() != region->model.featureCount())
    return std::nullopt;
  if (region->fixed_ps) {
    countUse(name, *region, {}, static_cast<double>(*region->fixed_ps) * 1e-12);
    return region->fixed_ps;
  }
  Known &known = region->known.at(features);
  if (known.cost_ps < 0 || !same(features, known.features)) {
    known.features.assign(features.begin(), features.end());
    known.estimate = estimate(*region, features);
    known.cost_ps = std::llround(std::min(known.estimate.value * region->factor, 9e18));
    known.group = region->model.nearestGroup(features);
    known.variation = &variationOf(*region, features, known.group);
  }
  const bool first = histories_.isFirst(rank, region->index);
  double cost = static_cast<double>(known.cost_ps) * (first ? region->first_factors[known.group] : 1);
  if (noise_ == Noise::Measured)
    cost *= first ? region->first_spreads[known.group].at(histories_.uniform(rank))
                  : deviation(rank, *region, *known.variation);
  const auto cost_ps = static_cast<std::int64_t>(std::min(cost, 9e18));
  countUse(name, *region, known.estimate, static_cast<double>(cost_ps) * 1e-12);
  return cost_ps;
}

/// What lasts for the rank is drawn from a uniform distribution: of the few ranks that are profiled nobody knows the
/// rarer ones. By multiples of the golden ratio, modulo 1, which fill the interval evenly, however few they are: so few
/// ranks differ by as much, and have the mean. What changes from time to time has the rest of the variance.
double Predictor::deviation(std::int64_t rank, const Region &region, const Variation &variation) {
  const double common = region.stepped ? commonDeviation(rank, region, variation) : 1;
  const double own = variation.own.at(histories_.uniform(rank));
  if (variation.lasting <= 0)
    return common * own;
  const std::uint64_t bits = sim::mixBits(seed_ + kStep * region.index) + kStep * static_cast<std::uint64_t>(rank);
  const double centred = 2 * static_cast<double>(bits >> 11) * 0x1p-53 - 1;
  return common * std::max(0.0, 1 + std::sqrt(3) * variation.lasting * centred + variation.rest * (own - 1));
}

/// Natively nobody knows what the n-th executions of all ranks have in common.
const Variation &Predictor::variationOf(const Region &region, std::span<const double> features, std::size_t group) {
  const Variation &alone = region.variations[group];
  const auto load =
      std::find_if(region.loads.begin(), region.loads.end(), [](const Load &each) { return each.weight > 0.5; });
  return alone.in_step > 0 || load == region.loads.end() ? alone
                                                         : load->variations[load->loaded.nearestGroup(features)];
}

/// By such multiples, too: the mean of few executions stays.
double Predictor::commonDeviation(std::int64_t rank, const Region &region, const Variation &variation) {
  const std::uint64_t n = histories_.nextStep(rank, *region.stepped);
  const std::uint64_t bits = sim::mixBits(~seed_ + kStep * region.index) + n * kStep;
  const double drawn = variation.all.at(static_cast<double>(bits >> 11) * 0x1p-53);
  return std::max(0.0, 1 + std::sqrt(variation.in_step) * (drawn - 1));
}

void Predictor::countUse(const char *name, Region &region, const models::CostEstimate &estimate, double seconds) const {
  RegionUse &use = region.use;
  ++use.count;
  use.seconds += seconds;
  if (estimate.uncertainty)
    use.uncertain_seconds += seconds * *estimate.uncertainty;
  else
    use.unjudged_seconds += seconds;
  if (!estimate.extrapolated && (!region.unscaled || region.fixed_ps))
    return;
  use.extrapolated_seconds += seconds;
  if (estimate.farthest > use.farthest) {
    use.farthest = estimate.farthest;
    use.farthest_feature = featureName(profile_, name, estimate.farthest_feature);
  }
}

void Predictor::replaceCost(const CostOverride &replaced) {
  const auto region = regions_.find(replaced.region);
  if (region == regions_.end())
    return;
  region->second.fixed_ps = replaced.fixed_ps;
  region->second.factor = replaced.factor;
}

sim::Result<CostOverride> parseCostOverride(const std::string &text) {
  const auto wrong = [&](const std::string &what) {
    return sim::Diagnostic{
        "--region " + text, what, "maquette-region-override", "",
        "give a region of the profile and its time or a factor, for example 'solve#1=1.2 ms' or 'solve#1=x0.5'"};
  };
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    return wrong("is not REGION=COST");
  CostOverride result{text.substr(0, equals), std::nullopt, 1};
  const std::string cost = text.substr(equals + 1);
  if (cost[0] == 'x') {
    const auto [end, error] = std::from_chars(cost.data() + 1, cost.data() + cost.size(), result.factor);
    if (error != std::errc() || end != cost.data() + cost.size() || !(result.factor >= 0) || result.factor > 1e9)
      return wrong("'" + cost + "' is not a factor");
    return result;
  }
  const sim::Result<sim::SimDuration> time = sim::parseDuration(cost);
  if (!time || time->ps() < 0)
    return wrong("'" + cost + "' is not a time");
  result.fixed_ps = time->ps();
  return result;
}

std::int64_t Predictor::keptCost() {
  ++kept_.count;
  kept_.seconds += profile_.kept_per_rank * 1e-12;
  return std::llround(profile_.kept_per_rank);
}

std::span<const double> Predictor::withParameters(std::span<const double> features) {
  if (parameters_.empty())
    return features;
  if (features.empty())
    return parameters_;
  asked_.assign(features.begin(), features.end());
  asked_.insert(asked_.end(), parameters_.begin(), parameters_.end());
  return asked_;
}

/// Branches, what may be negative, and what no model describes well stay as they were.
double Predictor::scaleOf(Value &value, std::span<const double> features, std::size_t group) const {
  const auto &groups = value.profiled->groups;
  const bool negative = std::any_of(groups.begin(), groups.end(),
                                    [](const ValueGroup &each) { return each.minimum < 0 || each.mean < 0; });
  constexpr std::size_t kFewestGroups = 3;
  constexpr double kFitsWell = 0.1;
  if (value.type == ValueType::Branch || negative || groups.size() < kFewestGroups || groups[group].mean <= 0 ||
      value.model.fit()->error > kFitsWell)
    return 1;
  return value.model.estimate(features).value / groups[group].mean;
}

double Predictor::answer(const Value &value, const Known &known, std::uint64_t occurrence) const {
  const std::size_t group = known.group;
  const ValueGroup &profiled = value.profiled->groups[group];
  const bool whole = value.type != ValueType::Double;
  double mean = profiled.mean;
  double sum_before = mean * static_cast<double>(occurrence);
  if (const Sequence &sequence = value.sequences[group]; !sequence.ends.empty()) {
    const std::uint64_t n = occurrence % sequence.ends.back();
    const auto run = static_cast<std::size_t>(std::upper_bound(sequence.ends.begin(), sequence.ends.end(), n) -
                                              sequence.ends.begin());
    const std::uint64_t begin = run == 0 ? 0 : sequence.ends[run - 1];
    mean = profiled.sequence[run].value;
    sum_before = sequence.sums[run] + mean * static_cast<double>(n - begin);
  }
  mean *= known.scale;
  sum_before *= known.scale;
  return whole ? rounded(sum_before + mean) - rounded(sum_before) : mean;
}

std::optional<double> Predictor::value(std::int64_t rank, const char *name, std::span<const double> asked) {
  Value *value = findValue(name);
  const std::span<const double> features = withParameters(asked);
  if (value == nullptr || features.size() != value->model.featureCount())
    return std::nullopt;
  Known &known = value->known.at(features);
  if (known.cost_ps < 0 || !same(features, known.features)) {
    known.features.assign(features.begin(), features.end());
    known.group = value->model.nearestGroup(features);
    known.estimate = {};
    value->model.judgeRange(features, known.estimate);
    known.scale =
        same(features, value->profiled->groups[known.group].features) ? 1 : scaleOf(*value, features, known.group);
    known.cost_ps = 0;
  }
  const std::size_t group = known.group;
  const std::uint32_t occurrence =
      histories_.nextOccurrence(rank, value->first_group + static_cast<std::uint32_t>(group));
  const double predicted = answer(*value, known, occurrence);
  PredictedUse &use = value->use;
  ++use.count;
  use.mean += (predicted - use.mean) / static_cast<double>(use.count);
  use.extrapolated += known.estimate.extrapolated ? 1 : 0;
  value->error_sum += relativeError(value->profiled->groups[group]);
  return predicted;
}

sim::Diagnostic Predictor::explain(const char *name, std::size_t feature_count) const {
  const auto region = regions_.find(name);
  const auto value = values_.find(name);
  const std::string fix = "profile a run that reaches it, with the program built from profiled/ next to this skeleton";
  if (region == regions_.end() && value == values_.end())
    return {path_, std::string("the profile has no data for '") + name + "': the profiled run did not reach it",
            "maquette-profile-unseen", "", fix};
  const std::size_t profiled =
      region != regions_.end() ? region->second.model.featureCount() - (region->second.by_run ? parameters_.size() : 0)
                               : value->second.model.featureCount() - parameters_.size();
  return {path_,
          std::string("'") + name + "' has " + std::to_string(profiled) + (profiled == 1 ? " feature" : " features") +
              " in the profile but " + std::to_string(feature_count) + " in the skeleton",
          "maquette-profile-unseen", "", "profile again, with the program built from profiled/ next to this skeleton"};
}

void Predictor::report(RunResult &result) const {
  double seconds = kept_.seconds;
  double extrapolated = 0;
  double uncertain = 0;
  double unjudged = 0;
  double counted = 0;
  for (const auto &[name, region] : regions_) {
    if (region.use.count == 0)
      continue;
    result.regions[name] = region.use;
    seconds += region.use.seconds;
    extrapolated += region.use.extrapolated_seconds;
    uncertain += region.use.uncertain_seconds;
    unjudged += region.use.unjudged_seconds;
    counted += region.counted ? region.use.seconds : 0;
  }
  if (kept_.seconds > 0)
    result.regions["(code outside regions)"] = kept_;
  result.extrapolated_share = seconds > 0 ? extrapolated / seconds : 0;
  result.unjudged_share = seconds > 0 ? unjudged / seconds : 0;
  result.roofline_share = seconds > 0 ? counted / seconds : 0;
  result.compute_uncertainty = seconds > unjudged ? kSureness * uncertain / (seconds - unjudged) : 0;
  for (const auto &[name, value] : values_) {
    if (value.use.count == 0)
      continue;
    PredictedUse use = value.use;
    use.relative_error = value.error_sum / static_cast<double>(use.count);
    result.predicted_values[name] = use;
  }
}

} // namespace maquette::runtime
