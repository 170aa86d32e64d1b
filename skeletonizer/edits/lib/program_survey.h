//===- skeletonizer/edits/lib/program_survey.h - what stands in the program's files -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every function definition and every file-scope variable in the application's own files, once each however many units
/// or instantiations it has, and which of them the text of which references.
#ifndef MAQUETTE_EDITS_PROGRAM_SURVEY_H
#define MAQUETTE_EDITS_PROGRAM_SURVEY_H

#include "maquette/edits/referenced_decls.h"
#include "maquette/frontend/program.h"
#include "maquette/frontend/source_key.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace maquette::skeletonizer {

struct FunctionText {
  std::vector<const clang::FunctionDecl *> definitions; ///< The same text in several units or instantiations.
  std::set<std::string> usrs;
  std::set<std::string> referenced; ///< Functions and global variables in its original text, by USR.
  std::set<std::string> signature;  ///< Those before its body: in default arguments, decltype, noexcept.
  bool removable = true;            ///< A plain function whose text can go if nothing names it.
};

struct VariableText {
  const clang::VarDecl *definition = nullptr;
  std::string usr;
  std::set<std::string> referenced;
  bool removable = true;
};

struct ProgramSurvey {
  std::map<SourceKey, FunctionText> functions;
  std::map<SourceKey, VariableText> variables;
  std::map<std::string, std::vector<const clang::FunctionDecl *>> prototypes; ///< By USR, without a body.
  std::map<SourceKey, std::string> private_fields;                            ///< By place of the declaration: the USR.
  std::set<std::string> always;  ///< Mentioned outside of functions and initializers.
  std::set<std::string> aliased; ///< What attributes name, as the linker does: alias("f"), ifunc("choose").
};

/// \p editable says which files may be changed.
ProgramSurvey survey(const Program &program, const std::function<bool(const std::string &)> &editable);

/// The variables and fields that every one of \p definitions declares or uses, by name.
std::set<std::string> commonNames(const std::vector<const clang::FunctionDecl *> &definitions);

} // namespace maquette::skeletonizer

#endif
