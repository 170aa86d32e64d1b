//===- runtime/console/lib/command_line.cpp - subcommands with options --------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/console/command_line.h"

#include "maquette/console/console.h"

#include <algorithm>
#include <memory>
#include <sstream>

namespace maquette::tool {
namespace {

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

/// What is left over is reported by unknownWord(), which knows what may have been meant.
void allowExtras(CLI::App &app) {
  app.allow_extras();
  for (CLI::App *command : app.get_subcommands({}))
    allowExtras(*command);
}

} // namespace

Words splitWords(int argc, char **argv) {
  Words words;
  int i = 1;
  for (; i < argc && std::string(argv[i]) != "--"; ++i)
    words.ours.push_back(argv[i]);
  for (++i; i < argc; ++i)
    words.program.push_back(argv[i]);
  return words;
}

void setFormat(CLI::App &app) { app.formatter(std::make_shared<WrappingFormatter>()); }

int runCommand(CLI::App &app, const std::vector<Command> &commands, const std::vector<std::string> &words) {
  allowExtras(app);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
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
  return reportUsage(app.get_name(), "no command was given", "see " + app.get_name() + " --help");
}

} // namespace maquette::tool
