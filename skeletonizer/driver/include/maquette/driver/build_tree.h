//===- maquette/driver/build_tree.h - an output tree as a program -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Compiles what the compilation database lists from a tree that skeletonize wrote, with the options that stand there,
/// and links it. The application's own build files are not asked: a database says how to compile, and nearly how to
/// link. Errors    a unit that does not compile, a program that does not link: the compiler's words and the command.
#ifndef MAQUETTE_DRIVER_BUILD_TREE_H
#define MAQUETTE_DRIVER_BUILD_TREE_H

#include "maquette/frontend/options.h"

#include "llvm/Support/Error.h"

namespace maquette::skeletonizer {

struct TreeBuild {
  std::string root;                      ///< The folder that was copied.
  std::string tree;                      ///< OUT_DIR/skeleton or OUT_DIR/profiled.
  std::string program;                   ///< Path of the program to make.
  std::vector<std::string> files;        ///< The program's units; others of the database are left out.
  std::vector<std::string> link_options; ///< For the linker, after the objects: "-lfoo".
};

llvm::Error buildTree(const Options &options, const TreeBuild &build);

} // namespace maquette::skeletonizer

#endif
