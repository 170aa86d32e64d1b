//===- runtime/profile/lib/profile_merge.h - groups that become one ----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_PROFILE_PROFILE_MERGE_H
#define MAQUETTE_PROFILE_PROFILE_MERGE_H

#include "maquette/profile/combine.h"

namespace maquette::runtime {

/// Adds what other ranks or runs measured with the same features.
void mergeGroup(ProfileGroup &whole, const ProfileGroup &part);

/// Means differ by a quarter and by more than chance explains: four standard errors.
bool contradict(const ProfileGroup &a, const ProfileGroup &b);
std::string contradictionText(const std::string &region, const ProfileGroup &a, const ProfileGroup &b);

/// Gives values and regions of both profiles their runs' parameters as their last features, if the runs can be compared
/// and are not the same.
void separateRuns(Profile &whole, Profile &other);

} // namespace maquette::runtime

#endif
