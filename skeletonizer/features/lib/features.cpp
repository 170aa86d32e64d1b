//===- skeletonizer/features/lib/features.cpp - what the cost of removed code depends on ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/features/features.h"

#include "region_walk.h"

#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace maquette::skeletonizer {

std::vector<Feature> FeatureFinder::find(const std::vector<const clang::Stmt *> &run) {
  unknown_bounds_.clear();
  fillings_.clear();
  missed_trips_ = unscaled_ = false;
  if (run.empty())
    return {};
  HeldValues values(queries_, names_,
                    queries_.context().getSourceManager().getExpansionLoc(run.front()->getBeginLoc()));
  ArrayFillings fillings(values, function_body_);
  RegionWalk walk(values, fillings, costs_);
  std::vector<Feature> features;
  std::set<std::vector<std::string>> seen;
  bool scales = false;
  for (const FeatureProduct &product : walk.walk(run)) {
    scales |= !product.factors.empty();
    std::vector<FeatureValue> parts = product.factors;
    parts.insert(parts.end(), product.guards.begin(), product.guards.end());
    if (!seen.insert(sortedTexts(parts)).second || features.size() >= kMaxFeatures)
      continue;
    features.push_back(written(product));
    fillings.addFillings(product, features);
  }
  unknown_bounds_ = std::move(fillings.unknown_bounds);
  fillings_ = std::move(fillings.fillings);
  missed_trips_ = walk.missedTrips();
  unscaled_ = !scales && walk.missedAny();
  return features;
}

} // namespace maquette::skeletonizer
