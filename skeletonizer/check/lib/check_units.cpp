//===- skeletonizer/check/lib/check_units.cpp - whether the output trees compile -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/check/check_units.h"

#include "edited_files.h"
#include "maquette/frontend/pragma_macros.h"
#include "maquette/sim/assert.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

namespace maquette::skeletonizer {
namespace {

constexpr const char *kOutput[] = {"-ferror-limit=100",
                                   "-fno-caret-diagnostics"}; ///< Without carets no count is printed.

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

Found runOnce(const FrontEndCall &call, const std::vector<std::string> &arguments, const EditedTexts &texts,
              MacroNames &pragma_macros) {
  Found found;
  ErrorCollector collector(found);
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk = llvm::vfs::createPhysicalFileSystem();
  disk->setCurrentWorkingDirectory(call.directory);
  disk = new EditedFiles(std::move(disk), texts);
  if (call.preprocessed_before)
    disk = new PragmaMacros(std::move(disk), pragma_macros);
  llvm::IntrusiveRefCntPtr<clang::FileManager> files(new clang::FileManager(clang::FileSystemOptions(), disk));
  std::vector<std::string> limited = arguments;
  limited.insert(limited.begin() + 2, std::begin(kOutput), std::end(kOutput));
  clang::tooling::ToolInvocation invocation(limited, std::make_unique<clang::SyntaxOnlyAction>(), files.get(),
                                            std::make_shared<clang::PCHContainerOperations>());
  invocation.setDiagnosticConsumer(&collector);
  if (!invocation.run() && found.errors.empty()) {
    found.errors.emplace_back().message = "the compiler cannot be started with the options of this unit";
    found.stopped = true;
  }
  return found;
}

Found run(const FrontEndCall &call, const std::vector<std::string> &arguments, const EditedTexts &texts) {
  MacroNames pragma_macros;
  Found found = runOnce(call, arguments, texts, pragma_macros);
  return pragma_macros.empty() ? found : runOnce(call, arguments, texts, pragma_macros);
}

std::string textOf(const std::string &file) {
  const auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

} // namespace

/// One output tree as it would be written.
struct UnitChecker::Tree {
  std::string name;
  const std::map<std::string, std::vector<Edit>> &edits;
  EditedTexts texts;
  std::map<std::string, std::uint64_t> hashes; ///< Of the texts, by file.

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

UnitChecker::UnitChecker(const Program &program, const EditableFiles &editable)
    : program_(program), units_(program.units.size()) {
  MAQUETTE_ASSERT(program.calls.size() == program.units.size());
  for (std::size_t i = 0; i < units_.size(); ++i) {
    const clang::SourceManager &sources = program.units[i]->getSourceManager();
    for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file) {
      std::string path = sources.getFileManager().getCanonicalName(file->first).str();
      if (editable(path))
        units_[i].files.insert(std::move(path));
    }
  }
}

UnitChecker::Tree UnitChecker::treeOf(const std::string &name, const std::map<std::string, std::vector<Edit>> &edits) {
  Tree tree{name, edits, {}, {}};
  for (const auto &[file, of_file] : edits) {
    llvm::sys::fs::UniqueID id;
    if (llvm::sys::fs::getUniqueID(file, id))
      continue;
    std::string text = applied(textOf(file), of_file);
    tree.hashes[file] = llvm::xxh3_64bits(text);
    tree.texts[id] = std::move(text);
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
  Found found = skeletonizer::run(call, arguments(), job.tree->texts);
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
  const Tree trees[] = {treeOf("skeleton", edits.skeleton), treeOf("profiled", edits.profiled)};
  std::vector<Job> jobs;
  std::set<std::pair<std::size_t, std::uint64_t>> asked; // A unit may read the same in both trees.
  for (const Tree &tree : trees)
    for (std::size_t i = 0; i < units_.size(); ++i)
      if (const std::uint64_t texts = textsOf(units_[i], tree);
          texts != 0 && !units_[i].known.count(texts) && asked.emplace(i, texts).second)
        jobs.push_back({i, &tree, texts});
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < jobs.size(); i = next++)
      run(jobs[i]);
  };
  std::vector<std::thread> workers;
  const std::size_t count = std::min<std::size_t>(std::max(1u, std::thread::hardware_concurrency()), jobs.size());
  for (std::size_t i = 1; i < count; ++i)
    workers.emplace_back(work);
  work();
  for (std::thread &worker : workers)
    worker.join();
  for (Job &job : jobs) {
    units_[job.unit].lenient |= job.lenient;
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
