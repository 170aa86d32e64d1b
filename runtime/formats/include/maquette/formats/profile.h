//===- maquette/formats/profile.h - what a profiling run measured ------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A Profile holds, per region the time and per predicted value the observations, grouped by feature vector. Written by
/// `maquette profile` as one JSON document (docs/reference/profile-format.md), read by every run of a skeleton.
///
/// Unit    times in picoseconds of the host machine, the instrumentation's own cost already subtracted.
/// Errors  maquette-profile-format, maquette-profile-version, maquette-profile-value, maquette-profile-model,
/// maquette-profile-load;
///         the warning maquette-profile-contradiction.
#ifndef MAQUETTE_FORMATS_PROFILE_H
#define MAQUETTE_FORMATS_PROFILE_H

#include "maquette/formats/statistics.h"
#include "maquette/sim/result.h"

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace maquette::runtime {

constexpr int kProfileVersion = 1;
/// The quantiles that are kept of every group.
constexpr std::array<double, 7> kQuantiles{0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999};

/// The first executions of a region, one by each rank: with cold caches and fresh memory they take longer than the
/// others. Unit: ps.
struct FirstExecutions {
  std::uint64_t count = 0;
  double mean = 0;
  double kept = 0; ///< Mean time of the kept code before them.
  std::array<double, kQuantiles.size()> quantiles{};
  bool operator==(const FirstExecutions &) const = default;
};

/// What the n-th executions of all ranks have in common, as where each fiftieth does more.
struct InStep {
  double share = 0; ///< Of the variance of a region's time, that between the means of the n-th executions; 0: not
                    ///< known, or little of that or of the mean.
  std::array<double, kQuantiles.size()>
      quantiles{}; ///< Of an execution's time over the mean of all ranks' n-th, where that is not short.
  bool operator==(const InStep &) const = default;
};

struct ProfileGroup {
  std::vector<double> features;
  std::uint64_t count = 0;
  double mean = 0;
  double variance = 0; ///< Of the population.
  double minimum = 0;
  double maximum = 0;
  std::array<double, kQuantiles.size()> quantiles{};
  std::map<std::string, double> counters; ///< Mean per execution, by name of the event.
  double kept = 0; ///< Of a region: mean time of the code around it that is in no region and stays in the skeleton.
  /// Of a region: the share of the variance of its time that lies between ranks rather than between the executions of
  /// one; 0 where that is not known. First executions left out.
  double of_ranks = 0;
  InStep in_step;          ///< Of a region; first executions left out.
  double between_runs = 0; ///< Relative standard deviation of the mean between several runs of the same, of which this
                           ///< is one; 0: not known.
  FirstExecutions first;   ///< Of a region; count, mean, variance and extremes hold these executions too, the quantiles
                           ///< only if there are no others.

  /// Mean time of an execution with the kept code around it, first ones left out where there are others.
  double steadyCost() const;
  /// What a first execution costs over steadyCost(); 1 where that is not known.
  double firstFactor() const;
};

/// \p repeat observations in a row with this value: the mean over the \p ranks ranks that made them.
struct SequenceRun {
  double value = 0;
  std::uint64_t repeat = 1;
  std::uint64_t ranks = 1;
};

struct ValueGroup : ProfileGroup {
  std::vector<SequenceRun> sequence; ///< By occurrence; empty when observations of several feature vectors were merged.
  bool truncated = false;            ///< More observations were made than the sequence holds.
  double disagreement = 0;           ///< Sum over observations of the squared distance from the mean over ranks.
};

enum class ValueType { Integer, Double, Branch };

struct ProfiledValue {
  ValueType type = ValueType::Integer;
  std::vector<ValueGroup> groups;
};

/// Where a region is in the sources and what its features are, as the skeletonizer's report has it.
struct RegionPlace {
  std::string file;
  std::int64_t line = 0;
  std::vector<std::string> features; ///< Expressions, in the order of ProfileGroup::features.
  bool scales = true;                ///< False: it has loops whose trips no feature counts.
};

struct ProfileClock {
  std::string source; ///< "tsc" or "clock_gettime"
  double ticks_per_second = 0;
  double overhead_ps = 0;     ///< Of one empty region, subtracted from each.
  double stolen_seconds = 0;  ///< Time the host gave to others, subtracted.
  double disturbed_share = 0; ///< Of the executions of regions: those during which the host ran something else.
  double outlier_share =
      0; ///< Of the executions: those that took so much longer than others that the host is to blame.
  double outlier_seconds = 0; ///< What was taken off them.
};

/// One execution of the program that a profile holds measurements of.
struct ProfiledRun {
  std::vector<std::string> arguments;
  std::int64_t ranks = 0;
};

struct Profile {
  std::string model_id;
  std::string program;
  std::vector<std::string> arguments; ///< Of the program; of the first run where several were combined.
  std::int64_t ranks = 0;             ///< Of all runs together.
  std::vector<ProfiledRun> runs;      ///< Empty: one, with the arguments and ranks above.
  /// The last so many features of the groups of values, and of the regions in by_run, are the parameters of their run:
  /// parametersOf(). 0: none.
  std::uint64_t run_parameters = 0;
  std::set<std::string> by_run;
  /// Of the host's other cores, the share that other ranks kept busy meanwhile: 0 in the simulator, 1 natively with a
  /// rank on each.
  double node_load = 0;
  ProfileClock clock;
  std::vector<std::string> counter_names; ///< Empty: the host machine has none.
  std::string counter_note;               ///< Why there are none, or fewer than were asked for.
  double kept_per_rank = 0; ///< Mean over ranks of the time outside regions that is not in any group's kept.
  std::map<std::string, std::vector<ProfileGroup>> regions;
  std::map<std::string, ProfiledValue> values;
  std::map<std::string, RegionPlace> places; ///< By region; empty where the report was not found.
};

/// Takes places and features' texts from the report.json that the skeletonizer wrote beside the tree in which \p
/// program lies, if that is of the same model; else leaves \p profile as it is.
void findPlaces(Profile &profile, const std::string &program);

/// The text of a region's feature; "feature 2" where only its number is known.
std::string featureName(const Profile &profile, const std::string &region, std::size_t feature);

std::string toJson(const Profile &profile);
/// \p where names the document in errors.
sim::Result<Profile> profileFromJson(const std::string &text, const std::string &where);
sim::Result<Profile> readProfile(const std::string &path);

/// What tells runs of one program apart: the numbers among their arguments, then the number of ranks.
struct RunParameters {
  std::vector<std::string>
      words; ///< The other arguments, with "#" for each number: runs with other words do not compare.
  std::vector<double> numbers;
};
RunParameters parametersOf(const ProfiledRun &run);

/// All runs that \p profile holds, one at least.
std::vector<ProfiledRun> runsOf(const Profile &profile);

/// Seconds of computing that the groups of a region hold, over all ranks.
double computingSeconds(const std::vector<ProfileGroup> &groups);
/// Of all its regions.
double computingSeconds(const Profile &profile);

/// Shortens the sequences so that the document stays below about 1 MB.
void boundProfile(Profile &profile);

/// The error of a run whose program was not written from the same decisions as \p profile. \p program_model may be
/// empty.
sim::Status checkModel(const Profile &profile, const std::string &profile_path, const std::string &program_model);

} // namespace maquette::runtime

#endif
