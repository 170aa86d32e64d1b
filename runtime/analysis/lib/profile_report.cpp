//===- runtime/analysis/lib/profile_report.cpp - a profile for people -----------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/analysis/profile_report.h"

#include "maquette/formats/json_text.h"
#include "maquette/profile/group_model.h"
#include "svg_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace maquette::runtime {

NLOHMANN_JSON_SERIALIZE_ENUM(CostForm, {{CostForm::Constant, "constant"},
                                        {CostForm::Distribution, "distribution"},
                                        {CostForm::Function, "function"}})

namespace {

constexpr double kSteady = 0.02; ///< Executions that differ by less are said to take a constant time.
constexpr std::size_t kMostRegions = 40;

std::string factorText(const models::CostFactor &factor, const std::string &name) {
  const bool simple = name.find_first_of(" +-*/") == std::string::npos;
  const std::string base = simple ? name : "(" + name + ")";
  std::string text;
  if (factor.power != 0)
    text = factor.power == 1 ? base : base + fmt::format("^{:.3g}", factor.power);
  if (factor.log_power > 0)
    text += (text.empty() ? "" : " * ") + fmt::format("log2{}", simple ? "(" + name + ")" : base) +
            (factor.log_power > 1 ? fmt::format("^{}", factor.log_power) : "");
  return text;
}

std::string functionText(const models::CostFit &fit, const std::vector<std::string> &names) {
  std::string text;
  for (const models::CostTerm &term : fit.terms) {
    text += (text.empty() ? "" : " + ") + secondsText(term.coefficient * 1e-12);
    for (const models::CostFactor &factor : term.factors)
      text += " * " + factorText(factor, names[factor.feature]);
  }
  if (fit.nearby)
    text += ", in proportion to the groups nearby";
  return text.empty() ? "0 s" : text;
}

RegionSummary summaryOf(const Profile &profile, const std::string &name, const std::vector<ProfileGroup> &groups) {
  RegionSummary summary;
  summary.name = name;
  if (const auto place = profile.places.find(name); place != profile.places.end())
    summary.place = place->second;
  summary.seconds = computingSeconds(groups);
  double squares = 0;
  double weight = 0;
  for (const ProfileGroup &group : groups) {
    summary.count += group.count;
    const double total = group.mean * static_cast<double>(group.count);
    squares += group.mean > 0 ? total * std::sqrt(std::max(group.variance, 0.0)) / group.mean : 0;
    weight += total;
  }
  summary.spread = weight > 0 ? squares / weight : 0;
  models::CostModel model = modelOf(groups);
  for (std::size_t i = 0; i < model.featureCount(); ++i)
    summary.feature_names.push_back(featureName(profile, name, i));
  summary.minimum = model.minimum();
  summary.maximum = model.maximum();
  if (const models::CostFit *fit = model.fit()) {
    summary.form = CostForm::Function;
    summary.model = functionText(*fit, summary.feature_names);
    summary.fit_error = fit->error;
    return summary;
  }
  summary.form = summary.spread < kSteady ? CostForm::Constant : CostForm::Distribution;
  summary.model = secondsText(model.groups().front().mean * 1e-12);
  return summary;
}

const char *formText(CostForm form) {
  switch (form) {
  case CostForm::Constant:
    return "constant";
  case CostForm::Distribution:
    return "distribution";
  case CostForm::Function:
    return "function";
  }
  return "";
}

std::string rangeText(const RegionSummary &region) {
  std::string text;
  for (std::size_t i = 0; i < region.minimum.size(); ++i) {
    text += (text.empty() ? "" : "; ") + fmt::format("{:.6g}", region.minimum[i]);
    if (region.minimum[i] != region.maximum[i])
      text += fmt::format("..{:.6g}", region.maximum[i]);
  }
  return text.empty() ? "-" : text;
}

std::string typeText(ValueType type) {
  return Json(type == ValueType::Integer ? "integer" : type == ValueType::Double ? "double" : "branch");
}

ReportSection overview(const Profile &profile, double seconds) {
  ReportSection section{fmt::format("{} regions, {} of computing over {} ranks", profile.regions.size(),
                                    secondsText(seconds), profile.ranks),
                        {},
                        {},
                        {}};
  for (const ProfiledRun &run : runsOf(profile)) {
    std::string line = fmt::format("{} ranks of {}", run.ranks, profile.program);
    for (const std::string &argument : run.arguments)
      line += " " + argument;
    section.lines.push_back(line);
  }
  section.lines.push_back("code outside regions: " + secondsText(profile.kept_per_rank * 1e-12) + " per rank");
  return section;
}

ReportSection regionSection(const std::vector<RegionSummary> &regions, double seconds) {
  ReportSection section{
      "Regions by cost",
      {},
      {"region", "place", "count", "time", "share", "form", "model", "spread", "fit", "profiled range"},
      {}};
  for (const RegionSummary &region : regions) {
    if (section.rows.size() == kMostRegions) {
      section.lines.push_back(fmt::format("The {} largest of {}.", kMostRegions, regions.size()));
      break;
    }
    section.rows.push_back(
        {{region.name},
         {region.place.file.empty() ? "-" : fmt::format("{}:{}", region.place.file, region.place.line)},
         {countText(static_cast<double>(region.count))},
         {secondsText(region.seconds)},
         {shareText(seconds > 0 ? region.seconds / seconds : 0)},
         {formText(region.form)},
         {region.model},
         {"+-" + shareText(region.spread)},
         {region.fit_error ? "+-" + shareText(*region.fit_error) : "-"},
         {rangeText(region)}});
  }
  return section;
}

ReportSection valueSection(const Profile &profile) {
  ReportSection section{"Predicted values", {}, {"value", "type", "count", "groups", "mean", "between ranks"}, {}};
  for (const auto &[name, value] : profile.values) {
    std::uint64_t count = 0;
    double sum = 0, disagreement = 0;
    for (const ValueGroup &group : value.groups) {
      count += group.count;
      sum += group.mean * static_cast<double>(group.count);
      disagreement += group.disagreement;
    }
    const double mean = sum / static_cast<double>(std::max<std::uint64_t>(count, 1));
    const double deviation = std::sqrt(disagreement / static_cast<double>(std::max<std::uint64_t>(count, 1)));
    section.rows.push_back({{name},
                            {typeText(value.type)},
                            {countText(static_cast<double>(count))},
                            {std::to_string(value.groups.size())},
                            {fmt::format("{:.4g}", mean)},
                            {"+-" + fmt::format("{:.3g}", deviation)}});
  }
  return section;
}

double totalSeconds(const std::vector<RegionSummary> &regions) {
  double seconds = 0;
  for (const RegionSummary &region : regions)
    seconds += region.seconds;
  return seconds;
}

/// The feature of a fit's term with the largest share of the largest group's cost; else the largest feature.
std::size_t mainFeature(models::CostModel &model) {
  const std::vector<double> &most = model.maximum();
  std::size_t feature = static_cast<std::size_t>(std::max_element(most.begin(), most.end()) - most.begin());
  double largest = 0;
  if (const models::CostFit *fit = model.fit())
    for (const models::CostTerm &term : fit->terms)
      if (const double part = term.coefficient * term.basis(most); !term.factors.empty() && part > largest) {
        largest = part;
        feature = term.factors.front().feature;
      }
  return feature;
}

} // namespace

std::vector<RegionSummary> summarize(const Profile &profile) {
  std::vector<RegionSummary> regions;
  for (const auto &[name, groups] : profile.regions)
    regions.push_back(summaryOf(profile, name, groups));
  std::stable_sort(regions.begin(), regions.end(),
                   [](const RegionSummary &a, const RegionSummary &b) { return a.seconds > b.seconds; });
  return regions;
}

std::vector<ReportSection> profileSections(const Profile &profile) {
  const std::vector<RegionSummary> regions = summarize(profile);
  std::vector<ReportSection> sections{overview(profile, totalSeconds(regions)),
                                      regionSection(regions, totalSeconds(regions))};
  if (!profile.values.empty())
    sections.push_back(valueSection(profile));
  return sections;
}

std::string profileSummaryJson(const Profile &profile) {
  Json json{{"format", "maquette-profile-summary"}, {"version", 1}, {"model_id", profile.model_id}};
  Json &regions = json["regions"] = Json::array();
  for (const RegionSummary &region : summarize(profile)) {
    Json &entry = regions.emplace_back();
    entry["name"] = region.name;
    entry["file"] = region.place.file;
    entry["line"] = region.place.line;
    entry["count"] = region.count;
    entry["seconds"] = region.seconds;
    entry["form"] = region.form;
    entry["model"] = region.model;
    entry["spread"] = region.spread;
    entry["fit_error"] = region.fit_error ? Json(*region.fit_error) : Json();
    entry["features"] = Json::array();
    for (std::size_t i = 0; i < region.minimum.size(); ++i)
      entry["features"].push_back(
          {{"name", region.feature_names[i]}, {"min", region.minimum[i]}, {"max", region.maximum[i]}});
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

sim::Result<std::string> plotRegion(const Profile &profile, const std::string &region, const std::string &where) {
  const auto found = profile.regions.find(region);
  if (found == profile.regions.end())
    return sim::Diagnostic{where, "the profile holds no region '" + region + "'", "maquette-profile-unseen", "",
                           "use a name from `maquette profile show " + where + "`"};
  models::CostModel model = modelOf(found->second);
  const bool has_features = model.featureCount() > 0;
  const std::size_t feature = has_features ? mainFeature(model) : 0;
  PlotSeries measured{"measured, with the 5 % and 95 % quantiles", {}, false};
  PlotSeries fitted{"model", {}, true};
  for (const ProfileGroup &group : found->second) {
    const double x = has_features ? group.features[feature] : 0;
    measured.points.push_back(
        {x, (group.mean + group.kept) * 1e-12, group.quantiles[0] * 1e-12, group.quantiles[4] * 1e-12});
    if (const models::CostFit *fit = model.fit()) {
      double value = 0;
      for (const models::CostTerm &term : fit->terms)
        value += term.coefficient * term.basis(group.features);
      fitted.points.push_back({x, value * 1e-12, 0, 0});
    }
  }
  std::stable_sort(fitted.points.begin(), fitted.points.end(),
                   [](const PlotPoint &a, const PlotPoint &b) { return a.x < b.x; });
  Plot plot{region,
            has_features ? featureName(profile, region, feature) : "no features",
            "time of one execution",
            [](double value) { return fmt::format("{:.4g}", value); },
            secondsText,
            {measured}};
  if (!fitted.points.empty())
    plot.series.push_back(fitted);
  return toSvg(plot);
}

} // namespace maquette::runtime
