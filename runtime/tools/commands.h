//===- runtime/tools/commands.h - the subcommands of `maquette` ---------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Each subcommand is one file: it declares its options on a CLI::App and gives back what to run once they are parsed.
#ifndef MAQUETTE_TOOLS_COMMANDS_H
#define MAQUETTE_TOOLS_COMMANDS_H

#include "maquette/console/command_line.h"

#include <string>
#include <vector>

namespace maquette::tool {

Command makeRunCommand(CLI::App &parent, const CommandLine &program);
Command makeProfileCommand(CLI::App &parent, const CommandLine &program);
/// `maquette profile show` and `maquette profile merge`.
Command makeProfileShowCommand(CLI::App &profile_app);
Command makeProfileMergeCommand(CLI::App &profile_app);
Command makeVerifyCommand(CLI::App &parent, const CommandLine &arguments);
Command makeValidateCommand(CLI::App &parent, const CommandLine &arguments);
Command makeMachineCalibrateCommand(CLI::App &machine_app);
Command makeMachineCommand(CLI::App &parent);
Command makeReportCommand(CLI::App &parent);
Command makeRecordCommand(CLI::App &parent, const CommandLine &program);
Command makeReplayCommand(CLI::App &parent);
Command makeTraceCommand(CLI::App &parent);
Command makeConfigCommand(CLI::App &parent);

/// `maquette skeletonize` and `maquette explain` are another program, the only one that needs Clang. Returns only on
/// failure.
int executeSkeletonizer(const std::vector<std::string> &arguments);

/// `maquette sweep` and `maquette search` are other programs, too, in Python. Returns only on failure.
int executeManyRuns(const std::string &command, const std::vector<std::string> &arguments);

} // namespace maquette::tool

#endif
