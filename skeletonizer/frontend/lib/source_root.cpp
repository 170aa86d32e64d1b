//===- skeletonizer/frontend/lib/source_root.cpp - which folder is the application -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/frontend/source_root.h"

#include "maquette/frontend/input_error.h"
#include "maquette/frontend/paths.h"

#include "clang/Basic/SourceManager.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>

namespace maquette::skeletonizer {

namespace fs = std::filesystem;

namespace {

/// The folder of \p path that holds .git, or nothing.
fs::path gitTop(fs::path path) {
  std::error_code code;
  for (path = path.parent_path(); path.has_relative_path(); path = path.parent_path())
    if (fs::exists(path / ".git", code))
      return path;
  return {};
}

fs::path common(const fs::path &a, const fs::path &b) {
  fs::path result;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end() && *i == *j; ++i, ++j)
    result /= *i;
  return result;
}

/// The application's own files: main files and headers that are no system's.
std::vector<fs::path> ownFiles(const Program &program) {
  std::vector<fs::path> files(program.files.begin(), program.files.end());
  for (const std::unique_ptr<clang::ASTUnit> &unit : program.units) {
    const clang::SourceManager &sources = unit->getSourceManager();
    for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file) {
      clang::FileID id = sources.translateFile(file->first);
      if (id.isInvalid() || clang::SrcMgr::isSystem(sources.getFileCharacteristic(sources.getLocForStartOfFile(id))))
        continue;
      fs::path path = sources.getFileManager().getCanonicalName(file->first).str();
      if (!isInside(path, "/usr") && !isInside(path, "/opt"))
        files.push_back(path);
    }
  }
  return files;
}

bool isBuildFile(const fs::path &path) {
  const std::string name = path.filename().string();
  return name.rfind("Makefile", 0) == 0 || name == "makefile" || name == "GNUmakefile" || name == "CMakeLists.txt" ||
         path.extension() == ".mk" || path.extension() == ".cmake";
}

/// Part of a file's name, or a dot: next to "..", it makes something else of it, an ellipsis for example.
bool isNameCharacter(char c) { return c == '.' || c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// True if the parent folder is named at \p at.
bool isParentAt(const std::string &text, std::size_t at) {
  return text.compare(at, 2, "..") == 0 && (at + 2 == text.size() || !isNameCharacter(text[at + 2]));
}

} // namespace

int stepsUp(const std::string &line) {
  const std::string text = line.substr(0, line.find('#'));
  int most = 0;
  for (std::size_t at = text.find(".."); at != std::string::npos; at = text.find("..", at + 1)) {
    // "-I../x" is a path behind an option of one letter.
    const bool begins = at == 0 || !isNameCharacter(text[at - 1]) || (at >= 2 && text[at - 2] == '-');
    if (!begins || !isParentAt(text, at))
      continue;
    int steps = 1;
    for (; at + 2 < text.size() && text[at + 2] == '/' && isParentAt(text, at + 3); at += 3)
      ++steps;
    most = std::max(most, steps);
  }
  return most;
}

int reachOfBuildFiles(const fs::path &folder) {
  int most = 0;
  std::error_code code;
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
    if (!entry->is_regular_file(code) || !isBuildFile(entry->path()))
      continue;
    std::ifstream file(entry->path());
    for (std::string line; std::getline(file, line);)
      most = std::max(most, stepsUp(line));
  }
  return most;
}

llvm::Expected<std::string> sourceRoot(const Program &program, const Options &options) {
  if (!options.root.empty()) {
    fs::path root = absolute(options.root);
    for (const std::string &file : program.files)
      if (!isInside(file, root))
        return inputError(options.root, "the source " + file + " is not inside this folder", "maquette-source-root",
                          "give --root a folder that holds all sources");
    return root.string();
  }
  std::vector<fs::path> files = ownFiles(program);
  fs::path root = files.front().parent_path();
  for (const std::string &file : program.files)
    root = common(root, fs::path(file).parent_path());
  for (const fs::path &file : files) {
    // A header somewhere else entirely belongs to a library, not to the application.
    fs::path wider = common(root, file.parent_path());
    if (std::distance(wider.begin(), wider.end()) > 2)
      root = wider;
  }
  fs::path build = absolute(options.build_dir);
  std::error_code code;
  if (isInside(root, build) && !fs::exists(build / "CMakeCache.txt", code))
    root = build;
  const fs::path git = gitTop(files.front());
  std::set<fs::path> folders{root};
  for (const std::string &file : program.files)
    folders.insert(fs::path(file).parent_path());
  for (const fs::path &folder : folders)
    for (int up = reachOfBuildFiles(folder); up > 0; --up) {
      fs::path wider = folder;
      for (int i = 0; i < up; ++i)
        wider = wider.parent_path();
      // Without a work tree, one folder up is as far as one may guess.
      const bool allowed = git.empty() ? up == 1 && wider.parent_path().has_relative_path() : isInside(wider, git);
      if (isInside(root, wider) && allowed) {
        root = wider;
        break;
      }
    }
  if (!root.has_relative_path())
    return inputError(program.files.front(), "the sources have no common folder except /", "maquette-source-root",
                      "give the folder to copy with --root DIR");
  return root.string();
}

} // namespace maquette::skeletonizer
