//===- maquette/decide/refinement.h - decisions that a mismatch proves wrong -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Counterexample-guided refinement: where a skeleton communicated otherwise than its program, the slice backward from
/// that call meets predicted values, early ends that were assumed not to happen, and functions of which parts were
/// removed. They are taken back in this order, the nearest first, each time as many as all times before.
///
/// Names     "function#hash" of the text, so that a refinement outlives changes elsewhere; all places in a function
/// with the same text are one. A function is named by its qualified name.
#ifndef MAQUETTE_DECIDE_REFINEMENT_H
#define MAQUETTE_DECIDE_REFINEMENT_H

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace maquette::skeletonizer {

enum class RefinementKind : std::uint8_t {
  Value,   ///< Is not predicted.
  End,     ///< An early end of the program that stays, and what leads to it is computed.
  Function ///< Stays as it is.
};

struct Refinement {
  RefinementKind kind = RefinementKind::Value;
  std::string id;
  std::string file;
  unsigned line = 0;
  std::string text; ///< Beginning of the source text, for people.
};

/// A call that differed, and what was tried for it.
struct Counterexample {
  struct Line {
    std::string file; ///< The end of its path.
    unsigned line = 0;
  };
  std::vector<Line> calls;   ///< Of the program, of the skeleton.
  bool another_call = false; ///< Control differs, not arguments.
  bool program_ended = false;
  std::size_t values = 0, ends = 0, functions = 0; ///< Refinements so far.
};

struct Refinements {
  std::set<std::string> values, ends, functions; ///< By id.
  std::vector<Counterexample> open;              ///< More of them are to be found for these.
};

struct RefinementAnswer {
  std::vector<Refinement> found;      ///< To be added; nothing: there are none left.
  std::vector<std::string> obstacles; ///< What the user's pragmas decide: "cg.c:31: predicted: residual > tolerance".
};

} // namespace maquette::skeletonizer

#endif
