//===- runtime/traces/lib/windowed_file.h - a file that is read through a small window ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACES_LIB_WINDOWED_FILE_H
#define MAQUETTE_TRACES_LIB_WINDOWED_FILE_H

#include "maquette/sim/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace maquette::traces {

/// Opened only while the window is filled: as many as there are ranks cost no file handles.
class WindowedFile {
public:
  static sim::Result<WindowedFile> open(const std::string &path);

  const std::string &path() const { return path_; }
  std::uint64_t size() const { return size_; }
  std::uint64_t position() const { return window_begin_ + next_; }
  void seek(std::uint64_t offset);
  /// False, and nothing else, where the file has no \p count bytes more or cannot be read.
  bool read(unsigned char *to, std::size_t count);
  /// Gives up the window: a reader that has what it needs keeps no more.
  void release();
  /// Big-endian, of 1, 2, 4 or 8 bytes.
  bool readNumber(std::uint64_t &value, int bytes);

private:
  static constexpr std::size_t kWindow = 2048;

  WindowedFile(std::string path, std::uint64_t size) : path_(std::move(path)), size_(size) {}
  bool fill();

  std::string path_;
  std::uint64_t size_;
  std::uint64_t window_begin_ = 0;
  std::size_t next_ = 0; ///< In the window.
  std::vector<unsigned char> window_;
};

} // namespace maquette::traces

#endif
