//===- maquette/formats/progress.h - how far a simulation has come ----------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The simulated program writes a few numbers into a mapped file, the command that started it shows them. Writing costs
/// nothing: most calls of tick() only count.
#ifndef MAQUETTE_FORMATS_PROGRESS_H
#define MAQUETTE_FORMATS_PROGRESS_H

#include <atomic>
#include <cstdint>
#include <string>

namespace maquette::runtime {

/// What is in the file. Each number is written and read whole; they need not be of the same moment.
struct Progress {
  std::atomic<std::int64_t> simulated_ps{0};
  std::atomic<std::uint64_t> events{0};
  std::atomic<std::int64_t> finished_ranks{0};
};

/// Maps the file at \p path, made if it is not there; a file that can not be made means no progress is shown, no more.
class ProgressFile {
public:
  explicit ProgressFile(const std::string &path);
  ~ProgressFile();
  ProgressFile(const ProgressFile &) = delete;
  ProgressFile &operator=(const ProgressFile &) = delete;

  /// The numbers, or nullptr.
  Progress *numbers() { return numbers_; }
  /// True when it is time to write the numbers again.
  bool due() { return numbers_ != nullptr && (++calls_ & 0xff) == 0; }

private:
  Progress *numbers_ = nullptr;
  std::uint32_t calls_ = 0;
};

/// The file of the run whose results go to \p result_file.
inline std::string progressFileBeside(const std::string &result_file) { return result_file + ".progress"; }

} // namespace maquette::runtime

#endif
