//===- maquette/traces/dumpi/layout.h - the records of DUMPI's streams --------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACES_DUMPI_LAYOUT_H
#define MAQUETTE_TRACES_DUMPI_LAYOUT_H

#include "maquette/traces/call_table.h"

#include <optional>
#include <string_view>
#include <vector>

namespace maquette::traces::dumpi {

struct Field {
  std::string_view name;
  std::optional<std::size_t> argument; ///< Of the MPI function.
  char letter = 0;                     ///< As calls.def says.
  bool root_only = false;
};

struct Layout {
  std::string_view name;          ///< "Send"
  bool is_known = false;          ///< Else DUMPI never wrote it.
  std::optional<CallNumber> call; ///< Nothing: MPI has it no more.
  std::vector<Field> fields;
};

/// By label; behind these come the labels of functions of the program and of the stream's end.
const std::vector<Layout> &layouts();
constexpr unsigned kFunctions = 290; ///< What follows marks no function.
constexpr unsigned kEnterFunction = 291, kLeaveFunction = 292, kEndOfStream = 293;

} // namespace maquette::traces::dumpi

#endif
