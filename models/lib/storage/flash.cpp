//===- models/lib/storage/flash.cpp -----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/storage/flash.h"

#include <algorithm>

namespace maquette::models {

Flash::Flash(const DeviceParameters &parameters, sim::Engine &engine, DeviceListener &listener)
    : engine_(engine), listener_(listener), page_(parameters.page.value.count),
      erase_block_(parameters.erase_block.value.count), read_time_(parameters.request_time.value),
      write_time_(parameters.write_time.value), erase_time_(parameters.erase_time.value),
      channels_(static_cast<std::size_t>(parameters.channels.value)) {
  const double share = 1.0 / static_cast<double>(channels_.size());
  read_rate_ = parameters.bandwidth.value.scaled(share);
  write_rate_ = parameters.write_bandwidth.value.scaled(share);
}

sim::SimTime Flash::serve(std::size_t index, const DeviceRequest &request, std::int64_t bytes) {
  const bool reads = request.direction == Direction::Read;
  Channel &channel = channels_[index];
  sim::SimDuration span =
      (reads ? read_time_ : write_time_) + transferTime(sim::Bytes{bytes}, reads ? read_rate_ : write_rate_);
  if (!reads && erase_block_ > 0) {
    channel.written += bytes;
    span += erase_time_ * (channel.written / erase_block_);
    channel.written %= erase_block_;
  }
  busy_ += span;
  channel.free_from = std::max(channel.free_from, engine_.now()) + span;
  return channel.free_from;
}

void Flash::submit(const DeviceRequest &request) {
  const auto count = static_cast<std::int64_t>(channels_.size());
  const std::int64_t parts = std::clamp<std::int64_t>(request.bytes / page_, 1, count);
  sim::SimTime end = engine_.now();
  for (std::int64_t i = 0; i < parts; ++i) {
    const std::int64_t bytes = request.bytes * (i + 1) / parts - request.bytes * i / parts;
    const auto first_free =
        std::min_element(channels_.begin(), channels_.end(),
                         [](const Channel &a, const Channel &b) { return a.free_from < b.free_from; });
    end = std::max(end, serve(static_cast<std::size_t>(first_free - channels_.begin()), request, bytes));
  }
  engine_.schedule(end, finish, this, request.cookie);
}

void Flash::finish(void *self, std::uint64_t cookie) { static_cast<Flash *>(self)->listener_.done(cookie); }

sim::SimDuration Flash::busy() const {
  return sim::SimDuration::ps(busy_.ps() / static_cast<std::int64_t>(channels_.size()));
}

} // namespace maquette::models
