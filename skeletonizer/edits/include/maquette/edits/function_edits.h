//===- maquette/edits/function_edits.h - one function in both output trees -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Turns the body of a live function into edits of the skeleton and of the profiled tree. Which declarations stay
/// depends on what the rest of the body references, so the body is walked until that is settled; each walk is one
/// BodyEditor.
#ifndef MAQUETTE_EDITS_FUNCTION_EDITS_H
#define MAQUETTE_EDITS_FUNCTION_EDITS_H

#include "maquette/decide/overrides.h"
#include "maquette/edits/edits.h"
#include "maquette/edits/extents.h"
#include "maquette/edits/referenced_decls.h"
#include "maquette/features/decision_queries.h"
#include "maquette/features/features.h"
#include "maquette/frontend/source_text.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace maquette::skeletonizer {

enum class StatementState { Kept, Changed, Predicted, Phantom, Removed };

struct StatementRecord {
  unsigned begin = 0, end = 0, line = 0, end_line = 0;
  StatementState state = StatementState::Kept;
  std::string region;              ///< Of a removed statement: the region that stands for it, if any.
  std::vector<ReasonStep> reasons; ///< Of a kept one.
};

struct RegionRecord {
  std::string id, function;
  unsigned line = 0, end_line = 0;
  std::vector<std::string> features;
  std::optional<double> seconds = std::nullopt; ///< Over all ranks, in the profile the decision was made with.
  bool scales = true;                           ///< False: it has loops whose trips no feature counts.
};

/// What one region knows of the loops of others, and what it would like to know.
struct RegionBounds {
  std::string id;
  std::vector<ArrayFilling> fillings;
  std::vector<std::string> unknown; ///< Arrays, by availabilityName().
};

struct ValueRecord {
  PredictedValue value;
  unsigned line = 0;
  std::string what; ///< "condition", "argument", "loop exit n", ...
};

/// Makes region ids unique over the whole program: "f#1a2b3c4d", "f#1a2b3c4d-2".
using RegionNames = std::map<std::string, int>;

struct FunctionEdits {
  std::vector<Edit> skeleton, profiled;
  ReferencedDecls referenced;
  std::vector<RegionRecord> regions;
  std::vector<RegionBounds> bounds;
  std::set<std::string> extents; ///< Variables of Extents that the text names.
  std::vector<ValueRecord> values;
  std::vector<StatementRecord> statements;
  std::vector<std::string> notes;
  RegionNames names;
};

/// What the editor asks about the rest of the program.
struct ProgramView {
  const Overrides *overrides = nullptr; ///< The user's own decisions.
  /// The definition of a function of the program, or null.
  std::function<const clang::FunctionDecl *(const clang::FunctionDecl *)> definition_of;
  Extents extents;
  const std::set<std::string> *names =
      nullptr; ///< Of a text that is read with other macros elsewhere: what all readings of it name.
};

/// \pre \p function has a body in the file of \p source, not inside a macro.
FunctionEdits editFunction(const clang::FunctionDecl *function, DecisionQueries &facts, const SourceText &source,
                           const ProgramView &program, const RegionNames &names);

/// Records for a function whose text is not edited: one that is not called is removed, in effect.
void recordAll(const clang::Stmt *body, StatementState state, const SourceText &source,
               std::vector<StatementRecord> &records);

} // namespace maquette::skeletonizer

#endif
