//===- runtime/analysis/lib/call_places.cpp - places of MPI calls in the sources -------===//
// SPDX-License-Identifier: Apache-2.0
#include "call_places.h"

#include "maquette/analysis/verify.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>

namespace maquette::runtime {
namespace {

constexpr std::string_view kAt = " at ";

/// Where the file's name begins in "solve() at cg.c:31".
std::size_t beginOfFile(const std::string &text) {
  const std::size_t at = text.rfind(kAt);
  return at == std::string::npos ? 0 : at + kAt.size();
}

/// One path is the end of the other.
bool isEndOf(std::string_view name, std::string_view path) {
  return path.ends_with(name) && (path.size() == name.size() || path[path.size() - name.size() - 1] == '/');
}

std::string_view withoutDots(std::string_view name) {
  while (name.starts_with("./") || name.starts_with("../"))
    name.remove_prefix(name.find('/') + 1);
  return name;
}

using Statements = std::vector<SkeletonReport::Statement>;

/// The innermost statement that covers the line; null if there is none.
const SkeletonReport::Statement *statementAt(const Statements &statements, std::int64_t line) {
  const SkeletonReport::Statement *best = nullptr;
  for (const SkeletonReport::Statement &each : statements)
    if (each.line <= line && line <= each.end_line && (!best || each.end - each.begin < best->end - best->begin))
      best = &each;
  return best;
}

/// Where the call on \p line begins: compilers give this line or a later one of its statement.
std::int64_t beginOfCall(const Statements &statements, std::int64_t line) {
  const SkeletonReport::Statement *const whole = statementAt(statements, line);
  while (whole && line > whole->line && statementAt(statements, line - 1) == whole)
    --line;
  return line;
}

/// Finds files of the report by the names that compilers were given.
class Files {
public:
  Files(const SkeletonReport &report, OutputTree tree) : tree_(tree) {
    for (const SkeletonReport::File &file : report.files)
      files_[file.path].statements = &file.statements;
    for (const SkeletonReport::Lines &lines : report.lines)
      files_[lines.path].lines = &lines;
  }

  /// Nothing if no file, or several, may be meant.
  std::optional<SourcePlace> original(const SourcePlace &place) const {
    const std::string_view name = withoutDots(place.file);
    std::optional<SourcePlace> found;
    std::size_t best = 0; ///< Characters that agree.
    for (const auto &[path, file] : files_) {
      const std::size_t agree = std::min(name.size(), path.size());
      if (agree < best || (!isEndOf(name, path) && !isEndOf(path, name)))
        continue;
      found = agree > best ? std::optional(SourcePlace{path, lineOf(file, place.line)}) : std::nullopt;
      best = agree;
    }
    return found;
  }

private:
  struct File {
    const Statements *statements = nullptr;
    const SkeletonReport::Lines *lines = nullptr;
  };

  std::int64_t lineOf(const File &file, std::int64_t line) const {
    if (file.lines && tree_ != OutputTree::None)
      line = originalLine(tree_ == OutputTree::Profiled ? file.lines->profiled : file.lines->skeleton, line);
    return file.statements ? beginOfCall(*file.statements, line) : line;
  }

  OutputTree tree_;
  std::map<std::string, File> files_;
};

} // namespace

std::optional<SourcePlace> placeIn(const std::string &text) {
  const std::size_t begin = beginOfFile(text);
  const std::size_t colon = text.rfind(':');
  SourcePlace place;
  if (colon == std::string::npos || colon < begin ||
      std::from_chars(text.data() + colon + 1, text.data() + text.size(), place.line).ptr != text.data() + text.size())
    return std::nullopt;
  place.file = text.substr(begin, colon - begin);
  return place;
}

void toOriginalPlaces(CallTrace &trace, const SkeletonReport &report, OutputTree tree) {
  const Files files(report, tree);
  for (std::string &text : trace.places)
    if (const auto place = placeIn(text))
      if (const auto original = files.original(*place))
        text = text.substr(0, beginOfFile(text)) + toText(*original);
}

} // namespace maquette::runtime
