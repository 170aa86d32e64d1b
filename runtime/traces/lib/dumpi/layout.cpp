//===- runtime/traces/lib/dumpi/layout.cpp - the records of DUMPI's streams --------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/traces/dumpi/layout.h"

#include "maquette/sim/assert.h"

#include <algorithm>
#include <string>

namespace maquette::traces::dumpi {
namespace {

/// "recvcount:?i"
Field fieldOf(std::string_view text, const CallInfo *call) {
  const std::size_t colon = text.find(':');
  Field field{text.substr(0, colon), {}, text.back(), text[colon + 1] == '?'};
  if (field.name.front() == '-')
    field.name.remove_prefix(1);
  else if (call)
    field.argument = call->find(field.name);
  MAQUETTE_ASSERT(field.argument || text.front() == '-');
  return field;
}

Layout layoutOf(std::string_view name, std::string_view fields) {
  Layout layout{name, true, findCall("MPI_" + std::string(name)), {}};
  const CallInfo *call = layout.call ? &allCalls()[*layout.call] : nullptr;
  while (!fields.empty()) {
    const std::size_t end = std::min(fields.find(' '), fields.size());
    layout.fields.push_back(fieldOf(fields.substr(0, end), call));
    fields.remove_prefix(std::min(end + 1, fields.size()));
  }
  return layout;
}

} // namespace

const std::vector<Layout> &layouts() {
  static const std::vector<Layout> table{
#define MAQUETTE_DUMPI_CALL(name, fields) layoutOf(#name, fields),
#define MAQUETTE_DUMPI_UNKNOWN(name) Layout{#name, false, {}, {}},
#include "calls.def"
  };
  return table;
}

} // namespace maquette::traces::dumpi
