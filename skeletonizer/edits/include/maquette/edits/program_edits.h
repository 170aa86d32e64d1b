//===- maquette/edits/program_edits.h - the whole program in both output trees -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_PROGRAM_EDITS_H
#define MAQUETTE_EDITS_PROGRAM_EDITS_H

#include "maquette/decide/decisions.h"
#include "maquette/edits/edits.h"
#include "maquette/edits/function_edits.h"
#include "maquette/edits/withdrawals.h"
#include "maquette/frontend/program.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace maquette::skeletonizer {

enum class FunctionState { Live, Left, Removed };

struct FunctionRecord {
  std::string name, file;
  SourceKey place;
  unsigned line = 0;
  FunctionState state = FunctionState::Live;
};

/// Everything that one skeletonization changes and found.
struct ProgramEdits {
  TreeEdits edits;
  std::string model_id;
  std::vector<FunctionRecord> functions;
  std::map<std::string, std::vector<StatementRecord>> statements; ///< By file.
  std::map<std::string, std::vector<RegionRecord>> regions;
  std::map<std::string, std::vector<ValueRecord>> values;
  std::vector<std::string> removed_variables;
  std::vector<std::string> notes;
  std::vector<WithdrawnEdit> withdrawn; ///< See Withdrawals.
};

/// \p editable says which files may be changed (those under the source root). \pre \p overrides, and \p decisions with
/// them, keep what \p withdrawn says.
ProgramEdits editProgram(const Program &program, const Decisions &decisions, const Overrides &overrides,
                         const std::function<bool(const std::string &)> &editable, const Withdrawals &withdrawn = {});

} // namespace maquette::skeletonizer

#endif
