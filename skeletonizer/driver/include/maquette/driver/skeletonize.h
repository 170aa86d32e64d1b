//===- maquette/driver/skeletonize.h - one entry ----------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sources and options in, an output folder out.
#ifndef MAQUETTE_DRIVER_SKELETONIZE_H
#define MAQUETTE_DRIVER_SKELETONIZE_H

#include "maquette/decide/measured.h"
#include "maquette/edits/program_edits.h"
#include "maquette/formats/repairs.h"
#include "maquette/frontend/options.h"
#include "maquette/report/summary.h"

#include "llvm/Support/Error.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace maquette::skeletonizer {

/// One application: read once, decided as often as one likes.
class Skeletonizer {
public:
  /// \p progress is told what goes on, a few words at a time.
  Skeletonizer(Options options, std::function<void(const std::string &)> progress);
  ~Skeletonizer();
  /// Decides and writes options.out_dir. \p profile: a profile of the tree profiled/ that the same sources give without
  /// one; empty: none.
  llvm::Expected<Summary> write(const std::string &profile);
  /// Finds repairs for the mismatches that are open, in the decisions that write() made last, or without a profile.
  /// They and all others in \p repairs count for what write() decides next. Returns true if there are new ones.
  llvm::Expected<bool> findRepairs(runtime::Repairs &repairs);
  /// What write() is to compute. Mismatches that are open change nothing.
  llvm::Error useRepairs(const runtime::Repairs &repairs);
  /// The mismatches for which findRepairs() found nothing, and why.
  std::vector<std::string> unmended() const;
  /// The folder that was copied. \pre write() succeeded.
  const std::string &root() const;
  /// The program's units. \pre as root().
  const std::vector<std::string> &files() const;

private:
  struct State;
  llvm::Error read();
  /// Kept until others are asked for.
  const Decisions &decideWith(const Withdrawals &withdrawn, const Measurements *measured);
  Decisions decideAnew(const Overrides &overrides, const Refinements &refinements, const Measurements *measured);
  ProgramEdits edit(const Withdrawals &withdrawn, const Measurements *measured);
  /// Those with which both trees compile.
  llvm::Expected<ProgramEdits> settledEdits(const Measurements *measured);
  /// Of the regions that are decided without a profile.
  llvm::Expected<Measurements> measurements(const std::string &profile);
  Options options_;
  std::function<void(const std::string &)> progress_;
  std::unique_ptr<State> state_;
};

/// Reads the program, decides, writes options.out_dir. \p progress is told what goes on, a few words at a time.
llvm::Expected<Summary> skeletonize(const Options &options, const std::function<void(const std::string &)> &progress);

} // namespace maquette::skeletonizer

#endif
