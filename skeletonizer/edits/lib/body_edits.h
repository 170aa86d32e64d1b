//===- skeletonizer/edits/lib/body_edits.h - one walk over a function body -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_BODY_EDITS_H
#define MAQUETTE_EDITS_BODY_EDITS_H

#include "declaration_edits.h"
#include "expression_edits.h"
#include "maquette/edits/function_edits.h"

#include "clang/AST/StmtCXX.h"

namespace maquette::skeletonizer {

class BodyEditor {
public:
  BodyEditor(const clang::FunctionDecl *function, DecisionQueries &facts, const SourceText &source,
             const ProgramView &program, const ReferencedDecls &wanted, const RegionNames &names);

  FunctionEdits run();

private:
  /// What stands at the place of a statement.
  struct Action {
    bool in_place = true;                ///< Its own text, with edits inside; else:
    std::vector<std::string> statements; ///< these, with their semicolons.
    void become(std::vector<std::string> texts) {
      in_place = false;
      statements = std::move(texts);
    }
  };
  enum class Kind { Stays, Neutral, Removed, RemovedThen };
  /// A statement of a block, without its labels.
  struct Item {
    const clang::Stmt *statement = nullptr;
    TextRange range;          ///< With semicolon, pragmas, and labels that go.
    bool after_label = false; ///< A label that stays stands before it.
    bool drops_label = false;
    Kind kind = Kind::Stays;
    DeclarationOutcome declaration;        ///< For a DeclStmt.
    std::vector<std::string> after;        ///< RemovedThen: statements after the region.
    std::vector<std::string> observations; ///< The same in the profiled tree.
  };
  enum class Place { InFunction, InBlock, InSwitch };

  // body_edits.cpp: blocks and single statements.
  void block(const std::vector<const clang::Stmt *> &statements, Place place, const clang::CompoundStmt *whole);
  void body(const clang::Stmt *statement, bool braces, const std::string &first = {});
  std::vector<Item> items(const std::vector<const clang::Stmt *> &statements, Place place);
  Item item(const clang::Stmt *statement, bool after_label, Place place, bool last);
  void classify(Item &item, Place place, bool last);
  bool endsWithPrediction(Item &item);
  bool inSameMacro(const Item &a, const Item &b) const;
  /// Returns true if it is timed: then two statements stand at its place.
  bool emitStaying(Item &item);
  /// What the user decided about the statement, or null.
  const Override *overrideOf(const clang::Stmt *statement);
  void noteCode(unsigned begin);
  void write(const Item &item, const std::vector<std::string> &statements);
  void leaveUnexecuted(const Item &item, std::vector<std::string> statements);
  std::string lines(const std::vector<std::string> &statements, const std::string &indent) const;
  bool hasContent(const clang::Stmt *statement);
  bool isEditedFunction(const clang::FunctionDecl *callee) const;
  bool canVanish(const clang::Stmt *statement) const;

  // region_edits.cpp: removed runs.
  void emitRun(std::vector<Item> run, bool outermost);
  std::string openRegion(const std::vector<Item> &run, std::vector<std::string> &features);
  void bracket(const std::vector<Item> &run, const std::string &id, const std::string &begin_call);
  void endBeforeJumps(const clang::Stmt *node, const std::string &id, const std::vector<Item> &run, bool in_loop,
                      bool in_switch);
  bool canBracket(const clang::Stmt *node, const std::vector<Item> &run) const;
  bool leaves(const clang::Stmt *jump, const std::vector<Item> &run, bool in_loop, bool in_switch) const;
  bool insideRun(const clang::Stmt *node, const std::vector<Item> &run) const;
  bool isLeft(const clang::Stmt *node, const std::vector<Item> &run, bool in_loop, bool in_switch) const;

  // staying_loops.cpp: loops that stay, timed.
  enum class Timing { None, BySize, ByCount };
  Timing timingOf(const Item &item);
  void timeStaying(const Item &item, Timing timing);
  void loopBody(const clang::Stmt *body, const std::string &first = {});

  // control_edits.cpp: what stays, by kind of statement.
  Action emit(const clang::Stmt *statement, const DeclarationOutcome *declaration);
  bool isDeadStore(const clang::Expr *expression) const;
  Action emitExpression(const clang::Expr *expression);
  Action emitDeclaration(const clang::DeclStmt *statement, const DeclarationOutcome &outcome);
  std::string keepHead(const clang::Stmt *init, const clang::DeclStmt *variable, const clang::Expr *condition);
  Action emitIf(const clang::IfStmt *statement);
  Action emitBehindMacro(const clang::Stmt *statement, const clang::Stmt *rest);
  std::string voidOfUnused(const clang::CXXForRangeStmt *loop) const;
  Action emitFor(const clang::ForStmt *statement);
  Action emitWhile(const clang::WhileStmt *statement);
  Action emitDo(const clang::DoStmt *statement);
  Action emitRangeFor(const clang::CXXForRangeStmt *statement);
  Action emitSwitch(const clang::SwitchStmt *statement);
  Action emitReturn(const clang::ReturnStmt *statement);
  Action emitTry(const clang::CXXTryStmt *statement);
  void editLoopPart(const clang::Expr *part, const std::string &nothing = {});
  void editInitializers();
  void finishReturns();
  void markUnusedParameters();
  void editLambda(const clang::LambdaExpr *lambda, std::vector<Edit> &edits);
  std::vector<Edit> editsInside(const clang::LambdaExpr *lambda);
  std::string unusedParameters(const clang::CXXMethodDecl *called) const;

  // records
  void record(const clang::Stmt *statement, StatementState state, const std::string &region = {});
  void recordValues(const clang::Stmt *node);
  std::vector<ReasonStep> reasons(const clang::Stmt *statement);

  const clang::FunctionDecl *function_;
  DecisionQueries &queries_;
  const SourceText &source_;
  const ProgramView &program_;
  const ReferencedDecls &wanted_;
  FunctionEdits out_;
  FeatureFinder features_;
  bool in_template_;
  ExpressionEditor expressions_;
  DeclarationEditor declarations_;
  std::map<const clang::LabelDecl *, std::vector<const clang::GotoStmt *>> gotos_;
  std::map<const clang::LambdaExpr *, std::vector<Edit>> lambda_edits_;
  int kept_returns_ = 0;
  std::optional<unsigned> first_code_; ///< Where the first statement of the function that is no declaration begins.
  bool ends_with_return_ = false;
  bool counting_ = false;                ///< Loops that stay count how often they run.
  const clang::FunctionDecl *returning_; ///< Whose returns are edited: the function, or a lambda's in it.
  bool returns_deduced_;                 ///< Their type is that of what they return.
};

} // namespace maquette::skeletonizer

#endif
