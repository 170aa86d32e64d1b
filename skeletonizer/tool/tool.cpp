//===- skeletonizer/tool/tool.cpp - what the subcommands share --------------===//
// SPDX-License-Identifier: Apache-2.0
#include "tool.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

namespace maquette::skeletonizer::tool {

int usage(const std::string &what) {
  llvm::errs() << "maquette-skeletonize: error: " << what
               << " [maquette-usage]\n  fix: see maquette skeletonize --help\n";
  return kUsage;
}

/// The value of an option: the rest of "--name=value", or the next argument.
bool takeValue(const std::vector<std::string> &arguments, size_t &index, const std::string &name, std::string &value) {
  const std::string &argument = arguments[index];
  if (argument.starts_with(name + "=")) {
    value = argument.substr(name.size() + 1);
    return true;
  }
  if (argument != name || index + 1 >= arguments.size())
    return false;
  value = arguments[++index];
  return true;
}

bool takeCommon(const std::vector<std::string> &arguments, size_t &index, Options &options) {
  const std::string &argument = arguments[index];
  if (argument == "--exact")
    options.exact = true;
  else if (argument == "--strict")
    options.strict = true;
  else if (argument == "-v" || argument == "--verbose")
    options.verbose = true;
  else if (argument == "--no-cache")
    options.cache_dir.clear();
  else
    return takeValue(arguments, index, "-p", options.build_dir) || takeValue(arguments, index, "-o", options.out_dir) ||
           takeValue(arguments, index, "--root", options.root) ||
           takeValue(arguments, index, "--cache", options.cache_dir);
  return true;
}

std::string defaultCacheDir() {
  llvm::SmallString<256> dir;
  if (!llvm::sys::path::cache_directory(dir))
    return {};
  llvm::sys::path::append(dir, "maquette");
  return std::string(dir);
}

int report(llvm::Error error) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::logAllUnhandledErrors(std::move(error), stream);
  llvm::errs() << text;
  return kInputError;
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
  list("predicted:", summary.predicted, verbose);
  list("notes:", summary.notes, verbose);
}

} // namespace maquette::skeletonizer::tool
