// test/unit/runtime/file_space_test.cpp - files that only a simulation has, against those of the host
// SPDX-License-Identifier: Apache-2.0
#include "maquette/files/file_space.h"
#include "maquette/sim/random.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

namespace maquette::files {
namespace {

/// A folder of the host's that is gone at the end.
class Folder {
public:
  Folder() {
    path = ::testing::TempDir() + "maquette-files-XXXXXX";
    mkdtemp(path.data());
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string path;
};

/// The same operations of the host's kernel.
class HostFiles {
public:
  static int open(const std::string &path, int flags) { return ::open(path.c_str(), flags, 0644); }
  static int close(int file) { return ::close(file); }
  static ssize_t read(int file, void *data, std::int64_t bytes) {
    return ::read(file, data, static_cast<std::size_t>(bytes));
  }
  static ssize_t write(int file, const void *data, std::int64_t bytes) {
    return ::write(file, data, static_cast<std::size_t>(bytes));
  }
  static ssize_t readAt(int file, void *data, std::int64_t bytes, std::int64_t offset) {
    return ::pread(file, data, static_cast<std::size_t>(bytes), offset);
  }
  static ssize_t writeAt(int file, const void *data, std::int64_t bytes, std::int64_t offset) {
    return ::pwrite(file, data, static_cast<std::size_t>(bytes), offset);
  }
  static std::int64_t seek(int file, std::int64_t offset, int whence) { return ::lseek(file, offset, whence); }
  static int resize(int file, std::int64_t bytes) { return ::ftruncate(file, bytes); }
  static int allocate(int file, int mode, std::int64_t offset, std::int64_t bytes) {
    return ::fallocate(file, mode, offset, bytes);
  }
  static int duplicate(int file) { return ::dup(file); }
  static int unlink(const std::string &path) { return ::unlink(path.c_str()); }
  static int makeFolder(const std::string &path) { return ::mkdir(path.c_str(), 0755); }
  static int removeFolder(const std::string &path) { return ::rmdir(path.c_str()); }
  static int rename(const std::string &from, const std::string &to) { return ::rename(from.c_str(), to.c_str()); }
  static int truncate(const std::string &path, std::int64_t bytes) { return ::truncate(path.c_str(), bytes); }
  static int access(const std::string &path) { return ::access(path.c_str(), R_OK | W_OK); }
  static int status(const std::string &path, struct stat *about) { return ::stat(path.c_str(), about); }
  static std::vector<std::string> list(const std::string &path) {
    std::vector<std::string> names;
    DIR *const folder = ::opendir(path.c_str());
    if (folder == nullptr)
      return {std::to_string(errno)};
    while (const dirent *const entry = ::readdir(folder))
      names.emplace_back(entry->d_name);
    ::closedir(folder);
    std::sort(names.begin(), names.end());
    return names;
  }
};

class KeptFiles {
public:
  explicit KeptFiles(FilesMode mode = FilesMode::Sparse) : space(mode, "/nowhere", [] { return std::int64_t{0}; }) {}
  int open(const std::string &path, int flags) { return space.open(path, flags, 0644); }
  /// What its mode leaves to the host is the host's.
  int close(int file) { return space.find(file) != nullptr ? space.close(file) : ::close(file); }
  ssize_t read(int file, void *data, std::int64_t bytes) {
    return space.isKept(file) ? space.read(file, data, bytes) : HostFiles::read(file, data, bytes);
  }
  ssize_t write(int file, const void *data, std::int64_t bytes) {
    return space.isKept(file) ? space.write(file, data, bytes) : HostFiles::write(file, data, bytes);
  }
  ssize_t readAt(int file, void *data, std::int64_t bytes, std::int64_t offset) {
    return space.isKept(file) ? space.readAt(file, data, bytes, offset) : HostFiles::readAt(file, data, bytes, offset);
  }
  ssize_t writeAt(int file, const void *data, std::int64_t bytes, std::int64_t offset) {
    return space.isKept(file) ? space.writeAt(file, data, bytes, offset)
                              : HostFiles::writeAt(file, data, bytes, offset);
  }
  std::int64_t seek(int file, std::int64_t offset, int whence) {
    return space.isKept(file) ? space.seek(file, offset, whence) : HostFiles::seek(file, offset, whence);
  }
  int resize(int file, std::int64_t bytes) {
    return space.isKept(file) ? space.resize(file, bytes) : HostFiles::resize(file, bytes);
  }
  int allocate(int file, int mode, std::int64_t offset, std::int64_t bytes) {
    return space.isKept(file) ? space.allocate(file, mode, offset, bytes)
                              : HostFiles::allocate(file, mode, offset, bytes);
  }
  int duplicate(int file) { return space.find(file) != nullptr ? space.duplicate(file) : ::dup(file); }
  int unlink(const std::string &path) { return space.unlink(path); }
  int makeFolder(const std::string &path) { return space.makeFolder(path, 0755); }
  int removeFolder(const std::string &path) { return space.removeFolder(path); }
  int rename(const std::string &from, const std::string &to) { return space.rename(from, to); }
  int truncate(const std::string &path, std::int64_t bytes) { return space.truncate(path, bytes); }
  int access(const std::string &path) { return space.access(path, R_OK | W_OK); }
  int status(const std::string &path, struct stat *about) { return space.status(path, about, true); }
  std::vector<std::string> list(const std::string &path) {
    const auto found = space.list(path);
    if (!found)
      return {std::to_string(errno)};
    std::vector<std::string> names;
    for (const dirent &entry : *found)
      names.emplace_back(entry.d_name);
    std::sort(names.begin(), names.end());
    return names;
  }

  FileSpace space;
};

/// A few files and folders, the same in each run.
void fill(const std::string &folder) {
  std::filesystem::create_directories(folder + "/old/inner");
  std::ofstream(folder + "/old/text") << "written before the program began, longer than a few reads\n";
  std::ofstream(folder + "/b") << "another";
}

/// The random operations of one sequence. What each gives is a line of text.
template <class Files> class Sequence {
public:
  Sequence(Files &files, std::string folder, std::uint64_t seed)
      : files_(files), folder_(std::move(folder)), random_(seed, 0) {}

  std::vector<std::string> run(int operations) {
    std::vector<std::string> lines;
    for (int i = 0; i < operations; ++i)
      lines.push_back(one());
    for (auto &[number, file] : open_)
      files_.close(file);
    return lines;
  }

private:
  std::uint64_t draw(std::uint64_t below) { return random_.below(count_++, below); }
  std::string path() {
    static constexpr std::array names{"/a",   "/b",     "/c",         "/old",     "/old/text",   "/old/new",
                                      "/new", "/new/d", "/old/inner", "/a/below", "/old/inner/e"};
    return folder_ + names[draw(names.size())];
  }
  int file() {
    if (open_.empty())
      return -1;
    auto chosen = open_.begin();
    std::advance(chosen, static_cast<std::ptrdiff_t>(draw(open_.size())));
    return chosen->second;
  }
  std::string text(const char *what, std::int64_t result) const {
    return std::string(what) + " = " + std::to_string(result) + (result < 0 ? ", errno " + std::to_string(errno) : "");
  }
  std::string readText(const char *what, std::int64_t done, const std::string &data) const {
    return text(what, done) + (done > 0 ? " '" + data.substr(0, static_cast<std::size_t>(done)) + "'" : "");
  }

  std::string one();
  std::string onPaths(std::uint64_t kind);
  std::string onFiles(std::uint64_t kind);

  Files &files_;
  std::string folder_;
  sim::Random random_;
  std::uint64_t count_ = 0, opened_ = 0;
  std::map<std::uint64_t, int> open_; ///< In the order they were opened.
};

template <class Files> std::string Sequence<Files>::onPaths(std::uint64_t kind) {
  switch (kind) {
  case 0: {
    const std::string at = path();
    return text(("unlink " + at.substr(folder_.size())).c_str(), files_.unlink(at));
  }
  case 1:
    return text("mkdir", files_.makeFolder(path()));
  case 2:
    return text("rmdir", files_.removeFolder(path()));
  case 3: {
    const std::string from = path(), to = path();
    struct stat about{};
    // A folder of the host's gives EXDEV, as documented: only files are renamed here.
    if (files_.status(from, &about) == 0 && S_ISDIR(about.st_mode))
      return "a folder";
    return text("rename", files_.rename(from, to));
  }
  case 4:
    return text("truncate", files_.truncate(path(), static_cast<std::int64_t>(draw(200)) - 5));
  case 5:
    return text("access", files_.access(path()));
  case 6: {
    struct stat about{};
    const std::string at = path();
    const int result = files_.status(at, &about);
    return text("stat", result) + (result == 0 && S_ISREG(about.st_mode) ? " " + std::to_string(about.st_size) : "") +
           (result == 0 ? " " + std::to_string(about.st_mode) : "");
  }
  default: {
    std::string all = "list";
    for (const std::string &name : files_.list(path()))
      all += " " + name;
    return all;
  }
  }
}

template <class Files> std::string Sequence<Files>::onFiles(std::uint64_t kind) {
  const int one = file();
  std::string data(draw(120), '\0');
  const auto bytes = static_cast<std::int64_t>(data.size());
  const auto offset = static_cast<std::int64_t>(draw(9000)) - 20;
  for (std::size_t i = 0; i < data.size() && (kind == 1 || kind == 3); ++i)
    data[i] = static_cast<char>('a' + draw(26));
  switch (kind) {
  case 0: {
    const std::int64_t done = files_.read(one, data.data(), bytes);
    return readText("read", done, data);
  }
  case 1:
    return text("write", files_.write(one, data.data(), bytes));
  case 2: {
    const std::int64_t done = files_.readAt(one, data.data(), bytes, offset);
    return readText("pread", done, data);
  }
  case 3:
    return text("pwrite", files_.writeAt(one, data.data(), bytes, offset));
  case 4: {
    static constexpr std::array ways{SEEK_SET, SEEK_CUR, SEEK_END};
    return text("lseek", files_.seek(one, offset / 10, ways[draw(3)]));
  }
  case 5:
    return text("ftruncate", files_.resize(one, offset / 4));
  default:
    return text("fallocate", files_.allocate(one, 0, offset / 4, bytes));
  }
}

template <class Files> std::string Sequence<Files>::one() {
  const std::uint64_t kind = draw(22);
  if (kind < 8)
    return onPaths(kind);
  if (kind < 12 || open_.empty()) {
    static constexpr std::array ways{O_RDONLY, O_WRONLY, O_RDWR};
    int flags = ways[draw(3)];
    for (const int flag : {O_CREAT, O_CREAT, O_EXCL, O_TRUNC, O_APPEND})
      if (draw(3) == 0 && (flag != O_EXCL || (flags & O_CREAT) != 0))
        flags |= flag;
    const std::string at = path();
    const int opened = files_.open(at, flags);
    struct stat about{};
    if (opened >= 0 && files_.status(at, &about) == 0 && S_ISDIR(about.st_mode))
      files_.close(opened); // Offsets in folders are each file system's own.
    else if (opened >= 0)
      open_.emplace(opened_++, opened);
    return text("open", opened < 0 ? opened : 0);
  }
  if (kind == 12) {
    const auto chosen = open_.begin();
    const int result = files_.close(chosen->second);
    open_.erase(chosen);
    return text("close", result);
  }
  if (kind == 13) {
    const int copy = files_.duplicate(file());
    if (copy >= 0)
      open_.emplace(opened_++, copy);
    return text("dup", copy < 0 ? copy : 0);
  }
  return onFiles((kind - 14) % 7);
}

TEST(FileSpace, TenThousandSequencesAreAsTheKernelHasThem) {
  const Folder kept, host;
  for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
    const std::string folder = "/" + std::to_string(seed);
    fill(kept.path + folder);
    fill(host.path + folder);
    KeptFiles files;
    HostFiles host_files;
    const auto ours = Sequence(files, kept.path + folder, seed).run(40);
    const auto theirs = Sequence(host_files, host.path + folder, seed).run(40);
    for (std::size_t i = 0; i < ours.size(); ++i)
      ASSERT_EQ(ours[i], theirs[i]) << "sequence " << seed << ", operation " << i << ", after "
                                    << (i > 0 ? ours[i - 1] : "");
    // The host's files are as they were.
    std::string text;
    std::getline(std::ifstream(kept.path + folder + "/old/text"), text);
    ASSERT_EQ(text, "written before the program began, longer than a few reads");
    ASSERT_EQ(std::distance(std::filesystem::recursive_directory_iterator(kept.path + folder), {}), 4);
    std::filesystem::remove_all(kept.path + folder);
    std::filesystem::remove_all(host.path + folder);
  }
}

TEST(FileSpace, TheWorkingFolderIsTheHosts) {
  const Folder inside, outside;
  FileSpace space(FilesMode::Folder, inside.path, [] { return std::int64_t{0}; });
  for (const std::string &folder : {inside.path, outside.path})
    std::ofstream(folder + "/file") << "text";
  EXPECT_EQ(space.unlink(inside.path + "/file"), 0);
  EXPECT_EQ(space.unlink(outside.path + "/file"), 0);
  EXPECT_FALSE(std::filesystem::exists(inside.path + "/file"));
  EXPECT_TRUE(std::filesystem::exists(outside.path + "/file"));
  struct stat about{};
  EXPECT_EQ(space.status(outside.path + "/file", &about, true), -1);
  EXPECT_EQ(errno, ENOENT);
}

TEST(FileSpace, ALinkOutOfTheFolderLeadsOutOfIt) {
  const Folder inside, outside;
  FileSpace space(FilesMode::Folder, inside.path, [] { return std::int64_t{0}; });
  std::ofstream(outside.path + "/file") << "text";
  std::filesystem::create_directory_symlink(outside.path, inside.path + "/out");
  std::filesystem::create_symlink(outside.path + "/file", inside.path + "/link");
  EXPECT_EQ(space.unlink(inside.path + "/out/file"), 0);
  EXPECT_TRUE(std::filesystem::exists(outside.path + "/file"));
  const int file = space.open(inside.path + "/link", O_WRONLY | O_TRUNC, 0);
  EXPECT_GE(file, FileSpace::kFirstKept);
  EXPECT_EQ(std::filesystem::file_size(outside.path + "/file"), 4u);
  space.close(file);
  EXPECT_EQ(space.unlink(inside.path + "/link"), 0); // The link itself is in the folder.
  EXPECT_FALSE(std::filesystem::is_symlink(inside.path + "/link"));
  EXPECT_TRUE(std::filesystem::exists(outside.path + "/file"));
}

TEST(FileSpace, RealChangesAll) {
  const Folder outside;
  FileSpace space(FilesMode::Real, "/nowhere", [] { return std::int64_t{0}; });
  std::ofstream(outside.path + "/file") << "text";
  EXPECT_EQ(space.unlink(outside.path + "/file"), 0);
  EXPECT_FALSE(std::filesystem::exists(outside.path + "/file"));
}

TEST(FileSpace, NoneKeepsOnlySizes) {
  const Folder folder;
  KeptFiles files(FilesMode::None);
  const int file = files.open(folder.path + "/none", O_RDWR | O_CREAT);
  ASSERT_GE(file, 0);
  const std::string text(1 << 20, 'x');
  EXPECT_EQ(files.write(file, text.data(), 1 << 20), 1 << 20);
  EXPECT_EQ(files.space.size(file), 1 << 20);
  EXPECT_EQ(files.space.keptBytes(), 0);
  char byte = 'y';
  EXPECT_EQ(files.readAt(file, &byte, 1, 100), 1);
  EXPECT_EQ(byte, '\0');
  files.close(file);
  EXPECT_FALSE(std::filesystem::exists(folder.path + "/none"));
}

TEST(FileSpace, WhatNobodyHasTakesNoMemory) {
  const Folder folder;
  KeptFiles files;
  const int file = files.open(folder.path + "/sparse", O_RDWR | O_CREAT);
  const std::int64_t gigabyte = std::int64_t{1} << 30;
  EXPECT_EQ(files.space.write(file, nullptr, gigabyte), gigabyte);
  EXPECT_EQ(files.space.keptBytes(), 0);
  EXPECT_EQ(files.writeAt(file, "text", 4, gigabyte / 2), 4);
  EXPECT_EQ(files.space.keptBytes(), 4096);
  EXPECT_EQ(files.space.writeAt(file, nullptr, gigabyte, 0), gigabyte); // Over what was there.
  EXPECT_EQ(files.space.keptBytes(), 0);
  files.close(file);
}

TEST(FileSpace, KeptFilesHaveNoLinks) {
  const Folder inside, outside;
  const FileSpace space(FilesMode::Folder, inside.path, [] { return std::int64_t{0}; });
  EXPECT_FALSE(space.reachesHost(outside.path + "/link"));
  EXPECT_TRUE(space.reachesHost(inside.path + "/link"));
}

} // namespace
} // namespace maquette::files
