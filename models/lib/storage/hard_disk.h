//===- models/lib/storage/hard_disk.h - a disk that turns, with one arm -----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_STORAGE_HARD_DISK_H
#define MAQUETTE_MODELS_LIB_STORAGE_HARD_DISK_H

#include "maquette/models/storage/block_device.h"

#include <map>
#include <utility>

namespace maquette::models {

/// Where addresses are on a disk whose tracks become shorter inwards, and how long the arm needs. Positions count turns
/// from the outermost track: the whole part is the track, the rest the angle.
class DiskGeometry {
public:
  explicit DiskGeometry(const DeviceParameters &parameters);

  double positionOf(std::int64_t address) const;
  std::int64_t trackOf(double position) const { return static_cast<std::int64_t>(position); }
  std::int64_t tracks() const { return tracks_; }
  /// When in a turn the head is over the position.
  sim::SimDuration angleOf(double position) const;
  sim::SimDuration turn() const { return turn_; }
  /// From one track to another: a + b sqrt(f) + c f, with f the share of all tracks that is crossed.
  sim::SimDuration seek(std::int64_t from, std::int64_t to) const;

private:
  sim::SimDuration turn_;
  std::int64_t size_;
  double outer_, inner_; ///< Bytes of a turn.
  std::int64_t tracks_;
  double seek_track_, seek_root_, seek_linear_; ///< In picoseconds.
};

/// One request at a time. The next one is the oldest, or that which the arm meets first in its direction; one that
/// reads what another before it writes, or the reverse, comes after it.
class HardDisk : public BlockDevice {
public:
  HardDisk(const DeviceParameters &parameters, sim::Engine &engine, DeviceListener &listener);
  void submit(const DeviceRequest &request) override;
  sim::SimDuration busy() const override { return busy_; }

private:
  struct Waiting {
    DeviceRequest request;
    sim::SimTime ready; ///< The controller has handled it.
  };
  /// By address and number in the order of their coming.
  using Queue = std::map<std::pair<std::int64_t, std::uint64_t>, Waiting>;

  Queue::iterator choose();
  Queue::iterator alongTheArm();
  Queue::iterator firstConflicting(Queue::iterator chosen);
  void startNext();
  sim::SimTime serve(const DeviceRequest &request, sim::SimTime start);
  static void finish(void *self, std::uint64_t cookie);

  sim::Engine &engine_;
  DeviceListener &listener_;
  DiskGeometry geometry_;
  std::int64_t size_, track_cache_;
  sim::SimDuration request_time_;
  bool elevator_;

  Queue queue_;
  std::uint64_t submitted_ = 0;
  std::int64_t longest_ = 0; ///< Bytes of the longest request so far.
  bool serving_ = false;
  bool outwards_ = false;
  std::int64_t head_ = 0; ///< Address under the head when its last request ended.
  /// What the disk reads on into its cache after a read.
  struct ReadOn {
    std::int64_t begin = 0, end = 0;
    sim::SimTime begun;
  } read_on_;
  sim::SimDuration busy_;
};

} // namespace maquette::models

#endif
