//===- runtime/tools/report_command.cpp - maquette report ---------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "maquette/analysis/report.h"
#include "maquette/console/console.h"
#include "maquette/formats/files.h"
#include "maquette/formats/json_text.h"

#include <fmt/format.h>

#include <memory>

namespace maquette::tool {
namespace {

struct ReportOptions {
  std::string input;
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

int report(const ReportOptions &options) {
  const sim::Result<std::string> text = runtime::readFile(options.input);
  if (!text)
    return reportError(text.error());
  const sim::Result<runtime::RunResult> result = runtime::runResultFromJson(*text);
  if (!result) {
    sim::Error error = result.error();
    for (sim::Diagnostic &diagnostic : error.diagnostics)
      diagnostic.where = options.input;
    return reportError(error);
  }
  const std::vector<runtime::ReportSection> more = whatIf(runtime::Json::parse(*text), *result);
  if (options.output.empty()) {
    printOut(runtime::toSummary(*result) +
             (more.empty() ? std::string() : fmt::format("\n{}", runtime::sectionsText(more))));
    return kOk;
  }
  const sim::Status written = runtime::writeFileAtomically(options.output, runtime::toHtml(*result, more));
  return written ? kOk : reportError(written.error());
}

} // namespace

Command makeReportCommand(CLI::App &parent) {
  CLI::App *app = parent.add_subcommand("report", "Show the results of a run again, as text or HTML");
  const auto options = std::make_shared<ReportOptions>();
  app->add_option("RUN.json", options->input, "Result file that `maquette run --json` wrote.")->required();
  app->add_option("-o,--output", options->output, "Write a self-contained HTML file instead of text.");
  app->footer("Example:\n  maquette report run.json -o run.html\n");
  return {app, [options] { return report(*options); }};
}

} // namespace maquette::tool
