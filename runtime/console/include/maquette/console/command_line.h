//===- maquette/console/command_line.h - subcommands with options -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A program has subcommands. Each declares its options on a CLI::App and gives back what to run once they are parsed.
/// Both programs, maquette and maquette-skeletonize, read their command lines here, so help and errors look alike.
#ifndef MAQUETTE_CONSOLE_COMMAND_LINE_H
#define MAQUETTE_CONSOLE_COMMAND_LINE_H

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

namespace maquette::tool {

/// A program and its arguments, as they stand behind "--".
using CommandLine = std::vector<std::string>;

struct Command {
  CLI::App *app = nullptr;
  std::function<int()> run;
};

/// The words before "--" for us, those after it for the simulated program.
struct Words {
  std::vector<std::string> ours;
  CommandLine program;
};
Words splitWords(int argc, char **argv);

/// Sets how all help is written.
void setFormat(CLI::App &app);

/// Parses \p words and runs the command among \p commands that they name. Prints help, or what is wrong with the words.
/// \return the exit status.
int runCommand(CLI::App &app, const std::vector<Command> &commands, const std::vector<std::string> &words);

} // namespace maquette::tool

#endif
