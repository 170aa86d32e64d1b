//===- maquette/models/traffic.h - messages that no program sends -----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Background traffic between some nodes of a machine, in a pattern. Each node sends one message after the other: the
/// next one starts when the last is delivered and `interval` has passed since its start. So a full network slows the
/// traffic down and no backlog grows.
///
/// Patterns  uniform: a random other node. shift: the node `shift` ahead. alltoall: the others in turn. halo: the six
///           neighbours in a box of nodes as close to a cube as possible, in turn.
/// Pausing   a node pauses after kMessagesAhead messages until goOn(), so traffic alone keeps no simulation running.
#ifndef MAQUETTE_MODELS_TRAFFIC_H
#define MAQUETTE_MODELS_TRAFFIC_H

#include "maquette/models/network_model.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace maquette::models {

std::span<const std::string_view> trafficPatterns();

class Traffic {
public:
  static constexpr std::int64_t kMessagesAhead = 1000;
  struct Options {
    std::string_view pattern;  ///< One of trafficPatterns().
    std::vector<NodeId> nodes; ///< \pre at least 2.
    sim::Bytes size;
    sim::SimDuration interval; ///< \pre above 0.
    std::int64_t shift = 1;
    std::uint64_t seed = 1;
    std::uint64_t first_cookie = 0; ///< Node i has this cookie plus i.
  };
  Traffic(const Options &options, sim::Engine &engine, NetworkModel &network);

  /// Starts the traffic; later, lets paused nodes send again.
  void goOn();
  /// Sends nothing more.
  void stop() { stopped_ = true; }
  /// \pre the cookie is of a message of this traffic.
  void delivered(std::uint64_t cookie);
  Transfer transferOf(std::uint64_t cookie) const { return nodes_[cookie - options_.first_cookie].transfer; }

  std::uint64_t messages() const { return messages_; }
  sim::SimDuration sumOfTimes() const { return sum_of_times_; }
  sim::SimTime lastDelivered() const { return last_; }

private:
  struct Node {
    Transfer transfer;
    std::int64_t sent = 0;
    std::int64_t left = 0; ///< Until it pauses.
    bool resting = true;
  };
  NodeId destinationOf(std::size_t node) const;
  void sendNext(std::size_t node);
  static void send(void *self, std::uint64_t node);
  static void deliveredLater(void *self, std::uint64_t cookie);

  Options options_;
  std::size_t pattern_;
  std::array<std::int64_t, 3> box_{1, 1, 1};
  sim::Engine &engine_;
  NetworkModel &network_;
  std::vector<Node> nodes_;
  std::uint64_t messages_ = 0;
  sim::SimDuration sum_of_times_;
  sim::SimTime last_;
  bool stopped_ = false;
};

} // namespace maquette::models

#endif
