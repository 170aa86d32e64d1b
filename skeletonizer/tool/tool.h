//===- skeletonizer/tool/tool.h - what the subcommands share ----------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_SKELETONIZER_TOOL_TOOL_H
#define MAQUETTE_SKELETONIZER_TOOL_TOOL_H

#include "maquette/driver/skeletonize.h"

#include <string>
#include <vector>

namespace maquette::skeletonizer::tool {

enum ExitCode { kOk = 0, kInputError = 1, kUsage = 2 };

int usage(const std::string &what);
int report(llvm::Error error);
/// The value of an option: the rest of "--name=value", or the next argument.
bool takeValue(const std::vector<std::string> &arguments, size_t &index, const std::string &name, std::string &value);
/// An option that skeletonize and model share.
bool takeCommon(const std::vector<std::string> &arguments, size_t &index, Options &options);
/// Where the user's caches are; empty if that is not known.
std::string defaultCacheDir();
/// Says what goes on if somebody looks.
std::function<void(const std::string &)> progressOf(const std::string &command);
void print(const Summary &summary, bool verbose);

/// maquette model: skeletonize, build, profile, decide again, build.
int runModel(const std::vector<std::string> &arguments, Options options);

} // namespace maquette::skeletonizer::tool

#endif
