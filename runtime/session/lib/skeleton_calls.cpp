//===- runtime/session/lib/skeleton_calls.cpp - maquette/abi/skeleton.h, regions and values -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Outside a simulated rank (a constructor before main, say) nothing is timed and nothing observed.
#include "maquette/context/call_ids.h"
#include "maquette/profile/feature_list.h"
#include "region_hooks.h"

#include "maquette/abi/skeleton.h"

#include <algorithm>
#include <cmath>

#define MAQUETTE_EXPORT __attribute__((visibility("default")))

namespace maquette::runtime {
namespace {

RegionHooks *hooks() {
  World *world = currentWorld();
  return world == nullptr ? nullptr : static_cast<RegionHooks *>(world->profileHooks());
}

void compute(const char *region, Features features, Runs runs) {
  Rank *rank = currentRank();
  if (RegionHooks *target = hooks(); rank != nullptr && target != nullptr)
    target->compute(*rank, region, features, runs);
}

void beginRegion(const char *region, Features features, Runs runs) {
  Rank *rank = currentRank();
  if (RegionHooks *target = hooks(); rank != nullptr && target != nullptr)
    target->beginRegion(*rank, region, features, runs);
}

double predict(const char *value, Features features) {
  Rank *rank = currentRank();
  RegionHooks *target = hooks();
  return rank == nullptr || target == nullptr ? 0 : target->predict(*rank, value, features);
}

void observe(const char *value, ValueType type, double observed, Features features) {
  Rank *rank = currentRank();
  if (RegionHooks *target = hooks(); rank != nullptr && target != nullptr)
    target->observe(*rank, value, type, observed, features);
}

} // namespace
} // namespace maquette::runtime

using namespace maquette::runtime;

extern "C" {

MAQUETTE_EXPORT void maquette_compute(const char *region, int feature_count, ...) {
  va_list arguments;
  va_start(arguments, feature_count);
  const FeatureList features(feature_count, arguments);
  va_end(arguments);
  compute(region, features, Runs::Profiled);
}

MAQUETTE_EXPORT void maquette_compute_staying(const char *region, int feature_count, ...) {
  va_list arguments;
  va_start(arguments, feature_count);
  const FeatureList features(feature_count, arguments);
  va_end(arguments);
  compute(region, features, Runs::Both);
}

MAQUETTE_EXPORT void maquette_elapse(long long picoseconds) {
  Rank *rank = currentRank();
  if (World *world = currentWorld(); rank != nullptr && world != nullptr)
    world->meter().compute(*rank, maquette::sim::SimDuration::ps(std::max(picoseconds, 0LL)));
}

MAQUETTE_EXPORT long long maquette_clock(void) {
  const Rank *rank = currentRank();
  return rank == nullptr ? 0 : rank->clock.ps();
}

MAQUETTE_EXPORT long long maquette_between_begin(const void *call_site) {
  Rank *rank = currentRank();
  if (rank == nullptr || rank->call != 0)
    return maquette_clock();
  rank->call_site = call_site;
  if (ComputingMeter &meter = currentWorld()->meter(); meter.measures())
    meter.computingEnds(*rank);
  rank->call = maquette::runtime::kInBinding;
  return rank->clock.ps();
}

MAQUETTE_EXPORT void maquette_between_end(void) {
  Rank *rank = currentRank();
  if (rank == nullptr || rank->call != maquette::runtime::kInBinding)
    return;
  rank->call = 0;
  if (ComputingMeter &meter = currentWorld()->meter(); meter.measures())
    meter.computingBegins(*rank);
}

MAQUETTE_EXPORT void maquette_between_count(int counts) {
  using maquette::runtime::kInBinding;
  using maquette::runtime::kUncounted;
  Rank *rank = currentRank();
  if (rank != nullptr && rank->call == (counts != 0 ? kUncounted : kInBinding))
    rank->call = counts != 0 ? kInBinding : kUncounted;
}

MAQUETTE_EXPORT int maquette_rank(void) {
  const Rank *rank = currentRank();
  return rank == nullptr ? -1 : static_cast<int>(rank->id);
}

MAQUETTE_EXPORT double maquette_predict_double(const char *value, int feature_count, ...) {
  va_list arguments;
  va_start(arguments, feature_count);
  const FeatureList features(feature_count, arguments);
  va_end(arguments);
  return predict(value, features);
}

MAQUETTE_EXPORT long long maquette_predict_integer(const char *value, int feature_count, ...) {
  va_list arguments;
  va_start(arguments, feature_count);
  const FeatureList features(feature_count, arguments);
  va_end(arguments);
  return std::llround(predict(value, features));
}

MAQUETTE_EXPORT int maquette_predict_branch(const char *value, int feature_count, ...) {
  va_list arguments;
  va_start(arguments, feature_count);
  const FeatureList features(feature_count, arguments);
  va_end(arguments);
  return predict(value, features) >= 0.5 ? 1 : 0;
}

MAQUETTE_EXPORT void maquette_region_begin(const char *region, int feature_count, ...) {
  va_list arguments;
  va_start(arguments, feature_count);
  const FeatureList features(feature_count, arguments);
  va_end(arguments);
  beginRegion(region, features, Runs::Profiled);
}

MAQUETTE_EXPORT void maquette_region_begin_staying(const char *region, int feature_count, ...) {
  va_list arguments;
  va_start(arguments, feature_count);
  const FeatureList features(feature_count, arguments);
  va_end(arguments);
  beginRegion(region, features, Runs::Both);
}

MAQUETTE_EXPORT void maquette_region_end(const char *region) {
  Rank *rank = currentRank();
  if (RegionHooks *target = hooks(); rank != nullptr && target != nullptr)
    target->endRegion(*rank, region, std::nullopt);
}

MAQUETTE_EXPORT void maquette_region_end_counted(const char *region, double feature) {
  Rank *rank = currentRank();
  if (RegionHooks *target = hooks(); rank != nullptr && target != nullptr)
    target->endRegion(*rank, region, feature);
}

MAQUETTE_EXPORT double maquette_observe_double(const char *value, double observed, int feature_count, ...) {
  va_list arguments;
  va_start(arguments, feature_count);
  const FeatureList features(feature_count, arguments);
  va_end(arguments);
  observe(value, ValueType::Double, observed, features);
  return observed;
}

MAQUETTE_EXPORT long long maquette_observe_integer(const char *value, long long observed, int feature_count, ...) {
  va_list arguments;
  va_start(arguments, feature_count);
  const FeatureList features(feature_count, arguments);
  va_end(arguments);
  observe(value, ValueType::Integer, static_cast<double>(observed), features);
  return observed;
}

MAQUETTE_EXPORT int maquette_observe_branch(const char *value, int observed, int feature_count, ...) {
  va_list arguments;
  va_start(arguments, feature_count);
  const FeatureList features(feature_count, arguments);
  va_end(arguments);
  observe(value, ValueType::Branch, observed != 0 ? 1 : 0, features);
  return observed;
}

} // extern "C"
