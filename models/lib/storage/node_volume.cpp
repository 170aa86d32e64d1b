//===- models/lib/storage/node_volume.cpp - a device in each node ---------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/storage/volume.h"

#include <algorithm>

namespace maquette::models {

void NodeVolume::submit(const StorageRequest &request) {
  const std::uint64_t slot = operations_.add({request, 1});
  const sim::SimTime ready = engine_.now() + parameters_.latency.value;
  const bool accesses = request.operation == StorageOperation::Read || request.operation == StorageOperation::Write;
  if (accesses)
    engine_.schedule(ready, begin, this, slot);
  else
    engine_.schedule(ready + parameters_.metadata_time.value, end, this, slot);
}

void NodeVolume::begin(std::uint64_t slot) {
  const StorageRequest &request = operations_[slot].request;
  Server &server = of_node_[request.node.value()];
  if (server.device == nullptr)
    server.device = makeDevice(parameters_.device, parameters_.array, engine_, *this);
  server.count(request.bytes);
  const Direction direction = request.operation == StorageOperation::Read ? Direction::Read : Direction::Write;
  if (parameters_.kind != VolumeKind::Disk) {
    server.device->submit({direction, request.offset, request.bytes, slot});
    return;
  }
  // What a read finds was there before the run.
  const std::int64_t end = request.offset + request.bytes;
  const bool reads = direction == Direction::Read;
  const bool is_new = server.extents.allocate(request.file, reads ? std::max(end, request.file_size) : end);
  if (is_new && !reads && parameters_.device.allocation_time.value > sim::SimDuration())
    engine_.schedule(engine_.now() + parameters_.device.allocation_time.value, access, this, slot);
  else
    access(slot);
}

void NodeVolume::access(std::uint64_t slot) {
  Operation &operation = operations_[slot];
  const StorageRequest &request = operation.request;
  Server &server = of_node_[request.node.value()];
  const Direction direction = request.operation == StorageOperation::Read ? Direction::Read : Direction::Write;
  const auto pieces = server.extents.find(request.file, request.offset, request.bytes);
  operation.open = static_cast<std::int64_t>(pieces.size());
  for (const Extents::Piece &piece : pieces)
    server.device->submit({direction, piece.address, piece.bytes, slot});
}

void NodeVolume::done(std::uint64_t slot) {
  if (--operations_[slot].open == 0)
    listener_.storageDone(operations_.remove(slot).request.cookie);
}

void NodeVolume::addUse(std::vector<ServerUse> &use) const {
  for (const auto &[node, server] : of_node_)
    use.push_back({"node " + std::to_string(node) + " " + parameters_.name, server.requests, server.bytes,
                   server.device->busy()});
}

std::size_t NodeVolume::memoryBytes() const {
  std::size_t bytes = operations_.memoryBytes();
  for (const auto &[node, server] : of_node_)
    bytes += sizeof node + sizeof server + server.extents.memoryBytes();
  return bytes;
}

} // namespace maquette::models
