//===- skeletonizer/decide/lib/overrides.cpp - what the user decides himself -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/decide/overrides.h"

#include "maquette/frontend/input_error.h"
#include "maquette/frontend/program_index.h"
#include "maquette/frontend/source_key.h"
#include "maquette/frontend/source_text.h"
#include "maquette/sim/toml.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSwitch.h"

#include <optional>
#include <set>

namespace maquette::skeletonizer {
namespace {

constexpr const char *kWords[] = {"keep", "remove", "predict", "region", "trip", "branch"};
constexpr unsigned kFarthestGuess = 3; ///< Edits between a wrong word and the one that was meant.

/// An override and where its statement begins, before the statement is found.
struct Placed {
  Override what;
  std::string file;
  unsigned begin = 0;   ///< Offset; for an entry of maquette.toml that of its line or function.
  unsigned end = 0;     ///< The statement begins before this.
  std::string function; ///< Qualified name; empty: by offset.
};

class Reader {
public:
  Reader(const Program &program, const std::string &root) : program_(program), root_(root) {}

  llvm::Expected<Overrides> read() {
    readSources();
    readSideFile();
    findStatements();
    for (const Placed &placed : placed_)
      if (!found_.count(&placed))
        fail(placed.what.where,
             placed.function.empty() ? "no statement begins after this" : "the program has no such function",
             placed.function.empty() ? "put it on the line before a statement inside a function"
                                     : "give the qualified name of a function");
    for (const auto &[key, what] : result_)
      if ((what.word == OverrideWord::Trip || what.word == OverrideWord::Branch) && what.condition.file.empty())
        fail(what.where, "the statement has no condition", "put it before an if or a loop with one");
    if (errors_)
      return std::move(errors_);
    return std::move(result_);
  }

private:
  void fail(const std::string &where, const std::string &what, const std::string &fix) {
    errors_ = llvm::joinErrors(std::move(errors_), inputError(where, what, "maquette-override", fix));
  }

  /// "region NAME features(a, b)" and the like.
  std::optional<Override> parse(llvm::StringRef text, const std::string &where) {
    text = text.trim();
    llvm::StringRef word = text.take_while([](char c) { return isalnum(static_cast<unsigned char>(c)) || c == '_'; });
    llvm::StringRef rest = text.drop_front(word.size()).trim();
    Override result;
    result.where = where;
    result.word = llvm::StringSwitch<OverrideWord>(word)
                      .Case("remove", OverrideWord::Remove)
                      .Case("predict", OverrideWord::Predict)
                      .Case("region", OverrideWord::Region)
                      .Case("trip", OverrideWord::Trip)
                      .Case("branch", OverrideWord::Branch)
                      .Default(OverrideWord::Keep);
    if (result.word == OverrideWord::Keep && word != "keep")
      return unknown(word, where);
    if (result.word == OverrideWord::Region)
      return region(result, rest);
    if (result.word == OverrideWord::Trip || result.word == OverrideWord::Branch) {
      if (!rest.consume_front("(") || !rest.consume_back(")") || rest.trim().empty())
        return fail(where, ("'" + word + "' needs an expression").str(), ("write " + word + "(EXPR)").str()),
               std::nullopt;
      result.text = rest.trim().str();
    } else if (!rest.empty()) {
      return fail(where, ("unexpected '" + rest + "' after '" + word + "'").str(), "remove it"), std::nullopt;
    }
    return result;
  }

  std::optional<Override> region(Override result, llvm::StringRef rest) {
    llvm::StringRef name = rest.take_while([](char c) { return isalnum(static_cast<unsigned char>(c)) || c == '_'; });
    rest = rest.drop_front(name.size()).trim();
    bool has_features = rest.consume_front("features");
    rest = rest.trim();
    bool good = !name.empty() && (has_features ? rest.consume_front("(") && rest.consume_back(")") : rest.empty());
    if (!good)
      return fail(result.where, "'region' needs a name", "write region NAME, or region NAME features(a, b)"),
             std::nullopt;
    result.text = name.str();
    llvm::SmallVector<llvm::StringRef> features;
    rest.split(features, ',', -1, false);
    for (llvm::StringRef feature : features)
      result.features.push_back(feature.trim().str());
    return result;
  }

  std::optional<Override> unknown(llvm::StringRef word, const std::string &where) {
    std::string fix = "the words are keep, remove, predict, region, trip and branch";
    for (const char *known : kWords)
      if (word.edit_distance(known) <= kFarthestGuess && !word.empty()) {
        fix = std::string("did you mean '") + known + "'? " + fix;
        break;
      }
    fail(where, ("unknown word '" + word + "' after '#pragma maquette'").str(), fix);
    return std::nullopt;
  }

  void readSources() {
    std::set<std::string> done;
    for (const std::unique_ptr<clang::ASTUnit> &unit : program_.units) {
      const clang::SourceManager &sources = unit->getSourceManager();
      for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file) {
        const std::string path = sources.getFileManager().getCanonicalName(file->first).str();
        const clang::FileID id = sources.translateFile(file->first);
        if (id.isValid() && llvm::StringRef(path).starts_with(root_ + "/") && done.insert(path).second)
          readPragmas(SourceText(unit->getASTContext(), id), path);
      }
    }
  }

  void readPragmas(const SourceText &source, const std::string &path) {
    for (const auto &[line, text] : source.pragmas("maquette")) {
      const std::string where = path + ":" + std::to_string(source.lineNumber(line.begin));
      if (std::optional<Override> what = parse(text, where))
        placed_.push_back({*what, path, source.skipBlanks(source.withoutPragmas(line.end)), 0, {}});
    }
    for (Placed &placed : placed_)
      if (placed.end == 0)
        placed.end = placed.begin + 1;
  }

  void readSideFile() {
    const std::string path = root_ + "/maquette.toml";
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer)
      return;
    toml::parse_result document = toml::parse((*buffer)->getBuffer().str(), path);
    if (!document)
      return fail(path + ":" + std::to_string(document.error().source().begin.line),
                  std::string(document.error().description()), "see https://toml.io");
    for (auto &&[key, value] : document.table()) {
      const std::string where = path + ":" + std::to_string(key.source().begin.line);
      const toml::array *entries = value.as_array();
      if (key.str() == "effects") // see readEffects()
        continue;
      if (key.str() != "override" || !entries)
        fail(where, "unknown key '" + std::string(key.str()) + "'",
             "write [[override]] with do and either at or function; or [effects]");
      else
        for (const toml::node &entry : *entries)
          readEntry(entry, path);
    }
  }

  void readEntry(const toml::node &entry, const std::string &path) {
    const std::string where = path + ":" + std::to_string(entry.source().begin.line);
    const toml::table *table = entry.as_table();
    std::string at, function, action;
    if (table)
      for (auto &&[key, value] : *table) {
        std::string *target = key.str() == "at"         ? &at
                              : key.str() == "function" ? &function
                              : key.str() == "do"       ? &action
                                                        : nullptr;
        if (!target || !value.is_string())
          return fail(where, "unknown key '" + std::string(key.str()) + "', or a value that is not text",
                      "the keys are at, function and do");
        *target = *value.value<std::string>();
      }
    if (action.empty() || at.empty() == function.empty())
      return fail(where, "an override needs a place and an action",
                  "write do = \"keep\" and either at = \"file.c:12\" or function = \"name\"");
    std::optional<Override> what = parse(action, where);
    if (!what)
      return;
    if (!function.empty())
      placed_.push_back({*what, {}, 0, 0, function});
    else
      placeByLine(*what, at);
  }

  void placeByLine(const Override &what, const std::string &at) {
    auto [name, number] = llvm::StringRef(at).rsplit(':');
    unsigned line = 0;
    auto buffer = llvm::MemoryBuffer::getFile(root_ + "/" + name.str());
    if (number.getAsInteger(10, line) || line == 0 || !buffer)
      return fail(what.where, "no such place: " + at, "write at = \"FILE:LINE\" with FILE below the source root");
    llvm::StringRef text = (*buffer)->getBuffer();
    unsigned begin = 0;
    for (unsigned i = 1; i < line && begin < text.size(); ++i)
      begin = static_cast<unsigned>(std::min(text.find('\n', begin), text.size())) + 1;
    const unsigned end = static_cast<unsigned>(std::min(text.find('\n', begin), text.size()));
    llvm::SmallString<256> real;
    static_cast<void>(llvm::sys::fs::real_path(root_ + "/" + name.str(), real)); // Empty if there is no such file.
    placed_.push_back({what, std::string(real), begin, end, {}});
  }

  /// The outermost statement that begins in each place.
  struct Finder : clang::RecursiveASTVisitor<Finder> {
    Finder(Reader &reader, const clang::ASTContext &context) : reader(reader), context(context) {}
    bool shouldVisitTemplateInstantiations() const { return true; }
    bool TraverseDecl(clang::Decl *declaration) {
      return isOfSystem(declaration) || RecursiveASTVisitor::TraverseDecl(declaration);
    }
    bool VisitFunctionDecl(clang::FunctionDecl *function) {
      if (function->doesThisDeclarationHaveABody() && function->getBody())
        for (const Placed &placed : reader.placed_)
          if (!placed.function.empty() && function->getQualifiedNameAsString() == placed.function)
            reader.found(placed, keyOf(function->getBody(), context), {});
      return true;
    }
    bool VisitCompoundStmt(clang::CompoundStmt *block) {
      for (const clang::Stmt *statement : block->body())
        consider(statement);
      return true;
    }
    bool VisitIfStmt(clang::IfStmt *choice) { return consider(choice->getThen()), consider(choice->getElse()), true; }
    bool VisitForStmt(clang::ForStmt *loop) { return consider(loop->getBody()), true; }
    bool VisitWhileStmt(clang::WhileStmt *loop) { return consider(loop->getBody()), true; }
    void consider(const clang::Stmt *statement) {
      if (!statement)
        return;
      const SourceKey key = keyOf(statement, context);
      for (const Placed &placed : reader.placed_)
        if (placed.function.empty() && key.begin >= placed.begin && key.begin < placed.end && key.file == placed.file)
          reader.found(placed, key, conditionOf(statement));
    }
    SourceKey conditionOf(const clang::Stmt *statement) const {
      const clang::Expr *condition = nullptr;
      if (auto *choice = llvm::dyn_cast<clang::IfStmt>(statement))
        condition = choice->getCond();
      else if (auto *counted = llvm::dyn_cast<clang::ForStmt>(statement))
        condition = counted->getCond();
      else if (auto *plain = llvm::dyn_cast<clang::WhileStmt>(statement))
        condition = plain->getCond();
      else if (auto *late = llvm::dyn_cast<clang::DoStmt>(statement))
        condition = late->getCond();
      return condition ? keyOf(condition, context) : SourceKey{};
    }
    Reader &reader;
    const clang::ASTContext &context;
  };

  void found(const Placed &placed, const SourceKey &key, const SourceKey &condition) {
    auto [known, is_new] = found_.try_emplace(&placed, key);
    // On one line, the first statement is meant.
    if (!is_new && placed.function.empty() && (known->second.begin < key.begin || known->second == key))
      return;
    result_.erase(known->second);
    known->second = key;
    Override &what = result_[key] = placed.what;
    what.condition = condition;
  }

  void findStatements() {
    if (!placed_.empty())
      for (const std::unique_ptr<clang::ASTUnit> &unit : program_.units)
        Finder(*this, unit->getASTContext()).TraverseDecl(unit->getASTContext().getTranslationUnitDecl());
  }

  const Program &program_;
  const std::string &root_;
  std::vector<Placed> placed_;
  std::map<const Placed *, SourceKey> found_;
  Overrides result_;
  llvm::Error errors_ = llvm::Error::success();
};

} // namespace

llvm::Expected<Overrides> readOverrides(const Program &program, const std::string &root) {
  return Reader(program, root).read();
}

llvm::Expected<ExternalEffects> readEffects(const std::string &root) {
  ExternalEffects effects;
  const std::string path = root + "/maquette.toml";
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return effects;
  llvm::Error errors = llvm::Error::success();
  for (const EffectProblem &problem : effects.add((*buffer)->getBuffer().str()))
    errors = llvm::joinErrors(std::move(errors), inputError(path + ":" + std::to_string(problem.line), problem.what,
                                                            "maquette-effects", problem.fix));
  if (errors)
    return errors;
  return effects;
}

} // namespace maquette::skeletonizer
