//===- runtime/trace_formats/lib/part_file.cpp - a file that is there whole or not at all ------===//
// SPDX-License-Identifier: Apache-2.0
#include "part_file.h"

#include <fcntl.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace maquette::traces {
namespace {

constexpr std::size_t kBufferBytes = 1 << 20;

} // namespace

PartFile::PartFile(std::string path, std::uint64_t most_bytes)
    : path_(std::move(path)), part_(path_ + ".part"), most_bytes_(most_bytes),
      file_(::open(part_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
  if (file_ < 0)
    error_ = errno;
}

PartFile::~PartFile() {
  if (file_ < 0)
    return;
  ::close(file_);
  std::remove(part_.c_str());
}

void PartFile::write(std::string_view data) {
  bytes_ += data.size();
  if (bytes_ > most_bytes_)
    error_ = EFBIG;
  if (error_ != 0)
    return;
  buffer_ += data;
  if (buffer_.size() >= kBufferBytes)
    flush();
}

void PartFile::fail() { error_ = errno != 0 ? errno : EIO; }

void PartFile::flush() {
  std::string_view left = buffer_;
  while (!left.empty() && error_ == 0) {
    const ssize_t count = ::write(file_, left.data(), left.size());
    if (count > 0)
      left.remove_prefix(static_cast<std::size_t>(count));
    else if (errno != EINTR)
      error_ = count == 0 ? ENOSPC : errno;
  }
  buffer_.clear();
}

sim::Status PartFile::commit() {
  if (error_ == 0)
    flush();
  if (file_ >= 0 && ::close(file_) != 0 && error_ == 0)
    error_ = errno;
  const bool was_open = file_ >= 0;
  file_ = -1;
  if (error_ == 0 && std::rename(part_.c_str(), path_.c_str()) != 0)
    error_ = errno;
  if (error_ == 0)
    return sim::Nothing{};
  if (was_open)
    std::remove(part_.c_str());
  return sim::Diagnostic{path_, std::string("cannot be written: ") + std::strerror(error_),
                         "maquette-output-unwritable", "", "free some space, or write to another folder"};
}

} // namespace maquette::traces
