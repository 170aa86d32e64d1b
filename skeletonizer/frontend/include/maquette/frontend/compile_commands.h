//===- maquette/frontend/compile_commands.h - the units of the program -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads compile_commands.json and turns each compiler call into arguments that Clang's front end accepts.
#ifndef MAQUETTE_FRONTEND_COMPILE_COMMANDS_H
#define MAQUETTE_FRONTEND_COMPILE_COMMANDS_H

#include "maquette/frontend/options.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace maquette::skeletonizer {

/// One translation unit to parse.
struct UnitCommand {
  std::string file;  ///< Real path.
  std::string named; ///< As the database names it, perhaps a link elsewhere: what it includes is looked for beside it.
                     ///< Absolute.
  std::string directory;              ///< Where the compiler ran.
  std::vector<std::string> arguments; ///< See frontEndArguments().
  std::vector<std::string> checking;  ///< See checkArguments().
  std::vector<std::string> command;   ///< As it stands in the database.
  bool preprocessed_before = false;   ///< The database names what a preprocessor made of the file.
  bool in_library = false;            ///< The program takes it from a static library.
};

struct UnitCommands {
  std::vector<UnitCommand> units;     ///< In the order of the link, else of the database, each file once.
  std::string named;                  ///< The only source the user named, real path; else empty.
  std::vector<std::string> notes;     ///< Files left out and why.
  bool has_other_languages = false;   ///< Neither C nor C++, in files left out.
  std::vector<std::string> libraries; ///< Words for the linker, as far as the build folder says.
  std::string build_dir;              ///< Real path.
};

/// The sources the user named are taken, and all others beside it if only one was named: that one is the program's main
/// file. Errors: no database, a database without C or C++ units, a file that does not exist, a SOURCE that is not in
/// it.
llvm::Expected<UnitCommands> readCompileCommands(const Options &options);

/// "b/CMakeFiles/solver.dir/": what CMake calls the folder of all objects that belong to one target; empty for other
/// build systems.
std::string targetOf(const UnitCommand &unit);

/// The file that the command writes, as it names it after -o; empty where it names none.
std::string outputOf(const UnitCommand &unit);

/// The compiler call without what only matters to code generation, output files or GCC, and with \p file as only input.
std::vector<std::string> frontEndArguments(const std::vector<std::string> &command, const std::string &file);

/// The same, to find out whether \p file compiles: with OpenMP, with errors for what C may call without a declaration,
/// and with warnings where the command makes errors of them.
std::vector<std::string> checkArguments(const std::vector<std::string> &command, const std::string &file);

} // namespace maquette::skeletonizer

#endif
