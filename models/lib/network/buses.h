//===- models/lib/network/buses.h - nodes with links on global buses --------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// docs/models/buses.md holds the equations. A transfer needs an output link of its source, an input link of its
/// destination and a bus, all at once, for as long as its bytes take. Whoever asked first goes first, but does not keep
/// those back that could go.
///
/// A transfer that cannot begin waits for one resource that has nothing free, so that only those are looked at whose
/// resource became free.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_BUSES_H
#define MAQUETTE_MODELS_LIB_NETWORK_BUSES_H

#include "lib/network/network_base.h"
#include "lib/network/pool.h"

#include <array>
#include <vector>

namespace maquette::models {

class Buses final : public NicNetwork {
public:
  Buses(const Machine &machine, std::int64_t ranks_per_node, sim::Engine &engine, TransferListener &listener);

  Started start(const Transfer &transfer) override;
  sim::SimDuration timeAlone(const Transfer &transfer) const override;
  std::size_t memoryBytes() const override;
  sim::BitRate linkRate(LinkId link) const override;
  std::uint64_t linkBytes(LinkId link) const override { return nics_[link.index()].bytes; }

private:
  struct Message {
    std::uint64_t cookie = 0;
    std::uint64_t order = 0; ///< Of asking.
    std::int64_t size = 0;
    NodeId source;
    NodeId destination;
    NotifyInjected notify = NotifyInjected::No;
  };
  struct Waiting {
    std::uint64_t order;
    std::uint32_t message;
    bool operator>(const Waiting &other) const { return order > other.order; }
  };
  /// Links of a node in one direction, or the buses.
  struct Resource {
    std::int64_t used = 0;
    std::uint64_t bytes = 0;
    std::vector<Waiting> queue; ///< A heap, first asked first.
  };
  using Needs = std::array<Resource *, 3>;

  Needs needs(const Message &message);
  bool isFree(const Resource &resource) const;
  std::int64_t capacity(const Resource &resource) const;
  void beginOrWait(std::uint32_t message);
  static void ask(void *self, std::uint64_t message);
  static void ended(void *self, std::uint64_t message);
  static void arrived(void *self, std::uint64_t message);

  std::int64_t output_links_;
  std::int64_t input_links_;
  std::int64_t buses_; ///< 0: any number.
  sim::BitRate bandwidth_;
  std::vector<Resource> nics_; ///< Numbered as the links of a Topology.
  Resource bus_;
  Pool<Message> messages_;
  std::uint64_t asked_ = 0;
};

} // namespace maquette::models

#endif
