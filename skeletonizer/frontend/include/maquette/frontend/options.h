//===- maquette/frontend/options.h - what the user asked for ------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The options of `maquette skeletonize`, parsed once.
#ifndef MAQUETTE_FRONTEND_OPTIONS_H
#define MAQUETTE_FRONTEND_OPTIONS_H

#include <string>
#include <vector>

namespace maquette::skeletonizer {

struct Options {
  std::string build_dir;            ///< Holds compile_commands.json.
  std::string out_dir;              ///< Gets skeleton/, profiled/, report.json and report.html.
  std::string root;                 ///< Source root to copy; empty: found from the sources.
  bool copy_all = false;            ///< All of the source root, not only what its build reads.
  std::string cache_dir;            ///< Keeps syntax trees from run to run; empty: they are not kept.
  std::string profile;              ///< An earlier profile to decide with; empty: none.
  std::string repairs;              ///< What verify found; empty: beside the profile, if it is there.
  bool exact = false;               ///< Predict nothing.
  bool keeps_io = false;            ///< Reads and writes of files stay.
  bool strict = false;              ///< Early ends of the program stay, and what leads to them is computed.
  bool allow_unseen = false;        ///< Functions of the program may be in no unit.
  bool verbose = false;             ///< Notes one by one.
  std::string program;              ///< Of several in the database the one of this name; empty: all.
  std::vector<std::string> sources; ///< Only these units of the database; empty: all.
  std::string program_dir;          ///< Where the running program lies: its headers are found from there.
};

} // namespace maquette::skeletonizer

#endif
