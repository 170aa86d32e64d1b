//===- maquette/check/check_units.h - whether the output trees compile -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs Clang's front end on every unit of both output trees before they are written: with the unit's own options, and
/// with the edited texts in the place of the files they are made from. Nothing is generated; of what only a later pass
/// of the compiler finds, aliases of what went are looked for.
///
/// Units     places are those of the original text: what an edit wrote stands where the edit begins.
#ifndef MAQUETTE_CHECK_CHECK_UNITS_H
#define MAQUETTE_CHECK_CHECK_UNITS_H

#include "maquette/edits/edits.h"
#include "maquette/frontend/program.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace maquette::skeletonizer {

struct CheckPlace {
  std::string file; ///< Real path; empty: nowhere.
  unsigned offset = 0;
  unsigned line = 0;
  auto operator<=>(const CheckPlace &) const = default;
};

/// An error that the original does not have.
struct CheckError {
  std::string tree; ///< "skeleton" or "profiled".
  std::string unit; ///< Its main file.
  CheckPlace place;
  std::vector<CheckPlace>
      notes; ///< Where the notes of the compiler point: a declaration, what instantiates a template.
  std::string message;
  std::set<std::string> read; ///< The edited files that the unit reads.
};

class UnitChecker {
public:
  /// \p editable says which files edits may change. \p program lives at least as long. \p cache_dir keeps which texts
  /// compiled, from run to run; empty: nothing is kept.
  UnitChecker(const Program &program, const EditableFiles &editable, const std::string &cache_dir = {});
  /// The errors of both trees, several units at a time. A unit that reads no edited file is not checked, and none is
  /// checked again that reads the same texts as before.
  std::vector<CheckError> check(const TreeEdits &edits);
  /// How often the front end ran so far.
  unsigned runs() const { return runs_; }

private:
  struct Unit {
    std::set<std::string> files; ///< The editable ones that it reads, real paths.
    bool lenient = false;        ///< What it is checked with does not even read the original.
    std::string read_with;       ///< A hash of what else decides whether it compiles; empty: nothing is kept.
    std::map<std::uint64_t, std::vector<CheckError>> known; ///< By the texts that it reads.
  };
  struct Tree;
  struct Job;
  static Tree treeOf(const std::string &name, const std::map<std::string, std::vector<Edit>> &edits);
  std::uint64_t textsOf(const Unit &unit, const Tree &tree) const;
  void run(Job &job) const;
  std::string pathOf(const Unit &unit, std::uint64_t texts) const;

  const Program &program_;
  std::string cache_dir_;
  std::vector<Unit> units_;
  unsigned runs_ = 0;
};

} // namespace maquette::skeletonizer

#endif
