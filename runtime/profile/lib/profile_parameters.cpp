//===- runtime/profile/lib/profile_parameters.cpp - what tells runs apart ----===//
// SPDX-License-Identifier: Apache-2.0
#include "profile_merge.h"

#include <algorithm>

namespace maquette::runtime {
namespace {

/// Regions that took less than that of the computing are not looked at twice.
constexpr double kMatters = 1e-3;

void addParameters(Profile &profile, const std::vector<double> &numbers) {
  const auto append = [&](std::vector<double> &features) {
    features.insert(features.end(), numbers.begin(), numbers.end());
  };
  for (auto &[name, value] : profile.values)
    for (ValueGroup &group : value.groups)
      append(group.features);
  for (auto &[name, groups] : profile.regions) {
    for (ProfileGroup &group : groups)
      append(group.features);
    profile.by_run.insert(name);
  }
  profile.run_parameters = numbers.size();
}

std::vector<double> ownFeatures(const ProfileGroup &group, std::size_t parameters) {
  return {group.features.begin(), group.features.end() - static_cast<std::ptrdiff_t>(parameters)};
}

/// How two groups of a region relate.
struct Comparison {
  bool contradict = false;   ///< With the same features of the region's own,
  bool by_arguments = false; ///< in runs whose arguments differ, not only their numbers of ranks.
  std::string text;
};

Comparison compare(const std::string &name, const std::vector<ProfileGroup> &groups, std::size_t parameters) {
  Comparison found;
  for (auto a = groups.begin(); a != groups.end(); ++a)
    for (auto b = std::next(a); b != groups.end() && !found.by_arguments; ++b) {
      if (ownFeatures(*a, parameters) != ownFeatures(*b, parameters) || !contradict(*a, *b))
        continue;
      found.contradict = true;
      found.by_arguments = !std::equal(a->features.begin(), a->features.end() - 1, b->features.begin());
      found.text = contradictionText(name, *a, *b);
    }
  return found;
}

void dropParameters(std::vector<ProfileGroup> &groups, std::size_t parameters) {
  std::vector<ProfileGroup> kept;
  for (ProfileGroup &group : groups) {
    group.features = ownFeatures(group, parameters);
    const auto same = std::find_if(kept.begin(), kept.end(),
                                   [&](const ProfileGroup &other) { return other.features == group.features; });
    if (same == kept.end())
      kept.push_back(std::move(group));
    else
      mergeGroup(*same, group);
  }
  groups = std::move(kept);
}

/// True if the region has no features of its own, or costs different things with the same in runs with other arguments.
bool needsParameters(const std::vector<Profile> &profiles, const std::string &name,
                     std::vector<std::string> &warnings) {
  for (const Profile &profile : profiles) {
    const auto region = profile.regions.find(name);
    if (region == profile.regions.end() || !profile.by_run.contains(name))
      continue;
    const std::vector<ProfileGroup> &groups = region->second;
    if (groups.front().features.size() == profile.run_parameters)
      return true;
    if (computingSeconds(groups) < kMatters * computingSeconds(profile))
      continue;
    const Comparison compared = compare(name, groups, profile.run_parameters);
    if (compared.by_arguments)
      return true;
    if (compared.contradict)
      warnings.push_back(compared.text);
  }
  return false;
}

/// A profile of one run beside others of several.
void alignParameters(std::vector<Profile> &profiles) {
  const auto several =
      std::find_if(profiles.begin(), profiles.end(), [](const Profile &profile) { return profile.run_parameters > 0; });
  if (several == profiles.end())
    return;
  const std::vector<std::string> words = parametersOf(runsOf(*several).front()).words;
  for (Profile &profile : profiles)
    if (const RunParameters own = parametersOf(runsOf(profile).front());
        profile.run_parameters == 0 && own.words == words)
      addParameters(profile, own.numbers);
}

} // namespace

void separateRuns(Profile &whole, Profile &other) {
  const RunParameters mine = parametersOf(runsOf(whole).front());
  const RunParameters theirs = parametersOf(runsOf(other).front());
  if (mine.words != theirs.words || (whole.run_parameters == 0 && mine.numbers == theirs.numbers))
    return;
  if (whole.run_parameters == 0)
    addParameters(whole, mine.numbers);
  if (other.run_parameters == 0)
    addParameters(other, theirs.numbers);
}

void dropNeedlessParameters(std::vector<Profile> &profiles, std::vector<std::string> &warnings) {
  alignParameters(profiles);
  std::set<std::string> names;
  for (const Profile &profile : profiles)
    names.insert(profile.by_run.begin(), profile.by_run.end());
  for (const std::string &name : names) {
    if (needsParameters(profiles, name, warnings))
      continue;
    for (Profile &profile : profiles)
      if (profile.by_run.erase(name) > 0)
        dropParameters(profile.regions.at(name), profile.run_parameters);
  }
}

} // namespace maquette::runtime
