//===- runtime/tools/trace_options.h - which trace a command reads --------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TOOLS_TRACE_OPTIONS_H
#define MAQUETTE_TOOLS_TRACE_OPTIONS_H

#include "maquette/console/command_line.h"

#include <string>

namespace maquette::tool {

struct TraceInput {
  std::string path;
  std::string format = "auto";

  void addOptions(CLI::App &app);
};

} // namespace maquette::tool

#endif
