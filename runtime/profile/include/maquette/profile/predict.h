//===- maquette/profile/predict.h - costs and values of a skeleton's run -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The Predictor of a run answers maquette_compute and maquette_predict_* from a profile, and counts what it answered.
///
/// Costs   models::CostModel of the region, with the kept code around it; the answers to the latest feature vectors are
/// remembered. Values  the n-th question of a rank for the same value and group of features gets the n-th observation,
/// the mean over the
///         profiled ranks; past the end it starts again. Integers and branches are rounded so that their running sum
///         stays right. So ranks that ask the same get the same. Features that were never profiled use the nearest
///         group.
/// Scale   integers and doubles that are never negative, with features that were not profiled, are those of the nearest
///         group times the ratio of a model fitted to the groups' means: of three groups or more, and if it fits them
///         within 10 %.
/// Runs    of a profile of several runs, the parameters of the run asked for count as features of its values.
/// Sizes   of a region that has loops and no feature that counts them, nobody knows how its cost grows: it is
///         extrapolated in every run whose arguments or number of ranks were not profiled.
/// Names   are string literals: looked up by address first, by content once.
/// Errors  nullopt for a region, a value or a number of features that the profile does not hold; explain() says which.
#ifndef MAQUETTE_PROFILE_PREDICT_H
#define MAQUETTE_PROFILE_PREDICT_H

#include "maquette/formats/profile.h"
#include "maquette/formats/run_config.h"
#include "maquette/formats/run_result.h"
#include "maquette/models/cost_model.h"
#include "maquette/profile/rank_histories.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace maquette::runtime {

/// How far single executions lie from the mean: a continuous distribution through the quantiles of profiled ones,
/// ending at the outermost of them, scaled to the mean 1.
class Spread {
public:
  Spread() = default;
  explicit Spread(const std::array<double, kQuantiles.size()> &quantiles);
  /// \p uniform is in [0, 1).
  double at(double uniform) const;
  /// Standard deviation.
  double deviation() const { return deviation_; }

private:
  std::array<double, kQuantiles.size()> factors_{1, 1, 1, 1, 1, 1, 1};
  double deviation_ = 0;
};

/// How the executions of a group differ, relative to their mean.
struct Variation {
  explicit Variation(const ProfileGroup &group);
  Spread all;
  Spread own;         ///< Of a rank's executions, without what the n-th ones of all ranks have in common.
  double lasting = 0; ///< Standard deviation of what lasts for a rank: part of own,
  double rest = 1;    ///< whose other deviations are so many times those of own.
  double in_step = 0; ///< ProfileGroup::in_step: its share.
};

/// What the user says a region costs on the target machine's kind of processor.
struct CostOverride {
  std::string region;
  std::optional<std::int64_t> fixed_ps; ///< Of each execution; on the profiled machine.
  double factor = 1;                    ///< Of the predicted cost, otherwise.
};
/// "solve#1=1.2 ms" or "solve#1=x0.5". Errors: maquette-region-override.
sim::Result<CostOverride> parseCostOverride(const std::string &text);

/// What a core can do at most.
struct CoreSpeed {
  double flops_per_second = 0;
  double bytes_per_second = 0; ///< From and to memory.
  /// The least time of so many operations and bytes (Williams, Waterman and Patterson, Roofline, CACM 2009).
  double seconds(double flops, double bytes) const;
};
/// "38.4 Gflop/s:12 GB/s"; \p option is named in errors. Errors: maquette-roofline.
sim::Result<CoreSpeed> parseCoreSpeed(const std::string &text, const std::string &option);

/// How much each of \p loads, which increase, counts at \p load: linear between two, the nearest one outside.
std::vector<double> loadWeights(const std::vector<double> &loads, double load);

class Predictor {
public:
  /// \p arguments are those of the run.
  Predictor(Profile profile, std::string profile_path, std::int64_t ranks, Noise noise = Noise::None,
            std::uint64_t seed = 1, std::vector<std::string> arguments = {});

  /// Picoseconds on the profiled machine, of \p rank's next execution.
  std::optional<std::int64_t> cost(std::int64_t rank, const char *region, std::span<const double> features);
  /// \p rank's next value.
  std::optional<double> value(std::int64_t rank, const char *value, std::span<const double> features);

  /// Costs are those of \p loaded, measured with other cores busy, to the extent of \p weight. What is in calls to
  /// several of these adds up.
  void addLoad(const Profile &loaded, double weight);
  /// Regions cost what their counted operations and bytes take on \p target; in proportion to the measured time where
  /// \p host is known, else that least time itself. What the machine's \p cpu_scale does later is undone for them.
  /// Errors: maquette-roofline where the profile lacks the counters.
  sim::Status scaleByRoofline(const CoreSpeed &target, const std::optional<CoreSpeed> &host, double cpu_scale);

  /// Of a region that the profile holds; else nothing happens.
  void replaceCost(const CostOverride &replaced);

  /// Picoseconds of the code outside regions that the costs do not hold, for one rank.
  std::int64_t keptCost();

  /// Brings what is kept of \p rank into the cache.
  void prefetch(std::int64_t rank) const { histories_.prefetch(rank); }

  /// False for a region that the profiled run never reached.
  bool knows(const char *region) const { return regions_.contains(region); }
  /// Why cost() or value() had no answer.
  sim::Diagnostic explain(const char *name, std::size_t feature_count) const;
  /// Fills regions, predicted_values and extrapolated_share.
  void report(RunResult &result) const;
  const Profile &profile() const { return profile_; }

private:
  /// What was found out about one feature vector.
  struct Known {
    std::vector<double> features;
    std::int64_t cost_ps = -1;            ///< Of a region. Negative: this slot is empty.
    std::size_t group = 0;                ///< The nearest.
    double scale = 1;                     ///< Of a value: to multiply that group's by.
    const Variation *variation = nullptr; ///< Of a region.
    models::CostEstimate estimate;
  };
  /// Ranks of one program ask for few feature vectors, again and again.
  struct KnownVectors {
    static constexpr std::size_t kSlots = 64;
    std::vector<Known> slots; ///< Empty until first use.
    /// The slot for \p features; what it holds may be of others.
    Known &at(std::span<const double> features);
  };
  struct Load {
    models::CostModel alone; ///< Without the kept code around regions, which native profiles do not hold.
    models::CostModel loaded;
    double weight = 0;
    std::vector<Variation> variations; ///< Of each group of loaded.
  };
  struct Counted {
    models::CostModel flops;
    models::CostModel bytes;
  };
  struct Region {
    models::CostModel model;
    std::vector<Load> loads;
    std::optional<Counted> counted; ///< With a roofline, if anything was counted.
    bool by_run = false;            ///< The run's parameters are its last features.
    bool unscaled = false;          ///< No feature counts its loops, and no profiled run is like this one.
    std::uint32_t index = 0;
    std::vector<Variation> variations; ///< One per group.
    std::vector<Spread> first_spreads;
    std::optional<std::uint32_t> stepped; ///< Number among the regions with groups in step.
    std::vector<double> first_factors;    ///< A rank's first execution costs so many times the others.
    std::optional<std::int64_t> fixed_ps;
    double factor = 1;
    RegionUse use;
    KnownVectors known;
  };
  struct Sequence {
    std::vector<std::uint64_t> ends; ///< Occurrences up to and with each run.
    std::vector<double> sums;        ///< Of the values before each run.
  };
  struct Value {
    models::CostModel model;
    ValueType type = ValueType::Integer;
    const ProfiledValue *profiled = nullptr;
    std::vector<Sequence> sequences; ///< One per group.
    std::uint32_t first_group = 0;   ///< Number of its first group among those of all values.
    PredictedUse use;
    double error_sum = 0; ///< Of the relative errors of the answers.
    KnownVectors known;
  };
  template <class Item> struct PointerCache {
    static constexpr std::size_t kSlots = 512;
    struct Slot {
      const char *name = nullptr;
      Item *item = nullptr;
    };
    std::array<Slot, kSlots> slots{};
    Slot &at(const char *name) {
      const auto address = reinterpret_cast<std::uintptr_t>(name);
      return slots[(address ^ address >> 9) % kSlots];
    }
  };

  Region *findRegion(const char *name);
  Value *findValue(const char *name);
  /// models::CostModel::estimate(), scaled to the load of the node and to the roofline.
  models::CostEstimate estimate(Region &region, std::span<const double> features);
  void addValue(const std::string &name, const ProfiledValue &profiled);
  bool isUnscaled(const std::string &region) const;
  void countUse(const char *name, Region &region, const models::CostEstimate &estimate, double seconds) const;
  /// A rank's next deviation from the mean 1.
  double deviation(std::int64_t rank, const Region &region, const Variation &variation);
  /// That on a node as full as the run's: of the nearest group, which is \p group in the profile itself.
  static const Variation &variationOf(const Region &region, std::span<const double> features, std::size_t group);
  /// Deviation from the mean 1 of what all ranks' n-th executions have in common, for the rank's next n.
  double commonDeviation(std::int64_t rank, const Region &region, const Variation &variation);
  double answer(const Value &value, const Known &known, std::uint64_t occurrence) const;
  double scaleOf(Value &value, std::span<const double> features, std::size_t group) const;
  std::span<const double> withParameters(std::span<const double> features);

  Profile profile_;
  std::string path_;
  Noise noise_;
  std::uint64_t seed_;
  std::map<std::string, Region> regions_;
  std::map<std::string, Value> values_;
  RegionUse kept_;
  CoreSpeed target_core_;
  std::optional<CoreSpeed> host_core_;
  double cpu_scale_ = 1;
  PointerCache<Region> region_cache_;
  PointerCache<Value> value_cache_;
  std::vector<double> parameters_; ///< Of the run; empty where the profile does not tell runs apart.
  std::vector<double> asked_;      ///< Features with these.
  std::uint32_t group_count_ = 0;
  RankHistories histories_;
};

} // namespace maquette::runtime

#endif
