//===- runtime/mpi/p2p/partitioned.h - messages in partitions -------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A PartitionedChannel connects one MPI_Psend_init with its matching MPI_Precv_init, for all their rounds. Each
/// partition that the sender marks ready crosses the network as a separate message. Partitions that arrive before the
/// receiver has started its round wait in the channel.
///
/// Matching  by communicator, ranks and tag, in the order of the init calls on both sides; never with other messages
/// Source    MPI 4.0, chapter 4
#ifndef MAQUETTE_MPI_P2P_PARTITIONED_H
#define MAQUETTE_MPI_P2P_PARTITIONED_H

#include "p2p/request_operation.h"

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace maquette::mpi {

/// What has come of one start of the sender.
struct PartitionedRound {
  std::vector<char> contents; ///< Packed; empty while all that came is phantom.
  std::vector<bool> arrived;  ///< By partition of the sender.
  std::int64_t arrived_bytes = 0;
};

struct PartitionedChannel {
  std::int64_t send_bytes = 0;                      ///< Of a whole round.
  std::int64_t send_partition = 0;                  ///< Bytes of a partition of the sender.
  std::map<std::uint32_t, PartitionedRound> rounds; ///< Not yet received.
  Request *receiver = nullptr;                      ///< Waits for round `awaited`.
  std::uint32_t awaited = 0;
};

/// The channels of one simulation.
class PartitionedChannels {
public:
  using Pair = std::tuple<std::uint32_t, std::int32_t, std::int32_t, int>; ///< Context, sender, receiver, tag.

  std::shared_ptr<PartitionedChannel> sendEnd(const Pair &pair) { return end(pair, sends_[pair]++); }
  std::shared_ptr<PartitionedChannel> receiveEnd(const Pair &pair) { return end(pair, receives_[pair]++); }

private:
  /// The first of the two makes it, the second takes it out of the table.
  std::shared_ptr<PartitionedChannel> end(const Pair &pair, std::uint32_t number);

  std::map<Pair, std::uint32_t> sends_;
  std::map<Pair, std::uint32_t> receives_;
  std::map<std::pair<Pair, std::uint32_t>, std::shared_ptr<PartitionedChannel>> unmatched_;
};

} // namespace maquette::mpi

#endif
