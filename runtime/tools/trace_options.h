//===- runtime/tools/trace_options.h - which trace a command reads --------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TOOLS_TRACE_OPTIONS_H
#define MAQUETTE_TOOLS_TRACE_OPTIONS_H

#include "maquette/console/command_line.h"
#include "maquette/traces/trace.h"

#include <string>

namespace maquette::tool {

struct TraceInput {
  std::string path;
  std::string format = "auto";

  void addOptions(CLI::App &app);
};

/// Which trace a command writes.
struct TraceOutput {
  std::string path, format;
  bool overwrites = false;

  /// The option that names it. A slash at its end is taken off.
  CLI::Option *addPath(CLI::App &app, const std::string &option, const std::string &help);
  /// Of "--to" or the like: \p option.
  void addFormat(CLI::App &app, const std::string &option);
  /// The one asked for, or that of the name.
  std::string formatToWrite() const;
  /// Errors: maquette-output-exists, maquette-output-unwritable.
  sim::Status check() const;
  sim::Status write(const traces::Trace &trace) const;
};

} // namespace maquette::tool

#endif
