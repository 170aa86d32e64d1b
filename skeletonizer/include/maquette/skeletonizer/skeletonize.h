//===- maquette/skeletonizer/skeletonize.h - one entry ----------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sources and options in, an output folder out.
#ifndef MAQUETTE_SKELETONIZER_SKELETONIZE_H
#define MAQUETTE_SKELETONIZER_SKELETONIZE_H

#include "maquette/skeletonizer/options.h"

#include "llvm/Support/Error.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace maquette::skeletonizer {

/// What the summary on the terminal says.
struct Summary {
  unsigned units = 0, units_read_back = 0; ///< Those that did not change since an earlier run.
  unsigned statements_kept = 0, statements_removed = 0, statements_predicted = 0;
  unsigned functions_live = 0, functions = 0;
  unsigned regions = 0, predicted_values = 0;
  double seconds = 0;
  std::string model_id;               ///< Which decisions the trees were written from.
  std::vector<std::string> predicted; ///< One line each: what and where.
  std::vector<std::string> notes;
};

/// One application: read once, decided as often as one likes.
class Skeletonizer {
public:
  /// \p progress is told what goes on, a few words at a time.
  Skeletonizer(Options options, std::function<void(const std::string &)> progress);
  ~Skeletonizer();
  /// Decides and writes options.out_dir. \p profile: a profile of the tree profiled/ that the same sources give without
  /// one; empty: none.
  llvm::Expected<Summary> write(const std::string &profile);
  /// The folder that was copied. \pre write() succeeded.
  const std::string &root() const;
  /// The program's units. \pre as root().
  const std::vector<std::string> &files() const;

private:
  struct State;
  llvm::Error read();
  Options options_;
  std::function<void(const std::string &)> progress_;
  std::unique_ptr<State> state_;
};

/// Reads the program, decides, writes options.out_dir. \p progress is told what goes on, a few words at a time.
llvm::Expected<Summary> skeletonize(const Options &options, const std::function<void(const std::string &)> &progress);

/// Why the statement at \p place ("FILE:LINE" of the original sources) was kept, removed or predicted: text for people.
/// Errors: no report in \p out_dir; not FILE:LINE; a file that the report does not know; nothing at that line.
llvm::Expected<std::string> explain(const std::string &out_dir, const std::string &place);

} // namespace maquette::skeletonizer

#endif
