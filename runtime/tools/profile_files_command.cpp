//===- runtime/tools/profile_files_command.cpp - maquette profile show, merge -===//
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "maquette/analysis/profile_report.h"
#include "maquette/console/console.h"
#include "maquette/formats/files.h"
#include "maquette/formats/profile.h"
#include "maquette/profile/combine.h"

#include <memory>

namespace maquette::tool {
namespace {

struct ShowOptions {
  std::string file;
  std::string json;
  std::string plot;
  std::string output;
};

int show(const ShowOptions &options) {
  if (options.plot.empty() != options.output.empty())
    return reportUsage("maquette profile show", "--plot and --output must be given together",
                       "for example: maquette profile show app.profile --plot 'solve#1' -o solve.svg");
  const sim::Result<runtime::Profile> read = runtime::readProfile(options.file);
  if (!read)
    return reportError(read.error());
  std::vector<runtime::Profile> profile{*read};
  std::vector<std::string> warnings;
  runtime::dropNeedlessParameters(profile, warnings);
  for (const std::string &warning : warnings)
    printWarning(warning);
  sim::Error errors;
  if (!options.json.empty())
    gather(runtime::writeFileAtomically(options.json, runtime::profileSummaryJson(profile.front())), errors);
  if (!options.plot.empty()) {
    const sim::Result<std::string> svg = runtime::plotRegion(profile.front(), options.plot, options.file);
    if (gather(svg, errors))
      gather(runtime::writeFileAtomically(options.output, *svg), errors);
  }
  if (!errors.diagnostics.empty())
    return reportError(errors);
  printOut(runtime::sectionsText(runtime::profileSections(profile.front())));
  return kOk;
}

struct MergeOptions {
  std::vector<std::string> files;
  std::string output;
};

int merge(const MergeOptions &options) {
  std::vector<std::string> warnings;
  const sim::Result<runtime::Profile> profile = runtime::readProfiles(options.files, warnings);
  if (!profile)
    return reportError(profile.error());
  for (const std::string &warning : warnings)
    printWarning(warning);
  const sim::Status written = runtime::writeFileAtomically(options.output, runtime::toJson(*profile));
  if (!written)
    return reportError(written.error());
  printOut("merged " + std::to_string(options.files.size()) + " profiles: " + std::to_string(profile->regions.size()) +
           " regions, " + std::to_string(profile->values.size()) + " predicted values\n");
  return kOk;
}

} // namespace

Command makeProfileShowCommand(CLI::App &profile_app) {
  CLI::App *app = profile_app.add_subcommand("show", "List the regions of a profile with their cost models");
  const auto options = std::make_shared<ShowOptions>();
  app->footer("Example:\n  maquette profile show app.profile --plot 'solve#1' -o solve.svg\n");
  app->add_option("FILE", options->file, "The profile.")->required();
  app->add_option("--json", options->json, "Write the list to this JSON file.");
  app->add_option("--plot", options->plot, "Plot the measured times and the cost model of this region.")
      ->type_name("REGION");
  app->add_option("-o,--output", options->output, "The plot to write, an SVG file.");
  return {app, [options] { return show(*options); }};
}

Command makeProfileMergeCommand(CLI::App &profile_app) {
  CLI::App *app =
      profile_app.add_subcommand("merge", "Merge profiles of several problem sizes or numbers of ranks into one");
  const auto options = std::make_shared<MergeOptions>();
  app->footer("Example:\n  maquette profile merge -o app.profile small.profile medium.profile large.profile\n");
  app->add_option("FILES", options->files, "Profiles of the same program.")->required();
  app->add_option("-o,--output", options->output, "The merged profile to write.")->required();
  return {app, [options] { return merge(*options); }};
}

} // namespace maquette::tool
