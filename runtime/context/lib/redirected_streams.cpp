//===- runtime/context/lib/redirected_streams.cpp - where each rank's std::cout goes ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/redirected_streams.h"

namespace maquette::runtime {

void RedirectedStreams::set(const Streams &streams) {
  for (std::size_t i = 0; i < kStreams.size(); ++i) {
    kStreams[i]->exceptions(std::ios_base::goodbit);
    kStreams[i]->rdbuf(streams[i].buffer);
    kStreams[i]->clear(streams[i].state);
    try {
      kStreams[i]->exceptions(streams[i].thrown);
    } catch (const std::ios_base::failure &) { // Thrown at the rank before; what throws is set all the same.
    }
  }
}

void RedirectedStreams::restore(std::int64_t rank) {
  if (const auto found = of_rank_.find(rank); found != of_rank_.end())
    set(found->second);
}

void RedirectedStreams::keep(std::int64_t rank, bool ended) {
  if (areCommon() || ended)
    of_rank_.erase(rank);
  else
    of_rank_[rank] = {now(*kStreams[0]), now(*kStreams[1]), now(*kStreams[2])};
  set(common_);
}

} // namespace maquette::runtime
