//===- models/lib/network/logp.h - LogGP with serial network interfaces -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// docs/models/logp.md holds the equations. One event per message where one rank uses a node, two otherwise or when the
/// receiving interface is busy.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_LOGP_H
#define MAQUETTE_MODELS_LIB_NETWORK_LOGP_H

#include "lib/network/network_base.h"
#include "lib/network/pool.h"
#include "maquette/models/machine.h"
#include "maquette/models/network_model.h"
#include "maquette/models/topology.h"

#include <memory>

namespace maquette::models {

class LogP final : public NicNetwork {
public:
  LogP(const Machine &machine, std::int64_t ranks_per_node, sim::Engine &engine, TransferListener &listener);

  Started start(const Transfer &transfer) override;
  sim::SimDuration timeAlone(const Transfer &transfer) const override;
  std::size_t memoryBytes() const override;
  /// Links that are slower than the interfaces delay a large message, but not the small one behind it.
  bool keepsOrder() const override { return nic_bandwidth_ == bandwidth_; }
  std::optional<PrefetchHint> prefetchHint(const sim::Event &event) const override;
  sim::BitRate linkRate(LinkId) const override { return nic_bandwidth_; }
  std::uint64_t linkBytes(LinkId link) const override { return nics_[link.index()].bytes; }

private:
  struct Nic {
    std::int64_t free_ps; ///< When it takes the next message.
    std::uint64_t bytes;
  };
  /// How long the bytes of a message take.
  struct Serialisation {
    std::int64_t size = 0;
    sim::SimDuration message; ///< At bandwidth_.
    sim::SimDuration nic;     ///< At nic_bandwidth_.
  };
  Serialisation serialise(std::int64_t size) const;
  /// Messages of one size follow each other, so the last one's is kept.
  const Serialisation &serialisation(std::int64_t size) const {
    if (size != latest_.size)
      latest_ = serialise(size);
    return latest_;
  }
  sim::SimTime inject(const Transfer &transfer, sim::SimTime start);
  static void injectLater(void *self, std::uint64_t cookie);
  static void injected(void *self, std::uint64_t cookie);
  static void arrived(void *self, std::uint64_t cookie);
  static void received(void *self, std::uint64_t cookie);

  sim::SimDuration gap_;
  sim::BitRate bandwidth_;     ///< Of one message: that of the slower of interface and links.
  sim::BitRate nic_bandwidth_; ///< Of all that an interface sends, or receives.
  bool shared_;                ///< Several ranks start transfers at one nic, so their order must be that of time.
  LazyArray<Nic> nics_;        ///< Numbered as the links of a Topology.
  std::size_t used_nics_ = 0;  ///< The others were never touched.
  mutable Serialisation latest_;
};

} // namespace maquette::models

#endif
