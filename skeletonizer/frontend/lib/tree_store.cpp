//===- skeletonizer/frontend/lib/tree_store.cpp - syntax trees on disk -----===//
// SPDX-License-Identifier: Apache-2.0
#include "tree_store.h"

#include "maquette/frontend/paths.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <functional>

namespace maquette::skeletonizer {
namespace {

constexpr const char *kPolicy = "prune_after=336h:cache_size_bytes=8g:cache_size=25%";
constexpr const char *kManifest = "-inputs";

/// Reads \p path as what \p directory's compiler wrote.
std::unique_ptr<clang::ASTUnit> load(const std::string &path, const std::string &directory) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk = llvm::vfs::createPhysicalFileSystem();
  static_cast<void>(disk->setCurrentWorkingDirectory(directory)); // If it is gone, the unit cannot be read.
  const auto diagnostics =
      clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions, new clang::IgnoringDiagConsumer);
  auto unit =
      clang::ASTUnit::LoadFromASTFile(path, clang::RawPCHContainerReader(), clang::ASTUnit::LoadASTOnly, diagnostics,
                                      clang::FileSystemOptions(), std::make_shared<clang::HeaderSearchOptions>(),
                                      nullptr, false, clang::CaptureDiagsKind::None, false, false, disk);
  if (unit) // Its files are known when their places are.
    for (unsigned i = 0; i < unit->getSourceManager().loaded_sloc_entry_size(); ++i)
      unit->getSourceManager().getLoadedSLocEntry(i);
  return unit;
}

std::string hexOf(uint64_t hash) { return llvm::utohexstr(hash, /*LowerCase=*/true, 16); }

std::string lineOf(llvm::StringRef content, llvm::StringRef path) {
  return hexOf(llvm::xxh3_64bits(content)) + " " + path.str() + "\n";
}

/// A line for each file that the unit was read from.
std::string inputsOf(const clang::ASTUnit &unit, const std::string &directory) {
  const clang::SourceManager &sources = unit.getSourceManager();
  std::string out;
  for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file)
    if (const std::optional<llvm::StringRef> held = file->second->getBufferDataIfLoaded()) {
      llvm::SmallString<256> path = file->first.getName();
      llvm::sys::fs::make_absolute(directory, path);
      out += lineOf(*held, path);
    }
  return out;
}

/// Whole or not at all. \p content returns true if it has none to give.
llvm::Error write(const std::string &path, const std::function<bool(llvm::raw_ostream &)> &content) {
  return llvm::writeToOutput(path, [&](llvm::raw_ostream &out) {
    return content(out) ? llvm::createStringError("the tree cannot be written") : llvm::Error::success();
  });
}

} // namespace

TreeStore::TreeStore(const std::string &folder) : folder_(folder.empty() ? folder : absolute(folder).string()) {
  if (const std::error_code failed = folder.empty() ? std::error_code() : llvm::sys::fs::create_directories(folder)) {
    cannotWrite(folder, failed.message());
    folder_.clear();
  }
}

void TreeStore::cannotWrite(const std::string &path, const std::string &why) {
  const std::lock_guard lock(mutex_);
  trouble_ = "syntax trees are not cached: cannot write " + path + ": " + why;
}

/// By the name that llvm::pruneCache takes for one of a cache's.
std::string TreeStore::pathOf(const FrontEndCall &call) const {
  std::string all = call.directory;
  for (const std::string &argument : call.arguments)
    all += '\0' + argument;
  const llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(all));
  return folder_ + "/llvmcache-" + hexOf(hash.high64) + hexOf(hash.low64);
}

std::optional<uint64_t> TreeStore::hashOf(const std::string &file) {
  const std::lock_guard lock(mutex_);
  const auto [known, is_new] = hashes_.try_emplace(file);
  if (is_new)
    if (const auto text = llvm::MemoryBuffer::getFile(file, /*IsText=*/false, /*RequiresNullTerminator=*/false))
      known->second = llvm::xxh3_64bits((*text)->getBuffer());
  return known->second;
}

bool TreeStore::isCurrent(const std::string &manifest) {
  const auto text = llvm::MemoryBuffer::getFile(manifest);
  if (!text)
    return false;
  for (llvm::StringRef rest = (*text)->getBuffer(); !rest.empty();) {
    const auto [line, following] = rest.split('\n');
    const auto [hash, file] = line.split(' ');
    const std::optional<uint64_t> now = hashOf(file.str());
    if (!now || hexOf(*now) != hash)
      return false;
    rest = following;
  }
  return true;
}

std::unique_ptr<clang::ASTUnit> TreeStore::find(const FrontEndCall &call) {
  if (folder_.empty())
    return nullptr;
  const std::string path = pathOf(call);
  return isCurrent(path + kManifest) ? load(path, call.directory) : nullptr;
}

std::unique_ptr<clang::ASTUnit> TreeStore::keep(std::unique_ptr<clang::ASTUnit> unit, const FrontEndCall &call) {
  if (folder_.empty())
    return unit;
  // The front end takes what follows the last place of a tree that it reads for a part of it: be that nothing of the
  // program's.
  unit->getSourceManager().createFileID(llvm::MemoryBuffer::getMemBuffer("", "end"));
  const std::string path = pathOf(call);
  static_cast<void>(llvm::sys::fs::remove(path + kManifest)); // Not that of another tree, whatever happens meanwhile.
  if (llvm::Error error = write(path, [&](llvm::raw_ostream &out) { return unit->serialize(out); })) {
    cannotWrite(path, llvm::toString(std::move(error)));
    return unit;
  }
  const auto tree = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!tree)
    return unit;
  const std::string manifest = lineOf((*tree)->getBuffer(), path) + inputsOf(*unit, call.directory);
  if (llvm::Error error = write(path + kManifest, [&](llvm::raw_ostream &out) { return out << manifest, false; })) {
    cannotWrite(path, llvm::toString(std::move(error)));
    return unit;
  }
  std::unique_ptr<clang::ASTUnit> read_back = load(path, call.directory);
  return read_back ? std::move(read_back) : std::move(unit);
}

void TreeStore::prune() const {
  if (!folder_.empty() && trouble_.empty())
    llvm::pruneCache(folder_, llvm::cantFail(llvm::parseCachePruningPolicy(kPolicy)));
}

} // namespace maquette::skeletonizer
