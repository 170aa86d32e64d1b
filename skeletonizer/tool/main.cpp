//===- skeletonizer/tool/main.cpp - maquette-skeletonize --------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// `maquette` starts this program for its subcommands skeletonize, explain and model: only it links Clang.
#include "tool.h"

#include "maquette/console/console.h"
#include "maquette/report/explain.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace maquette::skeletonizer {
namespace {

constexpr const char *kSkeletonizeHelp =
    "Write a skeleton of an application. The sources are not changed. The output folder gets\n"
    "  skeleton/      the application, with its computing replaced by costs\n"
    "  profiled/      the full application, which also measures its computing\n"
    "  report.json    all decisions\n"
    "  report.html    the same, to read in a browser";

constexpr const char *kSkeletonizeExample =
    "maquette model makes the skeleton, the profiled program and the profile in one command.\n"
    "maquette explain says why a line of the original sources was kept, removed or predicted.\n\n"
    "Example:\n"
    "  maquette skeletonize -p build -o maquette-out && maquette explain maquette-out solver.c:120\n";

constexpr const char *kExplainExample = "Example:\n  maquette explain maquette-out solver.c:120\n";

/// Where the user's caches are; empty if that is not known.
std::string defaultCacheDir() {
  llvm::SmallString<256> dir;
  if (!llvm::sys::path::cache_directory(dir))
    return {};
  llvm::sys::path::append(dir, "maquette");
  return std::string(dir);
}

int runSkeletonize(const CommonOptions &common) {
  const std::string command = "maquette skeletonize";
  if (const int status = common.check(command))
    return status;
  const Options options = common.parsed();
  llvm::Expected<Summary> summary = skeletonize(options, progressOf(command));
  if (!summary)
    return report(summary.takeError());
  print(*summary, options.verbose);
  const llvm::StringRef out = llvm::StringRef(options.out_dir).rtrim('/');
  llvm::outs() << "next: build " << out << "/profiled and " << out << "/skeleton with maquette-cc or maquette-c++, see "
               << out << "/report.html\n";
  return tool::kOk;
}

int runExplain(const std::string &out_dir, const std::string &place) {
  if (out_dir.empty() || place.empty())
    return tool::reportUsage("maquette explain", "OUT_DIR and FILE:LINE are needed", "see maquette explain --help");
  llvm::Expected<std::string> text = explain(out_dir, place);
  if (!text)
    return report(text.takeError());
  llvm::outs() << *text;
  return tool::kOk;
}

} // namespace

tool::Command makeSkeletonizeCommand(CLI::App &parent, const Options &defaults) {
  CLI::App *app = parent.add_subcommand("skeletonize", kSkeletonizeHelp);
  const auto options = std::make_shared<CommonOptions>(defaults);
  app->add_option(
      "SOURCE", options->values.sources,
      "Use only these files of the compilation database (default: all files of all programs). A single file "
      "that defines main() selects its program: that file and all files without a main().");
  options->addInputAndOutput(*app);
  options->addDecisions(*app);
  app->add_option("--program", options->values.program,
                  "The program to skeletonize, by its name, if BUILD_DIR has several (default: all of them together).")
      ->type_name("NAME")
      ->group("Input and output");
  app->add_option("--profile", options->values.profile, "Decide again with the costs of an earlier profile.")
      ->type_name("FILE")
      ->group("Decisions");
  app->add_option("--repairs", options->values.repairs,
                  "Compute what verify --repair found to be predicted or removed wrongly (default: the profile's name "
                  "and .repairs, if it is there). Repairs of new mismatches are added to the file.")
      ->type_name("FILE")
      ->group("Decisions");
  options->addCacheAndMessages(*app);
  app->footer(kSkeletonizeExample);
  return {app, [options] { return runSkeletonize(*options); }};
}

tool::Command makeExplainCommand(CLI::App &parent) {
  struct Arguments {
    std::string out_dir, place;
  };
  CLI::App *app = parent.add_subcommand("explain", "Explain why a line was kept, removed or predicted");
  const auto arguments = std::make_shared<Arguments>();
  app->add_option("OUT_DIR", arguments->out_dir, "Folder that maquette skeletonize wrote.");
  app->add_option("FILE:LINE", arguments->place, "A line of the original sources.");
  app->footer(kExplainExample);
  return {app, [arguments] { return runExplain(arguments->out_dir, arguments->place); }};
}

namespace {

int parseAndRun(int argc, char **argv) {
  Options defaults;
  defaults.program_dir =
      llvm::sys::path::parent_path(llvm::sys::fs::getMainExecutable(argv[0], reinterpret_cast<void *>(&parseAndRun)))
          .str();
  defaults.cache_dir = defaultCacheDir();
  const tool::Words words = tool::splitWords(argc, argv);
  CLI::App app("Maquette's commands that read C and C++ sources.", "maquette");
  tool::setFormat(app);
  app.require_subcommand(0, 1);
  const std::vector<tool::Command> commands{makeSkeletonizeCommand(app, defaults), makeExplainCommand(app),
                                            makeModelCommand(app, defaults, words.program)};
  return tool::runCommand(app, commands, words.ours);
}

} // namespace
} // namespace maquette::skeletonizer

int main(int argc, char **argv) { return maquette::skeletonizer::parseAndRun(argc, argv); }
