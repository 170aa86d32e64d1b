//===- maquette/profile/combine.h - several profiles as one ---------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ranks of one run, passes with other counters and runs with other arguments become one profile.
///
/// Errors  profiles of different programs or decisions; files that cannot be read: maquette-profile-load.
#ifndef MAQUETTE_PROFILE_COMBINE_H
#define MAQUETTE_PROFILE_COMBINE_H

#include "maquette/formats/profile.h"

#include <cstdint>
#include <string>
#include <vector>

namespace maquette::runtime {

/// Adds \p part, another set of ranks of the same program and run, to \p whole.
sim::Status mergeProfile(Profile &whole, const Profile &part);

/// What all ranks of a run measured, from what each did alone: what lasts for a rank is told apart. \pre there is at
/// least one.
sim::Result<Profile> mergeRanks(const std::vector<Profile> &ranks);

/// Adds what another pass of the same program and run counted.
sim::Status addCounters(Profile &whole, const Profile &pass);

/// Leaves out of both what only one of them counted, and says so in \p whole's note: a mean over some of the executions
/// is none.
void keepCommonCounters(Profile &whole, Profile &part);

/// Adds \p other, another run of the same program, to \p whole: other sizes, other numbers of ranks, or the same again.
/// Where both measured the same features and do not agree, a text goes to \p warnings; of the values, \p whole's stay.
/// Runs that differ in numbers only have these numbers added to the features of their values and regions.
sim::Status combineProfile(Profile &whole, const Profile &other, std::vector<std::string> &warnings);

/// The profiles of several files as one. \pre there is at least one path. Errors: maquette-profile-load.
sim::Result<Profile> readProfiles(const std::vector<std::string> &paths, std::vector<std::string> &warnings);

/// The profiles of several files: those with equal node_load as one, by increasing load. \pre there is at least one
/// path.
sim::Result<std::vector<Profile>> readProfilesByLoad(const std::vector<std::string> &paths,
                                                     std::vector<std::string> &warnings);

/// Leaves the parameters of runs to those regions that need them: that have no features of their own, or cost different
/// things with the same features in runs with other arguments. What differs between runs with the same arguments goes
/// to \p warnings.
void dropNeedlessParameters(std::vector<Profile> &profiles, std::vector<std::string> &warnings);

/// Adds the regions and values that \p whole holds nothing about.
void addUnseen(Profile &whole, const Profile &other);

/// Of the other cores of a node, the share that is busy while \p ranks compute on \p cores. Range 0..1.
double nodeLoad(std::int64_t ranks, std::int64_t cores);

/// Gives each group of \p counts, one of \p runs of the same, what that run measured whose cost counts, and what those
/// differed by that tell how well it is known: all of them of a median, the shorter half of a minimum. What disturbs a
/// host for some seconds does not disturb the same regions of all runs. Of what lasts for a rank, of which few ranks
/// tell little, a median has the mean.
void takeRuns(Profile &counts, const std::vector<const Profile *> &runs, Statistic statistic);

} // namespace maquette::runtime

#endif
