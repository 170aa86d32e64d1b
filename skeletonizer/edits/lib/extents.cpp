//===- skeletonizer/edits/lib/extents.cpp - sizes that regions know of one another -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/edits/extents.h"

#include "maquette/edits/function_edits.h"

#include <algorithm>
#include <cctype>

namespace maquette::skeletonizer {
namespace {

struct Source {
  std::string region;
  std::size_t feature = 0, factors = 0;
};

/// "createLattice#42d07beb-2", 1 -> "maquette_extent_42d07beb_2_1".
std::string variableName(const std::string &id, std::size_t feature) {
  std::string name =
      "maquette_extent_" + id.substr(id.rfind('#') + 1) + (feature > 0 ? "_" + std::to_string(feature) : "");
  std::replace_if(name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

} // namespace

Extents::Extents(const std::vector<RegionBounds> &regions) {
  std::map<std::string, Source> source_of;
  for (const RegionBounds &region : regions)
    for (const ArrayFilling &filling : region.fillings)
      if (Source &source = source_of[filling.array]; filling.factors > source.factors)
        source = {region.id, filling.feature, filling.factors};
  for (const RegionBounds &region : regions)
    for (const std::string &array : region.unknown) {
      const auto source = source_of.find(array);
      if (source == source_of.end() || source->second.region == region.id)
        continue;
      const std::string name = variableName(source->second.region, source->second.feature);
      kept_[{source->second.region, source->second.feature}] = name;
      std::vector<std::string> &names = wanted_[region.id];
      if (std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
    }
}

std::string Extents::variableOf(const std::string &id, std::size_t feature) const {
  const auto found = kept_.find({id, feature});
  return found == kept_.end() ? "" : found->second;
}

std::vector<std::string> Extents::variablesFor(const std::string &id) const {
  const auto found = wanted_.find(id);
  return found == wanted_.end() ? std::vector<std::string>() : found->second;
}

} // namespace maquette::skeletonizer
