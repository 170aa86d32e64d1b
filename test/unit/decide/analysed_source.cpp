// analysed_source.cpp - a small program as a string, and what the analysis decides about pieces of its text
// SPDX-License-Identifier: Apache-2.0
#include "test/unit/decide/analysed_source.h"

#include "clang/Tooling/Tooling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

namespace maquette::skeletonizer {

namespace {

const char *const kDeclarations = R"(
typedef int MPI_Comm; typedef int MPI_Datatype; typedef int MPI_Op; typedef int MPI_Request;
typedef struct { int MPI_SOURCE, MPI_TAG, MPI_ERROR; } MPI_Status;
#define MPI_COMM_WORLD 1
#define MPI_DOUBLE 2
#define MPI_INT 3
#define MPI_SUM 4
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#ifdef __cplusplus
extern "C" {
#endif
int MPI_Init(int *, char ***); int MPI_Finalize(void);
int MPI_Comm_rank(MPI_Comm, int *); int MPI_Comm_size(MPI_Comm, int *);
int MPI_Send(const void *, int, MPI_Datatype, int, int, MPI_Comm);
int MPI_Recv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *);
int MPI_Bcast(void *, int, MPI_Datatype, int, MPI_Comm);
int MPI_Allreduce(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Get_count(const MPI_Status *, MPI_Datatype, int *);
int printf(const char *, ...); void *malloc(unsigned long); void free(void *); void exit(int); double sqrt(double);
void unknown_function(double *);
#ifdef __cplusplus
}
#endif
)";

} // namespace

AnalysedSource::AnalysedSource(const std::string &text, Language language, bool exact, const Refinements &refinements)
    : source_(std::string(kDeclarations) + text) {
  const bool is_c = language == Language::C;
  Program program;
  program.units.push_back(clang::tooling::buildASTFromCodeWithArgs(
      source_, {is_c ? "-std=c99" : "-std=c++17", "-resource-dir=" MAQUETTE_CLANG_RESOURCE_DIR},
      is_c ? "input.c" : "input.cpp", "decide_test"));
  if (!program.units.front() || program.units.front()->getDiagnostics().hasErrorOccurred()) {
    ADD_FAILURE() << "the test's program does not compile";
    return;
  }
  DecideOptions options{exact};
  options.refinements = &refinements;
  decisions_ = decide(Analysis(program, ExternalEffects(), nullptr, false), options);
}

unsigned AnalysedSource::line(const std::string &snippet) const {
  const std::size_t at = source_.find(snippet);
  EXPECT_NE(at, std::string::npos) << "no such text: " << snippet;
  return 1 +
         static_cast<unsigned>(std::count(source_.begin(), source_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

bool AnalysedSource::matches(const SourceKey &key, const std::string &snippet, int occurrence) const {
  std::size_t at = source_.find(snippet);
  while (at != std::string::npos && --occurrence > 0)
    at = source_.find(snippet, at + 1);
  EXPECT_NE(at, std::string::npos) << "no such text: " << snippet;
  return key.begin == at && key.end == at + snippet.size();
}

bool AnalysedSource::kept(Role role, const std::string &snippet, int occurrence) const {
  for (const auto &[kept_role, key] : decisions_.kept_)
    if (kept_role == role && matches(key, snippet, occurrence))
      return true;
  return false;
}

bool AnalysedSource::predicted(Role role, const std::string &snippet, int occurrence) const {
  for (const auto &[place, value] : decisions_.predicted_)
    if (place.first == role && matches(place.second, snippet, occurrence))
      return true;
  return false;
}

bool AnalysedSource::predictedAfter(const std::string &snippet, const std::string &variable) const {
  for (const auto &[key, exits] : decisions_.loop_exits_)
    for (const LoopExitValue &exit : exits)
      if (source_.compare(key.begin, snippet.size(), snippet) == 0 && exit.variable == variable)
        return true;
  return false;
}

} // namespace maquette::skeletonizer
