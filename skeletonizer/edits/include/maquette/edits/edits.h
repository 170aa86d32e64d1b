//===- maquette/edits/edits.h - replacements in one file ----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_EDITS_H
#define MAQUETTE_EDITS_EDITS_H

#include "llvm/ADT/StringRef.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace maquette::skeletonizer {

/// Bytes [begin, end) become text.
struct Edit {
  unsigned begin = 0;
  unsigned end = 0;
  std::string text;
};

/// \p original, whose first byte stands at offset \p base, with the edits inside it done. Insertions at one place stand
/// in the order given, and before a replacement that begins there. Of two overlapping replacements the outer one wins.
/// A byte order mark stays in front of everything.
std::string applied(llvm::StringRef original, const std::vector<Edit> &edits, unsigned base = 0);

/// Where the byte at \p offset of applied(original, edits) comes from: what an edit wrote comes from where it begins.
unsigned originalOffset(llvm::StringRef original, const std::vector<Edit> &edits, unsigned offset);

/// Lines of applied(original, edits) that do not follow the line before them, with the lines of \p original that they
/// come from; both from 1. A line of which only a part was written comes from where the rest of it stands.
std::vector<std::pair<unsigned, unsigned>> originalLines(llvm::StringRef original, const std::vector<Edit> &edits);

/// The edits of both output trees, by file.
struct TreeEdits {
  std::map<std::string, std::vector<Edit>> skeleton;
  std::map<std::string, std::vector<Edit>> profiled;
};

} // namespace maquette::skeletonizer

#endif
