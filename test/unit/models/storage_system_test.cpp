// test/unit/models/storage_system_test.cpp - volumes, mount points, page caches
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/storage/storage_system.h"

#include <gtest/gtest.h>

#include <vector>

namespace maquette::models {
namespace {

using sim::Bytes;
using sim::SimDuration;
using sim::SimTime;

constexpr std::int64_t kStripe = 1000;

/// 1 GB/s: a byte takes 1 ns.
Machine machine(std::int64_t servers) {
  Machine machine = defaultMachine();
  VolumeParameters &volume = machine.storage.volumes.front();
  volume.servers.value = volume.stripe_count.value = servers;
  volume.device.bandwidth.value = volume.device.write_bandwidth.value = sim::BitRate::bytesPerSecond(1'000'000'000);
  volume.latency.value = SimDuration::us(10);
  volume.device.request_time.value = volume.device.write_time.value = SimDuration::us(1);
  volume.stripe.value = Bytes{kStripe};
  machine.storage.cache.size.value = Bytes{0};
  machine.storage.cache.dirty_limit.value = Bytes{0};
  machine.storage.cache.bandwidth.value = sim::BitRate::bytesPerSecond(10'000'000'000);
  machine.storage.cache.write_bandwidth = machine.storage.cache.bandwidth;
  return machine;
}

/// With a cache of 1 MB, of which 100 KB may be dirty; 100 ps a byte.
Machine cached(std::int64_t write_backs = 1) {
  Machine with_cache = machine(1);
  PageCacheParameters &cache = with_cache.storage.cache;
  cache.size.value = Bytes{1'000'000};
  cache.dirty_limit.value = Bytes{100'000};
  cache.latency.value = SimDuration::us(1);
  cache.read_ahead.value = Bytes{4000};
  cache.write_back.value = Bytes{10'000};
  cache.write_back_requests.value = write_backs;
  return with_cache;
}

class SystemRun : private StorageListener {
public:
  explicit SystemRun(const Machine &target) : system(target, engine, nullptr, *this) {}
  /// End of a request that nothing else meets any more.
  SimTime end(const StorageRequest &request) {
    const std::uint64_t cookie = start(request);
    engine.run();
    return at[cookie];
  }
  std::uint64_t start(StorageRequest request) {
    request.cookie = at.size();
    at.emplace_back();
    system.submit(request);
    return request.cookie;
  }
  /// Starts it at a time to come.
  std::uint64_t startAt(SimTime when, const StorageRequest &request) {
    later.push_back({this, request});
    later.back().request.cookie = at.size();
    at.emplace_back();
    engine.schedule(
        when,
        [](void *self, std::uint64_t index) {
          const Later &later = static_cast<SystemRun *>(self)->later[index];
          later.run->system.submit(later.request);
        },
        this, later.size() - 1);
    return at.size() - 1;
  }

  sim::Engine engine;
  StorageSystem system;
  std::vector<SimTime> at; ///< By cookie: its end.

private:
  struct Later {
    SystemRun *run;
    StorageRequest request;
  };
  void storageDone(std::uint64_t cookie) override { at[cookie] = engine.now(); }
  std::vector<Later> later;
};

StorageRequest request(StorageOperation operation, std::uint64_t file, std::int64_t offset, std::int64_t bytes) {
  StorageRequest request;
  request.operation = operation;
  request.volume = VolumeId{0};
  request.node = NodeId{0};
  request.file = file;
  request.offset = offset;
  request.bytes = bytes;
  request.file_size = std::int64_t{1} << 40;
  return request;
}
StorageRequest read(std::uint64_t file, std::int64_t offset, std::int64_t bytes) {
  return request(StorageOperation::Read, file, offset, bytes);
}
StorageRequest write(std::uint64_t file, std::int64_t offset, std::int64_t bytes) {
  return request(StorageOperation::Write, file, offset, bytes);
}

SimTime ns(std::int64_t count) { return SimTime() + SimDuration::ns(count); }

// ---- Servers ----

TEST(ParallelVolume, OneRequestTakesLatencyWorkAndBytes) {
  EXPECT_EQ(SystemRun(machine(4)).end(read(0, 100, 500)), ns(10'000 + 1'000 + 500));
  EXPECT_EQ(SystemRun(machine(4)).end(request(StorageOperation::Metadata, 0, 0, 0)), ns(10'000));
}

TEST(ParallelVolume, ServersShareALongRequest) {
  // 2,500 bytes from 500: stripes 0 (500), 1 (1,000), 2 (1,000): the longest part is 1,000.
  EXPECT_EQ(SystemRun(machine(4)).end(read(0, 500, 2500)), ns(10'000 + 1'000 + 1'000));
  // On two servers stripes 0 and 2 lie together: 1,500 in one request.
  EXPECT_EQ(SystemRun(machine(2)).end(read(0, 500, 2500)), ns(10'000 + 1'000 + 1'500));
  // Ten whole stripes on one server.
  EXPECT_EQ(SystemRun(machine(1)).end(read(3, 0, 10 * kStripe)), ns(10'000 + 1'000 + 10'000));
  // A file that is on two of four.
  Machine two_of_four = machine(4);
  two_of_four.storage.volumes.front().stripe_count.value = 2;
  EXPECT_EQ(SystemRun(two_of_four).end(read(0, 0, 4 * kStripe)), ns(10'000 + 1'000 + 2'000));
}

TEST(ParallelVolume, RequestsWaitForEachOtherAtOneServerOnly) {
  SystemRun run(machine(2));
  const auto first = run.start(read(0, 0, 100)), second = run.start(read(0, 200, 100));
  const auto other = run.start(read(0, kStripe, 100)), next_file = run.start(read(1, 0, 100));
  run.engine.run();
  EXPECT_EQ(run.at[first], ns(11'100));
  EXPECT_EQ(run.at[second], ns(12'200));
  EXPECT_EQ(run.at[other], ns(11'100));
  EXPECT_EQ(run.at[next_file], ns(12'200)); // Its first stripe lies on the next server.
}

TEST(ParallelVolume, MetadataWaitsAtItsServer) {
  Machine slow = machine(1);
  slow.storage.volumes.front().metadata_time.value = SimDuration::us(5);
  slow.storage.volumes.front().metadata_servers.value = 2;
  SystemRun run(slow);
  for (std::uint64_t file : {0, 2, 1})
    run.start(request(StorageOperation::Metadata, file, 0, 0));
  run.engine.run();
  EXPECT_EQ(run.at, (std::vector<SimTime>{ns(15'000), ns(20'000), ns(15'000)}));
}

TEST(ParallelVolume, ALockChangesHands) {
  Machine locking = machine(1);
  locking.storage.volumes.front().lock_time.value = SimDuration::us(100);
  SystemRun run(locking);
  StorageRequest other = write(0, 500, 100);
  other.node = NodeId{1};
  EXPECT_EQ(run.end(write(0, 0, 100)), ns(11'100));
  EXPECT_EQ(run.end(write(0, 0, 100)), ns(22'200));
  EXPECT_EQ(run.end(other), ns(22'200 + 111'100));
}

TEST(StorageSystem, AVolumeOfEachNodeServesItAlone) {
  Machine local = machine(1);
  local.storage.volumes.front().kind = VolumeKind::Flash;
  SystemRun run(local);
  StorageRequest other = read(0, 0, 1000);
  other.node = NodeId{1};
  const auto first = run.start(read(0, 0, 1000)), second = run.start(read(0, 0, 1000)), elsewhere = run.start(other);
  run.engine.run();
  EXPECT_EQ(run.at[first], ns(12'000));
  EXPECT_EQ(run.at[second], ns(14'000));
  EXPECT_EQ(run.at[elsewhere], ns(12'000));
}

TEST(StorageSystem, NewBlocksOfADiskAreAllocatedFirst) {
  Machine local = machine(1);
  VolumeParameters &volume = local.storage.volumes.front();
  volume.kind = volume.device.kind = VolumeKind::Disk;
  volume.device.inner_bandwidth.value = volume.device.bandwidth.value = sim::BitRate::bytesPerSecond(100'000'000);
  volume.device.allocation_time.value = SimDuration::ms(3);
  SystemRun run(local);
  const SimTime first = run.end(write(0, 0, 4096));
  const SimTime again = run.end(write(0, 0, 4096)); // A whole turn later: nothing is new.
  const SimDuration turn = SimDuration::ps(60'000'000'000'000 / 7200);
  EXPECT_EQ(again - first, turn);
  volume.device.allocation_time.value = SimDuration();
  EXPECT_EQ(SystemRun(local).end(write(0, 0, 4096)), first); // At the same angle: the head had to wait for it anyway.
}

TEST(StorageSystem, TheLongestMountPointHasTheFile) {
  Machine mounted = machine(1);
  for (const char *mount : {"/scratch", "/scratch/fast", "/tmp"}) {
    mounted.storage.volumes.push_back(mounted.storage.volumes.front());
    mounted.storage.volumes.back().mount = mount;
  }
  const SystemRun run(mounted);
  EXPECT_EQ(run.system.volumeOf("/home/a"), VolumeId{0});
  EXPECT_EQ(run.system.volumeOf("/scratch/a"), VolumeId{1});
  EXPECT_EQ(run.system.volumeOf("/scratch/fast"), VolumeId{2});
  EXPECT_EQ(run.system.volumeOf("/scratch/faster"), VolumeId{1});
  EXPECT_EQ(run.system.volumeOf("/tmpfile"), VolumeId{0});
}

TEST(StorageSystem, SpaceEnds) {
  Machine full = machine(1);
  full.storage.volumes.front().capacity.value = Bytes{1000};
  full.storage.volumes.front().quota.value = Bytes{900};
  SystemRun run(full);
  using Space = StorageSystem::Space;
  EXPECT_EQ(run.system.reserve(VolumeId{0}, NodeId{0}, 800), Space::Enough);
  EXPECT_EQ(run.system.reserve(VolumeId{0}, NodeId{1}, 150), Space::OverQuota);
  EXPECT_EQ(run.system.reserve(VolumeId{0}, NodeId{1}, 250), Space::Full);
  run.system.release(VolumeId{0}, NodeId{0}, 500);
  EXPECT_EQ(run.system.reserve(VolumeId{0}, NodeId{1}, 250), Space::Enough);
}

// ---- Page cache ----

TEST(PageCache, ASecondReadTakesTheMemorysTime) {
  SystemRun run(cached());
  // The server: 10 us + 1 us + 4 us; then 1 us for the call and 0.4 us to copy 4,000 bytes.
  EXPECT_EQ(run.end(read(0, 0, 4000)), ns(15'000 + 1'400));
  EXPECT_EQ(run.end(read(0, 0, 4000)), ns(16'400 + 1'400));
}

TEST(PageCache, ReadsInARowReadAhead) {
  SystemRun run(cached());
  EXPECT_EQ(run.end(read(0, 0, 1000)), ns(15'000 + 1'100)); // 4,000 bytes come.
  EXPECT_EQ(run.end(read(0, 1000, 1000)), ns(16'100 + 1'100));
  // Not in a row: only what is asked.
  EXPECT_EQ(run.end(read(0, 50'000, 1000)), ns(17'200 + 12'000 + 1'100));
  // Not beyond the file's end.
  StorageRequest last = read(1, 0, 500);
  last.file_size = 600;
  EXPECT_EQ(run.end(last), ns(30'300 + 11'600 + 1'050));
}

TEST(PageCache, WhatIsUsedLongestAgoGoesFirst) {
  SystemRun run(cached());
  run.end(read(0, 0, 500'000));
  run.end(read(1, 0, 400'000));
  run.end(read(0, 0, 1000));    // The first file is used again,
  run.end(read(2, 0, 200'000)); // so the second one goes.
  const SimTime before = run.engine.now();
  EXPECT_EQ(run.end(read(0, 0, 1000)) - before, SimDuration::ns(1'100));
  const SimTime again = run.engine.now();
  EXPECT_GT(run.end(read(1, 0, 1000)) - again, SimDuration::us(11));
}

TEST(PageCache, AWriteIsCopiedAndWrittenBackLater) {
  SystemRun run(cached());
  EXPECT_EQ(run.end(write(0, 0, 1000)), ns(1'100));
  EXPECT_EQ(run.engine.now(), ns(12'000)); // Written back meanwhile.
  const auto sync = run.start(request(StorageOperation::Sync, 0, 0, 0));
  run.engine.run();
  EXPECT_EQ(run.at[sync], ns(22'000)); // Nothing is dirty: the file system's latency.
}

TEST(PageCache, SyncWaitsUntilAllIsWrittenBack) {
  SystemRun run(cached());
  run.start(write(0, 0, 25'000)); // Three requests: 11 us + 10 us, the same, 11 us + 5 us.
  const auto sync = run.start(request(StorageOperation::Sync, 0, 0, 0));
  run.engine.run();
  EXPECT_EQ(run.at[sync], ns(21'000 + 21'000 + 16'000 + 10'000));
}

TEST(PageCache, AWriterStallsAtTheDirtyLimit) {
  // 100 KB fit; the rest comes as fast as requests of 10 KB write back, 21 us each: 90 of them leave 100 KB dirty.
  SystemRun run(cached());
  const SimTime end = run.end(write(0, 0, 1'000'000));
  EXPECT_EQ(end, ns(90 * 21'000 + 1'000)); // The last 10 KB are copied.
  EXPECT_EQ(run.engine.now(), ns(100 * 21'000));
}

TEST(PageCache, WritersWaitInTheirOrder) {
  SystemRun run(cached());
  const auto first = run.start(write(0, 0, 100'000)), second = run.start(write(1, 0, 20'000));
  const auto third = run.start(write(2, 0, 1'000));
  run.engine.run();
  EXPECT_LT(run.at[first], run.at[second]);
  EXPECT_LT(run.at[second], run.at[third]);
}

TEST(PageCache, SmallWritesInARowGoBackTogether) {
  SystemRun run(cached());
  run.start(write(0, 0, 100));
  for (int i = 1; i < 10; ++i)
    run.startAt(ns(i), write(0, 100 * i, 100));
  run.engine.run();
  // The first alone, then nine in one request.
  EXPECT_EQ(run.system.serverUse().front().requests, 2u);
}

TEST(PageCache, ARemovedFileIsNotWrittenBack) {
  SystemRun run(cached());
  run.start(write(0, 0, 50'000));
  run.system.forget(NodeId{0}, VolumeId{0}, 0);
  run.engine.run();
  EXPECT_EQ(run.system.serverUse().front().requests, 1u); // That which was on its way.
  EXPECT_EQ(run.end(write(1, 0, 100'000)) - ns(21'000), SimDuration::ns(1'000 + 10'000));
}

TEST(PageCache, CopyingIntoNewPagesHasARateOfItsOwn) {
  Machine target = cached();
  target.storage.cache.write_bandwidth.value = sim::BitRate::bytesPerSecond(2'500'000'000);
  SystemRun run(target);
  EXPECT_EQ(run.end(write(0, 0, 1000)), ns(1'000 + 400));
  const SimTime before = run.engine.now();
  EXPECT_EQ(run.end(read(0, 0, 1000)) - before, SimDuration::ns(1'000 + 100));
}

TEST(PageCache, DroppedRangesAreReadAgainButNotWhatIsDirty) {
  SystemRun run(cached());
  const auto timeOf = [&run](const StorageRequest &request) {
    const SimTime before = run.engine.now();
    return run.end(request) - before;
  };
  timeOf(read(0, 0, 8000));
  run.system.drop(NodeId{0}, VolumeId{0}, 0, 2000, 4000);
  EXPECT_EQ(timeOf(read(0, 6000, 2000)), SimDuration::ns(1'200));
  EXPECT_EQ(timeOf(read(0, 0, 2000)), SimDuration::ns(1'200));
  EXPECT_EQ(timeOf(read(0, 2000, 2000)), SimDuration::ns(15'000 + 1'200)); // In a row: 2,000 bytes are read ahead.
  run.start(write(1, 0, 50'000));
  run.system.drop(NodeId{0}, VolumeId{0}, 1, 0, 50'000);
  run.engine.run();
  EXPECT_EQ(timeOf(read(1, 0, 1000)), SimDuration::ns(1'100));
}

} // namespace
} // namespace maquette::models
