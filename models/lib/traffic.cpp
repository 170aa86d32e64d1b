//===- models/lib/traffic.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/traffic.h"

#include "maquette/sim/assert.h"
#include "maquette/sim/random.h"

#include <algorithm>

namespace maquette::models {
namespace {

enum Pattern : std::size_t { kUniform, kShift, kAlltoall, kHalo };
constexpr std::string_view kPatterns[] = {"uniform", "shift", "alltoall", "halo"};

/// Three factors, the largest as small as can be.
std::array<std::int64_t, 3> boxOf(std::int64_t nodes) {
  std::array<std::int64_t, 3> best{1, 1, nodes};
  for (std::int64_t a = 1; a * a * a <= nodes; ++a)
    for (std::int64_t b = a; nodes % a == 0 && a * b * b <= nodes; ++b)
      if (nodes / a % b == 0 && nodes / a / b < best[2])
        best = {a, b, nodes / a / b};
  return best;
}

} // namespace

std::span<const std::string_view> trafficPatterns() { return kPatterns; }

Traffic::Traffic(const Options &options, sim::Engine &engine, NetworkModel &network)
    : options_(options),
      pattern_(static_cast<std::size_t>(std::find(std::begin(kPatterns), std::end(kPatterns), options.pattern) -
                                        std::begin(kPatterns))),
      box_(boxOf(static_cast<std::int64_t>(options.nodes.size()))), engine_(engine), network_(network),
      nodes_(options.nodes.size()) {
  MAQUETTE_ASSERT(options.nodes.size() >= 2 && options.interval > sim::SimDuration());
}

NodeId Traffic::destinationOf(std::size_t node) const {
  const auto count = static_cast<std::int64_t>(nodes_.size()), self = static_cast<std::int64_t>(node);
  const std::int64_t sent = nodes_[node].sent;
  std::int64_t other = self;
  switch (pattern_) {
  case kUniform: {
    const sim::Random random(options_.seed, node);
    const auto draw = random.below(static_cast<std::uint64_t>(sent), static_cast<std::uint64_t>(count - 1));
    other = (self + 1 + static_cast<std::int64_t>(draw)) % count;
    break;
  }
  case kShift:
    other = (self + options_.shift) % count;
    break;
  case kAlltoall:
    other = (self + 1 + sent % (count - 1)) % count;
    break;
  case kHalo: {
    const auto d = static_cast<std::size_t>(sent / 2 % 3);
    std::int64_t stride = 1;
    for (std::size_t i = 0; i < d; ++i)
      stride *= box_[i];
    const std::int64_t x = self / stride % box_[d], next = (x + (sent % 2 == 0 ? 1 : box_[d] - 1)) % box_[d];
    other = self + (next - x) * stride;
    break;
  }
  default:
    break;
  }
  return options_.nodes[static_cast<std::size_t>(other)];
}

void Traffic::goOn() {
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    nodes_[node].left = kMessagesAhead;
    if (nodes_[node].resting && !stopped_) {
      nodes_[node].resting = false;
      engine_.schedule(engine_.now(), send, this, node);
    }
  }
}

void Traffic::send(void *self, std::uint64_t node) { static_cast<Traffic *>(self)->sendNext(node); }
void Traffic::deliveredLater(void *self, std::uint64_t cookie) { static_cast<Traffic *>(self)->delivered(cookie); }

void Traffic::sendNext(std::size_t index) {
  Node &node = nodes_[index];
  if (stopped_ || node.left == 0) {
    node.resting = true;
    return;
  }
  --node.left;
  node.transfer = Transfer{};
  node.transfer.source = options_.nodes[index];
  node.transfer.destination = destinationOf(index);
  node.transfer.size = options_.size;
  node.transfer.start = engine_.now();
  node.transfer.cookie = options_.first_cookie + index;
  ++node.sent;
  if (const Started started = network_.start(node.transfer); started.delivered)
    engine_.schedule(*started.delivered, deliveredLater, this, node.transfer.cookie);
}

void Traffic::delivered(std::uint64_t cookie) {
  const std::size_t index = cookie - options_.first_cookie;
  MAQUETTE_ASSERT(index < nodes_.size());
  const sim::SimTime begun = nodes_[index].transfer.start;
  ++messages_;
  sum_of_times_ += engine_.now() - begun;
  last_ = engine_.now();
  engine_.schedule(std::max(engine_.now(), begun + options_.interval), send, this, index);
}

} // namespace maquette::models
