// analysed_source.h - a small program as a string, and what the analysis decides about pieces of its text
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TEST_ANALYSED_SOURCE_H
#define MAQUETTE_TEST_ANALYSED_SOURCE_H

#include "maquette/decide/decide.h"

#include <string>

namespace maquette::skeletonizer {

class AnalysedSource {
public:
  enum class Language { C, Cxx };
  /// Parses \p text after a few MPI declarations and decides. Fails the test if it does not compile.
  explicit AnalysedSource(const std::string &text, Language language = Language::C, bool exact = false,
                          const Refinements &refinements = {});

  /// The n-th occurrence of \p snippet is an expression or statement; is it kept in this role?
  bool kept(Role role, const std::string &snippet, int occurrence = 1) const;
  bool predicted(Role role, const std::string &snippet, int occurrence = 1) const;
  /// Is \p variable predicted after the loop that begins with \p snippet?
  bool predictedAfter(const std::string &snippet, const std::string &variable) const;
  /// On which \p snippet begins.
  unsigned line(const std::string &snippet) const;
  const Decisions &decisions() const { return decisions_; }

private:
  bool matches(const SourceKey &key, const std::string &snippet, int occurrence) const;
  std::string source_;
  Decisions decisions_;
};

} // namespace maquette::skeletonizer

#endif
