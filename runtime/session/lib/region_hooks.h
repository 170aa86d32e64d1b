//===- runtime/session/lib/region_hooks.h - what rewritten code asks of a simulation -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every ProfileHooks is a RegionHooks: the C functions of maquette/abi/skeleton.h end here, in the predictor of a
/// skeleton's run or in the recorder of a profiling run. What does not fit the mode ends the run with an explanation.
#ifndef MAQUETTE_SESSION_REGION_HOOKS_H
#define MAQUETTE_SESSION_REGION_HOOKS_H

#include "maquette/context/causality_recorder.h"
#include "maquette/context/world.h"
#include "maquette/formats/profile.h"

#include <cstdint>
#include <optional>
#include <span>

namespace maquette::runtime {

using Features = std::span<const double>;

/// Who runs the code of a region: only the profiled program, or the skeleton too.
enum class Runs : std::uint8_t { Profiled, Both };

class RegionHooks : public ProfileHooks {
public:
  explicit RegionHooks(World &world) : world_(world) {}
  void rankEnds(Rank &) override {}
  sim::Status finish(World &) override { return sim::Nothing{}; }

  // Of a skeleton.
  virtual void compute(Rank &rank, const char *region, Features features, Runs runs);
  virtual double predict(Rank &rank, const char *value, Features features);
  // Of a profiled program.
  virtual void beginRegion(Rank &, const char *, Features, Runs) {}
  virtual void endRegion(Rank &, const char *, std::optional<double> /* counted feature */) {}
  virtual void observe(Rank &, const char *, ValueType, double, Features) {}

protected:
  /// Ends the run: the program is not of the kind this mode needs.
  void refuse(Rank &rank, const std::string &what, const std::string &fix);
  World &world_;
};

/// The hooks for this configuration: predictor or recorder.
sim::Result<std::unique_ptr<ProfileHooks>> makeProfileHooks(World &world);

} // namespace maquette::runtime

#endif
