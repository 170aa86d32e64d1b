//===- skeletonizer/tool/tool.cpp - what the subcommands share --------------===//
// SPDX-License-Identifier: Apache-2.0
#include "tool.h"

#include "maquette/console/console.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

namespace maquette::skeletonizer {

void CommonOptions::addInputAndOutput(CLI::App &app) {
  constexpr const char *kTitle = "Input and output";
  app.add_option("-p", values.build_dir, "Folder of compile_commands.json, which also says how to compile.")
      ->type_name("BUILD_DIR")
      ->group(kTitle);
  app.add_option("-o", values.out_dir, "Folder to write. A folder that an earlier run wrote is replaced.")
      ->type_name("OUT_DIR")
      ->group(kTitle);
  app.add_option("--root", values.root,
                 "Source folder to copy (default: the common folder of the sources, or a folder above it if the build "
                 "files reach there).")
      ->type_name("DIR")
      ->group(kTitle);
  app.add_flag("--copy-all", values.copy_all,
               "Copy all of the source folder (default: sources, build files, and what these name).")
      ->group(kTitle);
}

void CommonOptions::addDecisions(CLI::App &app) {
  constexpr const char *kTitle = "Decisions";
  app.add_flag("--exact", values.exact, "Predict no values: keep everything that an MPI call depends on.")
      ->group(kTitle);
  app.add_flag("--io", values.keeps_io,
               "Keep reads and writes of files, so that they take time on the target machine. Data that the skeleton "
               "does not have is written as zeros.")
      ->group(kTitle);
  app.add_flag("--strict", values.strict, "Keep asserts, aborts and exits, and compute their conditions.")
      ->group(kTitle);
  app.add_flag("--allow-unseen", values.allow_unseen,
               "Accept calls of functions that no unit defines: assume that they read and write all they can reach.")
      ->group(kTitle);
}

void CommonOptions::addCacheAndMessages(CLI::App &app) {
  constexpr const char *kTitle = "Cache and messages";
  app.add_option("--cache", values.cache_dir,
                 "Keep syntax trees in DIR, so that unchanged files are not parsed again (default: maquette in "
                 "$XDG_CACHE_HOME or ~/.cache).")
      ->type_name("DIR")
      ->group(kTitle);
  app.add_flag("--no-cache", no_cache, "Keep no syntax trees.")->group(kTitle);
  app.add_flag("-v,--verbose", values.verbose, "Show all notes and predicted values.")->group(kTitle);
}

Options CommonOptions::parsed() const {
  Options options = values;
  if (no_cache)
    options.cache_dir.clear();
  return options;
}

int CommonOptions::check(const std::string &command) const {
  const std::string fix = "see " + command + " --help";
  if (values.build_dir.empty())
    return tool::reportUsage(command, "-p BUILD_DIR is missing", fix);
  if (values.out_dir.empty())
    return tool::reportUsage(command, "-o OUT_DIR is missing", fix);
  return tool::kOk;
}

int report(llvm::Error error) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::logAllUnhandledErrors(std::move(error), stream);
  llvm::errs() << text;
  return tool::kInputError;
}

static void list(const char *title, const std::vector<std::string> &lines, bool verbose) {
  constexpr size_t kShown = 6;
  if (lines.empty())
    return;
  llvm::outs() << title << "\n";
  for (size_t i = 0; i < lines.size() && (verbose || i < kShown); ++i)
    llvm::outs() << "  " << lines[i] << "\n";
  if (!verbose && lines.size() > kShown)
    llvm::outs() << "  and " << lines.size() - kShown << " more: -v shows them, report.json holds them\n";
}

std::function<void(const std::string &)> progressOf(const std::string &command) {
  bool terminal = llvm::sys::Process::StandardErrIsDisplayed();
  return [terminal, command](const std::string &what) {
    if (terminal)
      llvm::errs() << command << ": " << what << "\n";
  };
}

static std::vector<std::string> repairTexts(const Summary &summary) {
  std::vector<std::string> lines;
  for (const runtime::SkeletonReport::Repaired &each : summary.repaired)
    lines.push_back(each.file + ":" + std::to_string(each.line) + ": " + each.what + " (" + each.mismatch + ")");
  return lines;
}

void print(const Summary &summary, bool verbose) {
  llvm::outs() << "units                " << summary.units;
  if (summary.units_read_back > 0)
    llvm::outs() << ", " << summary.units_read_back << " from the cache";
  llvm::outs() << "\nfunctions            " << summary.functions_live << " of " << summary.functions
               << " are executed\n"
               << "statements           " << summary.statements_kept << " kept, " << summary.statements_removed
               << " removed, " << summary.statements_predicted << " predicted\n"
               << "regions              " << summary.regions << "\n"
               << "predicted values     " << summary.predicted_values << "\n"
               << llvm::format("seconds              %.2f\n", summary.seconds);
  if (!summary.repaired.empty())
    llvm::outs() << "repairs              " << summary.repaired.size() << "\n";
  list("predicted:", summary.predicted, verbose);
  list("stays as it is, because it did not compile otherwise:", summary.withdrawn, verbose);
  list("computed, because the skeleton communicated otherwise:", repairTexts(summary), verbose);
  list("mismatches that nothing mends:", summary.unmended, /*verbose=*/true);
  list("notes:", summary.notes, verbose);
}

} // namespace maquette::skeletonizer
