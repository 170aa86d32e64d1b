//===- maquette/edits/output_trees.h - the output folder -----------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes OUT_DIR/skeleton and OUT_DIR/profiled: the source root copied, with edits. All is written beside OUT_DIR
/// first and renamed at the end, so that nothing half-written is ever seen there. Errors: an OUT_DIR that is not ours,
/// an unwritable place, a full disk; each with the path.
#ifndef MAQUETTE_EDITS_OUTPUT_TREES_H
#define MAQUETTE_EDITS_OUTPUT_TREES_H

#include "maquette/edits/edits.h"
#include "maquette/frontend/options.h"
#include "maquette/frontend/program.h"

#include "llvm/Support/Error.h"

#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace maquette::skeletonizer {

/// \p files: further files of OUT_DIR by name (the reports). \p copied: real paths of the files below \p root that the
/// trees get; empty: all.
llvm::Error writeOutputTrees(const Options &options, const std::string &root, const TreeEdits &edits,
                             const std::set<std::filesystem::path> &copied,
                             const std::map<std::string, std::string> &files);

/// OUT_DIR can be made or replaced: asked before the work, so that a mistake costs no time.
llvm::Error checkOutDir(const Options &options);

} // namespace maquette::skeletonizer

#endif
