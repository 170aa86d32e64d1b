//===- skeletonizer/frontend/lib/source_text.cpp - the text around an AST node -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/frontend/source_text.h"

#include "clang/AST/Expr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include <optional>
#include <utility>

namespace maquette::skeletonizer {
namespace {

/// True when the statement's own range stops before its semicolon.
bool endsBeforeSemicolon(const clang::Stmt *statement) {
  if (!statement)
    return false;
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement))
    return endsBeforeSemicolon(branch->getElse() ? branch->getElse() : branch->getThen());
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(statement))
    return endsBeforeSemicolon(loop->getBody());
  if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(statement))
    return endsBeforeSemicolon(loop->getBody());
  if (const auto *loop = llvm::dyn_cast<clang::CXXForRangeStmt>(statement))
    return endsBeforeSemicolon(loop->getBody());
  if (const auto *label = llvm::dyn_cast<clang::LabelStmt>(statement))
    return endsBeforeSemicolon(label->getSubStmt());
  if (const auto *label = llvm::dyn_cast<clang::SwitchCase>(statement))
    return endsBeforeSemicolon(label->getSubStmt());
  if (const auto *attributed = llvm::dyn_cast<clang::AttributedStmt>(statement))
    return endsBeforeSemicolon(attributed->getSubStmt());
  if (const auto *choice = llvm::dyn_cast<clang::SwitchStmt>(statement))
    return endsBeforeSemicolon(choice->getBody());
  return llvm::isa<clang::Expr, clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt,
                   clang::IndirectGotoStmt, clang::DoStmt, clang::AsmStmt>(statement);
}

/// Where the line above \p start begins, with the lines that continue in it.
unsigned lineAbove(llvm::StringRef text, unsigned start) {
  auto begin = [&](unsigned offset) { return static_cast<unsigned>(text.take_front(offset).rfind('\n') + 1); };
  unsigned above = begin(start - 1);
  while (above > 0 && text.take_front(above - 1).rtrim(" \t\r").ends_with("\\"))
    above = begin(above - 1);
  return above;
}

/// Where the empty lines and comments right above \p start begin, or \p start.
unsigned gapAbove(llvm::StringRef text, unsigned start) {
  while (start > 0) {
    unsigned above = lineAbove(text, start);
    const llvm::StringRef line = text.slice(above, start).trim();
    if (line.ends_with("*/")) {
      const size_t comment = text.take_front(start).rfind("/*");
      above =
          comment == llvm::StringRef::npos ? start : static_cast<unsigned>(text.take_front(comment).rfind('\n') + 1);
      if (above == start || !text.slice(above, static_cast<unsigned>(comment)).trim().empty())
        return start;
    } else if (!line.empty() && !line.starts_with("//")) {
      return start;
    }
    start = above;
  }
  return start;
}

/// "pragma omp for" of a line with a directive; else nothing.
llvm::StringRef directive(llvm::StringRef line) {
  line = line.trim();
  return line.consume_front("#") ? line.ltrim() : llvm::StringRef();
}

/// Where the #if of the #endif at \p end stands, if there are pragmas between them and nothing else.
std::optional<unsigned> choiceOfPragmas(llvm::StringRef text, unsigned end) {
  int depth = 1;
  bool any = false;
  for (unsigned at = end; at > 0;) {
    const unsigned below = std::exchange(at, lineAbove(text, at));
    const llvm::StringRef word = directive(text.slice(at, below));
    if (word.empty() && !text.slice(at, below).trim().empty())
      return std::nullopt;
    any |= word.starts_with("pragma");
    depth += word.starts_with("endif") ? 1 : word.starts_with("if") ? -1 : 0;
    if (depth == 0)
      return any ? std::optional(at) : std::nullopt;
  }
  return std::nullopt;
}

/// Where the #if begins whose branch that was taken has its first code at \p start, or \p start.
unsigned choiceAround(llvm::StringRef text, unsigned start) {
  const unsigned line = static_cast<unsigned>(text.take_front(start).rfind('\n') + 1);
  if (!text.slice(line, start).trim().empty())
    return start;
  int depth = 0;
  const unsigned gap = gapAbove(text, line);
  for (unsigned at = gap; at > 0;) {
    const unsigned below = std::exchange(at, lineAbove(text, at));
    const llvm::StringRef word = directive(text.slice(at, below));
    if (below == gap && !word.starts_with("el") && !word.starts_with("if"))
      return start;
    depth += word.starts_with("endif") ? 1 : word.starts_with("if") ? -1 : 0;
    if (depth < 0)
      return static_cast<unsigned>(text.find('#', at));
  }
  return start;
}

/// Of a statement that ends with its body: that, and what closes the head before it.
std::pair<const clang::Stmt *, clang::SourceLocation> bodyAndParenthesis(const clang::Stmt *statement) {
  if (const auto *counted = llvm::dyn_cast<clang::ForStmt>(statement))
    return {counted->getBody(), counted->getRParenLoc()};
  if (const auto *ranged = llvm::dyn_cast<clang::CXXForRangeStmt>(statement))
    return {ranged->getBody(), ranged->getRParenLoc()};
  if (const auto *plain = llvm::dyn_cast<clang::WhileStmt>(statement))
    return {plain->getBody(), plain->getRParenLoc()};
  if (const auto *choice = llvm::dyn_cast<clang::IfStmt>(statement); choice && !choice->getElse())
    return {choice->getThen(), choice->getRParenLoc()};
  return {};
}

/// Looks for what stops it.
class LabelSearch : public clang::RecursiveASTVisitor<LabelSearch> {
public:
  bool VisitLabelStmt(clang::LabelStmt *) { return false; }
  bool VisitSwitchCase(clang::SwitchCase *) { return false; }
};

/// Looks for what compilers answer when they optimize, each in its own way.
class OptimizerQuestionSearch : public clang::RecursiveASTVisitor<OptimizerQuestionSearch> {
public:
  bool VisitCallExpr(clang::CallExpr *call) { return call->getBuiltinCallee() == 0; }
};
} // namespace

std::optional<bool> constantTruth(const clang::Expr *condition, const clang::ASTContext &context) {
  bool holds = false;
  if (condition->isValueDependent() || !condition->EvaluateAsBooleanCondition(holds, context) ||
      !OptimizerQuestionSearch().TraverseStmt(const_cast<clang::Expr *>(condition)))
    return std::nullopt;
  return holds;
}

/// Control may enter \p statement at a label or a case.
static bool holdsLabel(const clang::Stmt *statement) {
  return !LabelSearch().TraverseStmt(const_cast<clang::Stmt *>(statement));
}

const clang::Stmt *deadBranch(const clang::IfStmt *choice, const clang::ASTContext &context) {
  if (choice->isConstexpr() || choice->isConsteval() || choice->getConditionVariable())
    return nullptr;
  const std::optional<bool> holds = constantTruth(choice->getCond(), context);
  const clang::Stmt *dead = !holds ? nullptr : *holds ? choice->getElse() : choice->getThen();
  return dead && !holdsLabel(dead) ? dead : nullptr;
}

const clang::Stmt *bodyBehindMacro(const clang::Stmt *statement, const clang::SourceManager &sources) {
  const clang::SourceLocation begin = statement->getBeginLoc();
  if (!begin.isMacroID())
    return nullptr;
  const auto isOfMacro = [&](clang::SourceLocation at) {
    return at.isMacroID() && sources.getExpansionLoc(at) == sources.getExpansionLoc(begin);
  };
  while (isOfMacro(statement->getBeginLoc())) {
    const auto [body, parenthesis] = bodyAndParenthesis(statement);
    if (!body || !isOfMacro(parenthesis))
      return nullptr;
    statement = body;
  }
  return isOfMacro(statement->getEndLoc()) ? nullptr : statement;
}

SourceText::SourceText(const clang::ASTContext &context, clang::FileID file)
    : context_(context), sources_(context.getSourceManager()), file_(file), buffer_(sources_.getBufferData(file)),
      ellipses_(buffer_, context.getLangOpts()) {}

bool SourceText::contains(const clang::Stmt *node) const {
  return node->getBeginLoc().isValid() && sources_.getFileID(sources_.getExpansionLoc(node->getBeginLoc())) == file_ &&
         sources_.getFileID(sources_.getExpansionLoc(node->getEndLoc())) == file_;
}

TextRange SourceText::range(clang::SourceRange range) const {
  clang::CharSourceRange expansion = sources_.getExpansionRange(range);
  clang::SourceLocation end = expansion.getEnd();
  if (expansion.isTokenRange())
    end = clang::Lexer::getLocForEndOfToken(end, 0, sources_, context_.getLangOpts());
  return {sources_.getFileOffset(expansion.getBegin()), sources_.getFileOffset(end)};
}

/// Each statement's text with the semicolon or brace at its end.
void Ellipses::find() {
  clang::Lexer lexer(clang::SourceLocation(), language_, text_.data(), text_.data(), text_.data() + text_.size());
  TextRange statement{0, 0};
  bool any = false, in_directive = false;
  clang::Token token;
  do {
    lexer.LexFromRawLexer(token);
    if (token.isAtStartOfLine())
      in_directive = token.is(clang::tok::hash);
    any |= token.is(clang::tok::ellipsis) && !in_directive;
    if (in_directive || !token.isOneOf(clang::tok::semi, clang::tok::l_brace, clang::tok::r_brace, clang::tok::eof))
      continue;
    statement.end = static_cast<unsigned>(lexer.getBufferLocation() - text_.data());
    if (std::exchange(any, false))
      statements_.push_back(statement);
    statement.begin = statement.end;
  } while (token.isNot(clang::tok::eof));
}

bool Ellipses::in(TextRange range) {
  const size_t before = text_.take_front(range.begin).find_last_of(";{}");
  const size_t after = text_.find_first_of(";{}", range.end);
  if (!text_.slice(before == llvm::StringRef::npos ? 0 : before, after).contains("..."))
    return false;
  if (!std::exchange(found_, true))
    find();
  return llvm::any_of(statements_,
                      [&](const TextRange &one) { return range.begin < one.end && one.begin < range.end; });
}

bool SourceText::expandsPack(const clang::Stmt *statement) const { return ellipses_.in(range(statement)); }

/// A statement with `(f(parts), ...)` or `(... + parts)`, of which \p element is what it began with, or became, for
/// some parts.
static TextRange wholeFold(llvm::StringRef text, TextRange element) {
  const size_t end = text.find(';', element.end);
  llvm::StringRef before = text.take_front(element.begin).rtrim();
  if (end == llvm::StringRef::npos)
    return element;
  const bool left = before.rtrim("+-*/%^&|<>=!,").rtrim().consume_back("...");
  const bool inside = left || text.slice(element.end, end).contains("...");
  if (left)
    before = before.take_front(before.rfind("...")).rtrim();
  const unsigned begin = inside && before.ends_with("(") ? static_cast<unsigned>(before.size() - 1) : element.begin;
  return {begin, static_cast<unsigned>(end)};
}

TextRange SourceText::statementRange(const clang::Stmt *statement) const {
  TextRange result = range(statement);
  if (!endsBeforeSemicolon(statement))
    return result;
  if (llvm::isa<clang::Expr>(statement) && expandsPack(statement))
    result = wholeFold(buffer_, result);
  unsigned next = skipBlanks(result.end);
  if (next < buffer_.size() && buffer_[next] == ';')
    result.end = next + 1;
  return result;
}

TextRange SourceText::withPragmas(TextRange statement) const {
  TextRange result = statement;
  for (;;) {
    unsigned start = lineStart(result.begin);
    if (!buffer_.slice(start, result.begin).trim().empty())
      return result;
    start = gapAbove(buffer_, start);
    if (start == 0)
      return result;
    unsigned above = lineAbove(buffer_, start);
    const llvm::StringRef word = directive(buffer_.slice(above, start));
    std::optional<unsigned> begin;
    if (word.starts_with("pragma"))
      begin = above;
    else if (word.starts_with("endif"))
      begin = choiceOfPragmas(buffer_, above);
    if (!begin)
      return result;
    result.begin = static_cast<unsigned>(buffer_.find('#', *begin));
  }
}

TextRange SourceText::withSpecifierMacros(TextRange declaration) const {
  const auto is_word = [](char c) { return isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  llvm::StringRef before = buffer_.slice(lineStart(declaration.begin), declaration.begin);
  if (before.ltrim().starts_with("#") || before.contains("//"))
    return declaration;
  for (;;) {
    llvm::StringRef rest = before.rtrim(" \t");
    llvm::StringRef word = rest.take_back(
        rest.size() - rest.find_last_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") - 1);
    if (word.empty() || !is_word(word.front()) || rest.size() == before.size())
      return declaration;
    before = rest.drop_back(word.size());
    declaration.begin = static_cast<unsigned>(before.end() - buffer_.begin());
  }
}

std::vector<std::pair<TextRange, std::string>> SourceText::pragmas(llvm::StringRef name) const {
  std::vector<std::pair<TextRange, std::string>> result;
  for (unsigned start = 0; start < buffer_.size();) {
    size_t stop = buffer_.find('\n', start);
    while (stop != llvm::StringRef::npos && buffer_.slice(start, stop).rtrim("\r").ends_with("\\"))
      stop = buffer_.find('\n', stop + 1);
    const unsigned end = stop == llvm::StringRef::npos ? buffer_.size() : stop + 1;
    llvm::StringRef line = buffer_.slice(start, end).trim();
    bool is_pragma = line.consume_front("#") && (line = line.ltrim()).consume_front("pragma");
    if (is_pragma && (line = line.ltrim()).consume_front(name) &&
        (line.empty() || !isalnum(static_cast<unsigned char>(line.front()))))
      result.push_back({{start, end}, line.trim().str()});
    start = end;
  }
  return result;
}

unsigned SourceText::withoutPragmas(unsigned offset) const {
  for (;;) {
    offset = skipBlanks(offset);
    llvm::StringRef rest = buffer_.substr(offset);
    if (!rest.consume_front("#") || !rest.ltrim().starts_with("pragma"))
      return offset;
    size_t stop = buffer_.find('\n', offset);
    while (stop != llvm::StringRef::npos && buffer_.slice(offset, stop).rtrim("\r").ends_with("\\"))
      stop = buffer_.find('\n', stop + 1);
    if (stop == llvm::StringRef::npos)
      return static_cast<unsigned>(buffer_.size());
    offset = static_cast<unsigned>(stop) + 1;
  }
}

TextRange SourceText::wholeLines(TextRange range) const {
  unsigned start = lineStart(range.begin);
  if (!buffer_.slice(start, range.begin).trim().empty())
    return range;
  size_t newline = buffer_.find('\n', range.end);
  unsigned stop = newline == llvm::StringRef::npos ? buffer_.size() : newline;
  llvm::StringRef rest = buffer_.slice(range.end, stop).trim();
  bool comment_only =
      rest.starts_with("//") || (rest.starts_with("/*") && rest.ends_with("*/") && rest.find("*/") + 2 == rest.size());
  if (!rest.empty() && !comment_only)
    return range;
  if (rest.starts_with("//") && rest.ends_with("\\"))
    return range;
  return {start, newline == llvm::StringRef::npos ? stop : stop + 1};
}

TextRange SourceText::withComment(TextRange range) const {
  unsigned start = lineStart(range.begin);
  if (!buffer_.slice(start, range.begin).trim().empty())
    return range;
  while (start > 0) {
    unsigned above = lineStart(start - 1);
    llvm::StringRef line = buffer_.slice(above, start).trim();
    if (line.starts_with("//")) {
      start = above;
      continue;
    }
    if (!line.ends_with("*/"))
      break;
    size_t opens = buffer_.take_front(above + buffer_.slice(above, start).rfind("*/")).rfind("/*");
    if (opens == llvm::StringRef::npos || !buffer_.slice(lineStart(opens), opens).trim().empty() ||
        lineStart(opens) == 0)
      break;
    start = lineStart(opens);
    break;
  }
  return {start == 0 ? range.begin : start, range.end};
}

TextRange SourceText::withBlankLine(TextRange lines) const {
  if (lines.begin == 0 || buffer_[lines.begin - 1] != '\n' || lines.end >= buffer_.size())
    return lines;
  llvm::StringRef above = buffer_.slice(lineStart(lines.begin - 1), lines.begin).trim();
  size_t newline = buffer_.find('\n', lines.end);
  if (!above.empty() || newline == llvm::StringRef::npos || !buffer_.slice(lines.end, newline).trim().empty())
    return lines;
  return {lines.begin, static_cast<unsigned>(newline) + 1};
}

bool SourceText::editable(const clang::Stmt *node) const {
  if (!contains(node))
    return false;
  clang::CharSourceRange file_range = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(node->getSourceRange()), sources_, context_.getLangOpts());
  if (file_range.isInvalid())
    return false;
  TextRange expected = range(node);
  return sources_.getFileOffset(file_range.getBegin()) == expected.begin &&
         sources_.getFileOffset(file_range.getEnd()) == expected.end;
}

TextRange SourceText::withChoice(TextRange statement) const {
  if (balancedDirectives(statement))
    return statement;
  if (const TextRange whole{choiceAround(buffer_, statement.begin), statement.end}; balancedDirectives(whole))
    return whole;
  bool passed_over = false; // what follows belongs to a branch that was not taken
  for (unsigned at = statement.end; at < buffer_.size();) {
    const unsigned end = static_cast<unsigned>(std::min(buffer_.find('\n', at), buffer_.size()));
    const llvm::StringRef line = buffer_.slice(at, end), word = directive(line);
    const TextRange longer{statement.begin, end};
    if (word.starts_with("endif") && balancedDirectives(longer))
      return longer;
    passed_over |= word.starts_with("el");
    if (!passed_over && word.empty() && skipBlanks(at) < end)
      return statement;
    at = end + 1;
  }
  return statement;
}

bool SourceText::balancedDirectives(TextRange range) const {
  int depth = 0;
  llvm::SmallVector<llvm::StringRef, 32> lines;
  at(range).split(lines, '\n');
  for (llvm::StringRef line : lines) {
    line = line.ltrim();
    if (!line.consume_front("#"))
      continue;
    line = line.ltrim();
    if (line.starts_with("if"))
      ++depth;
    else if (line.starts_with("endif"))
      --depth;
    else if (depth == 0 && (line.starts_with("else") || line.starts_with("elif")))
      return false;
    if (depth < 0)
      return false;
  }
  return depth == 0;
}

unsigned SourceText::skipBlanks(unsigned offset) const {
  while (offset < buffer_.size()) {
    llvm::StringRef rest = buffer_.substr(offset);
    if (isspace(static_cast<unsigned char>(rest.front()))) {
      ++offset;
    } else if (rest.starts_with("\\\n")) {
      offset += 2;
    } else if (rest.starts_with("//")) {
      size_t end = rest.find('\n');
      offset = end == llvm::StringRef::npos ? buffer_.size() : offset + end;
    } else if (rest.starts_with("/*")) {
      size_t end = rest.find("*/", 2);
      offset = end == llvm::StringRef::npos ? buffer_.size() : offset + end + 2;
    } else {
      break;
    }
  }
  return offset;
}

unsigned SourceText::lineStart(unsigned offset) const {
  size_t newline = buffer_.take_front(offset).rfind('\n');
  return newline == llvm::StringRef::npos ? 0 : newline + 1;
}

std::string SourceText::indentation(unsigned offset) const {
  llvm::StringRef line = buffer_.substr(lineStart(offset));
  return line.take_while([](char c) { return c == ' ' || c == '\t'; }).str();
}

unsigned SourceText::lineNumber(unsigned offset) const { return sources_.getLineNumber(file_, offset); }

std::string SourceText::normalised(TextRange range) const {
  llvm::StringRef text = at(range);
  // The raw lexer wants a terminated buffer: copy.
  std::string copy = text.str();
  clang::Lexer lexer(clang::SourceLocation(), context_.getLangOpts(), copy.data(), copy.data(),
                     copy.data() + copy.size());
  std::string result;
  clang::Token token;
  do {
    lexer.LexFromRawLexer(token);
    unsigned end = lexer.getBufferLocation() - copy.data();
    if (token.is(clang::tok::eof))
      break;
    if (!result.empty())
      result += ' ';
    result.append(copy, end - token.getLength(), token.getLength());
  } while (token.isNot(clang::tok::eof));
  return result;
}

} // namespace maquette::skeletonizer
