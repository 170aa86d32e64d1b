// test/unit/models/block_device_test.cpp - disks, flash memory, and arrays of them
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/storage/block_device.h"

#include <gtest/gtest.h>

#include <vector>

namespace maquette::models {
namespace {

using sim::Bytes;
using sim::SimDuration;
using sim::SimTime;

class Ends : public DeviceListener {
public:
  explicit Ends(sim::Engine &engine) : engine_(engine) {}
  void done(std::uint64_t cookie) override {
    if (at.size() <= cookie)
      at.resize(cookie + 1);
    at[cookie] = engine_.now();
    order.push_back(cookie);
  }
  std::vector<SimTime> at;
  std::vector<std::uint64_t> order;

private:
  sim::Engine &engine_;
};

SimTime us(std::int64_t count) { return SimTime() + SimDuration::us(count); }

/// One turn in 10 ms, tracks of 1 MB, 1,001 of them.
DeviceParameters disk() {
  DeviceParameters disk;
  disk.kind = VolumeKind::Disk;
  disk.rotation.value = 6000;
  disk.bandwidth.value = disk.inner_bandwidth.value = sim::BitRate::bytesPerSecond(100'000'000);
  disk.size.value = Bytes{1'001'000'000};
  disk.request_time.value = SimDuration::us(100);
  // Seek over the share f of the tracks: 1 ms + 9 ms f; over a third, 4 ms.
  disk.seek_track.value = SimDuration::ms(1);
  disk.seek_mean.value = SimDuration::ms(4);
  disk.seek_full.value = SimDuration::ms(10);
  disk.elevator = false;
  return disk;
}

struct DeviceRun {
  explicit DeviceRun(const DeviceParameters &device, const ArrayParameters &array = {})
      : ends(engine), device(makeDevice(device, array, engine, ends)) {}
  void submit(Direction direction, std::int64_t address, std::int64_t bytes) {
    device->submit({direction, address, bytes, count++});
  }
  void read(std::int64_t address, std::int64_t bytes) { submit(Direction::Read, address, bytes); }
  void write(std::int64_t address, std::int64_t bytes) { submit(Direction::Write, address, bytes); }

  sim::Engine engine;
  Ends ends;
  std::unique_ptr<BlockDevice> device;
  std::uint64_t count = 0;
};

TEST(HardDisk, AReadSeeksTurnsAndTransfers) {
  DeviceRun run(disk());
  // Track 500, a quarter of a turn in: ready at 100 us, the arm there at 100 us + 1 ms + 9 ms / 2 = 5.6 ms; the angle
  // of 2.5 ms comes at 12.5 ms; 1,000 bytes are 10 us.
  run.read(500'250'000, 1000);
  run.engine.run();
  EXPECT_EQ(run.ends.at[0], us(12'510));
}

TEST(HardDisk, WhatFollowsOnTheDiskFollowsAtOnce) {
  DeviceRun run(disk());
  run.write(0, 250'000);         // 100 us, the angle comes at 10 ms, until 12.5 ms.
  run.write(250'000, 250'000);   // Until 15 ms.
  run.write(500'000, 1'000'000); // Over the track's end without a seek: until 25 ms, and 1 ms to ... no: same stream.
  run.engine.run();
  EXPECT_EQ(run.ends.at[0], us(12'500));
  EXPECT_EQ(run.ends.at[1], us(15'000));
  EXPECT_EQ(run.ends.at[2], us(25'000));
}

TEST(HardDisk, AlateWriteWaitsForAWholeTurn) {
  DeviceRun run(disk());
  run.write(0, 250'000);
  run.engine.run();
  run.write(250'000, 250'000); // Asked at 12.5 ms, ready 100 us later: the angle is just past.
  run.engine.run();
  EXPECT_EQ(run.ends.at[1], us(12'500 + 10'000 + 2'500));
}

TEST(HardDisk, TheTrackCacheHasWhatTheDiskReadsOn) {
  DeviceParameters cached = disk();
  cached.track_cache.value = Bytes{1'000'000};
  DeviceRun run(cached);
  run.read(0, 250'000);
  run.engine.run();
  run.read(250'000, 250'000); // Read on since 12.5 ms: there at 15 ms.
  run.engine.run();
  EXPECT_EQ(run.ends.at[1], us(15'000));
  run.read(300'000, 100'000); // There already: the controller's time.
  run.engine.run();
  EXPECT_EQ(run.ends.at[2], us(15'100));
}

TEST(HardDisk, InnerTracksAreSlower) {
  DeviceParameters zoned = disk();
  zoned.inner_bandwidth.value = sim::BitRate::bytesPerSecond(50'000'000);
  // The last of about 1,335 tracks holds about 500 KB, so 250 KB take about half a turn instead of a quarter.
  DeviceRun run(zoned);
  run.write(zoned.size.value.count - 500'000, 250'000);
  run.engine.run();
  run.write(zoned.size.value.count - 250'000, 250'000);
  run.engine.run();
  EXPECT_NEAR((run.ends.at[1] - run.ends.at[0]).seconds(), 0.010 + 0.005, 0.0001);
}

TEST(HardDisk, TheElevatorTakesWhatTheArmMeetsFirst) {
  DeviceParameters elevator = disk();
  elevator.elevator = true;
  for (const DeviceParameters &parameters : {disk(), elevator}) {
    DeviceRun run(parameters);
    run.read(500'000'000, 1000); // Begins at once.
    run.read(900'000'000, 1000);
    run.read(600'000'000, 1000);
    run.read(100'000'000, 1000);
    run.engine.run();
    const std::vector<std::uint64_t> expected =
        parameters.elevator ? std::vector<std::uint64_t>{0, 2, 1, 3} : std::vector<std::uint64_t>{0, 1, 2, 3};
    EXPECT_EQ(run.ends.order, expected);
  }
}

TEST(HardDisk, AReadDoesNotOvertakeTheWriteThatItNeeds) {
  DeviceParameters elevator = disk();
  elevator.elevator = true;
  DeviceRun run(elevator);
  run.read(500'000'000, 1000);
  run.write(599'000'000, 2'000'000); // Begins before the arm meets 600 MB.
  run.read(600'000'000, 1000);
  run.write(600'000'000, 1000);
  run.engine.run();
  EXPECT_EQ(run.ends.order, (std::vector<std::uint64_t>{0, 1, 2, 3}));
}

DeviceParameters flash(std::int64_t channels) {
  DeviceParameters flash;
  flash.channels.value = channels;
  flash.page.value = Bytes{4000};
  flash.bandwidth.value = sim::BitRate::bytesPerSecond(400'000'000);
  flash.write_bandwidth.value = sim::BitRate::bytesPerSecond(200'000'000);
  flash.request_time.value = SimDuration::us(80);
  flash.write_time.value = SimDuration::us(20);
  return flash;
}

TEST(Flash, ChannelsServeAtOnce) {
  DeviceRun run(flash(4));
  for (int i = 0; i < 5; ++i)
    run.read(0, 4000); // At 100 MB/s a channel: 40 us.
  run.engine.run();
  EXPECT_EQ(run.ends.at[3], us(120));
  EXPECT_EQ(run.ends.at[4], us(240));
}

TEST(Flash, ALongRequestIsOnAllChannels) {
  DeviceRun run(flash(4));
  run.read(0, 400'000); // 100,000 bytes a channel.
  run.engine.run();
  EXPECT_EQ(run.ends.at[0], us(80 + 1000));
}

TEST(Flash, WritesErase) {
  DeviceParameters erasing = flash(1);
  erasing.erase_block.value = Bytes{8000};
  erasing.erase_time.value = SimDuration::ms(2);
  DeviceRun run(erasing);
  for (int i = 0; i < 3; ++i)
    run.write(0, 4000); // 20 us + 20 us; the second fills a block.
  run.engine.run();
  EXPECT_EQ(run.ends.at[0], us(40));
  EXPECT_EQ(run.ends.at[1], us(2080));
  EXPECT_EQ(run.ends.at[2], us(2120));
}

/// Devices that need 1 ms for each request, whatever its size.
DeviceParameters counting() {
  DeviceParameters counting = flash(1);
  counting.bandwidth.value = counting.write_bandwidth.value = sim::BitRate::bps(std::int64_t{1} << 62);
  counting.request_time.value = counting.write_time.value = SimDuration::ms(1);
  return counting;
}

ArrayParameters array(RaidLevel level, std::int64_t devices) {
  ArrayParameters array;
  array.level = level;
  array.devices.value = devices;
  array.chunk.value = Bytes{1000};
  return array;
}

/// Requests that all devices have served.
std::int64_t accesses(const DeviceRun &run, std::int64_t devices) {
  return std::llround(run.device->busy().seconds() * static_cast<double>(devices) * 1000);
}

TEST(DeviceArray, SmallWritesOfRaid5CostFourAccesses) {
  DeviceRun run(counting(), array(RaidLevel::Raid5, 5));
  run.write(1500, 100);
  run.engine.run();
  EXPECT_EQ(accesses(run, 5), 4);                        // Old data and parity, then both.
  EXPECT_EQ(run.ends.at[0].ps(), us(2000).ps() + 2 * 1); // Two after each other; a bit of data, rounded up.
}

TEST(DeviceArray, WholeRowsOfRaid5ReadNothing) {
  DeviceRun run(counting(), array(RaidLevel::Raid5, 5));
  run.write(4000, 4000);
  run.engine.run();
  EXPECT_EQ(accesses(run, 5), 5);
  EXPECT_NEAR(run.ends.at[0].seconds(), 0.001, 1e-9);
}

TEST(DeviceArray, Raid6HasTwoParityChunksAndRaid0None) {
  DeviceRun six(counting(), array(RaidLevel::Raid6, 6));
  six.write(0, 100);
  six.engine.run();
  EXPECT_EQ(accesses(six, 6), 6);
  DeviceRun none(counting(), array(RaidLevel::Raid0, 4));
  none.write(0, 100);
  none.engine.run();
  EXPECT_EQ(accesses(none, 4), 1);
}

TEST(DeviceArray, MirrorsWriteAllAndReadInTurn) {
  DeviceRun run(counting(), array(RaidLevel::Raid1, 2));
  run.write(0, 100);
  run.engine.run();
  EXPECT_EQ(accesses(run, 2), 2);
  run.read(0, 100);
  run.read(0, 100);
  run.engine.run();
  EXPECT_EQ(accesses(run, 2), 4);
  EXPECT_NEAR(run.ends.at[2].seconds(), 0.002, 1e-9); // Both at once.
}

TEST(DeviceArray, ReadsGoToTheDevicesOfTheirChunks) {
  DeviceRun run(counting(), array(RaidLevel::Raid0, 4));
  run.read(500, 2000); // Chunks 0, 1 and 2: 500, 1,000 and 500 bytes.
  run.engine.run();
  EXPECT_EQ(accesses(run, 4), 3);
  EXPECT_NEAR(run.ends.at[0].seconds(), 0.001, 1e-9);
}

} // namespace
} // namespace maquette::models
