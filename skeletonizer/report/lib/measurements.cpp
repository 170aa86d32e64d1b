//===- skeletonizer/report/lib/measurements.cpp - what a profile says about decisions -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/report/measurements.h"

#include "maquette/frontend/input_error.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

namespace maquette::skeletonizer {
namespace {

constexpr double kSecondsPerPicosecond = 1e-12;

double secondsOf(const llvm::json::Object &region) {
  double seconds = 0;
  const llvm::json::Array *groups = region.getArray("groups");
  for (const llvm::json::Value &value : groups ? *groups : llvm::json::Array())
    if (const llvm::json::Object *group = value.getAsObject())
      seconds += group->getNumber("count").value_or(0) * group->getNumber("mean").value_or(0) * kSecondsPerPicosecond;
  return seconds;
}

} // namespace

llvm::Expected<Measurements> readMeasurements(const std::string &path, const ProgramEdits &edits) {
  auto text = llvm::MemoryBuffer::getFile(path);
  if (!text)
    return inputError(path, "cannot be read: " + text.getError().message(), "maquette-file-unreadable",
                      "give a file written by `maquette profile`");
  llvm::Expected<llvm::json::Value> document = llvm::json::parse((*text)->getBuffer());
  if (!document)
    llvm::consumeError(document.takeError());
  const llvm::json::Object *profile = document ? document->getAsObject() : nullptr;
  const llvm::json::Object *regions = profile ? profile->getObject("regions") : nullptr;
  if (!regions || profile->getString("format") != "maquette-profile")
    return inputError(path, "not a profile of Maquette", "maquette-profile-format",
                      "give a file written by `maquette profile`");
  if (profile->getString("model_id") != llvm::StringRef(edits.model_id))
    return inputError(path, "this profile is of other sources or of other decisions", "maquette-profile-decide",
                      "skeletonize without --profile, build and profile the tree profiled/, then decide again");
  Measurements result;
  for (const auto &[file, records] : edits.regions)
    for (const RegionRecord &record : records)
      if (const llvm::json::Object *region = regions->getObject(record.id)) {
        result.regions.push_back({record.id, file, record.line, record.end_line, secondsOf(*region)});
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
