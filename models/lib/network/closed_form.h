//===- models/lib/network/closed_form.h - delays that nobody else changes ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Models in which a message takes a time of its own, whoever else is on the way: smp-sim, hops, infiniband. No event,
/// no memory but the bytes of the interfaces. docs/models/<name>.md hold the equations.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_CLOSED_FORM_H
#define MAQUETTE_MODELS_LIB_NETWORK_CLOSED_FORM_H

#include "lib/network/network_base.h"
#include "lib/network/pool.h"
#include "maquette/models/memory_times.h"

namespace maquette::models {

class ClosedForm : public NicNetwork {
public:
  Started start(const Transfer &transfer) final;
  sim::SimDuration timeAlone(const Transfer &transfer) const final {
    return (transfer.source == transfer.destination ? inside(transfer.size) : between(transfer)).delivered;
  }
  std::size_t memoryBytes() const final { return bytes_.size() * sizeof(std::uint64_t); }
  sim::BitRate linkRate(LinkId) const final { return bandwidth_; }
  std::uint64_t linkBytes(LinkId link) const final { return bytes_[link.index()]; }

protected:
  ClosedForm(const Machine &machine, sim::Engine &engine, TransferListener &listener);
  /// When the source is free of it and when it is there, since its start.
  struct Spans {
    sim::SimDuration injected;
    sim::SimDuration delivered;
  };
  virtual Spans between(const Transfer &transfer) const = 0;
  virtual Spans inside(sim::Bytes size) const;
  sim::SimDuration memoryTime(sim::Bytes size) const { return memory_.copying(size); }

  sim::BitRate bandwidth_; ///< Of the slower of interface and link.
  MemoryTimes memory_;

private:
  LazyArray<std::uint64_t> bytes_; ///< By interface, as the links of a Topology.
};

/// Equations 2, 3, 5 and 6 of SMP-SIM.
class SmpSim final : public ClosedForm {
public:
  SmpSim(const Machine &machine, std::int64_t ranks_per_node, sim::Engine &engine, TransferListener &listener);

private:
  Spans between(const Transfer &transfer) const override;
  sim::SimDuration buffer_overhead_;
  sim::Bytes eager_threshold_;
};

/// Equations 3 and 4 of VACED-SIM.
class Hops final : public ClosedForm {
public:
  Hops(const Machine &machine, std::int64_t ranks_per_node, sim::Engine &engine, TransferListener &listener)
      : ClosedForm(machine, engine, listener) {
    (void)ranks_per_node;
  }

private:
  Spans between(const Transfer &transfer) const override;
  Spans inside(sim::Bytes size) const override;
};

/// Packets cut through switches, each with its headers.
class InfiniBand final : public ClosedForm {
public:
  InfiniBand(const Machine &machine, std::int64_t ranks_per_node, sim::Engine &engine, TransferListener &listener);

private:
  Spans between(const Transfer &transfer) const override;
  sim::Bytes mtu_;
  sim::Bytes packet_overhead_;
};

} // namespace maquette::models

#endif
