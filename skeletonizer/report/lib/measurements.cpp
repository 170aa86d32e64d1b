//===- skeletonizer/report/lib/measurements.cpp - what a profile says about decisions -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/report/measurements.h"

#include "maquette/frontend/input_error.h"

#include "maquette/formats/profile.h"

namespace maquette::skeletonizer {
namespace {

constexpr double kSecondsPerPicosecond = 1e-12;

double secondsOf(const std::vector<runtime::ProfileGroup> &groups) {
  double seconds = 0;
  for (const runtime::ProfileGroup &group : groups)
    seconds += static_cast<double>(group.count) * group.mean * kSecondsPerPicosecond;
  return seconds;
}

} // namespace

llvm::Expected<Measurements> readMeasurements(const std::string &path, const ProgramEdits &edits) {
  const sim::Result<runtime::Profile> profile = runtime::readProfile(path);
  if (!profile)
    return inputError(profile.error());
  if (profile->model_id != edits.model_id)
    return inputError(path, "the profile belongs to other sources or other decisions", "maquette-profile-decide",
                      "skeletonize without --profile, build profiled/ and profile it, then use that profile");
  Measurements result;
  for (const auto &[file, records] : edits.regions)
    for (const RegionRecord &record : records)
      if (const auto region = profile->regions.find(record.id); region != profile->regions.end()) {
        result.regions.push_back({record.id, file, record.line, record.end_line, secondsOf(region->second)});
        result.seconds += result.regions.back().seconds;
      }
  return result;
}

void noteCosts(const Measurements &measured, ProgramEdits &edits) {
  std::map<std::string, double> seconds;
  for (const MeasuredRegion &region : measured.regions)
    seconds[region.id] = region.seconds;
  for (auto &[file, records] : edits.regions)
    for (RegionRecord &record : records)
      if (auto known = seconds.find(record.id); known != seconds.end())
        record.seconds = known->second;
}

} // namespace maquette::skeletonizer
