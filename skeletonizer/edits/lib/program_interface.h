//===- skeletonizer/edits/lib/program_interface.h - how rewritten files name the model and its interface ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_PROGRAM_INTERFACE_H
#define MAQUETTE_EDITS_PROGRAM_INTERFACE_H

#include "maquette/edits/program_edits.h"

#include <map>
#include <set>
#include <string>

namespace maquette::skeletonizer {

/// The same for programs whose regions, features and predicted values are the same.
std::string modelIdOf(const ProgramEdits &edits);

/// Variables of Extents that the text of a file names.
using ExtentsOfFiles = std::map<std::string, std::set<std::string>>;
/// The interface's header at the top of each file that calls it, and of each unit that includes such a file.
void includeInterface(const Program &program, const ExtentsOfFiles &extents, ProgramEdits &result);

} // namespace maquette::skeletonizer

#endif
