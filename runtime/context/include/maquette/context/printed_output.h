//===- maquette/context/printed_output.h - output of ranks that compute at once -----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ranks that compute in their own processes print into their own files. The simulator copies the output of each span
/// of computing to its own output, in the order in which spans began, which is that of simulated time.
#ifndef MAQUETTE_CONTEXT_PRINTED_OUTPUT_H
#define MAQUETTE_CONTEXT_PRINTED_OUTPUT_H

#include "maquette/sim/result.h"

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

namespace maquette::runtime {

class PrintedOutput {
public:
  PrintedOutput() = default;
  ~PrintedOutput();
  PrintedOutput(const PrintedOutput &) = delete;
  PrintedOutput &operator=(const PrintedOutput &) = delete;

  sim::Status prepare(std::int64_t ranks);
  /// In the process of \p rank: redirects its standard output and error to its files.
  void becomeOf(std::int64_t rank);

  // In the simulator.
  void begins(std::int64_t rank) { spans_.push_back({rank, false, {}}); }
  /// The span of \p rank ended and its output is flushed.
  void ended(std::int64_t rank);
  /// All ranks have ended: prints what is left, by rank.
  void finish();

private:
  using Ends = std::array<off_t, 2>; ///< Of standard output and error.
  struct Files {
    std::array<int, 2> descriptors{-1, -1};
    Ends shown{};
  };
  struct Span {
    std::int64_t rank;
    bool ended;
    Ends upto;
  };
  Ends endsOf(const Files &files) const;
  void show(Files &files, const Ends &upto);

  std::vector<Files> files_; ///< By rank.
  std::deque<Span> spans_;   ///< In the order they began, from the first that has not ended.
};

} // namespace maquette::runtime

#endif
