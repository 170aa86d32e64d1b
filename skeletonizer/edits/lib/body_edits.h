//===- skeletonizer/edits/lib/body_edits.h - one walk over a function body -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A block's statements are read (block_items.h); runs of those that go become regions (region_edits.h), and each that
/// stays is edited by its kind: simple_statements.h, return_edits.h, loop_edits.h, and here what has statements in it.
#ifndef MAQUETTE_EDITS_BODY_EDITS_H
#define MAQUETTE_EDITS_BODY_EDITS_H

#include "block_items.h"
#include "loop_edits.h"
#include "region_edits.h"
#include "return_edits.h"
#include "simple_statements.h"

#include "clang/AST/StmtCXX.h"

namespace maquette::skeletonizer {

class BodyEditor {
public:
  BodyEditor(const clang::FunctionDecl *function, DecisionQueries &facts, const SourceText &source,
             const ProgramView &program, const ReferencedDecls &wanted, const RegionNames &names);

  FunctionEdits run();

private:
  // body_edits.cpp: blocks and what stands in them.
  void block(const std::vector<const clang::Stmt *> &statements, BlockPlace place);
  void body(const clang::Stmt *statement, bool braces, const std::string &first = {});
  void emitRun(std::vector<BlockItem> run, bool outermost);
  /// Returns true if it is timed: then two statements stand at its place.
  bool emitStaying(BlockItem &item);
  void predictAfter(const BlockItem &loop);
  void noteCode(unsigned begin);
  void write(const BlockItem &item, const std::vector<std::string> &statements);
  void leaveUnexecuted(const BlockItem &item, std::vector<std::string> statements);

  // control_edits.cpp: what stays, by kind of statement.
  StatementAction emit(const clang::Stmt *statement, const DeclarationOutcome &declaration);
  /// Returns false if \p statement is no loop.
  bool emitLoop(const clang::Stmt *statement);
  StatementAction emitIf(const clang::IfStmt *statement);
  void emitBehindMacro(const clang::Stmt *statement, const clang::Stmt *rest);
  void emitSwitch(const clang::SwitchStmt *statement);
  void emitTry(const clang::CXXTryStmt *statement);
  void keepWhole(const clang::Stmt *statement);
  bool hasContent(const clang::Stmt *statement);
  void editLambda(const clang::LambdaExpr *lambda, std::vector<Edit> &edits);
  std::vector<Edit> editsInside(const clang::LambdaExpr *lambda);

  const clang::FunctionDecl *function_;
  DecisionQueries &queries_;
  const SourceText &source_;
  const ProgramView &program_;
  FunctionEdits out_;
  FeatureFinder features_;
  bool in_template_;
  ExpressionEditor expressions_;
  DeclarationEditor declarations_;
  StatementRecorder records_;
  BlockReader reader_;
  RegionEditor regions_;
  StatementTools tools_;
  SimpleStatementEditor simple_;
  ReturnEditor returns_;
  HeadEditor heads_;
  LoopEditor loops_;
  std::map<const clang::LambdaExpr *, std::vector<Edit>> lambda_edits_;
  std::optional<unsigned> first_code_; ///< Where the first statement of the function that is no declaration begins.
};

} // namespace maquette::skeletonizer

#endif
