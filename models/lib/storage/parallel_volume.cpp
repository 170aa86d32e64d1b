//===- models/lib/storage/parallel_volume.cpp - servers that all nodes reach ------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/storage/volume.h"

#include <algorithm>

namespace maquette::models {

ParallelVolume::ParallelVolume(std::size_t number, const VolumeParameters &parameters, sim::Engine &engine,
                               NetworkModel *network, NodeId first_node, StorageListener &listener)
    : number_(number), parameters_(parameters), engine_(engine), network_(network), first_node_(first_node),
      listener_(listener), servers_(static_cast<std::size_t>(parameters.servers.value)),
      metadata_free_from_(static_cast<std::size_t>(parameters.metadata_servers.value)) {
  for (Server &server : servers_)
    server.device = makeDevice(parameters.device, parameters.array, engine, *this);
}

/// Metadata servers, which are numbered from -1 down, are on the last I/O nodes.
NodeId ParallelVolume::nodeOf(std::int64_t server) const {
  const std::int64_t nodes = parameters_.io_nodes.value;
  const std::int64_t place = server >= 0 ? server % nodes : nodes - 1 - (-1 - server) % nodes;
  return NodeId{first_node_.value() + place};
}

void ParallelVolume::submit(const StorageRequest &request) {
  const std::uint64_t operation = operations_.add({request, 0});
  engine_.schedule(engine_.now() + parameters_.latency.value, run<&ParallelVolume::divide>, this, operation);
}

/// Of each server that has a part: the stripes first + i, first + i + servers, ... in one request.
void ParallelVolume::divide(std::uint64_t number) {
  const StorageRequest request = operations_[number].request;
  const auto all = static_cast<std::uint64_t>(servers_.size());
  if (request.operation == StorageOperation::Metadata || request.operation == StorageOperation::Sync) {
    operations_[number].open = 1;
    const auto server =
        static_cast<std::int32_t>(request.file % static_cast<std::uint64_t>(metadata_free_from_.size()));
    ask(parts_.add({number, -1 - server, false, 0, 0, 0, {}}));
    return;
  }
  const std::int64_t stripe = parameters_.stripe.value.count, servers = parameters_.stripe_count.value;
  const std::int64_t first = request.offset / stripe, last = (request.offset + request.bytes - 1) / stripe;
  const std::int64_t count = std::min(servers, last - first + 1);
  operations_[number].open = count;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t stripes = (last - first - i) / servers + 1;
    std::int64_t bytes = stripes * stripe, offset = (first + i) / servers * stripe;
    if (i == 0) {
      bytes -= request.offset - first * stripe;
      offset += request.offset - first * stripe;
    }
    if ((last - first - i) % servers == 0)
      bytes -= (last + 1) * stripe - (request.offset + request.bytes);
    const auto server = (static_cast<std::uint64_t>((first + i) % servers) + request.file) % all;
    ask(parts_.add({number, static_cast<std::int32_t>(server), false, 0, offset, bytes, {}}));
  }
}

void ParallelVolume::send(std::uint64_t number, NodeId from, NodeId to, std::int64_t bytes) {
  Transfer &transfer = parts_[number].transfer;
  transfer = {};
  transfer.source = from;
  transfer.destination = to;
  transfer.size = sim::Bytes{parameters_.message.value.count + bytes};
  transfer.start = engine_.now();
  transfer.cookie = cookieOf(number);
  if (const Started started = network_->start(transfer); started.delivered)
    engine_.schedule(*started.delivered, run<&ParallelVolume::arrived>, this, number);
}

void ParallelVolume::ask(std::uint64_t number) {
  const Part &part = parts_[number];
  const StorageRequest &request = operations_[part.operation].request;
  if (network_ == nullptr)
    return arrived(number);
  send(number, request.node, nodeOf(part.server), request.operation == StorageOperation::Write ? part.bytes : 0);
}

void ParallelVolume::arrived(std::uint64_t number) {
  const Part &part = parts_[number];
  if (part.answered)
    return end(number);
  if (part.server < 0) {
    ++metadata_requests_;
    sim::SimTime &free_from = metadata_free_from_[static_cast<std::size_t>(-1 - part.server)];
    free_from = std::max(free_from, engine_.now()) + parameters_.metadata_time.value;
    engine_.schedule(free_from, run<&ParallelVolume::answer>, this, number);
  } else if (operations_[part.operation].request.operation == StorageOperation::Write &&
             parameters_.lock_time.value > sim::SimDuration()) {
    lock(number);
  } else {
    serve(number);
  }
}

/// One node after the other may write a file's part on a server.
void ParallelVolume::lock(std::uint64_t number) {
  const Part &part = parts_[number];
  const StorageRequest &request = operations_[part.operation].request;
  const auto [entry, is_new] = locks_.try_emplace(request.file * static_cast<std::uint64_t>(servers_.size()) +
                                                      static_cast<std::uint64_t>(part.server),
                                                  Lock{request.node, engine_.now()});
  Lock &lock = entry->second;
  if (!is_new && lock.owner != request.node)
    lock.free_from = std::max(lock.free_from, engine_.now()) + parameters_.lock_time.value;
  lock.owner = request.node;
  engine_.schedule(std::max(lock.free_from, engine_.now()), run<&ParallelVolume::serve>, this, number);
}

void ParallelVolume::serve(std::uint64_t number) {
  Part &part = parts_[number];
  const StorageRequest &request = operations_[part.operation].request;
  Server &server = servers_[static_cast<std::size_t>(part.server)];
  server.count(part.bytes);
  const Direction direction = request.operation == StorageOperation::Read ? Direction::Read : Direction::Write;
  if (parameters_.device.kind != VolumeKind::Disk) {
    part.open = 1;
    server.device->submit({direction, part.offset, part.bytes, number});
    return;
  }
  const bool is_new = server.extents.allocate(request.file, part.offset + part.bytes);
  if (is_new && direction == Direction::Write && parameters_.device.allocation_time.value > sim::SimDuration())
    engine_.schedule(engine_.now() + parameters_.device.allocation_time.value, run<&ParallelVolume::access>, this,
                     number);
  else
    access(number);
}

void ParallelVolume::access(std::uint64_t number) {
  Part &part = parts_[number];
  const StorageRequest &request = operations_[part.operation].request;
  Server &server = servers_[static_cast<std::size_t>(part.server)];
  const Direction direction = request.operation == StorageOperation::Read ? Direction::Read : Direction::Write;
  const auto pieces = server.extents.find(request.file, part.offset, part.bytes);
  part.open = static_cast<std::int64_t>(pieces.size());
  for (const Extents::Piece &piece : pieces)
    server.device->submit({direction, piece.address, piece.bytes, number});
}

void ParallelVolume::done(std::uint64_t number) {
  if (--parts_[number].open == 0)
    answer(number);
}

void ParallelVolume::answer(std::uint64_t number) {
  Part &part = parts_[number];
  part.answered = true;
  if (network_ == nullptr)
    return end(number);
  const StorageRequest &request = operations_[part.operation].request;
  send(number, nodeOf(part.server), request.node, request.operation == StorageOperation::Read ? part.bytes : 0);
}

void ParallelVolume::end(std::uint64_t number) {
  const std::uint64_t operation = parts_.remove(number).operation;
  if (--operations_[operation].open == 0)
    listener_.storageDone(operations_.remove(operation).request.cookie);
}

void ParallelVolume::addUse(std::vector<ServerUse> &use) const {
  for (std::size_t i = 0; i < servers_.size(); ++i)
    if (servers_[i].requests > 0)
      use.push_back({parameters_.name + " server " + std::to_string(i), servers_[i].requests, servers_[i].bytes,
                     servers_[i].device->busy()});
  if (metadata_requests_ > 0)
    use.push_back({parameters_.name + " metadata", metadata_requests_, 0,
                   parameters_.metadata_time.value * static_cast<std::int64_t>(metadata_requests_)});
}

std::size_t ParallelVolume::memoryBytes() const {
  std::size_t bytes = operations_.memoryBytes() + parts_.memoryBytes() + locks_.size() * (sizeof(Lock) + 16);
  for (const Server &server : servers_)
    bytes += sizeof server + server.extents.memoryBytes();
  return bytes;
}

} // namespace maquette::models
