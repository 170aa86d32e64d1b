//===- maquette/context/redirected_streams.h - where each rank's std::cout goes -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// std::cout, std::cerr and std::clog are one object each for all ranks of the host process. A rank that gives one
/// another buffer (std::cout.rdbuf(file.rdbuf())) and waits in MPI meanwhile keeps that for itself.
#ifndef MAQUETTE_CONTEXT_REDIRECTED_STREAMS_H
#define MAQUETTE_CONTEXT_REDIRECTED_STREAMS_H

#include <array>
#include <cstdint>
#include <iostream>
#include <unordered_map>

namespace maquette::runtime {

class RedirectedStreams {
public:
  RedirectedStreams() {
    for (std::size_t i = 0; i < kStreams.size(); ++i)
      common_[i] = kStreams[i]->rdbuf();
  }
  /// The code of \p rank runs from now on.
  void enter(std::int64_t rank) {
    if (!of_rank_.empty()) [[unlikely]]
      restore(rank);
  }
  /// It waits, or has ended (\p ended).
  void leave(std::int64_t rank, bool ended) {
    if (std::cout.rdbuf() != common_[0] || std::cerr.rdbuf() != common_[1] || std::clog.rdbuf() != common_[2])
        [[unlikely]]
      keep(rank, ended);
  }

private:
  using Buffers = std::array<std::streambuf *, 3>;
  static constexpr std::array<std::ostream *, 3> kStreams{&std::cout, &std::cerr, &std::clog};
  void restore(std::int64_t rank);
  void keep(std::int64_t rank, bool ended);

  Buffers common_{};
  std::unordered_map<std::int64_t, Buffers> of_rank_; ///< Of those that redirected one and wait.
};

} // namespace maquette::runtime

#endif
