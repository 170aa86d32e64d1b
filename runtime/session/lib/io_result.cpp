//===- runtime/session/lib/io_result.cpp - what ranks read and wrote ---------===//
// SPDX-License-Identifier: Apache-2.0
#include "io_result.h"

#include "maquette/context/io_statistics.h"
#include "maquette/context/threads.h"
#include "maquette/context/world.h"
#include "maquette/files/file_space.h"

#include <algorithm>

namespace maquette::session {
namespace {

using runtime::IoResult;
using runtime::IoStatistics;
using runtime::World;

constexpr std::size_t kMost = 100; ///< Files and servers that a result names.

IoResult::File fileOf(World &world, std::uint64_t number, const IoStatistics::File &file) {
  IoResult::File result;
  result.path = world.storage().pathOf(number);
  result.bytes_read = file.bytes_read;
  result.bytes_written = file.bytes_written;
  result.reads = file.reads;
  result.writes = file.writes;
  result.operations = file.others;
  result.seconds = static_cast<double>(file.time_ps) * 1e-12;
  result.consecutive = file.pattern.consecutive;
  result.strided = file.pattern.strided;
  result.random = file.pattern.random;
  return result;
}

void fillFiles(World &world, const IoStatistics &statistics, IoResult &io) {
  std::vector<std::pair<std::uint64_t, const IoStatistics::File *>> longest;
  for (const auto &[number, file] : statistics.files()) {
    io.bytes_read += file.bytes_read;
    io.bytes_written += file.bytes_written;
    longest.emplace_back(number, &file);
  }
  io.file_count = longest.size();
  std::sort(longest.begin(), longest.end(), [](const auto &a, const auto &b) {
    return a.second->time_ps != b.second->time_ps ? a.second->time_ps > b.second->time_ps : a.first < b.first;
  });
  longest.resize(std::min(longest.size(), kMost));
  for (const auto &[number, file] : longest)
    io.files.push_back(fileOf(world, number, *file));
}

} // namespace

void fillIo(World &world, sim::SimTime end) {
  const IoStatistics &statistics = world.storage().statistics();
  if (statistics.isEmpty())
    return;
  IoResult io;
  const auto ranks = static_cast<double>(world.rankCount());
  for (const auto &[name, function] : statistics.functions()) {
    const double seconds = static_cast<double>(function.time_ps) * 1e-12 / ranks;
    io.calls[std::string(name)] = {function.count, function.bytes, seconds};
    io.operations += function.count;
    io.seconds += seconds;
  }
  fillFiles(world, statistics, io);
  for (const models::ServerUse &server : world.storage().system().serverUse()) {
    if (io.servers.size() == kMost)
      break;
    io.servers.push_back({server.name, server.requests, server.bytes,
                          end > sim::SimTime() ? std::min(1.0, server.busy.seconds() / end.seconds()) : 0});
  }
  io.kept_bytes = world.storage().files().keptBytes();
  world.outcome().result().io = std::move(io);
}

void fillProcesses(World &world) {
  const runtime::Threads *const threads = world.dispatcher().hasThreads() ? &world.dispatcher().threads() : nullptr;
  for (std::int64_t id = 0; id < world.rankCount(); ++id) {
    const runtime::Rank &rank = world.rank(id);
    runtime::ProcessTimes times;
    times.rank = id;
    times.node = world.placement().nodeOf(rank.id).value();
    times.run_seconds = rank.compute.seconds();
    times.storage_seconds = world.storage().statistics().timeOf(rank.id).seconds();
    times.ready_seconds = threads != nullptr ? threads->timesOf(rank).waited.seconds() : 0;
    times.network_seconds =
        std::max(0.0, rank.clock.seconds() - times.run_seconds - times.storage_seconds - times.ready_seconds);
    world.outcome().result().processes.push_back(times);
  }
}

} // namespace maquette::session
