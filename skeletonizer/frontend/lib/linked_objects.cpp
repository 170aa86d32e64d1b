//===- skeletonizer/frontend/lib/linked_objects.cpp - what CMake links into a program ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/frontend/linked_objects.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <vector>

namespace maquette::skeletonizer {
namespace {

namespace fs = std::filesystem;

/// What a program or library is made of: objects, libraries, and words for the linker (-lz), in the order of the link.
using Links = std::map<std::string, std::vector<std::string>>; ///< By its path.

std::string absoluteIn(const fs::path &folder, llvm::StringRef path) { return realObjectPath(folder, path.str()); }

bool isLibrary(llvm::StringRef path) { return path.ends_with(".a") || path.ends_with(".so") || path.contains(".so."); }
bool isObject(llvm::StringRef path) { return path.ends_with(".o") || path.ends_with(".obj"); }

bool isForLinker(llvm::StringRef word) {
  return word.starts_with("-l") || word.starts_with("-L") || word.starts_with("-Wl,-rpath");
}

/// A library of Open MPI, MPICH or their like: Maquette is the MPI.
bool isMpi(llvm::StringRef word) {
  llvm::StringRef name = word.substr(word.rfind('/') + 1);
  if (!name.consume_front("-l"))
    name.consume_front("lib");
  return llvm::StringSwitch<bool>(name.split('.').first)
      .Cases("mpi", "mpicxx", "mpi_cxx", "mpifort", "mpi_mpifh", "mpi_usempif08", "mpi_usempi_ignore_tkr", true)
      .Cases("mpich", "mpichcxx", "mpichfort", "pmpich", "mpi_ilp64", "mpi_ibm", "mpi_cray", true)
      .Cases("open-rte", "open-pal", "maquette", true)
      .Default(false);
}

llvm::SmallVector<const char *> wordsOf(llvm::StringRef line, llvm::StringSaver &saver) {
  llvm::SmallVector<const char *> words;
  llvm::cl::TokenizeGNUCommandLine(line, saver, words);
  return words;
}

/// A line of link.txt: `c++ a.o b.o -o app libx.a`, `ar qc libx.a c.o`.
void addLine(const fs::path &folder, const std::string &line, Links &links) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  const llvm::SmallVector<const char *> words = wordsOf(line, saver);
  std::string made;
  std::vector<std::string> inputs;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const llvm::StringRef word = words[i];
    if (word == "-o" && i + 1 < words.size())
      made = absoluteIn(folder, words[++i]);
    else if (word.starts_with("-L"))
      inputs.push_back("-L" + absoluteIn(folder, word.drop_front(2)));
    else if (isForLinker(word))
      inputs.push_back(word.str());
    else if (!word.starts_with("-") && (isObject(word) || isLibrary(word)))
      inputs.push_back(absoluteIn(folder, word));
  }
  if (made.empty() && !inputs.empty() && isLibrary(inputs.front())) { // an archive
    made = inputs.front();
    inputs.erase(inputs.begin());
  }
  if (made.empty() || inputs.empty())
    return;
  std::vector<std::string> &parts = links[made]; // Long archives are made in several lines.
  parts.insert(parts.end(), inputs.begin(), inputs.end());
}

/// CMakeFiles/TARGET.dir/link.txt is relative to the folder of CMakeFiles.
void readMake(const fs::path &build, Links &links) {
  std::error_code code;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(build, options, code), end; !code && at != end; at.increment(code))
    if (at->path().filename() == "link.txt" && at->path().parent_path().extension() == ".dir") {
      std::ifstream file(at->path());
      for (std::string line; std::getline(file, line);)
        addLine(at->path().parent_path().parent_path().parent_path(), line, links);
    }
}

/// The paths of a part of a build line, with Ninja's escapes undone.
std::vector<std::string> pathsOf(llvm::StringRef text) {
  std::vector<std::string> paths(1);
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '$' && i + 1 < text.size())
      paths.back() += text[++i];
    else if (text[i] != ' ')
      paths.back() += text[i];
    else if (!paths.back().empty())
      paths.emplace_back();
  return paths;
}

/// The first \p mark that no $ stands before.
std::size_t findPlain(llvm::StringRef text, char mark) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '$')
      ++i;
    else if (text[i] == mark)
      return i;
  return llvm::StringRef::npos;
}

/// build OUTPUTS | MORE: RULE INPUTS | LIBRARIES || ORDER. Returns what it makes that is linked.
std::vector<std::string> addEdge(const fs::path &build, llvm::StringRef line, Links &links) {
  const std::size_t colon = findPlain(line, ':');
  if (colon == llvm::StringRef::npos)
    return {};
  const llvm::StringRef outputs = line.take_front(colon), inputs = line.drop_front(colon + 1).split("||").first;
  std::vector<std::string> parts;
  for (const std::string &path : pathsOf(inputs))
    if (isObject(path) || isLibrary(path))
      parts.push_back(absoluteIn(build, path));
  std::vector<std::string> made;
  for (const std::string &path : pathsOf(outputs.take_front(findPlain(outputs, '|'))))
    if (!parts.empty() && !path.empty() && !isObject(path)) {
      made.push_back(absoluteIn(build, path));
      links[made.back()] = parts;
    }
  return made;
}

/// `LINK_LIBRARIES = ...` of what was made before.
void addVariable(llvm::StringRef line, const std::vector<std::string> &made, Links &links) {
  const auto [name, value] = line.trim().split('=');
  if (name.trim() != "LINK_LIBRARIES" && name.trim() != "LINK_PATH")
    return;
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  for (const llvm::StringRef word : wordsOf(value, saver))
    if (isForLinker(word) || (isLibrary(word) && word.starts_with("/")))
      for (const std::string &path : made)
        links[path].push_back(word.str());
}

void readNinja(const fs::path &build, Links &links) {
  std::ifstream file(build / "build.ninja");
  std::string whole;
  std::vector<std::string> made;
  for (std::string line; std::getline(file, line);) {
    whole += line;
    if (llvm::StringRef(whole).ends_with("$")) { // goes on
      whole.pop_back();
      continue;
    }
    if (llvm::StringRef text = whole; text.consume_front("build "))
      made = addEdge(build, text, links);
    else if (text.starts_with(" "))
      addVariable(text, made, links);
    else
      made.clear();
    whole.clear();
  }
}

} // namespace

std::string realObjectPath(const std::string &folder, const std::string &path) {
  std::error_code code;
  const fs::path whole = fs::path(folder) / path;
  const fs::path real = fs::weakly_canonical(whole.parent_path(), code);
  return ((code ? whole.parent_path().lexically_normal() : real) / whole.filename()).string();
}

LinkedProgram linkedProgram(const std::string &build_dir, const std::string &program) {
  const fs::path build(build_dir);
  Links links;
  if (fs::exists(build / "build.ninja"))
    readNinja(build, links);
  else if (fs::exists(build / "CMakeCache.txt"))
    readMake(build, links);
  std::vector<std::pair<std::string, bool>> work;
  for (const auto &[made, parts] : links)
    if (fs::path(made).filename() == program)
      work.emplace_back(made, false);
  LinkedProgram linked;
  if (work.size() != 1)
    return linked;
  std::set<std::string> seen;
  while (!work.empty()) { // the first word last, so that it comes out first
    const auto [word, in_library] = work.back();
    work.pop_back();
    if (!seen.insert(word).second)
      continue;
    if (const auto found = links.find(word); found != links.end())
      for (auto part = found->second.rbegin(); part != found->second.rend(); ++part)
        work.emplace_back(*part, in_library || llvm::StringRef(word).ends_with(".a"));
    else if (isObject(word))
      linked.objects.emplace(word, LinkedObject{linked.objects.size(), in_library});
    else if (!isMpi(word))
      linked.libraries.push_back(word);
  }
  return linked;
}

} // namespace maquette::skeletonizer
