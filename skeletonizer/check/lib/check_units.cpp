//===- skeletonizer/check/lib/check_units.cpp - whether the output trees compile -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/check/check_units.h"

#include "edited_files.h"
#include "maquette/frontend/parallel.h"
#include "maquette/frontend/pragma_macros.h"
#include "maquette/sim/assert.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace maquette::skeletonizer {
namespace {

constexpr const char *kOutput[] = {"-ferror-limit=100",
                                   "-fno-caret-diagnostics"}; ///< Without carets no count is printed.

constexpr const char *kProfiled = "profiled";

/// What the front end says of one unit, in places of the text it read.
struct Found {
  std::vector<CheckError> errors;
  bool stopped = false; ///< A fatal error: the rest was not read.
};

class ErrorCollector : public clang::DiagnosticConsumer {
public:
  explicit ErrorCollector(Found &found) : found_(found) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &diagnostic) override {
    DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    if (level == clang::DiagnosticsEngine::Note && in_error_)
      found_.errors.back().notes.push_back(placeOf(diagnostic));
    if (level != clang::DiagnosticsEngine::Note)
      in_error_ = level >= clang::DiagnosticsEngine::Error;
    if (level < clang::DiagnosticsEngine::Error)
      return;
    found_.stopped |= level == clang::DiagnosticsEngine::Fatal;
    llvm::SmallString<256> message;
    diagnostic.FormatDiagnostic(message);
    CheckError &error = found_.errors.emplace_back();
    error.place = placeOf(diagnostic);
    error.message = message.str().str();
  }

private:
  static CheckPlace placeOf(const clang::Diagnostic &diagnostic) {
    if (!diagnostic.hasSourceManager() || diagnostic.getLocation().isInvalid())
      return {};
    const clang::SourceManager &sources = diagnostic.getSourceManager();
    const auto [file, offset] = sources.getDecomposedExpansionLoc(diagnostic.getLocation());
    const clang::OptionalFileEntryRef entry = sources.getFileEntryRefForID(file);
    if (!entry)
      return {};
    return {sources.getFileManager().getCanonicalName(*entry).str(), offset, sources.getLineNumber(file, offset)};
  }

  Found &found_;
  bool in_error_ = false;
};

/// The linker's names of all that \p scope defines, at any depth of namespaces; \p aliases gets what stands for
/// something else.
void collectDefined(const clang::DeclContext &scope, clang::ASTNameGenerator &names, std::set<std::string> &defined,
                    std::vector<const clang::NamedDecl *> &aliases) {
  for (const clang::Decl *declaration : scope.decls()) {
    if (const auto *inner = llvm::dyn_cast<clang::DeclContext>(declaration);
        inner && llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration))
      collectDefined(*inner, names, defined, aliases);
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (!function && !variable)
      continue;
    const bool alias = declaration->hasAttr<clang::AliasAttr>() || declaration->hasAttr<clang::IFuncAttr>();
    if (alias)
      aliases.push_back(llvm::cast<clang::NamedDecl>(declaration));
    if (alias || (function ? function->isThisDeclarationADefinition()
                           : variable->isThisDeclarationADefinition() != clang::VarDecl::DeclarationOnly))
      defined.insert(names.getName(declaration));
  }
}

/// Files by whatever path.
using FileSet = std::set<llvm::sys::fs::UniqueID>;

/// Says of an alias of what is not defined what the code generator would say. Lets the parser skip bodies.
class AliasChecker : public clang::ASTConsumer {
public:
  /// \p with_bodies: the files whose functions are read with their bodies; null: all. Templates of the program are read
  /// with their bodies, too: an edited function may instantiate them anew.
  explicit AliasChecker(const FileSet *with_bodies) : with_bodies_(with_bodies) {}

  bool shouldSkipFunctionBody(clang::Decl *declaration) override {
    if (!with_bodies_)
      return false;
    const clang::SourceManager &sources = declaration->getASTContext().getSourceManager();
    const clang::SourceLocation place = sources.getExpansionLoc(declaration->getLocation());
    if (declaration->isTemplated() && !sources.isInSystemHeader(place))
      return false;
    const clang::OptionalFileEntryRef file = sources.getFileEntryRefForID(sources.getFileID(place));
    return file && !with_bodies_->count(file->getUniqueID());
  }

  void HandleTranslationUnit(clang::ASTContext &context) override {
    if (!any_)
      return;
    clang::ASTNameGenerator names(context);
    std::set<std::string> defined;
    std::vector<const clang::NamedDecl *> aliases;
    collectDefined(*context.getTranslationUnitDecl(), names, defined, aliases);
    clang::DiagnosticsEngine &diagnostics = context.getDiagnostics();
    const unsigned id =
        diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, "alias of '%0', which is not defined");
    for (const clang::NamedDecl *alias : aliases) {
      const auto *named = alias->getAttr<clang::AliasAttr>();
      const llvm::StringRef target = named ? named->getAliasee() : alias->getAttr<clang::IFuncAttr>()->getResolver();
      if (!defined.count(target.str()))
        diagnostics.Report(alias->getLocation(), id) << target;
    }
  }

  bool HandleTopLevelDecl(clang::DeclGroupRef declared) override {
    for (const clang::Decl *declaration : declared)
      any_ |= holdsAlias(declaration);
    return true;
  }

private:
  static bool holdsAlias(const clang::Decl *declaration) {
    if (declaration->hasAttr<clang::AliasAttr>() || declaration->hasAttr<clang::IFuncAttr>())
      return true;
    const auto *linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(declaration);
    return linkage && llvm::any_of(linkage->decls(), holdsAlias);
  }

  const FileSet *with_bodies_;
  bool any_ = false;
};

class CheckAction : public clang::SyntaxOnlyAction {
public:
  explicit CheckAction(const FileSet *with_bodies) : with_bodies_(with_bodies) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler, llvm::StringRef) override {
    compiler.getFrontendOpts().SkipFunctionBodies = with_bodies_ != nullptr;
    return std::make_unique<AliasChecker>(with_bodies_);
  }

private:
  const FileSet *with_bodies_;
};

Found runOnce(const FrontEndCall &call, const std::vector<std::string> &arguments, const EditedTexts &texts,
              MacroNames &pragma_macros, const FileSet *with_bodies) {
  Found found;
  ErrorCollector collector(found);
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk = llvm::vfs::createPhysicalFileSystem();
  static_cast<void>(disk->setCurrentWorkingDirectory(call.directory)); // If it is gone, the compiler says so.
  disk = new EditedFiles(std::move(disk), texts);
  if (call.preprocessed_before)
    disk = new PragmaMacros(std::move(disk), pragma_macros);
  llvm::IntrusiveRefCntPtr<clang::FileManager> files(new clang::FileManager(clang::FileSystemOptions(), disk));
  std::vector<std::string> limited = arguments;
  limited.insert(limited.begin() + 2, std::begin(kOutput), std::end(kOutput));
  clang::tooling::ToolInvocation invocation(limited, std::make_unique<CheckAction>(with_bodies), files.get(),
                                            std::make_shared<clang::PCHContainerOperations>());
  invocation.setDiagnosticConsumer(&collector);
  if (!invocation.run() && found.errors.empty()) {
    found.errors.emplace_back().message = "the compiler cannot be started with the options of this unit";
    found.stopped = true;
  }
  return found;
}

Found run(const FrontEndCall &call, const std::vector<std::string> &arguments, const EditedTexts &texts,
          const FileSet *with_bodies = nullptr) {
  MacroNames pragma_macros;
  Found found = runOnce(call, arguments, texts, pragma_macros, with_bodies);
  return pragma_macros.empty() ? found : runOnce(call, arguments, texts, pragma_macros, with_bodies);
}

std::string textOf(const std::string &file) {
  const auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// Hashes of files, each read once.
class FileHashes {
public:
  const std::string &of(const std::string &file) {
    const auto [known, is_new] = hashes_.try_emplace(file);
    if (is_new)
      known->second = std::to_string(llvm::xxh3_64bits(textOf(file)));
    return known->second;
  }

private:
  std::map<std::string, std::string> hashes_;
};

/// The header that edited texts include, wherever the arguments have it looked for.
std::string interfaceHash(const std::vector<std::string> &arguments, FileHashes &hashes) {
  std::string all;
  for (const std::string &folder : arguments)
    if (const std::string header = folder + "/maquette/abi/skeleton.h"; llvm::sys::fs::exists(header))
      all += hashes.of(header);
  return all;
}

std::string hexHash(const std::string &text) {
  const llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
  return llvm::utohexstr(hash.high64, /*LowerCase=*/true, 16) + llvm::utohexstr(hash.low64, /*LowerCase=*/true, 16);
}

} // namespace

/// One output tree as it would be written.
struct UnitChecker::Tree {
  std::string name;
  const std::map<std::string, std::vector<Edit>> &edits;
  EditedTexts texts;
  std::map<std::string, std::uint64_t> hashes; ///< Of the texts, by file.
  /// The profiled tree declares what the original declares. So a body without an edit compiles as it did, and only
  /// files with edits in bodies are read whole, and templates. Empty for the skeleton, which lacks declarations.
  std::optional<FileSet> with_bodies;

  /// Where in the original a place of the tree comes from.
  CheckPlace original(const CheckPlace &place) const {
    const auto edited = edits.find(place.file);
    if (edited == edits.end())
      return place;
    const std::string text = textOf(place.file);
    const unsigned offset = originalOffset(text, edited->second, place.offset);
    const auto line = 1 + std::count(text.begin(), text.begin() + std::min<std::size_t>(offset, text.size()), '\n');
    return {place.file, offset, static_cast<unsigned>(line)};
  }
};

/// One unit to check in one tree.
struct UnitChecker::Job {
  std::size_t unit;
  const Tree *tree;
  std::uint64_t texts;
  std::vector<CheckError> errors = {};
  bool lenient = false;
  unsigned runs = 0;
};

UnitChecker::UnitChecker(const Program &program, const EditableFiles &editable, const std::string &cache_dir)
    : program_(program), cache_dir_(cache_dir), units_(program.units.size()) {
  MAQUETTE_ASSERT(program.calls.size() == program.units.size());
  FileHashes hashes;
  for (std::size_t i = 0; i < units_.size(); ++i) {
    std::string read_with;
    for (const std::string &path : filesOf(*program.units[i])) {
      if (!cache_dir.empty())
        read_with += path + '\0' + hashes.of(path) + '\0';
      if (editable(path))
        units_[i].files.insert(path);
    }
    if (cache_dir.empty())
      continue;
    const FrontEndCall &call = program.calls[i];
    read_with += call.directory + '\0' + interfaceHash(call.checking, hashes);
    for (const std::string &argument : call.checking)
      read_with += '\0' + argument;
    units_[i].read_with = hexHash(read_with);
  }
}

/// Exists if these texts of the unit compiled in an earlier run. By the name of a file that the front end prunes.
std::string UnitChecker::pathOf(const Unit &unit, std::uint64_t texts) const {
  return cache_dir_ + "/llvmcache-" + hexHash(unit.read_with + std::to_string(texts)) + "-compiles";
}

UnitChecker::Tree UnitChecker::treeOf(const std::string &name, const std::map<std::string, std::vector<Edit>> &edits) {
  Tree tree{name, edits, {}, {}, {}};
  if (name == kProfiled)
    tree.with_bodies.emplace();
  for (const auto &[file, of_file] : edits) {
    llvm::sys::fs::UniqueID id;
    if (llvm::sys::fs::getUniqueID(file, id))
      continue;
    std::string text = applied(textOf(file), of_file);
    tree.hashes[file] = llvm::xxh3_64bits(text);
    tree.texts[id] = std::move(text);
    if (tree.with_bodies && llvm::any_of(of_file, [](const Edit &edit) { return edit.end > 0; }))
      tree.with_bodies->insert(id);
  }
  return tree;
}

/// A hash of the edited texts that the unit reads; 0 if it reads none.
std::uint64_t UnitChecker::textsOf(const Unit &unit, const Tree &tree) const {
  std::string all;
  for (const auto &[file, hash] : tree.hashes)
    if (unit.files.count(file))
      all += file + '\0' + std::to_string(hash) + '\0';
  return all.empty() ? 0 : llvm::xxh3_64bits(all);
}

/// What the original says too is no fault of an edit.
void UnitChecker::run(Job &job) const {
  const FrontEndCall &call = program_.calls[job.unit];
  job.lenient = units_[job.unit].lenient;
  const auto arguments = [&]() -> const std::vector<std::string> & {
    return job.lenient ? call.arguments : call.checking;
  };
  Found found;
  if (const std::optional<FileSet> &some = job.tree->with_bodies) {
    found = skeletonizer::run(call, arguments(), job.tree->texts, &*some);
    ++job.runs;
    if (found.errors.empty())
      return;
  }
  found = skeletonizer::run(call, arguments(), job.tree->texts); // A function may look unused without some bodies.
  ++job.runs;
  if (found.errors.empty())
    return;
  Found before = skeletonizer::run(call, arguments(), {});
  ++job.runs;
  if (before.stopped && !job.lenient) {
    job.lenient = true;
    found = skeletonizer::run(call, arguments(), job.tree->texts);
    before = skeletonizer::run(call, arguments(), {});
    job.runs += 2;
  }
  std::set<std::pair<CheckPlace, std::string>> old;
  for (const CheckError &error : before.errors)
    old.emplace(error.place, error.message);
  for (CheckError &error : found.errors) {
    error.place = job.tree->original(error.place);
    if (old.count({error.place, error.message}))
      continue;
    for (CheckPlace &note : error.notes)
      note = job.tree->original(note);
    error.tree = job.tree->name;
    error.unit = program_.files[job.unit];
    for (const auto &[file, hash] : job.tree->hashes)
      if (units_[job.unit].files.count(file))
        error.read.insert(file);
    job.errors.push_back(std::move(error));
  }
}

std::vector<CheckError> UnitChecker::check(const TreeEdits &edits) {
  const Tree trees[] = {treeOf("skeleton", edits.skeleton), treeOf(kProfiled, edits.profiled)};
  std::vector<Job> jobs;
  std::set<std::pair<std::size_t, std::uint64_t>> asked; // A unit may read the same in both trees.
  for (const Tree &tree : trees)
    for (std::size_t i = 0; i < units_.size(); ++i)
      if (const std::uint64_t texts = textsOf(units_[i], tree);
          texts != 0 && !units_[i].known.count(texts) && asked.emplace(i, texts).second) {
        if (!units_[i].read_with.empty() && llvm::sys::fs::exists(pathOf(units_[i], texts)))
          units_[i].known.try_emplace(texts); // No errors.
        else
          jobs.push_back({i, &tree, texts});
      }
  inParallel(jobs.size(), [&](std::size_t i) { run(jobs[i]); });
  for (Job &job : jobs) {
    units_[job.unit].lenient |= job.lenient;
    if (job.errors.empty() && !units_[job.unit].read_with.empty())
      llvm::consumeError(llvm::writeToOutput(pathOf(units_[job.unit], job.texts),
                                             [](llvm::raw_ostream &) { return llvm::Error::success(); }));
    units_[job.unit].known[job.texts] = std::move(job.errors);
    runs_ += job.runs;
  }
  std::vector<CheckError> all;
  for (const Tree &tree : trees)
    for (const Unit &unit : units_)
      if (const auto known = unit.known.find(textsOf(unit, tree)); known != unit.known.end())
        all.insert(all.end(), known->second.begin(), known->second.end());
  return all;
}

} // namespace maquette::skeletonizer
