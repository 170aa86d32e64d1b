//===- runtime/formats/lib/files.cpp - whole files in, whole files out ---------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/files.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace maquette::runtime {
namespace {

sim::Diagnostic unwritable(const std::string &path, int error) {
  std::string fix = "give a file in a folder that exists and that you can write to";
  if (error == ENOSPC || error == EDQUOT)
    fix = "free some space there, or give a file on another disk";
  return {path, std::string("cannot be written: ") + std::strerror(error), "maquette-output-unwritable", "", fix};
}

/// A device or a pipe cannot be replaced by renaming.
bool isSpecial(const std::string &path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

int writeSpecial(const std::string &path, const std::string &text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return errno;
  const int error = writeAll(file, text.data(), text.size());
  const int close_error = ::close(file) != 0 ? errno : 0;
  return error != 0 ? error : close_error;
}

/// Writes a file beside \p path; its name goes to \p temporary. On failure nothing is left.
int writeBeside(const std::string &path, const std::string &text, std::string &temporary) {
  temporary = path + ".part-XXXXXX";
  const int file = ::mkstemp(temporary.data());
  if (file < 0)
    return errno;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  int error = ::fchmod(file, 0666 & ~mask) != 0 ? errno : 0;
  if (error == 0)
    error = writeAll(file, text.data(), text.size());
  if (error == 0 && ::fsync(file) != 0 && errno != EINVAL)
    error = errno;
  if (::close(file) != 0 && error == 0)
    error = errno;
  if (error != 0)
    ::unlink(temporary.c_str());
  return error;
}

} // namespace

int writeAll(int file, const char *data, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::write(file, data, size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return errno;
    data += written;
    size -= static_cast<std::size_t>(written);
  }
  return 0;
}

sim::Result<std::string> readFile(const std::string &path) {
  const auto failed = [&](int error) {
    return sim::Diagnostic{path, std::string("cannot be read: ") + std::strerror(error), "maquette-file-unreadable", "",
                           "check the name"};
  };
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return failed(errno);
  std::string text;
  char buffer[65536];
  ssize_t size = 0;
  while ((size = ::read(file, buffer, sizeof buffer)) > 0 || (size < 0 && errno == EINTR))
    if (size > 0)
      text.append(buffer, static_cast<std::size_t>(size));
  const int error = errno;
  ::close(file);
  if (size < 0)
    return failed(error);
  return text;
}

sim::Status writeFileAtomically(const std::string &path, const std::string &text) {
  if (isSpecial(path)) {
    const int error = writeSpecial(path, text);
    return error == 0 ? sim::Status(sim::Nothing{}) : sim::Status(unwritable(path, error));
  }
  std::string temporary;
  if (const int error = writeBeside(path, text, temporary))
    return unwritable(path, error);
  if (::rename(temporary.c_str(), path.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary.c_str());
    return unwritable(path, error);
  }
  return sim::Nothing{};
}

sim::Status checkWritable(const std::string &path) {
  struct stat status{};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (path.empty())
    return unwritable("\"\"", ENOENT);
  if (exists && S_ISDIR(status.st_mode))
    return unwritable(path, EISDIR);
  if (exists && ::access(path.c_str(), W_OK) != 0)
    return unwritable(path, errno);
  if (isSpecial(path))
    return sim::Nothing{};
  std::string temporary;
  if (const int error = writeBeside(path, std::string(65536, ' '), temporary))
    return unwritable(path, error);
  ::unlink(temporary.c_str());
  return sim::Nothing{};
}

} // namespace maquette::runtime
