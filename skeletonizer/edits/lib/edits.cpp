//===- skeletonizer/edits/lib/edits.cpp - replacements in one file --------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/edits/edits.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <optional>

namespace maquette::skeletonizer {
namespace {

constexpr llvm::StringLiteral kByteOrderMark = "\xef\xbb\xbf";

/// Calls \p piece for what applied() puts together, in order: the text, and where in the file it comes from. \p
/// written: by an edit.
template <class Piece>
void forEachPiece(llvm::StringRef original, const std::vector<Edit> &edits, unsigned base, const Piece &piece) {
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
  piece(original.take_front(first - base), base, /*written=*/false);
  unsigned cursor = first;
  for (const Edit *edit : sorted) {
    const unsigned begin = std::max(edit->begin, first);
    if (begin < cursor)
      continue;
    piece(original.slice(cursor - base, begin - base), cursor, /*written=*/false);
    piece(edit->text, begin, /*written=*/true);
    cursor = std::max(edit->end, first);
  }
  piece(original.substr(cursor - base), cursor, /*written=*/false);
}

} // namespace

std::string applied(llvm::StringRef original, const std::vector<Edit> &edits, unsigned base) {
  std::string result;
  forEachPiece(original, edits, base, [&](llvm::StringRef text, unsigned, bool) { result += text; });
  return result;
}

unsigned originalOffset(llvm::StringRef original, const std::vector<Edit> &edits, unsigned offset) {
  std::optional<unsigned> found;
  std::size_t done = 0;
  forEachPiece(original, edits, 0, [&](llvm::StringRef text, unsigned from, bool written) {
    if (!found && offset < done + text.size())
      found = written ? from : from + static_cast<unsigned>(offset - done);
    done += text.size();
  });
  return found.value_or(static_cast<unsigned>(original.size()));
}

std::vector<std::pair<unsigned, unsigned>> originalLines(llvm::StringRef original, const std::vector<Edit> &edits) {
  std::vector<unsigned> lines{0}; // Of the result; 0: not known yet.
  bool sure = false;
  unsigned line = 1; // Of the original, at `counted`.
  unsigned counted = 0;
  forEachPiece(original, edits, 0, [&](llvm::StringRef text, unsigned from, bool written) {
    line += static_cast<unsigned>(original.slice(counted, from).count('\n'));
    counted = from;
    for (const char c : text) {
      if (lines.back() == 0 || (!written && !sure && !llvm::isSpace(c))) {
        sure = !written && !llvm::isSpace(c);
        lines.back() = line;
      }
      if (c == '\n') {
        lines.push_back(0);
        sure = false;
      }
      counted += written ? 0 : 1;
      line += !written && c == '\n' ? 1 : 0;
    }
  });
  std::vector<std::pair<unsigned, unsigned>> result;
  unsigned expected = 1;
  for (unsigned i = 0; i < lines.size(); ++i) {
    if (lines[i] != 0 && lines[i] != expected)
      result.emplace_back(i + 1, lines[i]);
    expected = (lines[i] != 0 ? lines[i] : expected) + 1;
  }
  return result;
}

} // namespace maquette::skeletonizer
