//===- maquette/edits/extents.h - sizes that regions know of one another ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where elements of an array bound the loops of a region (atoms per cell), the skeleton often has neither. But it may
/// know how often the region wrote them that filled the array: this feature, kept in a variable, is a feature of the
/// other region, too.
#ifndef MAQUETTE_EDITS_EXTENTS_H
#define MAQUETTE_EDITS_EXTENTS_H

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace maquette::skeletonizer {

struct RegionBounds;

class Extents {
public:
  Extents() = default;
  /// Each array is as large as the most deeply nested loops that fill it; of several such regions the first says so.
  explicit Extents(const std::vector<RegionBounds> &regions);

  bool empty() const { return wanted_.empty(); }
  /// The variable that keeps feature \p feature of region \p id; empty if nobody asks for it.
  std::string variableOf(const std::string &id, std::size_t feature) const;
  /// Those that say more of region \p id.
  std::vector<std::string> variablesFor(const std::string &id) const;

private:
  std::map<std::pair<std::string, std::size_t>, std::string> kept_;
  std::map<std::string, std::vector<std::string>> wanted_; ///< By region.
};

} // namespace maquette::skeletonizer

#endif
