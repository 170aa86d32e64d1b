//===- maquette/context/redirected_streams.h - where each rank's std::cout goes -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// std::cout, std::cerr and std::clog are one object each for all ranks of the host process. What a rank does to one,
/// and what must not reach the others while it waits, is its own: another buffer (std::cout.rdbuf(file.rdbuf())), or a
/// state in which nothing is printed (std::cout.setstate(std::ios::failbit)).
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
      common_[i] = {kStreams[i]->rdbuf(), std::ios_base::goodbit, kStreams[i]->exceptions()};
  }
  /// The code of \p rank runs from now on.
  void enter(std::int64_t rank) {
    if (!of_rank_.empty()) [[unlikely]]
      restore(rank);
  }
  /// It waits, or has ended (\p ended).
  void leave(std::int64_t rank, bool ended) {
    if (!of_rank_.empty() || !areCommon()) [[unlikely]]
      keep(rank, ended);
  }

private:
  struct Stream {
    std::streambuf *buffer;
    std::ios_base::iostate state;
    std::ios_base::iostate thrown; ///< States that throw.
    bool operator==(const Stream &) const = default;
  };
  using Streams = std::array<Stream, 3>;
  static constexpr std::array<std::ostream *, 3> kStreams{&std::cout, &std::cerr, &std::clog};
  static Stream now(const std::ostream &stream) { return {stream.rdbuf(), stream.rdstate(), stream.exceptions()}; }
  bool areCommon() const {
    return now(std::cout) == common_[0] && now(std::cerr) == common_[1] && now(std::clog) == common_[2];
  }
  static void set(const Streams &streams);
  void restore(std::int64_t rank);
  void keep(std::int64_t rank, bool ended);

  Streams common_{};
  std::unordered_map<std::int64_t, Streams> of_rank_; ///< Of those that changed one.
};

} // namespace maquette::runtime

#endif
