//===- runtime/tools/main.cpp - the `maquette` program ------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "maquette/console/console.h"

#include <algorithm>
#include <exception>

namespace maquette::tool {
namespace {

constexpr const char *kOverview =
    "Example:\n"
    "  maquette skeletonize -p build -o maquette-out            # build/ holds compile_commands.json\n"
    "  make -C maquette-out/profiled CC=maquette-cc && make -C maquette-out/skeleton CC=maquette-cc\n"
    "  maquette profile -n 8 -o app.profile -- maquette-out/profiled/app -x 20\n"
    "  maquette run -n 1048576 -m fat-tree --profile app.profile -- maquette-out/skeleton/app -x 20\n";

int unknownCommand(const CLI::App &app, const std::string &word) {
  std::vector<std::string> names{"explain", "model", "search", "skeletonize", "sweep"};
  for (const CLI::App *command : app.get_subcommands({}))
    names.push_back(command->get_name());
  return reportUsage("maquette", "unknown command '" + word + "'", didYouMean(word, names) + "see maquette --help");
}

int parseAndRun(int argc, char **argv) {
  const Words words = splitWords(argc, argv);
  if (!words.ours.empty() && (words.ours[0] == "skeletonize" || words.ours[0] == "explain" || words.ours[0] == "model"))
    return executeSkeletonizer({argv + 1, argv + argc});
  if (!words.ours.empty() && (words.ours[0] == "sweep" || words.ours[0] == "search"))
    return executeManyRuns(words.ours[0], {argv + 2, argv + argc});
  CLI::App app(
      "Maquette predicts how an MPI application runs on a target machine. It makes a skeleton of the application,\n"
      "measures its computing, and simulates it at full scale.",
      "maquette");
  setFormat(app);
  app.footer(kOverview);
  app.set_version_flag("--version", "maquette " MAQUETTE_VERSION);
  app.require_subcommand(0, 1);
  const std::vector<Command> commands{makeRunCommand(app, words.program),
                                      makeProfileCommand(app, words.program),
                                      makeVerifyCommand(app, words.program),
                                      makeValidateCommand(app, words.program),
                                      makeMachineCommand(app),
                                      makeReportCommand(app),
                                      makeRecordCommand(app, words.program),
                                      makeReplayCommand(app),
                                      makeTraceCommand(app),
                                      makeConfigCommand(app)};
  app.add_subcommand("skeletonize", "Write the skeleton and the profiled program of an application");
  app.add_subcommand("model", "Skeletonize, build and profile an application in one command");
  app.add_subcommand("sweep", "Run many simulations from one description");
  app.add_subcommand("search", "Find the cheapest machine that meets targets");
  app.add_subcommand("explain", "Explain why a line was kept, removed or predicted");
  if (words.ours.empty())
    return reportUsage("maquette", "no command was given", "see maquette --help");
  const auto all = app.get_subcommands({});
  if (!words.ours[0].starts_with("-") && std::none_of(all.begin(), all.end(), [&](const CLI::App *command) {
        return command->get_name() == words.ours[0];
      }))
    return unknownCommand(app, words.ours[0]);
  return runCommand(app, commands, words.ours);
}

} // namespace
} // namespace maquette::tool

int main(int argc, char **argv) {
  try {
    return maquette::tool::parseAndRun(argc, argv);
  } catch (const std::exception &problem) { // Out of memory, or a mistake of ours.
    std::fprintf(stderr, "maquette: internal error: %s\n", problem.what());
    return maquette::tool::kOurBug;
  }
}
