//===- skeletonizer/tool/main.cpp - maquette-skeletonize --------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/skeletonizer/skeletonize.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace {

using maquette::skeletonizer::Options;

enum ExitCode { kOk = 0, kInputError = 1, kUsage = 2 };

constexpr const char *kHelp = R"(usage: maquette skeletonize -p BUILD_DIR -o OUT_DIR [options] [SOURCE...]
       maquette explain OUT_DIR FILE:LINE

skeletonize writes OUT_DIR/skeleton (the application with computation replaced by its cost), OUT_DIR/profiled (the whole
application, timed), report.json and report.html. The sources are not touched.

  -p BUILD_DIR     folder of compile_commands.json
  -o OUT_DIR       folder to write; one that an earlier run wrote is replaced
  --root DIR       source root to copy (default: the folder the sources have in common, and above it
                   as far as its build files reach)
  --exact          predict nothing: keep all that an MPI call depends on
  --profile FILE   decide again with the costs of an earlier profile
  -v, --verbose    show every note and predicted value
  -h, --help       this text
  SOURCE...        use only these files of the compilation database

explain says why a line of the original sources was kept, removed or predicted.

example: maquette skeletonize -p build -o maquette-out && maquette explain maquette-out solver.c:120
)";

int usage(const std::string &what) {
  llvm::errs() << "maquette-skeletonize: error: " << what << " [maquette-usage]\n  fix: see maquette skeletonize --help\n";
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

int report(llvm::Error error) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::logAllUnhandledErrors(std::move(error), stream);
  llvm::errs() << text;
  return kInputError;
}

void list(const char *title, const std::vector<std::string> &lines, bool verbose) {
  constexpr size_t kShown = 6;
  if (lines.empty())
    return;
  llvm::outs() << title << "\n";
  for (size_t i = 0; i < lines.size() && (verbose || i < kShown); ++i)
    llvm::outs() << "  " << lines[i] << "\n";
  if (!verbose && lines.size() > kShown)
    llvm::outs() << "  and " << lines.size() - kShown << " more: -v shows them, report.json holds them\n";
}

int skeletonize(const Options &options) {
  bool terminal = llvm::sys::Process::StandardErrIsDisplayed();
  auto progress = [terminal](const std::string &what) {
    if (terminal)
      llvm::errs() << "maquette skeletonize: " << what << "\n";
  };
  llvm::Expected<maquette::skeletonizer::Summary> summary = maquette::skeletonizer::skeletonize(options, progress);
  if (!summary)
    return report(summary.takeError());
  llvm::outs() << "units                " << summary->units << "\n"
               << "functions            " << summary->functions_live << " of " << summary->functions << " are executed\n"
               << "statements           " << summary->statements_kept << " kept, " << summary->statements_removed << " removed, "
               << summary->statements_predicted << " predicted\n"
               << "regions              " << summary->regions << "\n"
               << "predicted values     " << summary->predicted_values << "\n"
               << llvm::format("seconds              %.2f\n", summary->seconds);
  list("predicted:", summary->predicted, options.verbose);
  list("notes:", summary->notes, options.verbose);
  const std::string &out = options.out_dir;
  llvm::outs() << "next: build " << out << "/profiled and " << out << "/skeleton with maquette-cc or maquette-c++, see " << out
               << "/report.html\n";
  return kOk;
}

int runSkeletonize(const std::vector<std::string> &arguments, Options options) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string &argument = arguments[i];
    if (takeValue(arguments, i, "-p", options.build_dir) || takeValue(arguments, i, "-o", options.out_dir) ||
        takeValue(arguments, i, "--root", options.root) || takeValue(arguments, i, "--profile", options.profile))
      continue;
    if (argument == "--exact")
      options.exact = true;
    else if (argument == "-v" || argument == "--verbose")
      options.verbose = true;
    else if (argument == "-h" || argument == "--help")
      return llvm::outs() << kHelp, kOk;
    else if (argument.starts_with("-"))
      return usage("unknown option or missing value: '" + argument + "'");
    else
      options.sources.push_back(argument);
  }
  if (options.build_dir.empty())
    return usage("-p BUILD_DIR is missing");
  if (options.out_dir.empty())
    return usage("-o OUT_DIR is missing");
  return skeletonize(options);
}

int runExplain(const std::vector<std::string> &arguments) {
  if (arguments.size() == 1 && (arguments[0] == "-h" || arguments[0] == "--help"))
    return llvm::outs() << kHelp, kOk;
  if (arguments.size() != 2)
    return usage("explain takes OUT_DIR and FILE:LINE");
  llvm::Expected<std::string> text = maquette::skeletonizer::explain(arguments[0], arguments[1]);
  if (!text)
    return report(text.takeError());
  llvm::outs() << *text;
  return kOk;
}

} // namespace

int main(int argc, char **argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  Options options;
  options.program_dir =
      llvm::sys::path::parent_path(llvm::sys::fs::getMainExecutable(argv[0], reinterpret_cast<void *>(&main))).str();
  if (arguments.empty())
    return usage("nothing to do");
  std::string command = arguments.front();
  arguments.erase(arguments.begin());
  if (command == "skeletonize")
    return runSkeletonize(arguments, options);
  if (command == "explain")
    return runExplain(arguments);
  if (command == "-h" || command == "--help")
    return llvm::outs() << kHelp, kOk;
  return usage("unknown command '" + command + "'");
}
