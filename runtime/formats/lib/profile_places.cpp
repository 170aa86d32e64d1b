//===- runtime/formats/lib/profile_places.cpp - regions in the skeletonizer's report -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/profile.h"

#include "maquette/formats/files.h"
#include "maquette/formats/skeleton_report.h"

#include <filesystem>

namespace maquette::runtime {
namespace {

/// Nothing unless the report is that of the profile's model.
std::map<std::string, RegionPlace> placesOf(const SkeletonReport &report, const std::string &model_id) {
  std::map<std::string, RegionPlace> places;
  if (report.model_id != model_id)
    return places;
  for (const SkeletonReport::File &file : report.files)
    for (const SkeletonReport::Region &region : file.regions) {
      RegionPlace &place = places[region.id];
      place.file = file.path;
      place.line = region.line;
      place.features = region.features;
      place.scales = region.scales;
    }
  return places;
}

} // namespace

void findPlaces(Profile &profile, const std::string &program) {
  using std::filesystem::path;
  std::error_code error;
  path folder = std::filesystem::absolute(program, error).parent_path();
  for (; !error && folder != folder.root_path() && profile.places.empty(); folder = folder.parent_path()) {
    const sim::Result<std::string> text = readFile((folder / "report.json").string());
    if (!text)
      continue;
    if (const auto report = skeletonReportFromJson(*text, ""); report)
      profile.places = placesOf(*report, profile.model_id);
  }
}

} // namespace maquette::runtime
