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

skeletonize writes four things and does not change the sources:
  OUT_DIR/skeleton      the application, with its computing replaced by costs
  OUT_DIR/profiled      the full application, which also measures its computing
  OUT_DIR/report.json   all decisions
  OUT_DIR/report.html   the same, to read in a browser

Input and output:
  -p BUILD_DIR     folder of compile_commands.json
  -o OUT_DIR       folder to write. A folder that an earlier run wrote is replaced.
  --root DIR       source folder to copy (default: the common folder of the sources, or a folder
                   above it if the build files reach there)
  SOURCE...        use only these files of the compilation database (default: all files of all
                   programs). A single file that defines main() selects its program: that file
                   and all files without a main().

Decisions:
  --exact          predict no values: keep everything that an MPI call depends on
  --strict         keep asserts, aborts and exits, and compute their conditions
  --profile FILE   decide again with the costs of an earlier profile

Cache and messages:
  --cache DIR      keep syntax trees in DIR, so that unchanged files are not parsed again
                   (default: maquette in $XDG_CACHE_HOME or ~/.cache)
  --no-cache       keep no syntax trees
  -v, --verbose    show all notes and predicted values
  -h, --help       show this text

model makes the skeleton, the profiled program and the profile in one command; see maquette model --help.
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
    return usage("explain needs OUT_DIR and FILE:LINE");
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
