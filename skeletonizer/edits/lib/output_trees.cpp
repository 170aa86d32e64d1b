//===- skeletonizer/edits/lib/output_trees.cpp - the output folder ---------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/edits/output_trees.h"

#include "maquette/frontend/input_error.h"
#include "maquette/frontend/paths.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace maquette::skeletonizer {
namespace {

namespace fs = std::filesystem;

constexpr const char *kMarker = ".maquette-out";

llvm::Error diskError(const fs::path &path, const std::error_code &code) {
  return inputError(path.string(), "cannot write: " + code.message(), "maquette-output-unwritable",
                    "free some space, or give a folder that you can write to with -o");
}

llvm::Error readError(const fs::path &path, const std::error_code &code) {
  return inputError(path.string(), "cannot read: " + code.message(), "maquette-source-unreadable",
                    "make the file readable, or move it out of the source root");
}

/// Object files, archives, executables: what a build makes.
bool isBuilt(const fs::path &path) {
  int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  char magic[8] = {};
  ssize_t got = ::read(file, magic, sizeof magic);
  ::close(file);
  llvm::StringRef start(magic, got > 0 ? got : 0);
  return start.starts_with("\x7f"
                           "ELF") ||
         start.starts_with("!<arch>");
}

/// Which files the trees get.
class CopiedFiles {
public:
  /// Empty: all.
  CopiedFiles(const std::set<fs::path> &files, const fs::path &root) : files_(files), root_(root) {
    for (const fs::path &file : files)
      for (fs::path folder = file.parent_path(); isInside(folder, root) && folders_.insert(folder).second;
           folder = folder.parent_path())
        ;
  }
  bool hasFile(const fs::path &path) const { return files_.empty() || files_.count(path) != 0; }
  bool hasFolder(const fs::path &path) const { return files_.empty() || folders_.count(path) != 0; }
  /// What it leads to is copied, or lies elsewhere.
  bool hasLink(const fs::path &path) const {
    const fs::path target = absolute(path.string());
    return hasFile(target) || hasFolder(target) || !isInside(target, root_);
  }

private:
  const std::set<fs::path> &files_;
  fs::path root_;
  std::set<fs::path> folders_;
};

class TreeWriter {
public:
  TreeWriter(fs::path root, fs::path out, fs::path previous, const std::map<std::string, std::vector<Edit>> &edits,
             const CopiedFiles &copied, fs::path excluded)
      : root_(std::move(root)), out_(std::move(out)), previous_(std::move(previous)), edits_(edits), copied_(copied),
        excluded_(std::move(excluded)) {}

  llvm::Error folder(const fs::path &relative) {
    std::error_code code;
    fs::create_directories(out_ / relative, code);
    if (code)
      return diskError(out_ / relative, code);
    for (fs::directory_iterator entry(root_ / relative, code), end; !code && entry != end; entry.increment(code))
      if (llvm::Error error = this->entry(*entry, relative / entry->path().filename()))
        return error;
    if (code)
      return readError(root_ / relative, code);
    struct stat status;
    if (::stat((root_ / relative).c_str(), &status) == 0)
      ::chmod((out_ / relative).c_str(), (status.st_mode & 07777) | S_IRWXU);
    return llvm::Error::success();
  }

private:
  /// Within the sources relative, so that it leads to the copy's file; outside of them absolute.
  fs::path linkTarget(const fs::path &link) const {
    std::error_code code;
    const fs::path target = fs::read_symlink(link, code);
    const fs::path named = link.parent_path() / target; // By whatever way to the sources: root_ is the real one.
    const fs::path absolute = (fs::weakly_canonical(named.parent_path(), code) / named.filename()).lexically_normal();
    if (!isInside(absolute, root_))
      return absolute;
    return target.is_absolute() ? absolute.lexically_relative(link.parent_path()) : target;
  }

  llvm::Error entry(const fs::directory_entry &entry, const fs::path &relative) {
    std::error_code code;
    const fs::path &source = entry.path();
    if (entry.is_symlink(code)) {
      if (!copied_.hasLink(source))
        return llvm::Error::success();
      fs::create_symlink(linkTarget(source), out_ / relative, code);
      return code ? diskError(out_ / relative, code) : llvm::Error::success();
    }
    if (entry.is_directory(code)) {
      bool skipped = !copied_.hasFolder(source) || source.filename() == ".git" || isInside(source, excluded_) ||
                     source.string().starts_with(excluded_.string() + ".tmp-") || fs::exists(source / kMarker, code) ||
                     fs::exists(source / "CMakeCache.txt", code);
      return skipped ? llvm::Error::success() : folder(relative);
    }
    if (!entry.is_regular_file(code) || !copied_.hasFile(source) || isBuilt(source))
      return llvm::Error::success();
    return file(source, relative);
  }

  llvm::Error file(const fs::path &source, const fs::path &relative) {
    auto text = llvm::MemoryBuffer::getFile(source.string(), /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (!text)
      return readError(source, text.getError());
    auto edits = editsOf(source, (*text)->getBuffer());
    std::string content =
        edits == edits_.end() ? (*text)->getBuffer().str() : applied((*text)->getBuffer(), edits->second);
    struct stat status;
    if (::stat(source.c_str(), &status) != 0)
      return readError(source, std::error_code(errno, std::generic_category()));
    if (llvm::Error error = writeFile(out_ / relative, content, status.st_mode & 07777))
      return error;
    // An unchanged file keeps its time: the source's, or that of the earlier run.
    if (edits == edits_.end())
      setTime(out_ / relative, status.st_mtim);
    else
      keepTime(relative, content);
    return llvm::Error::success();
  }

  /// Those of the file, or those of a copy of it that the build made below it to compile there.
  std::map<std::string, std::vector<Edit>>::const_iterator editsOf(const fs::path &source, llvm::StringRef text) const {
    auto found = edits_.find(source.string());
    if (found != edits_.end())
      return found;
    const std::string folder = source.parent_path().string() + "/";
    for (auto edited = edits_.begin(); edited != edits_.end(); ++edited) {
      if (fs::path(edited->first).filename() != source.filename() ||
          !llvm::StringRef(edited->first).starts_with(folder))
        continue;
      auto copy = llvm::MemoryBuffer::getFile(edited->first, /*IsText=*/false, /*RequiresNullTerminator=*/false);
      if (copy && (*copy)->getBuffer() == text)
        return edited;
    }
    return edits_.end();
  }

  void keepTime(const fs::path &relative, const std::string &content) {
    auto before = llvm::MemoryBuffer::getFile((previous_ / relative).string(), false, false);
    struct stat status;
    if (before && (*before)->getBuffer() == content && ::stat((previous_ / relative).c_str(), &status) == 0)
      setTime(out_ / relative, status.st_mtim);
  }

  static void setTime(const fs::path &path, const timespec &time) {
    timespec times[2] = {time, time};
    ::utimensat(AT_FDCWD, path.c_str(), times, 0);
  }

public:
  static llvm::Error writeFile(const fs::path &path, const std::string &content, mode_t mode) {
    int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode | S_IWUSR);
    auto failed = [&] { return diskError(path, std::error_code(errno, std::generic_category())); };
    if (file < 0)
      return failed();
    for (size_t done = 0; done < content.size();) {
      ssize_t wrote = ::write(file, content.data() + done, content.size() - done);
      if (wrote < 0) {
        llvm::Error error = failed();
        ::close(file);
        return error;
      }
      done += wrote;
    }
    ::fchmod(file, mode);
    return ::close(file) == 0 ? llvm::Error::success() : failed();
  }

private:
  fs::path root_, out_, previous_;
  const std::map<std::string, std::vector<Edit>> &edits_;
  const CopiedFiles &copied_;
  fs::path excluded_;
};

} // namespace

llvm::Error checkOutDir(const Options &options) {
  fs::path out = absolute(options.out_dir);
  std::error_code code;
  if (fs::exists(out, code) && !fs::exists(out / kMarker, code) &&
      !(fs::is_directory(out, code) && fs::is_empty(out, code)))
    return inputError(options.out_dir, "the folder exists, but maquette skeletonize did not write it",
                      "maquette-output-exists", "give another folder with -o, or remove this one");
  fs::path parent = out.parent_path();
  fs::create_directories(parent, code);
  if (code)
    return diskError(parent, code);
  return llvm::Error::success();
}

llvm::Error writeOutputTrees(const Options &options, const std::string &root, const TreeEdits &edits,
                             const std::set<std::filesystem::path> &copied,
                             const std::map<std::string, std::string> &files) {
  if (llvm::Error error = checkOutDir(options))
    return error;
  fs::path out = absolute(options.out_dir);
  fs::path temporary = out.string() + ".tmp-" + std::to_string(::getpid());
  std::error_code code;
  const CopiedFiles chosen(copied, root);
  auto write = [&]() -> llvm::Error {
    fs::create_directories(temporary, code);
    if (code)
      return diskError(temporary, code);
    if (llvm::Error error = TreeWriter::writeFile(temporary / kMarker, "written by maquette skeletonize\n", 0644))
      return error;
    for (const auto &[name, content] : files)
      if (llvm::Error error = TreeWriter::writeFile(temporary / name, content, 0644))
        return error;
    if (llvm::Error error =
            TreeWriter(root, temporary / "skeleton", out / "skeleton", edits.skeleton, chosen, out).folder(""))
      return error;
    return TreeWriter(root, temporary / "profiled", out / "profiled", edits.profiled, chosen, out).folder("");
  };
  if (llvm::Error error = write()) {
    std::error_code ignored;
    fs::remove_all(temporary, ignored);
    return error;
  }
  fs::path old = out.string() + ".tmp-old-" + std::to_string(::getpid());
  bool replaced = fs::exists(out, code);
  if (replaced)
    fs::rename(out, old, code);
  if (!code)
    fs::rename(temporary, out, code);
  if (code) {
    std::error_code ignored;
    fs::remove_all(temporary, ignored);
    return diskError(out, code);
  }
  if (replaced)
    fs::remove_all(old, code);
  return llvm::Error::success();
}

} // namespace maquette::skeletonizer
