//===- models/lib/storage/hard_disk.cpp -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/storage/hard_disk.h"

#include "maquette/sim/assert.h"

#include <algorithm>
#include <cmath>

namespace maquette::models {

// ---- Geometry ----

DiskGeometry::DiskGeometry(const DeviceParameters &parameters)
    : turn_(sim::SimDuration::ps(60'000'000'000'000 / parameters.rotation.value)), size_(parameters.size.value.count) {
  const auto bytesOfTurn = [&](sim::BitRate rate) {
    return static_cast<double>(rate.bitsPerSecond()) / 8 * turn_.seconds();
  };
  outer_ = bytesOfTurn(parameters.bandwidth.value);
  inner_ = bytesOfTurn(parameters.inner_bandwidth.value);
  tracks_ = std::max<std::int64_t>(2, std::llround(static_cast<double>(size_) / ((outer_ + inner_) / 2)));
  // Three given times: of no tracks (the next one), of a third of all, of all.
  const auto mean = static_cast<double>((parameters.seek_mean.value - parameters.seek_track.value).ps());
  const auto full = static_cast<double>((parameters.seek_full.value - parameters.seek_track.value).ps());
  seek_track_ = static_cast<double>(parameters.seek_track.value.ps());
  seek_root_ = (mean - full / 3) / (std::sqrt(1.0 / 3) - 1.0 / 3);
  seek_linear_ = full - seek_root_;
}

double DiskGeometry::positionOf(std::int64_t address) const {
  // Bytes before the share x of the tracks: tracks (outer x + (inner - outer) x^2 / 2).
  const double bytes = static_cast<double>(address) / static_cast<double>(tracks_);
  const double bend = (inner_ - outer_) / 2;
  // The root without cancellation, also where all tracks are alike.
  const double x = 2 * bytes / (outer_ + std::sqrt(std::max(0.0, outer_ * outer_ + 4 * bend * bytes)));
  return std::min(x, 1.0) * static_cast<double>(tracks_);
}

sim::SimDuration DiskGeometry::angleOf(double position) const {
  const double angle = position - std::floor(position);
  return sim::SimDuration::ps(std::llround(angle * static_cast<double>(turn_.ps())) % turn_.ps());
}

sim::SimDuration DiskGeometry::seek(std::int64_t from, std::int64_t to) const {
  if (from == to)
    return {};
  const double share = static_cast<double>(std::abs(from - to)) / static_cast<double>(tracks_ - 1);
  return sim::SimDuration::ps(std::llround(seek_track_ + seek_root_ * std::sqrt(share) + seek_linear_ * share));
}

// ---- The disk ----

HardDisk::HardDisk(const DeviceParameters &parameters, sim::Engine &engine, DeviceListener &listener)
    : engine_(engine), listener_(listener), geometry_(parameters), size_(parameters.size.value.count),
      track_cache_(parameters.track_cache.value.count), request_time_(parameters.request_time.value),
      elevator_(parameters.elevator) {}

void HardDisk::submit(const DeviceRequest &request) {
  MAQUETTE_ASSERT(request.bytes > 0 && request.address >= 0);
  DeviceRequest placed = request;
  placed.bytes = std::min(placed.bytes, size_);
  placed.address %= size_ - placed.bytes + 1;
  longest_ = std::max(longest_, placed.bytes);
  queue_.emplace(std::pair{placed.address, submitted_++}, Waiting{placed, engine_.now() + request_time_});
  if (!serving_)
    startNext();
}

HardDisk::Queue::iterator HardDisk::alongTheArm() {
  const auto from = queue_.lower_bound({head_, 0});
  if (outwards_)
    return from == queue_.begin() ? from : std::prev(from);
  return from == queue_.end() ? std::prev(from) : from;
}

/// The oldest of those before it that it must not overtake; itself if there is none.
HardDisk::Queue::iterator HardDisk::firstConflicting(Queue::iterator chosen) {
  const DeviceRequest &request = chosen->second.request;
  auto first = chosen;
  for (auto other = queue_.lower_bound({request.address - longest_, 0});
       other != queue_.end() && other->first.first < request.address + request.bytes; ++other)
    if (other->first.second < first->first.second &&
        other->first.first + other->second.request.bytes > request.address &&
        (other->second.request.direction == Direction::Write || request.direction == Direction::Write))
      first = other;
  return first;
}

HardDisk::Queue::iterator HardDisk::choose() {
  if (!elevator_)
    return std::min_element(queue_.begin(), queue_.end(),
                            [](const auto &a, const auto &b) { return a.first.second < b.first.second; });
  auto chosen = alongTheArm();
  outwards_ = chosen->first.first < head_;
  for (auto first = firstConflicting(chosen); first != chosen; first = firstConflicting(chosen))
    chosen = first;
  return chosen;
}

void HardDisk::startNext() {
  const auto chosen = choose();
  const Waiting waiting = chosen->second;
  queue_.erase(chosen);
  serving_ = true;
  const sim::SimTime end = serve(waiting.request, std::max(engine_.now(), waiting.ready));
  busy_ += end - engine_.now();
  engine_.schedule(end, finish, this, waiting.request.cookie);
}

sim::SimTime HardDisk::serve(const DeviceRequest &request, sim::SimTime start) {
  const std::int64_t end_address = request.address + request.bytes;
  const double begin = geometry_.positionOf(request.address), end = geometry_.positionOf(end_address);
  const bool reads = request.direction == Direction::Read;
  if (reads && request.address >= read_on_.begin && end_address <= read_on_.end) {
    const double turns = end - geometry_.positionOf(read_on_.begin);
    return std::max(start, read_on_.begun + geometry_.turn().scaled(turns));
  }
  const sim::SimTime there =
      start + geometry_.seek(geometry_.trackOf(geometry_.positionOf(head_)), geometry_.trackOf(begin));
  const sim::SimDuration turn = geometry_.turn(), angle = geometry_.angleOf(begin);
  const std::int64_t wait = (angle.ps() - there.ps() % turn.ps() + turn.ps()) % turn.ps();
  // Whole turns, and the rest as angles have it: what follows on the disk follows without a wait.
  const auto whole = static_cast<std::int64_t>(std::max(0.0, end - begin));
  const std::int64_t rest = (geometry_.angleOf(end).ps() - angle.ps() + turn.ps()) % turn.ps();
  const sim::SimTime read_from = there + sim::SimDuration::ps(wait);
  head_ = end_address;
  read_on_ = reads ? ReadOn{request.address, end_address + track_cache_, read_from} : ReadOn{};
  return read_from + turn * whole + sim::SimDuration::ps(rest);
}

void HardDisk::finish(void *self, std::uint64_t cookie) {
  HardDisk &disk = *static_cast<HardDisk *>(self);
  disk.serving_ = false;
  if (!disk.queue_.empty())
    disk.startNext();
  disk.listener_.done(cookie);
}

} // namespace maquette::models
