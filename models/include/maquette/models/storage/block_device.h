//===- maquette/models/storage/block_device.h - disks, flash memory, arrays of them ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A BlockDevice serves reads and writes of addresses, and says when each is done. It knows no file.
///
/// Order     submit() is a request at Engine::now(). done() is called from an event at the time it ends.
/// Equations docs/models/storage.md
#ifndef MAQUETTE_MODELS_STORAGE_BLOCK_DEVICE_H
#define MAQUETTE_MODELS_STORAGE_BLOCK_DEVICE_H

#include "maquette/models/storage/storage_parameters.h"
#include "maquette/sim/engine.h"

#include <cstdint>
#include <memory>

namespace maquette::models {

enum class Direction : std::uint8_t { Read, Write };

struct DeviceRequest {
  Direction direction = Direction::Read;
  std::int64_t address = 0; ///< In bytes; of a disk taken modulo its size.
  std::int64_t bytes = 0;   ///< Above 0.
  std::uint64_t cookie = 0; ///< Chosen by the caller.
};

class DeviceListener {
public:
  virtual ~DeviceListener() = default;
  virtual void done(std::uint64_t cookie) = 0;
};

class BlockDevice {
public:
  virtual ~BlockDevice() = default;
  virtual void submit(const DeviceRequest &request) = 0;
  /// Time that it has been busy with the requests so far; of an array, the mean of its devices.
  virtual sim::SimDuration busy() const = 0;
};

/// \p listener outlives the device.
std::unique_ptr<BlockDevice> makeDevice(const DeviceParameters &device, const ArrayParameters &array,
                                        sim::Engine &engine, DeviceListener &listener);

} // namespace maquette::models

#endif
