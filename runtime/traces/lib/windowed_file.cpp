//===- runtime/traces/lib/windowed_file.cpp - a file that is read through a small window ---===//
// SPDX-License-Identifier: Apache-2.0
#include "windowed_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace maquette::traces {

sim::Result<WindowedFile> WindowedFile::open(const std::string &path) {
  struct stat facts{};
  const bool is_there = ::stat(path.c_str(), &facts) == 0;
  if (is_there && S_ISREG(facts.st_mode) && ::access(path.c_str(), R_OK) == 0)
    return WindowedFile(path, static_cast<std::uint64_t>(facts.st_size));
  const std::string why = !is_there                 ? std::strerror(errno)
                          : !S_ISREG(facts.st_mode) ? "it is no file"
                                                    : std::strerror(EACCES);
  return sim::Diagnostic{path, "cannot be read: " + why, "maquette-trace-format", "",
                         "give a trace, and keep all its files in one folder"};
}

void WindowedFile::seek(std::uint64_t offset) {
  if (offset >= window_begin_ && offset <= window_begin_ + window_.size()) {
    next_ = offset - window_begin_;
    return;
  }
  window_begin_ = offset;
  window_.clear();
  next_ = 0;
}

void WindowedFile::release() {
  window_begin_ = position();
  next_ = 0;
  std::vector<unsigned char>().swap(window_);
}

bool WindowedFile::fill() {
  const std::uint64_t from = position();
  const int file = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  window_.resize(kWindow);
  const ssize_t count = ::pread(file, window_.data(), window_.size(), static_cast<off_t>(from));
  ::close(file);
  window_.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  window_begin_ = from;
  next_ = 0;
  return count > 0;
}

bool WindowedFile::read(unsigned char *to, std::size_t count) {
  if (position() + count > size_)
    return false;
  while (count > 0) {
    if (next_ == window_.size() && !fill())
      return false;
    const std::size_t some = std::min(count, window_.size() - next_);
    std::memcpy(to, window_.data() + next_, some);
    next_ += some;
    to += some;
    count -= some;
  }
  return true;
}

bool WindowedFile::readNumber(std::uint64_t &value, int bytes) {
  unsigned char raw[8];
  if (!read(raw, static_cast<std::size_t>(bytes)))
    return false;
  value = 0;
  for (int i = 0; i < bytes; ++i)
    value = value << 8 | raw[i];
  return true;
}

} // namespace maquette::traces
