//===- maquette/decide/decisions.h - what stays, what goes, what is predicted -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The only thing that goes from analysis to rewriting. Everything is keyed by where it stands in the sources, so that
/// one answer holds for every context, template instantiation and translation unit: an action is kept if any of them
/// needs it.
#ifndef MAQUETTE_DECIDE_DECISIONS_H
#define MAQUETTE_DECIDE_DECISIONS_H

#include "maquette/dataflow/unseen_function.h"
#include "maquette/decide/refinement.h"
#include "maquette/frontend/source_key.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace maquette::skeletonizer {

/// A value that the skeleton does not compute.
struct PredictedValue {
  std::string id; ///< "function#hash": stable.
  ValueType type = ValueType::Integer;
  std::string c_type;    ///< Its type as written in C, for the cast: "int", "double", ...
  bool converts = true;  ///< To a number without a cast; a scoped enumeration does not.
  std::string reason;    ///< Why it was cut, for the report.
  std::string text = {}; ///< An expression of the user's that stands for it; empty: it comes from the profile.
};

/// A scalar variable whose value after a removed loop is predicted: insert  name = predict(...)  after the loop.
struct LoopExitValue {
  std::string variable;
  PredictedValue value;
};

/// One step of the chain of reasons from a kept action to an MPI argument.
struct ReasonStep {
  SourceKey where;
  unsigned line = 0;
  std::string text; ///< "condition of while (residual > tolerance)", ...
};

class Decisions {
public:
  bool kept(Role role, const SourceKey &key) const { return kept_.count({role, key}) != 0; }
  /// Definition: its right-hand side (or initializer) is replaced. Condition, Argument, Value: the expression is.
  const PredictedValue *predicted(Role role, const SourceKey &key) const {
    auto it = predicted_.find({role, key});
    return it == predicted_.end() ? nullptr : &it->second;
  }
  /// Values to predict after the loop statement at \p key.
  const std::vector<LoopExitValue> *loopExits(const SourceKey &key) const {
    auto it = loop_exits_.find(key);
    return it == loop_exits_.end() ? nullptr : &it->second;
  }
  /// A call that sets the size of a std::vector whose elements the skeleton does without.
  bool phantomContainer(const SourceKey &call) const { return phantom_containers_.count(call) != 0; }
  /// An item of an initializer list that nobody needs.
  bool unneededItem(const SourceKey &item) const { return unneeded_items_.count(item) != 0; }
  /// The loop runs over data between two communicating calls, wherever it runs, and is not part of such a loop: worth a
  /// region of its own even if the skeleton runs it. By key of the statement.
  bool dataLoop(const SourceKey &loop) const { return data_loops_.count(loop) != 0; }
  /// A call that moves data between memory and a file, and stays: data that is not there is a phantom.
  bool transfersData(const SourceKey &call) const { return transfers_.count(call) != 0; }
  /// True when some kept action lies in the function's body: calls of it stay. By USR.
  bool liveFunction(const std::string &usr) const { return live_functions_.count(usr) != 0; }
  /// True when every definition of this variable or field that can run is kept or predicted, so that the skeleton holds
  /// the value the full program would hold (a feature may read it). By USR; for locals, which may lack one, by key of
  /// the declaration.
  bool valueAvailable(const std::string &usr_or_key) const { return available_.count(usr_or_key) != 0; }
  /// The analysis's chain of reasons for a kept action; empty if it is not kept.
  std::vector<ReasonStep> why(Role role, const SourceKey &key) const {
    auto it = why_.find({role, key});
    return it == why_.end() ? std::vector<ReasonStep>{} : it->second;
  }

  // Filled by decide().
  std::set<std::pair<Role, SourceKey>> kept_;
  std::map<std::pair<Role, SourceKey>, PredictedValue> predicted_;
  std::map<SourceKey, std::vector<LoopExitValue>> loop_exits_;
  std::set<SourceKey> phantom_containers_;
  std::set<SourceKey> unneeded_items_;
  std::set<SourceKey> data_loops_;
  std::set<SourceKey> transfers_;
  std::set<std::string> live_functions_;
  std::set<std::string> available_;
  std::map<std::pair<Role, SourceKey>, std::vector<ReasonStep>> why_;
  std::vector<std::string>
      notes_; ///< Unknown externals, assumed-not-to-fire exits, things kept because not understood.
  std::vector<UnseenFunction> unseen_;
  std::vector<RefinementAnswer> answers_; ///< To Refinements::open, in the same order.
};

} // namespace maquette::skeletonizer

#endif
