//===- skeletonizer/tool/tool.h - what the subcommands share ----------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_SKELETONIZER_TOOL_TOOL_H
#define MAQUETTE_SKELETONIZER_TOOL_TOOL_H

#include "maquette/console/command_line.h"
#include "maquette/driver/skeletonize.h"

#include <memory>
#include <string>
#include <vector>

namespace maquette::skeletonizer {

/// Prints \p error on stderr; returns tool::kInputError.
int report(llvm::Error error);
/// Shows progress on a terminal.
std::function<void(const std::string &)> progressOf(const std::string &command);
void print(const Summary &summary, bool verbose);

/// Options that skeletonize and model share.
struct CommonOptions {
  explicit CommonOptions(Options defaults) : values(std::move(defaults)) {}
  void addInputAndOutput(CLI::App &app);
  void addDecisions(CLI::App &app);
  void addCacheAndMessages(CLI::App &app);
  /// The values, once all is parsed.
  Options parsed() const;
  /// A usage error of \p command where -p or -o was not given; else 0.
  int check(const std::string &command) const;

  Options values;
  bool no_cache = false;
};

tool::Command makeSkeletonizeCommand(CLI::App &parent, const Options &defaults);
tool::Command makeExplainCommand(CLI::App &parent);
/// maquette model: skeletonize, build, profile, decide again, build. \p program: the words behind "--".
tool::Command makeModelCommand(CLI::App &parent, const Options &defaults, const tool::CommandLine &program);

} // namespace maquette::skeletonizer

#endif
