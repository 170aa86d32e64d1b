//===- skeletonizer/tool/main.cpp - maquette-skeletonize --------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "tool.h"

#include "maquette/driver/skeletonize.h"
#include "maquette/report/explain.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace {

using namespace maquette::skeletonizer::tool;
using maquette::skeletonizer::Options;

constexpr const char *kHelp = R"(usage: maquette skeletonize -p BUILD_DIR -o OUT_DIR [options] [SOURCE...]
       maquette explain OUT_DIR FILE:LINE
       maquette model -p BUILD_DIR -o OUT_DIR [-n RANKS] [options] -- PROGRAM ARGS...

skeletonize writes OUT_DIR/skeleton (the application with computation replaced by its cost), OUT_DIR/profiled (the whole
application, timed), report.json and report.html. The sources are not touched.

  -p BUILD_DIR     folder of compile_commands.json
  -o OUT_DIR       folder to write; one that an earlier run wrote is replaced
  --root DIR       source root to copy (default: the folder the sources have in common, and above it
                   as far as its build files reach)
  --exact          predict nothing: keep all that an MPI call depends on
  --strict         asserts, aborts and exits stay, and what leads to them is computed
  --profile FILE   decide again with the costs of an earlier profile
  --cache DIR      keep syntax trees in DIR: what did not change is not parsed again
                   (default: maquette in $XDG_CACHE_HOME or ~/.cache)
  --no-cache       keep none
  -v, --verbose    show every note and predicted value
  -h, --help       this text
  SOURCE...        use only these files of the compilation database (default: all, also of several programs); the one
                   file that defines main() stands for its program: all files are used that define none

model makes skeleton, profiled program and profile in one go; see maquette model --help.
explain says why a line of the original sources was kept, removed or predicted.

example: maquette skeletonize -p build -o maquette-out && maquette explain maquette-out solver.c:120
)";

int skeletonize(const Options &options) {
  llvm::Expected<maquette::skeletonizer::Summary> summary =
      maquette::skeletonizer::skeletonize(options, progressOf("maquette skeletonize"));
  if (!summary)
    return report(summary.takeError());
  print(*summary, options.verbose);
  const llvm::StringRef out = llvm::StringRef(options.out_dir).rtrim('/');
  llvm::outs() << "next: build " << out << "/profiled and " << out << "/skeleton with maquette-cc or maquette-c++, see "
               << out << "/report.html\n";
  return kOk;
}

int runSkeletonize(const std::vector<std::string> &arguments, Options options) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string &argument = arguments[i];
    if (takeCommon(arguments, i, options) || takeValue(arguments, i, "--profile", options.profile))
      continue;
    if (argument == "-h" || argument == "--help")
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
  options.cache_dir = defaultCacheDir();
  if (arguments.empty())
    return usage("nothing to do");
  std::string command = arguments.front();
  arguments.erase(arguments.begin());
  if (command == "skeletonize")
    return runSkeletonize(arguments, options);
  if (command == "explain")
    return runExplain(arguments);
  if (command == "model")
    return runModel(arguments, options);
  if (command == "-h" || command == "--help")
    return llvm::outs() << kHelp, kOk;
  return usage("unknown command '" + command + "'");
}
