//===- skeletonizer/driver/lib/unseen_functions.cpp - parts of the program that no unit has -===//
// SPDX-License-Identifier: Apache-2.0
#include "unseen_functions.h"

#include "maquette/frontend/input_error.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <dlfcn.h>

namespace maquette::skeletonizer {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShown = 20; ///< Functions in the message.

/// A program may declare them without a header.
bool isOfCLibrary(const std::string &name) {
  for (const char *library : {"libc.so.6", "libm.so.6"})
    if (void *opened = dlopen(library, RTLD_LAZY | RTLD_LOCAL); opened != nullptr) {
      const bool found = dlsym(opened, name.c_str()) != nullptr;
      dlclose(opened);
      if (found)
        return true;
    }
  return false;
}

bool isSource(const fs::path &path) {
  static const std::set<std::string> kExtensions{".c",   ".cc",  ".cpp", ".cxx", ".C", ".f", ".F",
                                                 ".f90", ".F90", ".for", ".cu",  ".s", ".S"};
  return kExtensions.count(path.extension().string()) != 0;
}

bool mentions(llvm::StringRef text, llvm::StringRef name) {
  for (std::size_t at = text.find(name); at != llvm::StringRef::npos; at = text.find(name, at + 1)) {
    const auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
    const std::size_t end = at + name.size();
    if ((at == 0 || !isWord(text[at - 1])) && text.substr(end).ltrim().starts_with("("))
      return true;
  }
  return false;
}

/// Sources below a folder that are no units.
std::vector<fs::path> otherSources(const std::string &root, const Program &program) {
  const std::set<std::string> units(program.files.begin(), program.files.end());
  std::vector<fs::path> out;
  std::error_code code;
  for (fs::recursive_directory_iterator entry(root, fs::directory_options::skip_permission_denied, code), end;
       !code && entry != end; entry.increment(code)) {
    const bool skipped = entry->path().filename() == ".git" || fs::exists(entry->path() / ".maquette-out");
    if (entry->is_directory(code) && skipped)
      entry.disable_recursion_pending();
    else if (entry->is_regular_file(code) && isSource(entry->path()) && !units.count(entry->path().string()))
      out.push_back(entry->path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string mightDefine(const std::vector<fs::path> &sources, const std::string &root, llvm::StringRef name) {
  std::string out;
  for (const fs::path &source : sources)
    if (const auto text = llvm::MemoryBuffer::getFile(source.string()); text && mentions((*text)->getBuffer(), name))
      out += (out.empty() ? "; it may be in " : ", ") + source.lexically_relative(root).string();
  return out;
}

} // namespace

llvm::Error checkUnseen(const std::vector<UnseenFunction> &unseen, const Program &program,
                        const EditableFiles &editable, const std::string &root) {
  std::vector<const UnseenFunction *> missing;
  for (const UnseenFunction &function : unseen)
    if (editable(function.declared_in) && !isOfCLibrary(function.name))
      missing.push_back(&function);
  // Units of other languages are not read, so they may define it.
  if (missing.empty() || program.has_other_languages)
    return llvm::Error::success();
  const std::vector<fs::path> sources = otherSources(root, program);
  std::string list;
  for (std::size_t i = 0; i < missing.size() && i < kShown; ++i) {
    const UnseenFunction &function = *missing[i];
    const std::string last = function.name.substr(function.name.rfind(':') + 1);
    list += "  " + function.name + "(), called at " + fs::path(function.call.file).lexically_relative(root).string() +
            ":" + std::to_string(function.line) + mightDefine(sources, root, last) + "\n";
  }
  if (missing.size() > kShown)
    list += "  and " + std::to_string(missing.size() - kShown) + " more\n";
  const UnseenFunction &first = *missing.front();
  return inputError(first.call.file + ":" + std::to_string(first.line),
                    std::to_string(missing.size()) + " function" + (missing.size() == 1 ? " is" : "s are") +
                        " called, but no unit of the compilation database defines " +
                        (missing.size() == 1 ? "it" : "them"),
                    "maquette-unseen-function",
                    "record the whole program in the compilation database; for a function of a library, say in "
                    "maquette.toml what it does, or pass --allow-unseen",
                    list);
}

} // namespace maquette::skeletonizer
