//===- models/lib/network/ideal.h - transfers that take no time -----------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_NETWORK_IDEAL_H
#define MAQUETTE_MODELS_LIB_NETWORK_IDEAL_H

#include "lib/network/network_base.h"

namespace maquette::models {

/// No latency and any bandwidth, inside nodes, too. What a run takes beyond its computing is waiting for each other and
/// time of the processors in MPI.
class Ideal final : public NicNetwork {
public:
  Ideal(const Machine &machine, std::int64_t, sim::Engine &engine, TransferListener &listener)
      : NicNetwork(machine, engine, listener), bandwidth_(machine.network.bandwidth.value) {}

  Started start(const Transfer &transfer) override { return {transfer.start, transfer.start}; }
  sim::SimDuration minimumLatency() const override { return {}; }
  sim::SimDuration timeAlone(const Transfer &) const override { return {}; }
  std::size_t memoryBytes() const override { return sizeof *this; }
  bool keepsOrder() const override { return true; }
  sim::BitRate linkRate(LinkId) const override { return bandwidth_; }
  std::uint64_t linkBytes(LinkId) const override { return 0; }

private:
  sim::BitRate bandwidth_;
};

} // namespace maquette::models

#endif
