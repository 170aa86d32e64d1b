//===- runtime/formats/lib/profile_places.cpp - regions in the skeletonizer's report -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/profile.h"

#include "maquette/formats/json_text.h"
#include "maquette/formats/files.h"

#include <filesystem>

namespace maquette::runtime {
namespace {

/// Nothing unless the report is that of the profile's model.
std::map<std::string, RegionPlace> placesOf(const Json &report, const std::string &model_id) {
  std::map<std::string, RegionPlace> places;
  if (!report.is_object() || report.value("model_id", "") != model_id)
    return places;
  for (const Json &file : report.at("files"))
    for (const Json &region : file.at("regions")) {
      RegionPlace &place = places[region.at("id").get<std::string>()];
      file.at("path").get_to(place.file);
      get(region, "line", place.line);
      get(region, "features", place.features);
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
    const auto read = [&](const Json &json) { return placesOf(json, profile.model_id); };
    using Places = std::map<std::string, RegionPlace>;
    if (const auto places = readJson<Places>(*text, "", "", "", read); places)
      profile.places = *places;
  }
}

} // namespace maquette::runtime
