//===- models/lib/storage/device_array.cpp ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/storage/device_array.h"

#include "lib/storage/flash.h"
#include "lib/storage/hard_disk.h"
#include "maquette/sim/assert.h"

#include <algorithm>

namespace maquette::models {
namespace {

std::unique_ptr<BlockDevice> makeOne(const DeviceParameters &device, sim::Engine &engine, DeviceListener &listener) {
  if (device.kind == VolumeKind::Disk)
    return std::make_unique<HardDisk>(device, engine, listener);
  return std::make_unique<Flash>(device, engine, listener);
}

} // namespace

std::unique_ptr<BlockDevice> makeDevice(const DeviceParameters &device, const ArrayParameters &array,
                                        sim::Engine &engine, DeviceListener &listener) {
  if (array.level == RaidLevel::None)
    return makeOne(device, engine, listener);
  return std::make_unique<DeviceArray>(device, array, engine, listener);
}

DeviceArray::DeviceArray(const DeviceParameters &device, const ArrayParameters &array, sim::Engine &engine,
                         DeviceListener &listener)
    : listener_(listener), level_(array.level), chunk_(array.chunk.value.count) {
  for (std::int64_t i = 0; i < array.devices.value; ++i)
    devices_.push_back(makeOne(device, engine, *this));
  MAQUETTE_ASSERT(static_cast<std::int64_t>(devices_.size()) > parityChunks());
}

std::int64_t DeviceArray::parityChunks() const {
  return level_ == RaidLevel::Raid5 ? 1 : level_ == RaidLevel::Raid6 ? 2 : 0;
}

/// Parity is on the devices after the data; all turn by one from row to row.
std::size_t DeviceArray::deviceOf(std::int64_t row, std::int64_t chunk) const {
  const auto count = static_cast<std::int64_t>(devices_.size());
  return static_cast<std::size_t>((chunk + (parityChunks() > 0 ? row : 0)) % count);
}

void DeviceArray::start(Operation &operation, const Access &access) {
  ++operation.open;
  devices_[access.device]->submit(access.request);
}

void DeviceArray::mirror(Operation &operation, std::uint64_t slot, const DeviceRequest &request) {
  DeviceRequest one = request;
  one.cookie = slot;
  if (request.direction == Direction::Read) {
    start(operation, {next_mirror_++ % devices_.size(), one});
    return;
  }
  for (std::size_t device = 0; device < devices_.size(); ++device)
    start(operation, {device, one});
}

void DeviceArray::submit(const DeviceRequest &request) {
  const std::uint64_t slot = operations_.add({request.cookie, 1, {}}); // One more until all have started.
  Operation &operation = operations_[slot];
  if (level_ == RaidLevel::Raid1) {
    mirror(operation, slot, request);
  } else {
    const std::int64_t row_bytes = (static_cast<std::int64_t>(devices_.size()) - parityChunks()) * chunk_;
    const std::int64_t end = request.address + request.bytes;
    for (std::int64_t at = request.address; at < end;) {
      const std::int64_t row = at / row_bytes, row_end = std::min(end, (row + 1) * row_bytes);
      if (request.direction == Direction::Read)
        readRow(operation, slot, at, row_end);
      else
        writeRow(operation, slot, row, at, row_end);
      at = row_end;
    }
  }
  done(slot);
}

void DeviceArray::readRow(Operation &operation, std::uint64_t slot, std::int64_t begin, std::int64_t end) {
  const std::int64_t data = static_cast<std::int64_t>(devices_.size()) - parityChunks();
  while (begin < end) {
    const std::int64_t number = begin / chunk_, inside = begin % chunk_;
    const std::int64_t bytes = std::min(chunk_ - inside, end - begin), row = number / data;
    start(operation, {deviceOf(row, number % data), {Direction::Read, row * chunk_ + inside, bytes, slot}});
    begin += bytes;
  }
}

void DeviceArray::writeRow(Operation &operation, std::uint64_t slot, std::int64_t row, std::int64_t begin,
                           std::int64_t end) {
  const std::int64_t data = static_cast<std::int64_t>(devices_.size()) - parityChunks();
  const std::int64_t row_begin = row * data * chunk_;
  const bool whole = begin == row_begin && end == row_begin + data * chunk_;
  const bool reads_first = !whole && parityChunks() > 0;
  // Parity of all columns of the row that change.
  std::int64_t first = chunk_, last = 0;
  for (std::int64_t at = begin; at < end;) {
    const std::int64_t inside = at % chunk_, bytes = std::min(chunk_ - inside, end - at);
    const std::size_t device = deviceOf(row, at / chunk_ % data);
    const DeviceRequest write{Direction::Write, row * chunk_ + inside, bytes, slot};
    if (reads_first) {
      start(operation, {device, {Direction::Read, write.address, bytes, slot}});
      operation.writes.push_back({device, write});
    } else {
      start(operation, {device, write});
    }
    first = std::min(first, inside);
    last = std::max(last, inside + bytes);
    at += bytes;
  }
  for (std::int64_t i = 0; i < parityChunks(); ++i) {
    const std::size_t device = deviceOf(row, data + i);
    const DeviceRequest write{Direction::Write, row * chunk_ + first, last - first, slot};
    if (reads_first) {
      start(operation, {device, {Direction::Read, write.address, write.bytes, slot}});
      operation.writes.push_back({device, write});
    } else {
      start(operation, {device, write});
    }
  }
}

void DeviceArray::done(std::uint64_t slot) {
  Operation &operation = operations_[slot];
  if (--operation.open > 0)
    return;
  if (!operation.writes.empty()) {
    ++operation.open; // Until all have started.
    for (const Access &access : std::exchange(operation.writes, {}))
      start(operation, access);
    done(slot);
    return;
  }
  listener_.done(operations_.remove(slot).cookie);
}

sim::SimDuration DeviceArray::busy() const {
  std::int64_t sum = 0;
  for (const auto &device : devices_)
    sum += device->busy().ps();
  return sim::SimDuration::ps(sum / static_cast<std::int64_t>(devices_.size()));
}

} // namespace maquette::models
