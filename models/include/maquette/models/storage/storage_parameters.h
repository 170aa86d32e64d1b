//===- maquette/models/storage/storage_parameters.h - what a machine file says of storage ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Keys, units and defaults: docs/reference/machine-files.md. Equations: docs/models/storage.md.
#ifndef MAQUETTE_MODELS_STORAGE_STORAGE_PARAMETERS_H
#define MAQUETTE_MODELS_STORAGE_STORAGE_PARAMETERS_H

#include "maquette/models/sourced.h"
#include "maquette/sim/time.h"
#include "maquette/sim/units.h"

#include <cstdint>
#include <string>
#include <vector>

namespace maquette::models {

/// Free: accesses take no time.
enum class VolumeKind : std::uint8_t { Parallel, Disk, Flash, Free };
enum class RaidLevel : std::uint8_t { None, Raid0, Raid1, Raid5, Raid6 };

/// A device that blocks are on: a disk, or flash memory. Numbers of the other kind are not used.
struct DeviceParameters {
  VolumeKind kind = VolumeKind::Flash;
  Sourced<sim::BitRate> bandwidth{sim::BitRate::bytesPerSecond(2'000'000'000), "default"}; ///< Disk: of outer tracks.
  Sourced<sim::BitRate> write_bandwidth = bandwidth; ///< Flash. Default bandwidth.
  Sourced<sim::SimDuration> request_time{sim::SimDuration::us(20),
                                         "default"};      ///< Of each. Disk: file system, bus and controller.
  Sourced<sim::SimDuration> write_time = request_time;    ///< The same of a write. Default request_time.
  Sourced<std::int64_t> channels{1, "default"};           ///< Flash: requests that it handles at once.
  Sourced<sim::Bytes> page{sim::Bytes{16384}, "default"}; ///< Flash: least part of a request that a channel takes.
  Sourced<sim::Bytes> erase_block;                 ///< Flash: bytes written between two erasures. Default 0: none.
  Sourced<sim::SimDuration> erase_time;            ///< Flash. Default 0.
  Sourced<std::int64_t> rotation{7200, "default"}; ///< Disk: turns a minute.
  Sourced<sim::BitRate> inner_bandwidth;           ///< Disk: of inner tracks. Default bandwidth.
  Sourced<sim::SimDuration> seek_track{sim::SimDuration::us(500), "default"};  ///< Disk: to the next track.
  Sourced<sim::SimDuration> seek_mean{sim::SimDuration::us(8500), "default"};  ///< Disk: over a third of all tracks.
  Sourced<sim::SimDuration> seek_full{sim::SimDuration::us(18000), "default"}; ///< Disk: over all tracks.
  Sourced<sim::Bytes> size{sim::Bytes{std::int64_t{1} << 40}, "default"};      ///< Disk: of all its tracks.
  Sourced<sim::Bytes> track_cache;           ///< Disk: reads on after a read, up to so much. Default 0.
  Sourced<sim::SimDuration> allocation_time; ///< Disk: of blocks for what a write adds to a file. Default 0.
  bool elevator = true;                      ///< Disk: which request comes next; false: the oldest.
};

/// Equal devices as one.
struct ArrayParameters {
  RaidLevel level = RaidLevel::None;
  Sourced<std::int64_t> devices{1, "default"};                              ///< Parity included.
  Sourced<sim::Bytes> chunk{sim::Bytes{std::int64_t{64} << 10}, "default"}; ///< Consecutive bytes on one device.
};

/// A file system, and where its files are.
struct VolumeParameters {
  std::string name = "storage";
  VolumeKind kind = VolumeKind::Parallel;
  std::string mount = "/";      ///< Files below belong to it, unless a longer path of another volume fits.
  DeviceParameters device;      ///< Of each node, or of each server.
  ArrayParameters array;        ///< Of such devices.
  Sourced<sim::Bytes> capacity; ///< Of all files. Default 0: without end.
  Sourced<sim::Bytes> quota;    ///< Of the files of this program. Default 0: none.
  Sourced<sim::SimDuration> latency{sim::SimDuration::us(250), "default"}; ///< Of every request, before it is served.
  Sourced<sim::SimDuration> metadata_time;                                 ///< Of opening and the like. Default 0.
  bool flush_on_close = false; ///< Closing a file waits until what was written is on its device.

  // Parallel only.
  Sourced<std::int64_t> servers{4, "default"};
  Sourced<std::int64_t> metadata_servers{1, "default"};
  Sourced<sim::Bytes> stripe{sim::Bytes{1 << 20}, "default"}; ///< Consecutive bytes on one server.
  Sourced<std::int64_t> stripe_count = servers;               ///< Servers that a file is on. Default: all.
  Sourced<std::int64_t> io_nodes; ///< Last nodes of the machine, on which the servers are. Default 0: not on it.
  Sourced<sim::Bytes> message{sim::Bytes{256}, "default"}; ///< Of a request without its data, on the network.
  Sourced<sim::SimDuration> lock_time; ///< Until a node may write what another wrote last, per server. Default 0.
};

/// A node's memory of file contents.
struct PageCacheParameters {
  Sourced<sim::Bytes> size{sim::Bytes{std::int64_t{4} << 30}, "default"};              ///< 0: none.
  Sourced<sim::Bytes> dirty_limit{sim::Bytes{(std::int64_t{4} << 30) / 5}, "default"}; ///< What is not yet on a
                                                                                       ///< device. Default: size / 5.
  Sourced<sim::BitRate> bandwidth;       ///< Of reads. Default node.memory_bandwidth.
  Sourced<sim::BitRate> write_bandwidth; ///< Of copying into new pages. Default bandwidth.
  Sourced<sim::SimDuration> latency{sim::SimDuration::us(1), "default"}; ///< Of every call.
  Sourced<sim::Bytes> read_ahead{sim::Bytes{std::int64_t{128} << 10}, "default"};
  Sourced<sim::Bytes> write_back{sim::Bytes{1 << 20}, "default"}; ///< Largest request that writes back.
  Sourced<std::int64_t> write_back_requests{8, "default"};        ///< Of a node at once.
};

struct StorageParameters {
  std::vector<VolumeParameters> volumes{1}; ///< The first is what no other fits.
  PageCacheParameters cache;

  std::int64_t ioNodes() const {
    std::int64_t nodes = 0;
    for (const VolumeParameters &volume : volumes)
      nodes += volume.io_nodes.value;
    return nodes;
  }
};

} // namespace maquette::models

#endif
