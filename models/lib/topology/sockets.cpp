//===- models/lib/topology/sockets.cpp - the inside of nodes ----------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/topology.h"
#include "maquette/sim/assert.h"

namespace maquette::models {
namespace {

class Sockets final : public Topology {
public:
  Sockets(std::int64_t nodes, std::int64_t cores, std::int64_t sockets)
      : nodes_(nodes), cores_(cores), sockets_(sockets), per_socket_(cores / sockets) {}

  std::int64_t nodeCount() const override { return nodes_ * cores_; }
  std::int64_t linkCount() const override { return firstJoint() + routerCount() * sockets_; }
  std::int64_t routerCount() const override { return nodes_ * sockets_; }
  RouterId routerOf(NodeId core) const override { return RouterId{core.value() / per_socket_}; }
  std::uint64_t staticChoice(NodeId, NodeId) const override { return 0; }
  /// \pre both are of one node.
  void connect(RouterId from, RouterId to, std::uint64_t, Route &route) const override {
    MAQUETTE_ASSERT(from.value() / sockets_ == to.value() / sockets_);
    route.add(memory(from));
    if (from == to)
      return;
    route.add(LinkId{firstJoint() + from.value() * sockets_ + to.value() % sockets_});
    route.add(memory(to));
  }
  int hops(NodeId source, NodeId destination) const override {
    MAQUETTE_ASSERT(source != destination);
    return routerOf(source) == routerOf(destination) ? 0 : 1;
  }
  std::int64_t crossedLinks(const Route &route) const override { return route.links().size() > 3 ? 1 : 0; }
  bool nicIsLink() const override { return false; }
  std::string linkName(LinkId link) const override {
    if (isNic(link)) {
      const std::int64_t core = nodeOfNic(link).value();
      return "node " + std::to_string(core / cores_) + " core " + std::to_string(core % cores_) +
             (isInjection(link) ? " out" : " in");
    }
    if (link.value() < firstJoint())
      return socketName(link.value() - 2 * nodeCount()) + " memory";
    const std::int64_t joint = link.value() - firstJoint();
    return socketName(joint / sockets_) + " -> socket " + std::to_string(joint % sockets_);
  }
  std::int64_t rank(LinkId link) const override { return link.value() < firstJoint() ? 0 : 1; }
  int phases() const override { return 2; }
  int diameter() const override { return sockets_ > 1 ? 1 : 0; }

private:
  LinkId memory(RouterId socket) const { return LinkId{2 * nodeCount() + socket.value()}; }
  std::int64_t firstJoint() const { return 2 * nodeCount() + routerCount(); }
  std::string socketName(std::int64_t socket) const {
    return "node " + std::to_string(socket / sockets_) + " socket " + std::to_string(socket % sockets_);
  }

  std::int64_t nodes_;
  std::int64_t cores_;
  std::int64_t sockets_; ///< Of a node.
  std::int64_t per_socket_;
};

} // namespace

std::unique_ptr<Topology> makeSockets(std::int64_t nodes, std::int64_t cores, std::int64_t sockets) {
  return std::make_unique<Sockets>(nodes, cores, sockets);
}

} // namespace maquette::models
