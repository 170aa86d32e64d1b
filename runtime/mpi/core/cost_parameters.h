//===- runtime/mpi/core/cost_parameters.h - what calls cost a rank ----------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// CostParameters holds what the machine file says of the processor time of calls, and from which size on a message
/// asks its receiver first.
#ifndef MAQUETTE_MPI_CORE_COST_PARAMETERS_H
#define MAQUETTE_MPI_CORE_COST_PARAMETERS_H

#include "core/names.h"
#include "objects/datatype.h"
#include "p2p/request.h"

#include "maquette/models/machine.h"
#include "maquette/sim/units.h"

#include <cstdint>
#include <optional>

namespace maquette::mpi {

class CostParameters {
public:
  explicit CostParameters(const models::Machine &machine);

  SimDuration sendOverhead() const { return send_overhead_; }
  SimDuration receiveOverhead() const { return receive_overhead_; }
  SimDuration postOverhead() const { return post_overhead_; }
  /// Of a look that finds nothing.
  SimDuration pollCost() const { return poll_cost_; }
  /// Of reserving a buffer for an eager message.
  SimDuration bufferOverhead() const { return buffer_overhead_; }
  std::int64_t eagerThreshold() const { return eager_threshold_; }
  void setEagerThreshold(std::int64_t bytes) { eager_threshold_ = bytes; }
  /// True when a send of this size and mode is complete only after the receiver has answered.
  bool waitsForReceiver(std::int64_t bytes, SendMode mode) const {
    return mode == SendMode::Synchronous || (mode == SendMode::Standard && bytes > eager_threshold_);
  }
  /// Copies into and out of buffers take time.
  bool copies() const { return copy_bandwidth_.has_value(); }
  /// Of one such copy.
  SimDuration copyTime(std::int64_t bytes) const {
    return copy_bandwidth_ ? sim::transferTime(sim::Bytes{bytes}, *copy_bandwidth_) : SimDuration();
  }
  /// Of packing a message of so many bytes, or of unpacking it.
  SimDuration packingTime(const Datatype &type, std::int64_t bytes) const {
    return type.contiguous
               ? SimDuration()
               : (bytes <= eager_threshold_ ? block_overhead_ : rendezvous_block_overhead_) * type.blocksIn(bytes);
  }
  /// Of a rank's own part of a collective, from its send buffer to its receive buffer.
  SimDuration localCopyTime(std::int64_t bytes) const {
    return local_copy_bandwidth_ ? sim::transferTime(sim::Bytes{bytes}, *local_copy_bandwidth_) : SimDuration();
  }

private:
  SimDuration send_overhead_;
  SimDuration receive_overhead_;
  SimDuration post_overhead_;
  SimDuration block_overhead_;
  SimDuration rendezvous_block_overhead_;
  SimDuration poll_cost_;
  SimDuration buffer_overhead_;
  std::optional<sim::BitRate> copy_bandwidth_;       ///< nullopt: copies take no time.
  std::optional<sim::BitRate> local_copy_bandwidth_; ///< nullopt: such copies take no time.
  std::int64_t eager_threshold_ = 0;
};

} // namespace maquette::mpi

#endif
