//===- maquette/frontend/program.h - the parsed application --------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// All translation units of one program, parsed and held, with what the front end had to leave out.
#ifndef MAQUETTE_FRONTEND_PROGRAM_H
#define MAQUETTE_FRONTEND_PROGRAM_H

#include "clang/Frontend/ASTUnit.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace maquette::skeletonizer {

/// True of a file, by its real path, that is one of the application's and may be changed.
using EditableFiles = std::function<bool(const std::string &)>;

/// How the front end reads one unit.
struct FrontEndCall {
  std::string directory; ///< Where it runs.
  std::vector<std::string> arguments;
  std::vector<std::string> checking = {}; ///< Arguments that keep what only matters to whether the unit compiles.
  bool preprocessed_before = false;       ///< See UnitCommand.
};

/// All files that the unit was read from, real paths. (Clang's own order is that of addresses.)
std::set<std::string> filesOf(const clang::ASTUnit &unit);

struct Program {
  std::vector<std::unique_ptr<clang::ASTUnit>> units; ///< In the order of the database, each file once.
  std::vector<std::string> files;                     ///< The main file of each unit, real path.
  std::vector<FrontEndCall> calls;                    ///< That gave each unit.
  std::string build_dir;                              ///< Real path of the folder of compile_commands.json.
  std::vector<std::string> main_files;                ///< Those that define main(): one of each program.
  std::vector<std::string> notes;                     ///< Files left out and why.
  unsigned read_back = 0;                             ///< Units that an earlier run parsed.
  bool has_other_languages = false;                   ///< Some of them are parts of the program.
  bool may_lack_units = false;                        ///< Others may be parts of it, and nobody reads them.
};

} // namespace maquette::skeletonizer

#endif
