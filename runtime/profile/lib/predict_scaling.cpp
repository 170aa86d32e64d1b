//===- runtime/profile/lib/predict_scaling.cpp - other loads of the node, other cores -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/profile/predict.h"

#include "maquette/sim/units.h"

#include <algorithm>
#include <cmath>

namespace maquette::runtime {
namespace {

/// Which events together are one quantity, and how much of it each of them is.
struct CountedAs {
  std::vector<std::string> events;
  double each = 1;
};

constexpr double kCacheLine = 64;

/// The first of \p choices that \p profile holds.
const CountedAs *countedAs(const Profile &profile, const std::vector<CountedAs> &choices) {
  const auto has = [&](const std::string &event) {
    return std::find(profile.counter_names.begin(), profile.counter_names.end(), event) != profile.counter_names.end();
  };
  for (const CountedAs &choice : choices)
    if (std::all_of(choice.events.begin(), choice.events.end(), has))
      return &choice;
  return nullptr;
}

models::CostModel modelOf(const std::vector<ProfileGroup> &groups, const CountedAs &counted) {
  std::vector<models::CostGroup> costs;
  for (const ProfileGroup &group : groups) {
    double sum = 0;
    for (const std::string &event : counted.events)
      if (const auto found = group.counters.find(event); found != group.counters.end())
        sum += std::max(found->second, 0.0);
    costs.push_back({group.features, static_cast<double>(group.count), sum * counted.each, 0});
  }
  return models::CostModel(std::move(costs));
}

models::CostModel modelOfOwnTime(const std::vector<ProfileGroup> &groups) {
  std::vector<models::CostGroup> costs;
  for (const ProfileGroup &group : groups)
    costs.push_back({group.features, static_cast<double>(group.count), group.mean, group.variance, group.between_runs});
  return models::CostModel(std::move(costs));
}

/// What an execution takes, with the kept code around it, on a full node, where it takes \p loaded itself; else \p own
/// itself, and \p alone with that code. Kept code that costs much allocates: new memory, which the simulator charges
/// there, a native process pays where it touches it. So only the larger of what \p loaded has more and of the kept code
/// counts.
double loadedValue(double alone, double own, double loaded) {
  return loaded < own ? alone * loaded / own : std::max(alone, loaded);
}

/// Whether \p estimate is outside of what was profiled where \p loaded has this weight in it: with all of the weight,
/// that alone tells.
void judgeRange(const models::CostEstimate &loaded, double weight, models::CostEstimate &estimate) {
  if (weight < 1 && !(loaded.extrapolated && loaded.farthest > estimate.farthest))
    return;
  estimate.extrapolated = loaded.extrapolated;
  estimate.farthest = loaded.farthest;
  estimate.farthest_feature = loaded.farthest_feature;
}

bool isZero(const models::CostModel &model) {
  return std::all_of(model.groups().begin(), model.groups().end(),
                     [](const models::CostGroup &group) { return group.mean == 0; });
}

} // namespace

double CoreSpeed::seconds(double flops, double bytes) const {
  return std::max(flops / flops_per_second, bytes / bytes_per_second);
}

sim::Result<CoreSpeed> parseCoreSpeed(const std::string &text, const std::string &option) {
  const std::size_t colon = text.find(':');
  const auto flops = sim::parseFlops(text.substr(0, colon));
  const auto bytes = sim::parseBitRate(colon == std::string::npos ? "" : text.substr(colon + 1));
  if (!flops || !bytes || flops->per_second <= 0 || bytes->bitsPerSecond() <= 0)
    return sim::Diagnostic{option + " " + text, "is not PEAK:BANDWIDTH", "maquette-roofline", "",
                           "give both for one core, for example \"38.4 Gflop/s:12 GB/s\""};
  return CoreSpeed{static_cast<double>(flops->per_second), static_cast<double>(bytes->bitsPerSecond()) / 8};
}

std::vector<double> loadWeights(const std::vector<double> &loads, double load) {
  std::vector<double> weights(loads.size(), 0);
  const auto above = static_cast<std::size_t>(std::lower_bound(loads.begin(), loads.end(), load) - loads.begin());
  if (above == 0 || above == loads.size()) {
    weights[above == 0 ? 0 : above - 1] = 1;
    return weights;
  }
  weights[above] = (load - loads[above - 1]) / (loads[above] - loads[above - 1]);
  weights[above - 1] = 1 - weights[above];
  return weights;
}

void Predictor::addLoad(const Profile &loaded, double weight) {
  for (const auto &[name, groups] : loaded.regions) {
    const auto mine = profile_.regions.find(name);
    if (weight > 0 && mine != profile_.regions.end() &&
        mine->second.front().features.size() == groups.front().features.size())
      regions_[name].loads.push_back(
          {modelOfOwnTime(mine->second), modelOfOwnTime(groups), weight, {groups.begin(), groups.end()}});
  }
}

sim::Status Predictor::scaleByRoofline(const CoreSpeed &target, const std::optional<CoreSpeed> &host,
                                       double cpu_scale) {
  const std::vector<CountedAs> operations{{{"PAPI_DP_OPS", "PAPI_SP_OPS"}}, {{"PAPI_FP_OPS"}}, {{"PAPI_DP_OPS"}}};
  const std::vector<CountedAs> misses{{{"PAPI_L3_TCM"}, kCacheLine},
                                      {{"PAPI_L3_DCM"}, kCacheLine},
                                      {{"PAPI_L2_TCM"}, kCacheLine},
                                      {{"PAPI_L2_DCM"}, kCacheLine}};
  const CountedAs *const flops = countedAs(profile_, operations);
  const CountedAs *const bytes = countedAs(profile_, misses);
  if (flops == nullptr || bytes == nullptr)
    return sim::Diagnostic{
        path_,
        std::string("the profile has no counts of ") +
            (flops == nullptr ? "floating-point operations (PAPI_FP_OPS, PAPI_DP_OPS)"
                              : "last-level cache misses (PAPI_L3_TCM, PAPI_L2_TCM)") +
            ", which a roofline needs",
        "maquette-roofline", "",
        "profile with --counters PAPI_FP_OPS,PAPI_L3_TCM on a host that has them, or remove --roofline and use "
        "the machine's cpu_scale"};
  target_core_ = target;
  host_core_ = host;
  cpu_scale_ = cpu_scale;
  for (auto &[name, region] : regions_) {
    Counted counted{modelOf(profile_.regions.at(name), *flops), modelOf(profile_.regions.at(name), *bytes)};
    if (!isZero(counted.flops) || !isZero(counted.bytes))
      region.counted = std::move(counted);
  }
  return sim::Nothing{};
}

models::CostEstimate Predictor::estimate(Region &region, std::span<const double> features) {
  models::CostEstimate estimate = region.model.estimate(features);
  const models::CostEstimate alone = estimate;
  for (Load &load : region.loads) {
    const double own = load.alone.estimate(features).value;
    if (own <= 0)
      continue;
    const models::CostEstimate loaded = load.loaded.estimate(features);
    estimate.value += load.weight * (loadedValue(alone.value, own, loaded.value) - alone.value);
    judgeRange(loaded, load.weight, estimate);
    if (!estimate.uncertainty || !alone.uncertainty || !loaded.uncertainty)
      estimate.uncertainty = std::nullopt;
    else
      *estimate.uncertainty += load.weight * (*loaded.uncertainty - *alone.uncertainty);
  }
  if (!region.counted)
    return estimate;
  const double flops = region.counted->flops.estimate(features).value;
  const double bytes = region.counted->bytes.estimate(features).value;
  const double target = target_core_.seconds(flops, bytes);
  const double host = host_core_ ? host_core_->seconds(flops, bytes) : 0;
  if (host > 0) {
    estimate.value *= target / host * cpu_scale_;
  } else {
    estimate.value = target * 1e12 * cpu_scale_;
    estimate.uncertainty = std::nullopt; // A bound: how near the code comes to it is not known.
  }
  return estimate;
}

} // namespace maquette::runtime
