//===- runtime/tools/executable.cpp - is this a program we can simulate? ------===//
// SPDX-License-Identifier: Apache-2.0
#include "executable.h"

#include "maquette/formats/files.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <sstream>
#include <unistd.h>

namespace maquette::tool {
namespace {

namespace fs = std::filesystem;

/// Reads structures out of a file's bytes; nothing beyond the end.
class Image {
public:
  explicit Image(const std::string &bytes) : bytes_(bytes) {}
  template <class T> std::optional<T> at(std::uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T))
      return std::nullopt;
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof(T));
    return value;
  }
  std::string text(std::uint64_t offset) const {
    if (offset >= bytes_.size())
      return "";
    return std::string(bytes_.data() + offset, strnlen(bytes_.data() + offset, bytes_.size() - offset));
  }

private:
  const std::string &bytes_;
};

std::vector<Elf64_Phdr> segments(const Image &image, const Elf64_Ehdr &header) {
  std::vector<Elf64_Phdr> found;
  for (unsigned i = 0; i < header.e_phnum; ++i)
    if (const auto segment = image.at<Elf64_Phdr>(header.e_phoff + std::uint64_t{i} * header.e_phentsize))
      found.push_back(*segment);
  return found;
}

std::uint64_t fileOffset(const std::vector<Elf64_Phdr> &segments, std::uint64_t address) {
  for (const Elf64_Phdr &segment : segments)
    if (segment.p_type == PT_LOAD && address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_filesz)
      return address - segment.p_vaddr + segment.p_offset;
  return UINT64_MAX;
}

bool isExecutableFile(const std::string &path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

std::string inPath(const std::string &program) {
  const char *path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const std::string candidate = (folder.empty() ? "." : folder) + "/" + program; isExecutableFile(candidate))
      return candidate;
  return "";
}

} // namespace

std::optional<std::vector<std::string>> neededLibraries(const std::string &bytes) {
  const Image image(bytes);
  const auto header = image.at<Elf64_Ehdr>(0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64 ||
      header->e_ident[EI_DATA] != ELFDATA2LSB)
    return std::nullopt;
  const std::vector<Elf64_Phdr> loaded = segments(image, *header);
  std::vector<std::uint64_t> names;
  std::uint64_t strings = UINT64_MAX;
  bool dynamic = false;
  for (const Elf64_Phdr &segment : loaded) {
    if (segment.p_type != PT_DYNAMIC)
      continue;
    dynamic = true;
    for (std::uint64_t at = 0; at + sizeof(Elf64_Dyn) <= segment.p_filesz; at += sizeof(Elf64_Dyn)) {
      const auto entry = image.at<Elf64_Dyn>(segment.p_offset + at);
      if (!entry || entry->d_tag == DT_NULL)
        break;
      if (entry->d_tag == DT_NEEDED)
        names.push_back(entry->d_un.d_val);
      if (entry->d_tag == DT_STRTAB)
        strings = fileOffset(loaded, entry->d_un.d_ptr);
    }
  }
  if (!dynamic || strings == UINT64_MAX)
    return std::nullopt;
  std::vector<std::string> libraries;
  for (const std::uint64_t name : names)
    libraries.push_back(image.text(strings + name));
  return libraries;
}

sim::Result<std::string> findProgram(const std::string &program) {
  const std::string path = program.find('/') == std::string::npos ? inPath(program) : program;
  std::error_code error;
  if (path.empty() || !fs::exists(path, error)) {
    std::string fix = "check the name, and that the program has been built";
    if (path.empty() && isExecutableFile("./" + program))
      fix = "did you mean './" + program + "'?";
    return sim::Diagnostic{program, "program not found", "maquette-program-missing", "", fix};
  }
  if (!isExecutableFile(path))
    return sim::Diagnostic{program, "is not an executable file", "maquette-program-missing", "",
                           "give the path of the program, and make it executable (chmod +x)"};
  return fs::absolute(path).lexically_normal().string();
}

sim::Result<std::string> findSimulatedProgram(const std::string &program) {
  const sim::Result<std::string> path = findProgram(program);
  if (!path)
    return path;
  const sim::Result<std::string> bytes = runtime::readFile(*path);
  if (!bytes)
    return bytes.error();
  const auto libraries = neededLibraries(*bytes);
  for (const std::string &library : libraries.value_or(std::vector<std::string>{}))
    if (library.starts_with("libmaquette.so"))
      return path;
  return sim::Diagnostic{
      program,
      libraries ? "was not built with maquette-cc or maquette-c++" : "is not a dynamically linked 64-bit program",
      "maquette-program-not-built", "", "build it with CC=maquette-cc CXX=maquette-c++, without -static"};
}

bool marksRegions(const std::string &program) {
  const sim::Result<std::string> bytes = runtime::readFile(program);
  return bytes &&
         bytes->find("maquette_region_begin") != std::string::npos; // Among the names to bind, which stripping leaves.
}

std::string ownFolder() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? "." : self.parent_path().string();
}

sim::Diagnostic becomeOwnProgram(const std::string &name, const std::vector<std::string> &arguments,
                                 const std::string &tag, const std::string &fix) {
  const std::string program = ownFolder() + "/" + name;
  std::vector<std::string> texts{program};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  std::vector<char *> pointers;
  for (std::string &text : texts)
    pointers.push_back(text.data());
  pointers.push_back(nullptr);
  ::execv(program.c_str(), pointers.data());
  return {program, std::string("cannot be started: ") + std::strerror(errno), tag, "", fix};
}

} // namespace maquette::tool
