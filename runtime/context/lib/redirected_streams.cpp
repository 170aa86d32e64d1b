//===- runtime/context/lib/redirected_streams.cpp - where each rank's std::cout goes ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/redirected_streams.h"

namespace maquette::runtime {

/// rdbuf() would clear the state: a stream that failed stays so.
static void redirect(std::ostream &stream, std::streambuf *buffer) {
  const std::ios_base::iostate state = stream.rdstate();
  stream.rdbuf(buffer);
  if (state != std::ios_base::goodbit && stream.exceptions() == std::ios_base::goodbit)
    stream.clear(state);
}

void RedirectedStreams::restore(std::int64_t rank) {
  const auto found = of_rank_.find(rank);
  if (found == of_rank_.end())
    return;
  for (std::size_t i = 0; i < kStreams.size(); ++i)
    redirect(*kStreams[i], found->second[i]);
  of_rank_.erase(found);
}

void RedirectedStreams::keep(std::int64_t rank, bool ended) {
  Buffers own;
  for (std::size_t i = 0; i < kStreams.size(); ++i) {
    own[i] = kStreams[i]->rdbuf();
    redirect(*kStreams[i], common_[i]);
  }
  if (!ended)
    of_rank_[rank] = own;
}

} // namespace maquette::runtime
