//===- runtime/formats/lib/profile.cpp - the profile document ------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/profile.h"

#include "maquette/formats/files.h"
#include "maquette/formats/json_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

namespace maquette::runtime {

NLOHMANN_JSON_SERIALIZE_ENUM(ValueType, {{ValueType::Integer, "integer"},
                                         {ValueType::Double, "double"},
                                         {ValueType::Branch, "branch"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ProfiledRun, arguments, ranks)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(FirstExecutions, count, mean, kept, quantiles)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(InStep, share, quantiles)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(RegionPlace, file, line, features, scales)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ProfileClock, source, ticks_per_second, overhead_ps, stolen_seconds,
                                                disturbed_share, outlier_share, outlier_seconds)

void to_json(Json &json, const SequenceRun &run) { json = {run.value, run.repeat, run.ranks}; }

void from_json(const Json &json, SequenceRun &run) {
  json.at(0).get_to(run.value);
  json.at(1).get_to(run.repeat);
  json.at(2).get_to(run.ranks);
}

double ProfileGroup::steadyCost() const {
  if (first.count == 0 || first.count >= count)
    return mean + kept;
  const auto all = static_cast<double>(count);
  const auto firsts = static_cast<double>(first.count);
  return std::max(0.0, (mean + kept) * all - (first.mean + first.kept) * firsts) / (all - firsts);
}

double ProfileGroup::firstFactor() const {
  const double steady = steadyCost();
  return first.count == 0 || first.count >= count || steady <= 0 ? 1 : (first.mean + first.kept) / steady;
}

namespace {

constexpr const char *kFormat = "maquette-profile";
constexpr const char *kFix = "make it again with `maquette profile`";
constexpr std::size_t kMostRunsPerGroup = 4096;
constexpr std::size_t kMostRuns = 24576;

/// Calls \p visit(key, member) for each member that the document holds always, then for each it may lack.
template <class Group, class Visit, class VisitRare>
void forEachMember(Group &group, Visit visit, VisitRare visit_rare) {
  visit("features", group.features);
  visit("count", group.count);
  visit("mean", group.mean);
  visit("variance", group.variance);
  visit("min", group.minimum);
  visit("max", group.maximum);
  visit("quantiles", group.quantiles);
  visit_rare("counters", group.counters);
  visit_rare("kept", group.kept);
  visit_rare("of_ranks", group.of_ranks);
  visit_rare("in_step", group.in_step);
  visit_rare("between_runs", group.between_runs);
  visit_rare("first", group.first);
  if constexpr (requires { group.sequence; }) {
    visit("disagreement", group.disagreement);
    visit("truncated", group.truncated);
    visit("sequence", group.sequence);
  }
}

template <class Group> Json groupToJson(const Group &group) {
  Json json;
  forEachMember(
      group, [&](const char *key, const auto &member) { json[key] = member; },
      [&]<class Member>(const char *key, const Member &member) {
        if (member != Member{})
          json[key] = member;
      });
  return json;
}

template <class Group> Group readGroup(const Json &json) {
  Group group;
  const auto read = [&](const char *key, auto &member) { get(json, key, member); };
  for (const char *key : {"features", "count", "mean"})
    json.at(key); // Without them it is no group.
  forEachMember(group, read, read);
  return group;
}

Profile readDocument(const Json &json) {
  Profile profile;
  json.at("model_id").get_to(profile.model_id);
  get(json, "program", profile.program);
  get(json, "arguments", profile.arguments);
  get(json, "ranks", profile.ranks);
  get(json, "runs", profile.runs);
  get(json, "run_parameters", profile.run_parameters);
  get(json, "node_load", profile.node_load);
  get(json, "clock", profile.clock);
  get(json, "kept_per_rank", profile.kept_per_rank);
  if (auto counters = json.find("counters"); counters != json.end()) {
    get(*counters, "names", profile.counter_names);
    get(*counters, "note", profile.counter_note);
  }
  for (const auto &[name, region] : json.at("regions").items()) {
    for (const Json &group : region.at("groups"))
      profile.regions[name].push_back(readGroup<ProfileGroup>(group));
    if (region.contains("place"))
      get(region, "place", profile.places[name]);
    if (region.value("by_run", false))
      profile.by_run.insert(name);
  }
  for (const auto &[name, value] : json.at("values").items()) {
    value.at("type").get_to(profile.values[name].type);
    for (const Json &group : value.at("groups"))
      profile.values[name].groups.push_back(readGroup<ValueGroup>(group));
  }
  return profile;
}

/// 106 days in picoseconds, the longest time there is; counts above 2^62 were negative in the document.
constexpr double kLongestTime = 9.2e18;
constexpr std::uint64_t kLargestCount = std::uint64_t{1} << 62;

/// Merging rounds.
template <class Quantiles> bool areIncreasingTimes(const Quantiles &quantiles) {
  constexpr double kRounding = 1e-9;
  const auto falls = [](double before, double after) { return after < before * (1 - kRounding); };
  return quantiles.front() >= 0 && quantiles.back() <= kLongestTime &&
         std::adjacent_find(quantiles.begin(), quantiles.end(), falls) == quantiles.end();
}

/// Looks for what no measurement gives; appends what it finds to \p error.
template <class Group>
void checkGroups(const std::vector<Group> &groups, const std::string &what, bool is_time, const std::string &where,
                 sim::Error &error) {
  const auto wrong = [&](const std::string &text) {
    error.diagnostics.push_back({where, what + " " + text, "maquette-profile-value", "", kFix});
  };
  if (groups.empty())
    wrong("has no groups");
  for (const Group &group : groups) {
    if (group.features.size() != groups.front().features.size())
      wrong("has groups with " + std::to_string(groups.front().features.size()) + " and with " +
            std::to_string(group.features.size()) + " features");
    if (!std::isfinite(group.mean + group.kept + group.variance + group.first.mean + group.first.kept))
      wrong("has a mean or a variance that is not a number");
    if (is_time && (group.mean < 0 || group.kept < 0 || group.first.mean < 0 || group.first.kept < 0))
      wrong("has a negative mean time");
    if (is_time && std::max(group.mean + group.kept, group.first.mean + group.first.kept) > kLongestTime)
      wrong("has a mean time above 106 days");
    if (is_time && !(areIncreasingTimes(group.quantiles) && areIncreasingTimes(group.first.quantiles)))
      wrong("has quantiles that are negative or do not increase");
    if (!(group.between_runs >= 0 && std::isfinite(group.between_runs)))
      wrong("has a spread between runs that is negative or not a number");
    if (group.count == 0 || group.count > kLargestCount)
      wrong("has a group without observations");
  }
}

sim::Result<Profile> checked(Profile profile, const std::string &where) {
  sim::Error error;
  for (const auto &[name, groups] : profile.regions)
    checkGroups(groups, "region '" + name + "'", true, where, error);
  for (const auto &[name, value] : profile.values)
    checkGroups(value.groups, "value '" + name + "'", false, where, error);
  if (!error.diagnostics.empty())
    return error;
  return profile;
}

} // namespace

RunParameters parametersOf(const ProfiledRun &run) {
  RunParameters parameters;
  for (const std::string &argument : run.arguments) {
    double number = 0;
    const auto [end, error] = std::from_chars(argument.data(), argument.data() + argument.size(), number);
    const bool is_number = error == std::errc() && end == argument.data() + argument.size() && std::isfinite(number);
    parameters.words.push_back(is_number ? "#" : argument);
    if (is_number)
      parameters.numbers.push_back(number);
  }
  parameters.numbers.push_back(static_cast<double>(run.ranks));
  return parameters;
}

std::vector<ProfiledRun> runsOf(const Profile &profile) {
  return profile.runs.empty() ? std::vector<ProfiledRun>{{profile.arguments, profile.ranks}} : profile.runs;
}

double computingSeconds(const std::vector<ProfileGroup> &groups) {
  double seconds = 0;
  for (const ProfileGroup &group : groups)
    seconds += (group.mean + group.kept) * static_cast<double>(group.count) * 1e-12;
  return seconds;
}

double computingSeconds(const Profile &profile) {
  double seconds = 0;
  for (const auto &[name, groups] : profile.regions)
    seconds += computingSeconds(groups);
  return seconds;
}

/// The option before it, without its dashes; "argument 2" where there is none.
std::string parameterName(const ProfiledRun &run, std::size_t parameter) {
  const std::vector<std::string> words = parametersOf(run).words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != "#" || parameter-- > 0)
      continue;
    const std::size_t begin =
        i > 0 && words[i - 1].starts_with('-') ? words[i - 1].find_first_not_of('-') : std::string::npos;
    return begin == std::string::npos ? "argument " + std::to_string(i + 1) : words[i - 1].substr(begin);
  }
  return "ranks";
}

std::string featureName(const Profile &profile, const std::string &region, std::size_t feature) {
  const auto groups = profile.regions.find(region);
  if (groups != profile.regions.end() && profile.by_run.contains(region))
    if (const std::size_t own = groups->second.front().features.size() - profile.run_parameters; feature >= own)
      return parameterName(runsOf(profile).front(), feature - own);
  const auto place = profile.places.find(region);
  if (place != profile.places.end() && feature < place->second.features.size())
    return place->second.features[feature];
  return "feature " + std::to_string(feature + 1);
}

std::string toJson(const Profile &profile) {
  Json json;
  json["format"] = kFormat;
  json["version"] = kProfileVersion;
  json["model_id"] = profile.model_id;
  json["program"] = profile.program;
  json["arguments"] = profile.arguments;
  json["ranks"] = profile.ranks;
  if (!profile.runs.empty())
    json["runs"] = profile.runs;
  if (profile.run_parameters > 0)
    json["run_parameters"] = profile.run_parameters;
  if (profile.node_load > 0)
    json["node_load"] = profile.node_load;
  json["clock"] = profile.clock;
  json["kept_per_rank"] = profile.kept_per_rank;
  json["counters"] = {{"names", profile.counter_names}, {"note", profile.counter_note}};
  Json &regions = json["regions"] = Json::object();
  for (const auto &[name, groups] : profile.regions)
    for (const ProfileGroup &group : groups)
      regions[name]["groups"].push_back(groupToJson(group));
  for (const auto &[name, place] : profile.places)
    if (!place.file.empty() && regions.contains(name))
      regions[name]["place"] = place;
  for (const std::string &name : profile.by_run)
    regions[name]["by_run"] = true;
  Json &values = json["values"] = Json::object();
  for (const auto &[name, value] : profile.values) {
    values[name]["type"] = value.type;
    for (const ValueGroup &group : value.groups)
      values[name]["groups"].push_back(groupToJson(group));
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

sim::Result<Profile> profileFromJson(const std::string &text, const std::string &where) {
  const auto read = [&](const Json &json) -> sim::Result<Profile> {
    if (!json.is_object() || json.value("format", "") != kFormat)
      return sim::Diagnostic{where, "not a profile of Maquette", "maquette-profile-format", "",
                             "give a file written by `maquette profile`"};
    if (const int version = json.value("version", 0); version != kProfileVersion)
      return sim::Diagnostic{where,
                             "version " + std::to_string(version) +
                                 " of the profile format; this Maquette reads version " +
                                 std::to_string(kProfileVersion),
                             "maquette-profile-version", "", kFix};
    return checked(readDocument(json), where);
  };
  return readJson<Profile>(text, where, "maquette-profile-format", "give a file written by `maquette profile`", read);
}

sim::Result<Profile> readProfile(const std::string &path) {
  const sim::Result<std::string> text = readFile(path);
  if (!text)
    return text.error();
  return profileFromJson(*text, path);
}

void boundProfile(Profile &profile) {
  std::size_t groups = 0;
  for (const auto &[name, value] : profile.values)
    groups += value.groups.size();
  const std::size_t most = std::clamp(kMostRuns / std::max<std::size_t>(groups, 1), std::size_t{16}, kMostRunsPerGroup);
  for (auto &[name, value] : profile.values)
    for (ValueGroup &group : value.groups)
      if (group.sequence.size() > most) {
        group.sequence.resize(most);
        group.truncated = true;
      }
}

sim::Status checkModel(const Profile &profile, const std::string &profile_path, const std::string &program_model) {
  if (program_model.empty())
    return sim::Diagnostic{profile_path, "the program is not a skeleton and cannot use a profile",
                           "maquette-profile-model", "", "remove --profile, or run the program built from skeleton/"};
  if (profile.model_id == program_model)
    return sim::Nothing{};
  return sim::Diagnostic{profile_path,
                         "this profile belongs to model '" + profile.model_id + "', but the skeleton to model '" +
                             program_model + "'",
                         "maquette-profile-model", "",
                         "run `maquette profile` with the program built from profiled/ next to this skeleton"};
}

} // namespace maquette::runtime
