//===- skeletonizer/edits/lib/edits.cpp - replacements in one file --------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/edits/edits.h"

#include <algorithm>

namespace maquette::skeletonizer {
namespace {

constexpr llvm::StringLiteral kByteOrderMark = "\xef\xbb\xbf";

} // namespace

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
  const unsigned first = base == 0 && original.starts_with(kByteOrderMark) ? kByteOrderMark.size() : base;
  std::string result = original.take_front(first - base).str();
  unsigned cursor = first;
  for (const Edit *edit : sorted) {
    const unsigned begin = std::max(edit->begin, first);
    if (begin < cursor)
      continue;
    result += original.slice(cursor - base, begin - base);
    result += edit->text;
    cursor = std::max(edit->end, first);
  }
  result += original.substr(cursor - base);
  return result;
}

} // namespace maquette::skeletonizer
