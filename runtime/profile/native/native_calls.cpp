//===- runtime/profile/native/native_calls.cpp - the profiled program under a real MPI --===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// libmaquette-native.a: maquette_region_begin/end and maquette_observe_* for a profiled program built with a real MPI,
/// without the simulator. `maquette profile --native` names a folder in MAQUETTE_NATIVE_PARTS; each process leaves its
/// measurements there when it ends. Without the variable nothing is recorded. One thread per process, the one that
/// begins.
#include "maquette/abi/skeleton.h"
#include "maquette/formats/files.h"
#include "maquette/profile/feature_list.h"
#include "maquette/profile/profile_recorder.h"

#include <cstdlib>
#include <optional>
#include <sstream>
#include <unistd.h>

#pragma weak maquette_model_id

namespace maquette::runtime {
namespace {

/// The number of this process as the starter tells it; else its process id.
std::string processName() {
  for (const char *variable : {"PMI_RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "SLURM_PROCID"})
    if (const char *rank = std::getenv(variable))
      return rank;
  return "p" + std::to_string(::getpid());
}

/// What to count, as the command that started the processes says: separated by commas.
std::vector<std::string> events() {
  const char *const names = std::getenv("MAQUETTE_NATIVE_COUNTERS");
  std::istringstream list(names != nullptr ? names : "");
  std::vector<std::string> events;
  for (std::string event; std::getline(list, event, ',');)
    events.push_back(event);
  return events;
}

/// What this process measures, from the first region to the end of the process.
class NativeRun {
public:
  NativeRun() {
    if (const char *folder = std::getenv("MAQUETTE_NATIVE_PARTS")) {
      path_ = std::string(folder) + "/" + processName() + ".part";
      const std::vector<std::string> counted = events();
      recorder_.emplace(1, counted.empty() ? OpenedCounters() : openPapi(), counted);
    }
  }
  /// A part that can not be written is missed by the command that collects them.
  ~NativeRun() {
    if (!recorder_)
      return;
    const char *model = maquette_model_id;
    const sim::Status written =
        writeFileAtomically(path_, toJson(recorder_->profile(model != nullptr ? model : "", "")));
    static_cast<void>(static_cast<bool>(written));
  }
  NativeRun(const NativeRun &) = delete;
  NativeRun &operator=(const NativeRun &) = delete;

  ProfileRecorder *recorder() { return recorder_ ? &*recorder_ : nullptr; }

private:
  std::string path_;
  std::optional<ProfileRecorder> recorder_;
};

ProfileRecorder *recorder() {
  static NativeRun run; // The anchor of the C functions.
  return run.recorder();
}

void beginRegion(const char *region, std::span<const double> features) {
  if (ProfileRecorder *target = recorder())
    target->beginRegion(0, region, features);
}

void observe(const char *value, ValueType type, double observed, std::span<const double> features) {
  if (ProfileRecorder *target = recorder())
    target->observe(0, value, type, observed, features);
}

} // namespace
} // namespace maquette::runtime

using namespace maquette::runtime;

extern "C" {

void maquette_region_begin(const char *region, int feature_count, ...) {
  va_list arguments;
  va_start(arguments, feature_count);
  const FeatureList features(feature_count, arguments);
  va_end(arguments);
  beginRegion(region, features);
}

void maquette_region_begin_staying(const char *region, int feature_count, ...) {
  va_list arguments;
  va_start(arguments, feature_count);
  const FeatureList features(feature_count, arguments);
  va_end(arguments);
  beginRegion(region, features);
}

void maquette_region_end(const char *region) {
  if (ProfileRecorder *target = recorder())
    target->endRegion(0, region);
}

void maquette_region_end_counted(const char *region, double feature) {
  if (ProfileRecorder *target = recorder())
    target->endRegion(0, region, feature);
}

double maquette_observe_double(const char *value, double observed, int feature_count, ...) {
  va_list arguments;
  va_start(arguments, feature_count);
  const FeatureList features(feature_count, arguments);
  va_end(arguments);
  observe(value, ValueType::Double, observed, features);
  return observed;
}

long long maquette_observe_integer(const char *value, long long observed, int feature_count, ...) {
  va_list arguments;
  va_start(arguments, feature_count);
  const FeatureList features(feature_count, arguments);
  va_end(arguments);
  observe(value, ValueType::Integer, static_cast<double>(observed), features);
  return observed;
}

int maquette_observe_branch(const char *value, int observed, int feature_count, ...) {
  va_list arguments;
  va_start(arguments, feature_count);
  const FeatureList features(feature_count, arguments);
  va_end(arguments);
  observe(value, ValueType::Branch, observed != 0 ? 1 : 0, features);
  return observed;
}

} // extern "C"
