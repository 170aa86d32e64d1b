//===- maquette/console/console.h - what goes to people -----------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_CONSOLE_CONSOLE_H
#define MAQUETTE_CONSOLE_CONSOLE_H

#include "maquette/sim/result.h"

#include <string>
#include <vector>

namespace maquette::tool {

/// docs/reference/errors.md; the same for all commands.
enum ExitStatus { kOk = 0, kInputError = 1, kUsageError = 2, kProgramFailed = 3, kOurBug = 70, kSignalled = 128 };

/// Prints all of \p error on stderr; returns kInputError.
int reportError(const sim::Error &error);
/// Prints a mistake in the command line of \p command on stderr; returns kUsageError.
int reportUsage(const std::string &command, const std::string &what, const std::string &fix);
/// "did you mean 'x'? " or nothing.
std::string didYouMean(const std::string &word, const std::vector<std::string> &candidates);
void printOut(const std::string &text);
void printWarning(const std::string &text);

/// Adds the diagnostics of a failed result to \p errors; true when it succeeded.
template <class T> bool gather(const sim::Result<T> &result, sim::Error &errors) {
  if (result)
    return true;
  for (const sim::Diagnostic &diagnostic : result.error().diagnostics)
    errors.diagnostics.push_back(diagnostic);
  return false;
}

} // namespace maquette::tool

#endif
