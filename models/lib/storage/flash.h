//===- models/lib/storage/flash.h - flash memory, or any server of a given rate ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_STORAGE_FLASH_H
#define MAQUETTE_MODELS_LIB_STORAGE_FLASH_H

#include "maquette/models/storage/block_device.h"

#include <vector>

namespace maquette::models {

/// Channels that each serve one part of a request after the other. A request is divided among as many channels as it
/// has pages; each part goes to the channel that is free first.
class Flash : public BlockDevice {
public:
  Flash(const DeviceParameters &parameters, sim::Engine &engine, DeviceListener &listener);
  void submit(const DeviceRequest &request) override;
  sim::SimDuration busy() const override;

private:
  sim::SimTime serve(std::size_t channel, const DeviceRequest &request, std::int64_t bytes);
  static void finish(void *self, std::uint64_t cookie);

  sim::Engine &engine_;
  DeviceListener &listener_;
  std::int64_t page_, erase_block_;
  sim::SimDuration read_time_, write_time_, erase_time_;
  sim::BitRate read_rate_, write_rate_; ///< Of a channel.
  struct Channel {
    sim::SimTime free_from;
    std::int64_t written = 0; ///< Since it erased.
  };
  std::vector<Channel> channels_;
  sim::SimDuration busy_; ///< Of all channels.
};

} // namespace maquette::models

#endif
