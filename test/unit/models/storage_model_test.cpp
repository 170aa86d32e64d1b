// test/unit/models/storage_model_test.cpp - requests to a striped file system
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/storage_model.h"

#include <gtest/gtest.h>

namespace maquette::models {
namespace {

using sim::Bytes;
using sim::SimDuration;
using sim::SimTime;

constexpr std::int64_t kStripe = 1000;

/// 1 GB/s: a byte takes 1 ns.
StorageModel model(std::int64_t servers) {
  StorageParameters parameters;
  parameters.servers.value = servers;
  parameters.bandwidth.value = sim::BitRate::bps(8'000'000'000);
  parameters.latency.value = SimDuration::us(10);
  parameters.request_time.value = SimDuration::us(1);
  parameters.stripe.value = Bytes{kStripe};
  return StorageModel(parameters);
}

SimTime at(std::int64_t ns) { return SimTime() + SimDuration::ns(ns); }

TEST(StorageModel, OneRequestTakesLatencyWorkAndBytes) {
  StorageModel storage = model(4);
  EXPECT_EQ(storage.access(at(5), 0, 100, Bytes{500}), at(5 + 10'000 + 1'000 + 500));
  EXPECT_EQ(storage.operate(at(7)), at(10'007));
  EXPECT_EQ(storage.access(at(9), 0, 0, Bytes{0}), at(9));
}

TEST(StorageModel, ServersShareALongRequest) {
  // 2,500 bytes from 500: stripes 0 (500), 1 (1,000), 2 (1,000): the longest part is 1,000.
  StorageModel four = model(4);
  EXPECT_EQ(four.access(at(0), 0, 500, Bytes{2500}), at(10'000 + 1'000 + 1'000));
  // On two servers stripes 0 and 2 lie together: 1,500 in one request.
  StorageModel two = model(2);
  EXPECT_EQ(two.access(at(0), 0, 500, Bytes{2500}), at(10'000 + 1'000 + 1'500));
  // Ten whole stripes on one server.
  StorageModel one = model(1);
  EXPECT_EQ(one.access(at(0), 3, 0, Bytes{10 * kStripe}), at(10'000 + 1'000 + 10'000));
}

TEST(StorageModel, RequestsWaitForEachOtherAtOneServerOnly) {
  StorageModel storage = model(2);
  const SimTime first = storage.access(at(0), 0, 0, Bytes{100}); // 11,100
  EXPECT_EQ(storage.access(at(0), 0, 200, Bytes{100}), first + SimDuration::ns(1'100));
  EXPECT_EQ(storage.access(at(0), 0, kStripe, Bytes{100}), first);
  // The same stripe of the next file lies on the next server: busy until 11,100.
  EXPECT_EQ(storage.access(at(0), 1, 0, Bytes{100}), first + SimDuration::ns(1'100));
}

TEST(StorageModel, AServerRestsBetweenRequests) {
  StorageModel storage = model(1);
  storage.access(at(0), 0, 0, Bytes{100});
  EXPECT_EQ(storage.access(at(50'000), 0, 0, Bytes{100}), at(50'000 + 11'100));
}

} // namespace
} // namespace maquette::models
