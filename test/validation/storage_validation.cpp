// test/validation/storage_validation.cpp - storage against theory
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/storage/block_device.h"
#include "maquette/models/storage/storage_system.h"
#include "maquette/sim/random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace maquette::models {
namespace {

using sim::Bytes;
using sim::SimDuration;
using sim::SimTime;

/// Keeps \p depth random reads of 4,000 bytes at a device under way.
class RandomReader : private DeviceListener {
public:
  RandomReader(const DeviceParameters &parameters, int depth, std::int64_t reads)
      : space_(parameters.size.value.count / kBytes), left_(reads) {
    DeviceListener &ends = *this;
    device_ = makeDevice(parameters, {}, engine_, ends);
    for (int i = 0; i < depth; ++i)
      readNext();
    engine_.run();
  }
  double seconds() const { return engine_.now().seconds(); }

private:
  static constexpr std::int64_t kBytes = 4000;
  void readNext() {
    if (left_ == 0)
      return;
    const auto block = static_cast<std::int64_t>(
        random_.below(static_cast<std::uint64_t>(--left_), static_cast<std::uint64_t>(space_)));
    device_->submit({Direction::Read, block * kBytes, kBytes, 0});
  }
  void done(std::uint64_t) override { readNext(); }

  sim::Engine engine_;
  sim::Random random_{7, 0};
  std::int64_t space_, left_;
  std::unique_ptr<BlockDevice> device_;
};

DeviceParameters disk() {
  DeviceParameters disk;
  disk.kind = VolumeKind::Disk;
  disk.rotation.value = 7200;
  disk.bandwidth.value = disk.inner_bandwidth.value = sim::BitRate::bytesPerSecond(180'000'000);
  disk.size.value = Bytes{500'000'000'000};
  disk.request_time.value = SimDuration::us(50);
  disk.seek_track.value = SimDuration::us(800);
  disk.seek_mean.value = SimDuration::us(8000);
  disk.seek_full.value = SimDuration::us(16000);
  disk.elevator = false;
  return disk;
}

// Two random tracks are the share f of all apart with density 2 (1 - f): E sqrt(f) = 8/15, E f = 1/3. The seek is
// a + b sqrt(f) + c f with a = 0.8 ms, a + b sqrt(1/3) + c / 3 = 8 ms, a + b + c = 16 ms. A turn is 1/120 s, of which a
// half passes on average. 4,000 bytes take 22.2 us. With more than one request the controller's time passes while the
// disk serves another.
TEST(StorageTheory, RandomReadsOfADiskInTheirOrder) {
  const double full = 0.0152, mean = 0.0072;
  const double b = (mean - full / 3) / (std::sqrt(1.0 / 3) - 1.0 / 3), c = full - b;
  const double service = 0.0008 + b * 8 / 15 + c / 3 + 0.5 / 120 + 4000 / 180e6;
  const std::int64_t reads = 20'000;
  for (const int depth : {1, 4, 32}) {
    const double expected = service + (depth == 1 ? 50e-6 : 0);
    EXPECT_NEAR(RandomReader(disk(), depth, reads).seconds() / static_cast<double>(reads), expected, 0.02 * expected)
        << "depth " << depth;
  }
}

// Of n waiting requests the arm goes to the next one in its direction, so it crosses about 1/n of the tracks a request
// instead of a third: the time must fall, and by more with more requests.
TEST(StorageTheory, AnElevatorGainsWithDepth) {
  DeviceParameters elevator = disk();
  elevator.elevator = true;
  const std::int64_t reads = 5'000;
  const double one = RandomReader(elevator, 1, reads).seconds(), four = RandomReader(elevator, 4, reads).seconds();
  const double many = RandomReader(elevator, 32, reads).seconds();
  EXPECT_LT(four, 0.9 * one);
  EXPECT_LT(many, 0.9 * four);
  // No less than the turn, half of which passes on average, and the least seek.
  EXPECT_GT(many, static_cast<double>(reads) * (0.5 / 120 + 0.0008));
}

// Flash of 8 channels, each 100 us and 4,000 bytes at 3 GB/s / 8 = 10.7 us: min(depth, 8) at once.
TEST(StorageTheory, RandomReadsOfFlash) {
  DeviceParameters flash;
  flash.channels.value = 8;
  flash.bandwidth.value = flash.write_bandwidth.value = sim::BitRate::bytesPerSecond(3'000'000'000);
  flash.request_time.value = flash.write_time.value = SimDuration::us(100);
  flash.size.value = Bytes{1'000'000'000};
  const double service = 100e-6 + 4000 * 8 / 3e9;
  const std::int64_t reads = 8'000;
  for (const int depth : {1, 4, 32}) {
    const double expected = service / std::min(depth, 8);
    EXPECT_NEAR(RandomReader(flash, depth, reads).seconds() / static_cast<double>(reads), expected, 0.02 * expected);
  }
}

/// Requests for metadata at random times.
class Arrivals : private StorageListener {
public:
  Arrivals(const Machine &machine, double per_second, int count) : system_(machine, engine_, nullptr, *this) {
    const sim::Random random(11, 0);
    double at = 0;
    for (int i = 0; i < count; ++i) {
      at -= std::log(1 - random.uniform(static_cast<std::uint64_t>(i))) / per_second;
      begun_.push_back(SimTime() + SimDuration::fromSeconds(at));
      engine_.schedule(begun_.back(), submit, this, static_cast<std::uint64_t>(i));
    }
    engine_.run();
  }
  double meanSeconds() const { return sum_ / static_cast<double>(begun_.size()); }

private:
  static void submit(void *self, std::uint64_t number) {
    StorageRequest request;
    request.volume = VolumeId{0};
    request.node = NodeId{0};
    request.cookie = number;
    static_cast<Arrivals *>(self)->system_.submit(request);
  }
  void storageDone(std::uint64_t number) override { sum_ += (engine_.now() - begun_[number]).seconds(); }

  sim::Engine engine_;
  StorageSystem system_;
  std::vector<SimTime> begun_;
  double sum_ = 0;
};

// M/D/1 (Pollaczek and Khinchin): with load rho and service D, a request waits rho D / (2 (1 - rho)).
TEST(StorageTheory, AMetadataServerIsAQueueOfMD1) {
  Machine machine = defaultMachine();
  VolumeParameters &volume = machine.storage.volumes.front();
  volume.metadata_time.value = SimDuration::us(100);
  volume.latency.value = SimDuration::us(10);
  for (const double load : {0.3, 0.6, 0.9}) {
    const double expected = 10e-6 + 100e-6 + load * 100e-6 / (2 * (1 - load));
    EXPECT_NEAR(Arrivals(machine, load / 100e-6, 400'000).meanSeconds(), expected, 0.03 * expected) << load;
  }
}

} // namespace
} // namespace maquette::models
