//===- runtime/profile/lib/profile_counters.cpp - counters of several passes ---------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/profile.h"
#include "maquette/profile/combine.h"

#include <algorithm>

namespace maquette::runtime {
namespace {

using Names = std::vector<std::string>;

bool holds(const Names &names, const std::string &name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Names without(const Names &names, const Names &others) {
  Names left;
  for (const std::string &name : names)
    if (!holds(others, name))
      left.push_back(name);
  return left;
}

void drop(Profile &profile, const Names &names) {
  profile.counter_names = without(profile.counter_names, names);
  for (auto &[region, groups] : profile.regions)
    for (ProfileGroup &group : groups)
      for (const std::string &name : names)
        group.counters.erase(name);
}

} // namespace

void keepCommonCounters(Profile &whole, Profile &part) {
  Names lost = without(whole.counter_names, part.counter_names);
  const Names others = without(part.counter_names, whole.counter_names);
  lost.insert(lost.end(), others.begin(), others.end());
  if (lost.empty())
    return;
  drop(whole, lost);
  drop(part, lost);
  whole.counter_note += whole.counter_note.empty() ? "" : "; ";
  whole.counter_note += "left out, because some merged profiles do not have them:";
  for (const std::string &name : lost)
    whole.counter_note += " " + name;
}

sim::Status addCounters(Profile &whole, const Profile &pass) {
  if (whole.model_id != pass.model_id)
    return sim::Diagnostic{"", "the program changed between two runs of the profile", "maquette-profile-model", "",
                           "do not build the program while it is profiled"};
  if (pass.counter_names.empty()) {
    whole.counter_note = pass.counter_note;
    return sim::Nothing{};
  }
  whole.counter_names.insert(whole.counter_names.end(), pass.counter_names.begin(), pass.counter_names.end());
  for (auto &[region, groups] : whole.regions) {
    const auto counted = pass.regions.find(region);
    if (counted == pass.regions.end())
      continue;
    for (ProfileGroup &mine : groups)
      for (const ProfileGroup &group : counted->second)
        if (mine.features == group.features)
          mine.counters.insert(group.counters.begin(), group.counters.end());
  }
  return sim::Nothing{};
}

} // namespace maquette::runtime
