//===- skeletonizer/lib/edits/edits.cpp - replacements in one file --------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/edits/edits.h"

#include <algorithm>

namespace maquette::skeletonizer {

std::string applied(llvm::StringRef original, const std::vector<Edit> &edits, unsigned base) {
  std::vector<const Edit *> sorted;
  for (const Edit &edit : edits)
    if (edit.begin >= base && edit.end <= base + original.size())
      sorted.push_back(&edit);
  std::stable_sort(sorted.begin(), sorted.end(), [](const Edit *a, const Edit *b) {
    if (a->begin != b->begin)
      return a->begin < b->begin;
    bool a_inserts = a->begin == a->end, b_inserts = b->begin == b->end;
    if (a_inserts || b_inserts)
      return a_inserts && !b_inserts;
    return a->end > b->end;
  });
  std::string result;
  unsigned cursor = base;
  for (const Edit *edit : sorted) {
    if (edit->begin < cursor)
      continue;
    result += original.substr(cursor - base, edit->begin - cursor);
    result += edit->text;
    cursor = edit->end;
  }
  result += original.substr(cursor - base);
  return result;
}

} // namespace maquette::skeletonizer
