//===- models/lib/network/packet_network.h - packets through routers --------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// docs/models/packet.md holds the rules. Messages become packets; a packet waits at the end of a link, in the buffer
/// of its virtual channel, for the next link and for room in the next buffer, and goes on as soon as its head is there.
///
/// Two events for each packet and link: its head arrives, its tail has left. Virtual channels are the phases of
/// phasesOf(), so that no circle of buffers can wait.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_PACKET_NETWORK_H
#define MAQUETTE_MODELS_LIB_NETWORK_PACKET_NETWORK_H

#include "lib/network/network_base.h"
#include "lib/network/pool.h"
#include "lib/routing/routing.h"

#include <memory>
#include <vector>

namespace maquette::models {

class PacketNetwork final : public RoutedNetwork, private LinkQueues {
public:
  PacketNetwork(const Machine &machine, std::int64_t ranks_per_node, sim::Engine &engine, TransferListener &listener);

  Started start(const Transfer &transfer) override;
  std::size_t memoryBytes() const override;
  std::uint64_t linkBytes(LinkId link) const override { return links_[link.index()].bytes; }

private:
  /// Numbers of objects, plus one; 0 is none.
  using Number = std::uint32_t;
  struct Message {
    std::uint64_t cookie = 0;
    std::int64_t unsent = 0; ///< Bytes that are in no packet yet.
    std::int64_t packets_left = 0;
    NodeId source;
    NodeId destination;
    Number next = 0; ///< At the same interface.
    NotifyInjected notify = NotifyInjected::No;
  };
  struct Step {
    std::uint32_t link;
    std::uint32_t channel;
  };
  struct Packet {
    std::uint64_t order = 0; ///< Of being made.
    std::uint32_t message = 0;
    std::uint32_t size = 0;
    std::uint32_t first_step = 0; ///< Its steps are consecutive.
    std::uint16_t steps = 0;
    std::uint16_t at = 0; ///< The step it takes next.
    Number next = 0;      ///< In its buffer.
    bool open = false;    ///< It may still leave the minimal way.
    bool last = false;    ///< Of its message.
  };
  /// At the end of a link, for one channel; or the interface of a node, which makes its packets one by one.
  struct Buffer {
    Number first;
    Number last;
    Number next_waiting; ///< For the same link.
    std::uint32_t used;  ///< Bytes, those under way to it included.
    std::uint32_t queue; ///< The part of Link::queue in its channel.
    bool leaving;        ///< It is letting a packet out.
  };
  struct Link {
    std::uint64_t bytes;
    std::int64_t queue; ///< Bytes that wait for it or stand in the buffers at its end.
    Number first_waiting;
    Number last_waiting;
    Number from;           ///< The buffer whose packet crosses it; 0: idle.
    std::uint32_t leaving; ///< Size of that packet.
  };
  /// Messages that a node has still to send.
  struct Source {
    Number first;
    Number last;
  };

  /// How buffers are numbered: channels of links, then interfaces of nodes.
  struct Layout {
    Layout(std::uint32_t channel_count, std::uint32_t phases, std::uint32_t links)
        : channels(channel_count), channels_per_phase(channel_count / phases), first_source(links * channel_count) {}
    std::uint32_t bufferOf(const Step &step) const { return step.link * channels + step.channel; }
    /// At whose end it is.
    std::uint32_t linkOf(std::uint32_t buffer) const { return buffer / channels; }
    bool isSource(std::uint32_t buffer) const { return buffer >= first_source; }

    std::uint32_t channels; ///< Of a link.
    std::uint32_t channels_per_phase;
    std::uint32_t first_source; ///< Buffer of node 0's interface.
  };
  struct Actions;

  std::int64_t queued(LinkId link) const override { return links_[link.index()].queue; }
  std::int64_t queuedIn(LinkId link, int phase) const override;
  void addQueued(std::uint32_t buffer, std::uint32_t size);
  void removeQueued(std::uint32_t buffer, std::uint32_t size);
  /// A buffer lets out its packets as fast as they come, if they go to several slower links: as fast as an interface
  /// feeds the links of a torus.
  bool isReadFaster(std::uint32_t buffer, std::uint32_t link) const {
    return !layout_.isSource(buffer) && rates_.of(LinkId{layout_.linkOf(buffer)}) > rates_.of(LinkId{link});
  }
  bool isEjection(std::uint32_t link) const { return link < rates_.nic_count && link % 2 == 1; }
  Step &step(const Packet &packet, std::uint32_t at) { return steps_[packet.first_step + at]; }
  sim::SimDuration crossing(std::uint32_t size, std::uint32_t link) const;

  void enqueue(std::uint32_t message);
  void makePacket(NodeId node);
  void setSteps(Packet &packet, const Route &route, std::size_t from = 1, int first_phase = 0);
  void decide(Packet &packet);
  void request(std::uint32_t buffer);
  void serve(std::uint32_t link);
  bool hasRoom(const Packet &packet);
  Number pick(Link &link, Number &before);
  void send(std::uint32_t link, std::uint32_t buffer);
  void freeRoom(std::uint32_t buffer, std::uint32_t size, bool was_read);

  std::unique_ptr<Routing> routing_;
  std::uint32_t packet_size_;
  std::uint32_t buffer_size_;
  Layout layout_;
  bool oldest_first_; ///< Arbitration by age, not in turn.
  sim::SimDuration nic_latency_;
  LazyArray<Link> links_;
  LazyArray<Buffer> buffers_;
  LazyArray<Source> sources_;
  Pool<Message> messages_;
  Pool<Packet> packets_;
  RowPool<Step> steps_;
  std::uint64_t packet_count_ = 0;
  Route route_;
  std::vector<std::uint8_t> phases_;
};

} // namespace maquette::models

#endif
