//===- runtime/tools/report_command.cpp - maquette report ---------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "maquette/analysis/comparison.h"
#include "maquette/analysis/report.h"
#include "maquette/console/console.h"
#include "maquette/formats/files.h"
#include "maquette/formats/json_text.h"

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace maquette::tool {
namespace {

struct ReportOptions {
  std::vector<std::string> inputs;
  std::string output;
};

/// Of a run with --what-if; one that cannot be read is left out.
std::vector<runtime::ReportSection> whatIf(const runtime::Json &document, const runtime::RunResult &base) {
  const auto found = document.find("what_if");
  if (found == document.end() || !found->is_object() || !found->contains("changes") || !found->contains("result"))
    return {};
  const sim::Result<runtime::RunResult> other = runtime::runResultFromJson((*found)["result"].dump());
  std::vector<std::string> changes;
  for (const runtime::Json &change : (*found)["changes"])
    changes.push_back(change.is_string() ? change.get<std::string>() : change.dump());
  if (!other)
    return {};
  return {runtime::whatIfSection(changes, base, *other)};
}

sim::Result<runtime::RunResult> readRun(const std::string &path, std::string &text) {
  const sim::Result<std::string> read = runtime::readFile(path);
  if (!read)
    return read.error();
  text = *read;
  sim::Result<runtime::RunResult> result = runtime::runResultFromJson(text);
  if (result)
    return result;
  sim::Error error = result.error();
  for (sim::Diagnostic &diagnostic : error.diagnostics)
    diagnostic.where = path;
  return error;
}

int show(const ReportOptions &options, const std::string &text, const std::function<std::string()> &page) {
  if (options.output.empty()) {
    printOut(text);
    return kOk;
  }
  const sim::Status written = runtime::writeFileAtomically(options.output, page());
  return written ? kOk : reportError(written.error());
}

/// Files of one name in several folders have their paths.
void nameApart(std::vector<runtime::NamedRun> &runs, const std::vector<std::string> &paths) {
  std::set<std::string> names;
  for (const runtime::NamedRun &run : runs)
    names.insert(run.name);
  for (std::size_t i = 0; names.size() < runs.size() && i < runs.size(); ++i)
    runs[i].name = paths[i];
}

int compare(const ReportOptions &options) {
  constexpr std::size_t kMostRows = 10;
  std::vector<runtime::NamedRun> runs;
  sim::Error errors;
  for (const std::string &path : options.inputs) {
    std::string text;
    const sim::Result<runtime::RunResult> result = readRun(path, text);
    if (gather(result, errors))
      runs.push_back({std::filesystem::path(path).stem().string(), *result});
  }
  if (!errors.diagnostics.empty())
    return reportError(errors);
  nameApart(runs, options.inputs);
  const sim::Result<std::vector<runtime::NamedRun>> sorted = runtime::comparable(std::move(runs));
  if (!sorted)
    return reportError(sorted.error());
  return show(options, runtime::sectionsText(runtime::comparisonSections(*sorted, kMostRows)),
              [&] { return runtime::comparisonPage(*sorted); });
}

int report(const ReportOptions &options) {
  if (options.inputs.size() > 1)
    return compare(options);
  std::string text;
  const sim::Result<runtime::RunResult> result = readRun(options.inputs.front(), text);
  if (!result)
    return reportError(result.error());
  const std::vector<runtime::ReportSection> more = whatIf(runtime::Json::parse(text), *result);
  return show(options,
              runtime::toSummary(*result) +
                  (more.empty() ? std::string() : fmt::format("\n{}", runtime::sectionsText(more))),
              [&] { return runtime::toHtml(*result, more); });
}

} // namespace

Command makeReportCommand(CLI::App &parent) {
  CLI::App *app =
      parent.add_subcommand("report", "Show the results of a run again, or compare several, as text or HTML");
  const auto options = std::make_shared<ReportOptions>();
  app->add_option("RUN.json", options->inputs,
                  "Result file that `maquette run --json` wrote. Several of one program are compared: how it scales, "
                  "and what grows.")
      ->required();
  app->add_option("-o,--output", options->output, "Write a self-contained HTML file instead of text.");
  app->footer("Example:\n  maquette report run.json -o run.html\n  maquette report n64.json n512.json n4096.json -o "
              "scaling.html\n");
  return {app, [options] { return report(*options); }};
}

} // namespace maquette::tool
