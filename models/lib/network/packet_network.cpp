//===- models/lib/network/packet_network.cpp --------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/packet_network.h"

#include "maquette/sim/assert.h"

#include <algorithm>

namespace maquette::models {

using sim::SimDuration;

/// What the engine calls, with a network for \p self.
struct PacketNetwork::Actions {
  static void comes(void *self, std::uint64_t message) {
    static_cast<PacketNetwork *>(self)->enqueue(static_cast<std::uint32_t>(message));
  }

  /// The head of a packet is at the end of the link it crossed.
  static void headArrives(void *self, std::uint64_t index) {
    auto *model = static_cast<PacketNetwork *>(self);
    Packet &packet = model->packets_[static_cast<std::uint32_t>(index)];
    const std::uint32_t at = model->layout_.bufferOf(model->step(packet, packet.at));
    ++packet.at;
    model->addQueued(model->layout_.bufferOf(model->step(packet, packet.at)), packet.size);
    Buffer &buffer = model->buffers_[at];
    const Number number = static_cast<Number>(index) + 1;
    const bool first = buffer.first == 0;
    (first ? buffer.first : model->packets_[buffer.last - 1].next) = number;
    buffer.last = number;
    if (first && !buffer.leaving)
      model->request(at);
  }

  /// A buffer that was filled by a faster link lets out the next packet, to another link.
  static void hasRead(void *self, std::uint64_t argument) {
    auto *model = static_cast<PacketNetwork *>(self);
    Buffer &buffer = model->buffers_[argument];
    buffer.leaving = false;
    if (buffer.first != 0)
      model->request(static_cast<std::uint32_t>(argument));
  }

  /// A link is free, and so is the room that its packet had.
  static void tailLeft(void *self, std::uint64_t argument) {
    auto *model = static_cast<PacketNetwork *>(self);
    const auto index = static_cast<std::uint32_t>(argument);
    Link &link = model->links_[index];
    const std::uint32_t from = link.from - 1, size = link.leaving;
    const bool was_read = model->isReadFaster(from, index);
    if (!was_read)
      model->buffers_[from].leaving = false;
    link.from = 0;
    if (model->isEjection(index))
      model->removeQueued(model->layout_.bufferOf({index, 0}), size);
    model->freeRoom(from, size, was_read);
    if (link.from == 0)
      model->serve(index);
  }

  static void injected(void *self, std::uint64_t cookie) {
    static_cast<PacketNetwork *>(self)->listener_.transferInjected(cookie);
  }

  /// All of a packet is there, the latency of both interfaces included.
  static void tailArrives(void *self, std::uint64_t argument) {
    auto *model = static_cast<PacketNetwork *>(self);
    const auto index = static_cast<std::uint32_t>(argument);
    const Packet &packet = model->packets_[index];
    const std::uint32_t message_index = packet.message;
    model->steps_.release(packet.first_step, packet.steps);
    model->packets_.release(index);
    Message &message = model->messages_[message_index];
    if (--message.packets_left > 0)
      return;
    const std::uint64_t cookie = message.cookie;
    model->messages_.release(message_index);
    model->listener_.transferDelivered(cookie);
  }
};

PacketNetwork::PacketNetwork(const Machine &machine, std::int64_t, sim::Engine &engine, TransferListener &listener)
    : RoutedNetwork(machine, engine, listener),
      routing_(makeRouting(machine.network.routing, *topology_, machine.network.routing_seed)),
      packet_size_(static_cast<std::uint32_t>(machine.network.packet_size.value.count)),
      buffer_size_(static_cast<std::uint32_t>(machine.network.buffer_size.value.count)),
      layout_(static_cast<std::uint32_t>(
                  std::max<std::int64_t>(machine.network.virtual_channels.value, routing_->phases())),
              static_cast<std::uint32_t>(routing_->phases()), static_cast<std::uint32_t>(topology_->linkCount())),
      oldest_first_(machine.network.arbitration == "age"),
      nic_latency_(topology_->nicIsLink() ? link_latency_ : SimDuration()),
      links_(static_cast<std::size_t>(topology_->linkCount())),
      buffers_(layout_.first_source + static_cast<std::size_t>(topology_->nodeCount())),
      sources_(static_cast<std::size_t>(topology_->nodeCount())) {}

SimDuration PacketNetwork::crossing(std::uint32_t size, std::uint32_t link) const {
  return sim::transferTime(sim::Bytes{size}, sim::BitRate::bps(rates_.of(LinkId{link})));
}

// ---- At the source ----

Started PacketNetwork::start(const Transfer &transfer) {
  MAQUETTE_ASSERT(transfer.start >= engine_.now());
  if (transfer.source == transfer.destination)
    return memory_.start(transfer);
  const std::uint32_t index = messages_.allocate();
  Message &message = messages_[index];
  message = {transfer.cookie,         transfer.size.count, 1, transfer.source, transfer.destination, 0,
             transfer.notify_injected};
  if (message.unsent > packet_size_)
    message.packets_left = (message.unsent + packet_size_ - 1) / packet_size_;
  if (transfer.start > engine_.now())
    engine_.schedule(transfer.start, Actions::comes, this, index);
  else
    enqueue(index);
  return {};
}

void PacketNetwork::enqueue(std::uint32_t index) {
  Message &message = messages_[index];
  Source &source = sources_[message.source.index()];
  const bool idle = source.first == 0;
  (idle ? source.first : messages_[source.last - 1].next) = index + 1;
  source.last = index + 1;
  const Buffer &interface = buffers_[layout_.first_source + message.source.index()];
  if (idle && interface.first == 0 && !interface.leaving)
    makePacket(message.source);
}

/// The next packet of a node: its messages in turn, a packet each.
void PacketNetwork::makePacket(NodeId node) {
  Source &source = sources_[node.index()];
  const Number number = source.first;
  Message &message = messages_[number - 1];
  const std::uint32_t index = packets_.allocate();
  Packet &packet = packets_[index];
  const auto size = static_cast<std::uint32_t>(std::min<std::int64_t>(message.unsent, packet_size_));
  message.unsent -= size;
  packet = {packet_count_++, number - 1, size, 0, 0, 0, 0, false, message.unsent == 0};
  packet.open = routing_->decides() != Routing::Decides::Never;
  if (packet.open)
    topology_->route(message.source, message.destination, route_);
  else
    routing_->route(message.source, message.destination, *this, route_);
  packet.steps = static_cast<std::uint16_t>(route_.links().size());
  packet.first_step = steps_.allocate(packet.steps);
  setSteps(packet, route_, 1, packet.open ? routing_->firstPhases().minimal : 0);
  source.first = message.next;
  message.next = 0;
  if (message.unsent > 0) { // Back to the end.
    (source.first == 0 ? source.first : messages_[source.last - 1].next) = number;
    source.last = number;
  }
  addQueued(layout_.bufferOf(step(packet, 0)), size);
  const std::uint32_t buffer = layout_.first_source + static_cast<std::uint32_t>(node.value());
  buffers_[buffer].first = buffers_[buffer].last = index + 1;
  request(buffer);
}

void PacketNetwork::setSteps(Packet &packet, const Route &route, std::size_t from, int first_phase) {
  phasesOf(*topology_, route.links(), phases_, from, first_phase);
  const auto spread = static_cast<std::uint32_t>(packet.message % layout_.channels_per_phase);
  for (std::uint32_t i = 0; i < packet.steps; ++i) {
    // Nothing waits at the end of the last link: one channel will do.
    const std::uint32_t channel = i + 1 == packet.steps ? 0 : phases_[i] * layout_.channels_per_phase + spread;
    MAQUETTE_ASSERT(channel < layout_.channels);
    step(packet, i) = {static_cast<std::uint32_t>(route.links()[i].value()), channel};
  }
}

// ---- At a router ----

/// Lets routing look at the rest of a way that is still minimal.
void PacketNetwork::decide(Packet &packet) {
  route_.clear();
  for (std::uint32_t i = 0; i < packet.steps; ++i)
    route_.add(LinkId{step(packet, i).link});
  removeQueued(layout_.bufferOf(step(packet, packet.at)), packet.size);
  const bool diverted = routing_->reconsider(messages_[packet.message].destination, packet.at, *this, route_);
  packet.open = !diverted && routing_->decides() == Routing::Decides::InGroup;
  if (diverted) {
    steps_.release(packet.first_step, packet.steps);
    packet.steps = static_cast<std::uint16_t>(route_.links().size());
    packet.first_step = steps_.allocate(packet.steps);
    setSteps(packet, route_, packet.at, routing_->firstPhases().detour);
  }
  addQueued(layout_.bufferOf(step(packet, packet.at)), packet.size);
}

std::int64_t PacketNetwork::queuedIn(LinkId link, int phase) const {
  const std::size_t first =
      link.index() * layout_.channels + static_cast<std::size_t>(phase) * layout_.channels_per_phase;
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < layout_.channels_per_phase; ++i)
    sum += buffers_[first + i].queue;
  return sum;
}

void PacketNetwork::addQueued(std::uint32_t buffer, std::uint32_t size) {
  buffers_[buffer].queue += size;
  links_[layout_.linkOf(buffer)].queue += size;
}

void PacketNetwork::removeQueued(std::uint32_t buffer, std::uint32_t size) {
  buffers_[buffer].queue -= size;
  links_[layout_.linkOf(buffer)].queue -= size;
}

/// The first packet of a buffer joins those that wait for its link.
void PacketNetwork::request(std::uint32_t index) {
  Packet &packet = packets_[buffers_[index].first - 1];
  if (packet.open && !layout_.isSource(index))
    decide(packet);
  const std::uint32_t wanted = step(packet, packet.at).link;
  Link &link = links_[wanted];
  buffers_[index].next_waiting = 0;
  (link.first_waiting == 0 ? link.first_waiting : buffers_[link.last_waiting - 1].next_waiting) = index + 1;
  link.last_waiting = index + 1;
  if (link.from == 0)
    serve(wanted);
}

bool PacketNetwork::hasRoom(const Packet &packet) {
  const Step &next = step(packet, packet.at);
  return isEjection(next.link) || buffers_[layout_.bufferOf(next)].used + packet.size <= buffer_size_;
}

/// Who may cross: the first in turn, or the oldest, of those with room before them. \p before: who waits before it.
PacketNetwork::Number PacketNetwork::pick(Link &link, Number &before) {
  Number best = 0, previous = 0;
  std::uint64_t best_order = 0;
  for (Number at = link.first_waiting; at != 0; previous = at, at = buffers_[at - 1].next_waiting) {
    const Packet &packet = packets_[buffers_[at - 1].first - 1];
    const std::uint64_t order = packet.order;
    if ((best != 0 && order >= best_order) || !hasRoom(packet))
      continue;
    best = at;
    best_order = order;
    before = previous;
    if (!oldest_first_)
      break;
  }
  return best;
}

/// Gives an idle link to one of those who wait for it.
void PacketNetwork::serve(std::uint32_t index) {
  Link &link = links_[index];
  Number before = 0;
  const Number chosen = pick(link, before);
  if (chosen == 0)
    return;
  const Number after = buffers_[chosen - 1].next_waiting;
  (before == 0 ? link.first_waiting : buffers_[before - 1].next_waiting) = after;
  if (link.last_waiting == chosen)
    link.last_waiting = before;
  send(index, chosen - 1);
}

/// The first packet of a buffer begins to cross a link.
void PacketNetwork::send(std::uint32_t index, std::uint32_t from) {
  Link &link = links_[index];
  Buffer &buffer = buffers_[from];
  const std::uint32_t packet_index = buffer.first - 1;
  Packet &packet = packets_[packet_index];
  buffer.first = packet.next;
  buffer.leaving = true;
  packet.next = 0;
  link.from = from + 1;
  link.leaving = packet.size;
  link.bytes += packet.size;
  const SimDuration span = crossing(packet.size, index);
  engine_.schedule(engine_.now() + span, Actions::tailLeft, this, index);
  if (isReadFaster(from, index))
    engine_.schedule(engine_.now() + crossing(packet.size, layout_.linkOf(from)), Actions::hasRead, this, from);
  if (recorder_ != nullptr)
    recorder_->crossed(LinkId{index}, engine_.now(), engine_.now() + span, packet.size);
  if (const Message &message = messages_[packet.message];
      layout_.isSource(from) && packet.last && message.notify == NotifyInjected::Yes)
    engine_.schedule(engine_.now() + span, Actions::injected, this, message.cookie);
  const SimDuration latency = index < rates_.nic_count ? nic_latency_ : link_latency_;
  if (isEjection(index)) {
    engine_.schedule(engine_.now() + span + latency + latency_, Actions::tailArrives, this, packet_index);
    return;
  }
  buffers_[layout_.bufferOf(step(packet, packet.at))].used += packet.size;
  // A faster link must not run dry: it starts so that both tails go together.
  const SimDuration next = crossing(packet.size, step(packet, packet.at + 1u).link);
  const SimDuration behind = next < span ? span - next : SimDuration();
  engine_.schedule(engine_.now() + latency + behind, Actions::headArrives, this, packet_index);
}

void PacketNetwork::freeRoom(std::uint32_t index, std::uint32_t size, bool was_read) {
  Buffer &buffer = buffers_[index];
  if (layout_.isSource(index)) {
    const NodeId node{index - layout_.first_source};
    if (sources_[node.index()].first != 0)
      makePacket(node);
    return;
  }
  buffer.used -= size;
  const std::uint32_t before = layout_.linkOf(index);
  removeQueued(index, size);
  if (buffer.first != 0 && !was_read)
    request(index);
  if (links_[before].from == 0)
    serve(before);
}

std::size_t PacketNetwork::memoryBytes() const {
  return links_.size() * sizeof(Link) + buffers_.size() * sizeof(Buffer) + messages_.memoryBytes() +
         packets_.memoryBytes() + steps_.memoryBytes();
}

} // namespace maquette::models
