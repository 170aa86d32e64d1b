//===- runtime/lib/profile/predict_scaling.cpp - other loads of the node, other cores -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/runtime/predict.h"

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

bool isZero(const models::CostModel &model) {
  return std::all_of(model.groups().begin(), model.groups().end(), [](const models::CostGroup &group) { return group.mean == 0; });
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
    return sim::Diagnostic{option + " " + text, "is no PEAK:BANDWIDTH", "maquette-roofline", "",
                           "write both of one core, as in \"38.4 Gflop/s:12 GB/s\""};
  return CoreSpeed{static_cast<double>(flops->per_second), static_cast<double>(bytes->bitsPerSecond()) / 8};
}

void Predictor::addLoad(const Profile &loaded, double weight) {
  for (const auto &[name, groups] : loaded.regions) {
    const auto mine = regions_.find(name);
    if (weight <= 0 || mine == regions_.end() || mine->second.measured.front().model.featureCount() != groups.front().features.size())
      continue;
    mine->second.measured.front().weight -= weight;
    mine->second.measured.push_back(measuredOf(groups, weight));
  }
}

sim::Status Predictor::scaleByRoofline(const CoreSpeed &target, const std::optional<CoreSpeed> &host, double cpu_scale) {
  const std::vector<CountedAs> operations{{{"PAPI_DP_OPS", "PAPI_SP_OPS"}}, {{"PAPI_FP_OPS"}}, {{"PAPI_DP_OPS"}}};
  const std::vector<CountedAs> misses{{{"PAPI_L3_TCM"}, kCacheLine}, {{"PAPI_L3_DCM"}, kCacheLine},
                                      {{"PAPI_L2_TCM"}, kCacheLine}, {{"PAPI_L2_DCM"}, kCacheLine}};
  const CountedAs *const flops = countedAs(profile_, operations);
  const CountedAs *const bytes = countedAs(profile_, misses);
  if (flops == nullptr || bytes == nullptr)
    return sim::Diagnostic{path_,
                           std::string("the profile has no counts of ") +
                               (flops == nullptr ? "floating-point operations (PAPI_FP_OPS, PAPI_DP_OPS)"
                                                 : "misses of the last cache (PAPI_L3_TCM, PAPI_L2_TCM)") +
                               ", which a roofline needs",
                           "maquette-roofline", "",
                           "profile with --counters PAPI_FP_OPS,PAPI_L3_TCM on a host that counts them, or leave --roofline out: "
                           "then the machine's cpu_scale holds"};
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

void Predictor::predictCost(Region &region, std::span<const double> features, Known &known) {
  models::CostEstimate &estimate = known.estimate;
  estimate = {};
  estimate.uncertainty = 0;
  known.first_factor = 0;
  known.measured = 0;
  for (std::size_t m = 0; m < region.measured.size(); ++m) {
    Measured &measured = region.measured[m];
    if (measured.weight <= 0)
      continue;
    const models::CostEstimate part = measured.model.estimate(features);
    const double value = measured.weight * part.value;
    estimate.value += value;
    if (estimate.uncertainty && part.uncertainty)
      *estimate.uncertainty += value * *part.uncertainty;
    else
      estimate.uncertainty = std::nullopt;
    estimate.extrapolated = estimate.extrapolated || part.extrapolated;
    if (part.farthest > estimate.farthest) {
      estimate.farthest = part.farthest;
      estimate.farthest_feature = part.farthest_feature;
    }
    const std::size_t group = measured.model.nearestGroup(features);
    known.first_factor += value * measured.first_factors[group];
    if (measured.weight >= region.measured[known.measured].weight) {
      known.measured = m;
      known.group = group;
    }
  }
  known.first_factor = estimate.value > 0 ? known.first_factor / estimate.value : 1;
  if (estimate.uncertainty && estimate.value > 0)
    *estimate.uncertainty /= estimate.value;
  scaleToRoofline(region, features, estimate);
}

void Predictor::scaleToRoofline(Region &region, std::span<const double> features, models::CostEstimate &estimate) const {
  if (!region.counted)
    return;
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
}

} // namespace maquette::runtime
