//===- runtime/tools/main.cpp - the `maquette` program ------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "console.h"

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <sstream>

namespace maquette::tool {
namespace {

constexpr const char *kOverview =
    "Example:\n"
    "  maquette skeletonize -p build -o maquette-out            # build/ holds compile_commands.json\n"
    "  make -C maquette-out/profiled CC=maquette-cc && make -C maquette-out/skeleton CC=maquette-cc\n"
    "  maquette profile -n 8 -o app.profile -- maquette-out/profiled/app -x 20\n"
    "  maquette run -n 1048576 -m fat-tree --profile app.profile -- maquette-out/skeleton/app -x 20\n";

/// Breaks descriptions of options into lines, which CLI11 leaves to the terminal.
class WrappingFormatter : public CLI::Formatter {
public:
  std::string make_option_desc(const CLI::Option *option) const override {
    constexpr std::size_t kWidth = 72;
    std::istringstream words(CLI::Formatter::make_option_desc(option));
    std::string text, line;
    for (std::string word, rest; words >> word;) {
      while (std::count(word.begin(), word.end(), '"') % 2 != 0 && words >> rest) // A quoted value stays on one line.
        word += " " + rest;
      if (!line.empty() && line.size() + 1 + word.size() > kWidth) {
        text += line + "\n";
        line.clear();
      }
      line += (line.empty() ? "" : " ") + word;
    }
    return text + line;
  }
};

const std::vector<std::string> kLater{"sweep", "replay"};

/// The words before "--" for us, those after it for the simulated program.
struct Words {
  std::vector<std::string> ours;
  CommandLine program;
};

Words split(int argc, char **argv) {
  Words words;
  int i = 1;
  for (; i < argc && std::string(argv[i]) != "--"; ++i)
    words.ours.push_back(argv[i]);
  for (++i; i < argc; ++i)
    words.program.push_back(argv[i]);
  return words;
}

std::string commandName(const CLI::App &app) {
  std::string name = app.get_name();
  for (const CLI::App *parent = app.get_parent(); parent != nullptr; parent = parent->get_parent())
    name = parent->get_name() + " " + name;
  return name;
}

std::vector<std::string> optionNames(const CLI::App &app) {
  std::vector<std::string> names;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &name : option->get_lnames())
      names.push_back("--" + name);
  return names;
}

/// The deepest subcommand that was parsed.
const CLI::App &chosen(const CLI::App &app) {
  const auto inner = app.get_subcommands(); // Those that were parsed.
  return inner.empty() ? app : chosen(*inner.front());
}

int unknownWord(const CLI::App &app, const std::string &word) {
  const std::string name = commandName(app);
  const std::string help = "see " + name + " --help";
  if (const auto inner = app.get_subcommands([](const CLI::App *) { return true; }); !inner.empty()) {
    std::vector<std::string> names;
    for (const CLI::App *command : inner)
      names.push_back(command->get_name());
    return reportUsage(name, "unknown command '" + word + "'", didYouMean(word, names) + help);
  }
  if (word.starts_with("-")) {
    const std::string option = word.substr(0, word.find('='));
    return reportUsage(name, "unknown option '" + option + "'", didYouMean(option, optionNames(app)) + help);
  }
  return reportUsage(name, "unexpected argument '" + word + "'", "put the program and its arguments after --; " + help);
}

int unknownCommand(const CLI::App &app, const std::string &word) {
  if (std::find(kLater.begin(), kLater.end(), word) != kLater.end())
    return reportUsage("maquette", "'" + word + "' is not in this version", "see maquette --help for what is");
  std::vector<std::string> names{"explain", "model", "skeletonize"};
  for (const CLI::App *command : app.get_subcommands({}))
    names.push_back(command->get_name());
  return reportUsage("maquette", "unknown command '" + word + "'", didYouMean(word, names) + "see maquette --help");
}

/// What is left over is reported by unknownWord(), which knows what may have been meant.
void allowExtras(CLI::App &app) {
  app.allow_extras();
  for (CLI::App *command : app.get_subcommands({}))
    allowExtras(*command);
}

int parseAndRun(int argc, char **argv) {
  const Words words = split(argc, argv);
  if (!words.ours.empty() && (words.ours[0] == "skeletonize" || words.ours[0] == "explain" || words.ours[0] == "model"))
    return executeSkeletonizer({argv + 1, argv + argc});
  CLI::App app(
      "Maquette predicts how an MPI application runs on a target machine. It makes a skeleton of the application,\n"
      "measures its computing, and simulates it at full scale.",
      "maquette");
  app.formatter(std::make_shared<WrappingFormatter>());
  app.footer(kOverview);
  app.set_version_flag("--version", "maquette " MAQUETTE_VERSION);
  app.require_subcommand(0, 1);
  const std::vector<Command> commands{makeRunCommand(app, words.program),
                                      makeProfileCommand(app, words.program),
                                      makeVerifyCommand(app, words.program),
                                      makeValidateCommand(app, words.program),
                                      makeMachineCommand(app),
                                      makeReportCommand(app),
                                      makeConfigCommand(app)};
  app.add_subcommand("skeletonize", "Write the skeleton and the profiled program of an application");
  app.add_subcommand("model", "Skeletonize, build and profile an application in one command");
  app.add_subcommand("explain", "Explain why a line was kept, removed or predicted");
  if (words.ours.empty())
    return reportUsage("maquette", "no command was given", "see maquette --help");
  const auto all = app.get_subcommands({});
  if (!words.ours[0].starts_with("-") && std::none_of(all.begin(), all.end(), [&](const CLI::App *command) {
        return command->get_name() == words.ours[0];
      }))
    return unknownCommand(app, words.ours[0]);
  allowExtras(app);
  try {
    app.parse(std::vector<std::string>(words.ours.rbegin(), words.ours.rend()));
  } catch (const CLI::Success &success) { // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError &error) {
    const CLI::App &where = chosen(app);
    if (const auto extras = app.remaining(true); !extras.empty())
      return unknownWord(where, extras[0]);
    return reportUsage(commandName(where), error.what(), "see " + commandName(where) + " --help");
  }
  if (const auto extras = app.remaining(true); !extras.empty())
    return unknownWord(chosen(app), extras[0]);
  for (const Command &command : commands)
    if (command.app->parsed())
      return command.run();
  return reportUsage("maquette", "no command was given", "see maquette --help");
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
