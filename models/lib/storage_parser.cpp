//===- models/lib/storage_parser.cpp ----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/storage_parser.h"

#include "lib/storage_keys.h"

#include <cmath>

#include <fmt/format.h>

namespace maquette::models {
namespace {

constexpr std::string_view kKinds[] = {"parallel", "disk", "flash", "free"};
constexpr std::string_view kDevices[] = {"disk", "flash"};
constexpr std::string_view kRaidLevels[] = {"none", "raid0", "raid1", "raid5", "raid6"};
constexpr std::string_view kSchedulers[] = {"elevator", "fifo"};
constexpr std::string_view kFlushes[] = {"no", "yes"};
constexpr const char *kNotGiven = "default";
constexpr std::int64_t kMostDevices = 4096; ///< Of an array: each has a state of its own.
constexpr std::int64_t kMostServers = std::int64_t{1} << 20;

template <std::size_t count> std::size_t indexOf(const std::string_view (&names)[count], std::string_view name) {
  for (std::size_t i = 0; i < count; ++i)
    if (names[i] == name)
      return i;
  return 0; // Wrong, and reported.
}

class VolumeReader {
public:
  VolumeReader(MachineText &file, Machine &machine, std::string table)
      : file_(file), machine_(machine), table_(std::move(table)) {}
  VolumeParameters read();

private:
  std::string choose(std::string_view key, std::span<const std::string_view> names, std::string_view otherwise);
  void readMount();
  void readDevice();
  void readDisk();
  void readFlash();
  void readArray();
  void readServers();
  void refuseUnused();
  void checkAtMost(std::string_view key, std::int64_t value, std::int64_t most);
  bool isDefault() const { return table_ == "storage"; }

  MachineText &file_;
  Machine &machine_;
  std::string table_;
  VolumeParameters volume_;
  std::string kind_, device_;
};

std::string VolumeReader::choose(std::string_view key, std::span<const std::string_view> names,
                                 std::string_view otherwise) {
  std::string name(otherwise);
  file_.choice(table_, key, Need::Optional, name, names);
  return name;
}

void VolumeReader::checkAtMost(std::string_view key, std::int64_t value, std::int64_t most) {
  if (value > most)
    file_.error(file_.placeOfNumber(table_, key), fmt::format("'{}' is {}, but the maximum is {}", key, value, most),
                "maquette-config-range", "give a smaller number");
}

void VolumeReader::readMount() {
  const std::optional<Found> found =
      file_.text(table_, "mount", isDefault() ? Need::Optional : Need::Required, volume_.mount);
  while (volume_.mount.size() > 1 && volume_.mount.back() == '/')
    volume_.mount.pop_back();
  if (found && !volume_.mount.starts_with('/'))
    file_.error(found->place, fmt::format("'{}' is not an absolute path", volume_.mount), "maquette-config-mount",
                "write it like mount = \"/scratch\"");
  if (found && isDefault() && volume_.mount != "/")
    file_.error(found->place, "'storage' is where all files are that no other table's 'mount' fits",
                "maquette-config-mount", "remove it, or write a table [storage.NAME] with that mount");
}

void VolumeReader::readDisk() {
  DeviceParameters &disk = volume_.device;
  disk.bandwidth = {sim::BitRate::bytesPerSecond(200'000'000), kNotGiven};
  file_.rate(table_, "bandwidth", Need::Optional, disk.bandwidth);
  disk.inner_bandwidth = {disk.bandwidth.value, kNotGiven};
  file_.rate(table_, "inner_bandwidth", Need::Optional, disk.inner_bandwidth);
  file_.count(table_, "rotation", Need::Optional, disk.rotation);
  file_.duration(table_, "seek_track", Need::Optional, disk.seek_track);
  file_.duration(table_, "seek_mean", Need::Optional, disk.seek_mean);
  file_.duration(table_, "seek_full", Need::Optional, disk.seek_full);
  file_.sizeAboveZero(table_, "size", disk.size);
  disk.track_cache = {sim::Bytes{1 << 20}, kNotGiven};
  file_.size(table_, "track_cache", Need::Optional, disk.track_cache);
  file_.duration(table_, "allocation_time", Need::Optional, disk.allocation_time);
  disk.elevator = choose("scheduler", kSchedulers, "elevator") == "elevator";
  // a + b sqrt(f) + c f through the three times must not fall: b and c from 0.
  const double mean = (disk.seek_mean.value - disk.seek_track.value).seconds();
  const double full = (disk.seek_full.value - disk.seek_track.value).seconds();
  if (mean < full / 3 || mean > full * std::sqrt(1.0 / 3) * 1.0000001)
    file_.error(
        {file_.filename(), ""},
        fmt::format("'{}': seek times of {}, {} and {} are of no arm: the mean must be between a third and 0.58 "
                    "of the way from the track's to the full one",
                    table_, sim::toText(disk.seek_track.value), sim::toText(disk.seek_mean.value),
                    sim::toText(disk.seek_full.value)),
        "maquette-config-range", "change seek_track, seek_mean or seek_full");
}

void VolumeReader::readFlash() {
  DeviceParameters &flash = volume_.device;
  const bool local = volume_.kind == VolumeKind::Flash;
  if (local) {
    flash.bandwidth = {sim::BitRate::bytesPerSecond(3'000'000'000), kNotGiven};
    flash.channels = {8, kNotGiven};
  }
  file_.rate(table_, "bandwidth", Need::Optional, flash.bandwidth);
  flash.write_bandwidth = {flash.bandwidth.value, kNotGiven};
  file_.rate(table_, "write_bandwidth", Need::Optional, flash.write_bandwidth);
  file_.count(table_, "channels", Need::Optional, flash.channels);
  file_.sizeAboveZero(table_, "page", flash.page);
  file_.size(table_, "erase_block", Need::Optional, flash.erase_block);
  file_.duration(table_, "erase_time", Need::Optional, flash.erase_time);
  checkAtMost("channels", flash.channels.value, kMostDevices);
}

void VolumeReader::readDevice() {
  DeviceParameters &device = volume_.device;
  device.kind = device_ == "disk" ? VolumeKind::Disk : VolumeKind::Flash;
  const auto microseconds = volume_.kind == VolumeKind::Flash ? 80 : device.kind == VolumeKind::Disk ? 100 : 20;
  device.request_time = {sim::SimDuration::us(microseconds), kNotGiven};
  file_.duration(table_, "request_time", Need::Optional, device.request_time);
  device.write_time = {device.request_time.value, kNotGiven};
  if (device.kind == VolumeKind::Flash) {
    file_.duration(table_, "write_time", Need::Optional, device.write_time);
    readFlash();
  } else {
    readDisk();
  }
}

void VolumeReader::readArray() {
  ArrayParameters &array = volume_.array;
  array.level = static_cast<RaidLevel>(indexOf(kRaidLevels, choose("raid", kRaidLevels, "none")));
  if (array.level == RaidLevel::None) {
    for (std::string_view key : {"devices", "chunk"})
      file_.refuse(table_, key, "without an array", "remove it, or give 'raid'", {fmt::format("{}.raid", table_)});
    return;
  }
  file_.count(table_, "devices", Need::Required, array.devices);
  file_.sizeAboveZero(table_, "chunk", array.chunk);
  const std::int64_t least = array.level == RaidLevel::Raid6 ? 4 : array.level == RaidLevel::Raid5 ? 3 : 2;
  if (array.devices.value < least && file_.find(table_, "devices", Need::Optional))
    file_.error(file_.placeOfNumber(table_, "devices"),
                fmt::format("'{}' needs at least {} devices, but there are {}",
                            kRaidLevels[static_cast<std::size_t>(array.level)], least, array.devices.value),
                "maquette-config-range", "give a larger number, or another 'raid'");
  checkAtMost("devices", array.devices.value, kMostDevices);
}

void VolumeReader::readServers() {
  file_.count(table_, "servers", Need::Optional, volume_.servers);
  file_.count(table_, "metadata_servers", Need::Optional, volume_.metadata_servers);
  file_.sizeAboveZero(table_, "stripe", volume_.stripe);
  volume_.stripe_count = {volume_.servers.value, kNotGiven};
  file_.count(table_, "stripe_count", Need::Optional, volume_.stripe_count);
  file_.count(table_, "io_nodes", Need::Optional, volume_.io_nodes);
  file_.size(table_, "message", Need::Optional, volume_.message);
  file_.duration(table_, "lock_time", Need::Optional, volume_.lock_time);
  checkAtMost("servers", volume_.servers.value, kMostServers);
  checkAtMost("metadata_servers", volume_.metadata_servers.value, kMostServers);
  if (volume_.stripe_count.value > volume_.servers.value)
    file_.error(file_.placeOfNumber(table_, "stripe_count"),
                fmt::format("a file cannot be on {} of {} servers", volume_.stripe_count.value, volume_.servers.value),
                "maquette-config-range", "give at most the number of servers");
}

void VolumeReader::refuseUnused() {
  const auto refuse = [&](std::span<const std::string_view> keys, const std::string &why) {
    for (std::string_view key : keys)
      file_.refuse(table_, key, why, "remove it, or choose another 'kind' or 'device'",
                   {fmt::format("{}.kind", table_), fmt::format("{}.device", table_)});
  };
  if (kind_ != "parallel")
    refuse(kParallelKeys, fmt::format("with kind '{}'", kind_));
  if (kind_ == "free")
    refuse(kDeviceKeys, "with kind 'free'");
  if (kind_ == "free" || device_ != "disk")
    refuse(kDiskKeys,
           fmt::format("with {} '{}'", kind_ == "free" ? "kind" : "device", kind_ == "free" ? kind_ : device_));
  if (kind_ == "free" || device_ != "flash")
    refuse(kFlashKeys,
           fmt::format("with {} '{}'", kind_ == "free" ? "kind" : "device", kind_ == "free" ? kind_ : device_));
}

VolumeParameters VolumeReader::read() {
  volume_.name = isDefault() ? table_ : table_.substr(table_.find('.') + 1);
  kind_ = choose("kind", kKinds, "parallel");
  volume_.kind = static_cast<VolumeKind>(indexOf(kKinds, kind_));
  device_ = kind_ == "disk" || kind_ == "flash" ? kind_ : choose("device", kDevices, "flash");
  refuseUnused();
  readMount();
  file_.size(table_, "capacity", Need::Optional, volume_.capacity);
  file_.size(table_, "quota", Need::Optional, volume_.quota);
  if (volume_.kind == VolumeKind::Free)
    return volume_;
  if (volume_.kind != VolumeKind::Parallel)
    volume_.latency = {sim::SimDuration::us(5), kNotGiven};
  file_.duration(table_, "latency", Need::Optional, volume_.latency);
  file_.duration(table_, "metadata_time", Need::Optional, volume_.metadata_time);
  volume_.flush_on_close = choose("flush_on_close", kFlushes, "no") == "yes";
  readDevice();
  readArray();
  if (volume_.kind == VolumeKind::Parallel)
    readServers();
  return volume_;
}

void readPageCache(MachineText &file, Machine &machine) {
  PageCacheParameters &cache = machine.storage.cache;
  file.size("page_cache", "size", Need::Optional, cache.size);
  cache.dirty_limit = {sim::Bytes{cache.size.value.count / 5}, kNotGiven};
  file.size("page_cache", "dirty_limit", Need::Optional, cache.dirty_limit);
  cache.bandwidth = {machine.node.memory_bandwidth.value, kNotGiven};
  file.rate("page_cache", "bandwidth", Need::Optional, cache.bandwidth);
  cache.write_bandwidth = {cache.bandwidth.value, kNotGiven};
  file.rate("page_cache", "write_bandwidth", Need::Optional, cache.write_bandwidth);
  file.duration("page_cache", "latency", Need::Optional, cache.latency);
  file.size("page_cache", "read_ahead", Need::Optional, cache.read_ahead);
  file.sizeAboveZero("page_cache", "write_back", cache.write_back);
  file.count("page_cache", "write_back_requests", Need::Optional, cache.write_back_requests);
  const std::int64_t limit = cache.dirty_limit.value.count;
  if (cache.size.value.count > 0 && (limit < 1 || limit > cache.size.value.count))
    file.error(file.find("page_cache", "dirty_limit", Need::Optional) ? file.placeOfNumber("page_cache", "dirty_limit")
                                                                      : file.placeOfNumber("page_cache", "size"),
               fmt::format("'dirty_limit' is {}, but must be from 1 B to the cache's size, {}",
                           sim::toText(cache.dirty_limit.value), sim::toText(cache.size.value)),
               "maquette-config-range", "give another dirty_limit, or a larger size; size 0 means no cache");
}

} // namespace

void readStorage(MachineText &file, Machine &machine) {
  StorageParameters &storage = machine.storage;
  storage.volumes = {VolumeReader(file, machine, "storage").read()};
  for (const std::string &name : file.tablesIn("storage")) {
    storage.volumes.push_back(VolumeReader(file, machine, "storage." + name).read());
    const std::string &mount = storage.volumes.back().mount;
    for (std::size_t i = 0; i + 1 < storage.volumes.size(); ++i)
      if (storage.volumes[i].mount == mount)
        if (const auto found = file.find("storage." + name, "mount", Need::Optional))
          file.error(found->place, fmt::format("'{}' is already where '{}' is", mount, storage.volumes[i].name),
                     "maquette-config-mount", "give each its own path");
  }
  readPageCache(file, machine);
  const std::int64_t nodes = machine.node.count.value, io_nodes = storage.ioNodes();
  if (nodes > 0 && io_nodes >= nodes)
    file.error({file.filename(), ""}, fmt::format("{} I/O nodes of {} nodes leave none for ranks", io_nodes, nodes),
               "maquette-config-range", "give more nodes in 'node', or fewer 'io_nodes'");
}

} // namespace maquette::models
