//===- models/lib/network/rail_network.h - the interfaces of a node ---------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Between ranks and the network: picks the rail of each message, or stripes it over all, and keeps the least time
/// between messages at an interface. docs/models/rails.md holds the rules. Behind it, ports are the nodes.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_RAIL_NETWORK_H
#define MAQUETTE_MODELS_LIB_NETWORK_RAIL_NETWORK_H

#include "lib/network/pool.h"
#include "lib/network/relay_network.h"
#include "maquette/models/machine.h"

#include <functional>
#include <string_view>
#include <vector>

namespace maquette::models {

class RailNetwork final : public RelayNetwork, private TransferListener {
public:
  static constexpr std::int64_t kMostRails = 64;
  using Make = std::function<std::unique_ptr<NetworkModel>(TransferListener &)>;

  /// \p gap between messages at an interface; 0 when the network behind keeps it itself.
  RailNetwork(const Machine &machine, sim::SimDuration gap, sim::Engine &engine, TransferListener &listener,
              const Make &make);

  Started start(const Transfer &transfer) override;
  sim::SimDuration timeAlone(const Transfer &transfer) const override;
  std::size_t memoryBytes() const override;
  /// Only on one rail.
  bool keepsOrder() const override {
    return (choice_ == Choice::Pair || choice_ == Choice::Core) && RelayNetwork::keepsOrder();
  }
  std::uint64_t loneBytes() const override { return lone_bytes_; }

private:
  enum class Choice : std::uint8_t { RoundRobin, Pair, Core, Stripe };
  /// A message under way, in one part or in one for each rail.
  struct Pending {
    Transfer transfer;
    std::uint8_t parts = 0;
    std::uint8_t uninjected = 0;
    std::uint8_t undelivered = 0;
    std::uint8_t rail = 0; ///< Of a message in one part.
  };
  struct Port {
    std::int64_t free_ps; ///< When it takes the next message.
  };
  struct Sender {
    std::int64_t lone; ///< Bytes of the message under way, if it has met no other of its node.
    std::uint32_t under_way;
    std::uint8_t next_rail;
  };

  static Choice choiceNamed(std::string_view name);
  static std::uint64_t cookieOf(std::uint32_t pending, std::int64_t rail) {
    return std::uint64_t{pending} << 8 | static_cast<std::uint64_t>(rail);
  }
  std::int64_t railOf(const Transfer &transfer);
  Transfer part(const Pending &pending, std::uint64_t cookie) const;
  void begin(std::uint32_t pending);
  bool watches(const Transfer &transfer) const;
  void begins(const Transfer &transfer);
  void ends(const Transfer &transfer);
  void startPart(std::uint32_t pending, std::int64_t rail);
  void transferInjected(std::uint64_t cookie) override;
  void transferDelivered(std::uint64_t cookie) override;
  Transfer transferOf(std::uint64_t cookie) const override;
  static void comes(void *self, std::uint64_t pending);
  static void injected(void *self, std::uint64_t cookie);
  static void delivered(void *self, std::uint64_t cookie);

  sim::Engine &engine_;
  TransferListener &listener_;
  Ports ports_;
  Choice choice_;
  std::int64_t cores_;        ///< Of a node.
  std::int64_t stripe_above_; ///< Bytes.
  sim::SimDuration gap_;
  LazyArray<Port> port_;
  LazyArray<Sender> sender_; ///< By node.
  std::uint64_t lone_bytes_ = 0;
  Pool<Pending> pending_;
};

} // namespace maquette::models

#endif
