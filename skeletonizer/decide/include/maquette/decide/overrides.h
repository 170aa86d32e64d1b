//===- maquette/decide/overrides.h - what the user decides himself -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// `#pragma maquette ...` before a statement, and entries of maquette.toml for code one cannot edit:
///   keep | remove | predict | region NAME features(A, B) | trip(EXPR) | branch(EXPR)
/// Errors    an unknown word (with the nearest one), a missing argument, no statement after a pragma, a place in
/// maquette.toml where no
///           statement begins; all of them at once.
#ifndef MAQUETTE_DECIDE_OVERRIDES_H
#define MAQUETTE_DECIDE_OVERRIDES_H

#include "maquette/calls/external_effects.h"
#include "maquette/decide/decisions.h"
#include "maquette/frontend/program.h"

#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace maquette::skeletonizer {

enum class OverrideWord : std::uint8_t {
  Keep,    ///< Executed as it is.
  Remove,  ///< Gone, whatever depends on it.
  Predict, ///< The value it assigns, or its condition, is predicted.
  Region,  ///< A region of its own, by this name and with these features.
  Trip,    ///< A loop that runs this often.
  Branch,  ///< A condition with this value.
};

struct Override {
  OverrideWord word = OverrideWord::Keep;
  std::string text;                  ///< The expression, or the region's name.
  std::vector<std::string> features; ///< Region.
  SourceKey condition;               ///< Of the statement, where it has one.
  std::string where;                 ///< FILE:LINE of the pragma or entry.
};

/// By the statement they are about.
using Overrides = std::map<SourceKey, Override>;

/// The overrides of \p program's own files (those under \p root), and of \p root/maquette.toml.
llvm::Expected<Overrides> readOverrides(const Program &program, const std::string &root);

/// What functions do whose sources nobody has: the lists that come with the skeletonizer, and what \p
/// root/maquette.toml says in [effects].
llvm::Expected<ExternalEffects> readEffects(const std::string &root);

} // namespace maquette::skeletonizer

#endif
