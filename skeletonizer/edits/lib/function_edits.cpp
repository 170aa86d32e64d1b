//===- skeletonizer/edits/lib/function_edits.cpp - one function in both output trees -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/edits/function_edits.h"

#include "maquette/sim/assert.h"

#include "body_edits.h"

namespace maquette::skeletonizer {

FunctionEdits editFunction(const clang::FunctionDecl *function, DecisionQueries &facts, const SourceText &source,
                           const ProgramView &program, const RegionNames &names) {
  MAQUETTE_ASSERT(function->hasBody() && source.contains(function->getBody()) &&
                  !function->getBody()->getBeginLoc().isMacroID());
  constexpr int kPasses = 12;
  ReferencedDecls wanted;
  for (int pass = 1;; ++pass) {
    FunctionEdits edits = BodyEditor(function, facts, source, program, wanted, names).run();
    if (edits.referenced == wanted || pass == kPasses)
      return edits;
    wanted = edits.referenced;
  }
}

void recordAll(const clang::Stmt *node, StatementState state, const SourceText &source,
               std::vector<StatementRecord> &records) {
  for (const clang::Stmt *child : node->children()) {
    if (!child)
      continue;
    bool control = llvm::isa<clang::IfStmt, clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt,
                             clang::SwitchStmt, clang::LabelStmt, clang::SwitchCase, clang::CXXTryStmt>(node);
    bool statement_place = llvm::isa<clang::CompoundStmt>(node) || control;
    bool is_part = llvm::isa<clang::CompoundStmt, clang::NullStmt>(child) ||
                   (control && llvm::isa<clang::Expr, clang::DeclStmt>(child) && !source.all().empty() &&
                    !llvm::isa<clang::CompoundStmt>(node) && source.at(source.statementRange(child)).back() != ';');
    if (statement_place && !is_part && source.contains(child)) {
      TextRange range = source.statementRange(child);
      records.push_back(
          {range.begin, range.end, source.lineNumber(range.begin), source.lineNumber(range.end), state, {}, {}});
    }
    if (!llvm::isa<clang::Expr>(child))
      recordAll(child, state, source, records);
  }
}

} // namespace maquette::skeletonizer
