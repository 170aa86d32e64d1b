//===- skeletonizer/frontend/lib/build_files.cpp - what a build of the application reads -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/frontend/build_files.h"

#include "maquette/frontend/paths.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>
#include <string>

namespace maquette::skeletonizer {
namespace {

namespace fs = std::filesystem;

/// Which a compiler, or a tool that makes its input, reads.
bool isSourceFile(const fs::path &path) {
  static const llvm::StringSet<> kExtensions{
      ".c",   ".cc",  ".cpp", ".cxx", ".c++", ".C",   ".h",   ".hh",  ".hpp", ".hxx", ".h++", ".H",   ".inc",
      ".inl", ".ipp", ".tpp", ".txx", ".tcc", ".def", ".cu",  ".cuh", ".cl",  ".f",   ".F",   ".for", ".ftn",
      ".f77", ".f90", ".F90", ".f95", ".f03", ".F03", ".f08", ".F08", ".y",   ".l",   ".s",   ".S",   ".i"};
  return kExtensions.contains(path.extension().string());
}

/// What may be part of a path in a build file. Variables end a word: of "${SOURCES}/a.c" the end is looked up.
bool isPathCharacter(char c) { return llvm::isAlnum(c) || llvm::StringRef("._-+/*?~@").contains(c); }

/// Of Make, CMake, Autotools, Meson or their like.
bool isOfBuildSystem(const fs::path &path) {
  static const llvm::StringSet<> kNames{
      "makefile",   "CMakeLists.txt", "configure",         "config.sub",        "config.guess", "install-sh",
      "missing",    "depcomp",        "ltmain.sh",         "compile",           "ar-lib",       "test-driver",
      "SConstruct", "SConscript",     "meson.build",       "meson.options",     "BUILD",        "BUILD.bazel",
      "WORKSPACE",  "wscript",        "meson_options.txt", "CMakePresets.json", "GNUmakefile"};
  static const llvm::StringSet<> kExtensions{".mk", ".mak", ".make", ".cmake", ".am",
                                             ".ac", ".m4",  ".in",   ".pro",   ".ninja"};
  const std::string name = path.filename().string();
  return kNames.contains(name) || kExtensions.contains(path.extension().string()) ||
         llvm::StringRef(name).starts_with("Makefile") || llvm::StringRef(name).starts_with("make.");
}

class BuildReader {
public:
  BuildReader(fs::path root, const Program &program) : root_(std::move(root)) {
    for (const std::string &file : program.files)
      addRead(file);
    for (const std::unique_ptr<clang::ASTUnit> &unit : program.units)
      for (const std::string &file : filesOf(*unit))
        addRead(file);
  }

  std::set<fs::path> run() {
    while (!pending_.empty()) {
      const fs::path folder = *pending_.begin();
      pending_.erase(pending_.begin());
      read(folder);
    }
    return std::move(files_);
  }

private:
  /// What a unit was read from. Where the build made a copy to compile it there, the original lies above.
  void addRead(const fs::path &file) {
    addInside(file);
    std::error_code code;
    for (fs::path folder = file.parent_path(); isInside(folder, root_); folder = folder.parent_path())
      if (const fs::path original = folder / file.filename(); fs::is_regular_file(original, code))
        add(original);
  }

  void addInside(const fs::path &file) {
    if (isInside(file, root_))
      add(file);
  }

  /// The file, and its folder and those above it as parts of the build.
  void add(const fs::path &file) {
    files_.insert(file);
    addFolder(file.parent_path());
  }

  void addFolder(const fs::path &folder) {
    for (fs::path each = folder; isInside(each, root_) && folders_.insert(each).second; each = each.parent_path())
      pending_.insert(each);
  }

  /// Files of the build system in a folder, what they name, and the sources beside units.
  void read(const fs::path &folder) {
    std::error_code code;
    if (fs::exists(folder / "CMakeCache.txt", code))
      return;
    std::vector<fs::path> sources;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
      if (!entry->is_regular_file(code))
        continue;
      const fs::path &path = entry->path();
      if (isSourceFile(path))
        sources.push_back(path);
      if (!isOfBuildSystem(path))
        continue;
      files_.insert(path);
      readNames(path);
    }
    if (isOfApplication(folder))
      files_.insert(sources.begin(), sources.end());
  }

  /// A folder above the application's that has no build file may hold anything.
  bool isOfApplication(const fs::path &folder) {
    const auto [known, is_new] = of_application_.try_emplace(folder, false);
    std::error_code code;
    for (fs::directory_iterator entry(folder, code), end; is_new && !code && entry != end; entry.increment(code))
      known->second = known->second || files_.count(entry->path()) != 0 || isOfBuildSystem(entry->path());
    return known->second;
  }

  void readNames(const fs::path &build_file) {
    constexpr std::size_t kMost = 16 << 20; // Bytes; nobody writes longer ones.
    const auto text = llvm::MemoryBuffer::getFile(build_file.string(), /*IsText=*/false, false);
    if (!text || (*text)->getBufferSize() > kMost)
      return;
    const llvm::StringRef all = (*text)->getBuffer();
    llvm::StringSet<> seen;
    for (std::size_t begin = 0; begin < all.size(); ++begin) {
      const std::size_t end = begin + all.substr(begin).take_while(isPathCharacter).size();
      if (end > begin && seen.insert(all.slice(begin, end)).second)
        named(all.slice(begin, end), build_file.parent_path());
      begin = end;
    }
  }

  /// \p word of a build file in \p folder may name something, from there, from the root, or from a folder between.
  void named(llvm::StringRef word, const fs::path &folder) {
    while (word.consume_front("-I") || word.consume_front("-L") || word.consume_front("/"))
      ;
    if (word.empty() || word == "." || word.starts_with("~"))
      return;
    for (fs::path from = folder; isInside(from, root_); from = from.parent_path())
      if (isOfApplication(from) && namedFrom(word, from))
        return;
  }

  bool namedFrom(llvm::StringRef word, const fs::path &folder) {
    const bool is_pattern = word.find_first_of("*?") != llvm::StringRef::npos;
    return is_pattern ? namedPattern(word, folder) : namedPath(folder / word.str(), folder);
  }

  bool namedPath(const fs::path &path, const fs::path &from) {
    std::error_code code;
    if (!fs::exists(path, code))
      return false;
    const fs::path real = absolute(path.string());
    if (!isInside(real, root_))
      return true;
    if (fs::is_regular_file(real, code))
      add(real);
    else if (fs::is_directory(real, code) && !isInside(from, real)) // "..": all that is above is none of its.
      addSources(real);
    return true;
  }

  bool namedPattern(llvm::StringRef word, const fs::path &from) {
    const fs::path folder = from / fs::path(word.str()).parent_path();
    llvm::Expected<llvm::GlobPattern> pattern = llvm::GlobPattern::create(fs::path(word.str()).filename().string());
    if (!pattern) {
      llvm::consumeError(pattern.takeError());
      return false;
    }
    bool found = false;
    std::error_code code;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code))
      if (entry->is_regular_file(code) && isSourceFile(entry->path()) &&
          pattern->match(entry->path().filename().string())) {
        found = true;
        addInside(absolute(entry->path().string()));
      }
    return found;
  }

  /// A folder that is named: sources and files of the build system in it, at any depth.
  void addSources(const fs::path &folder) {
    if (!named_folders_.insert(folder).second)
      return;
    std::error_code code;
    for (fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, code), end;
         !code && entry != end; entry.increment(code)) {
      const fs::path &path = entry->path();
      if (entry->is_directory(code)) {
        if (path.filename() == ".git" || fs::exists(path / "CMakeCache.txt", code) ||
            fs::exists(path / ".maquette-out", code))
          entry.disable_recursion_pending();
      } else if (entry->is_regular_file(code) && (isSourceFile(path) || isOfBuildSystem(path))) {
        add(path);
      }
    }
  }

  fs::path root_;
  std::set<fs::path> files_, folders_, named_folders_;
  std::set<fs::path> pending_; ///< Folders to read.
  std::map<fs::path, bool> of_application_;
};

} // namespace

std::set<fs::path> buildFiles(const fs::path &root, const Program &program) { return BuildReader(root, program).run(); }

} // namespace maquette::skeletonizer
