//===- models/lib/topology/parallel_links.cpp - links side by side ---------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/topology/topology_wrapper.h"

#include "maquette/sim/assert.h"
#include "maquette/sim/random.h"

namespace maquette::models {
namespace {

/// Inner link L of a topology with n nodes becomes links 2n + (L - 2n) count + copy.
class ParallelLinks final : public TopologyWrapper {
public:
  ParallelLinks(std::unique_ptr<Topology> topology, std::int64_t count)
      : TopologyWrapper(std::move(topology)), count_(count), nics_(2 * nodeCount()) {}

  std::int64_t linkCount() const override { return nics_ + innerLinks() * count_; }
  void connect(RouterId from, RouterId to, std::uint64_t choice, Route &route) const override {
    const std::size_t begin = route.links().size();
    inner().connect(from, to, choice, route);
    pickCopies(begin, from, to, choice, route);
  }
  void connectVia(RouterId from, RouterId to, std::int64_t detour, std::uint64_t choice, Route &route) const override {
    const std::size_t begin = route.links().size();
    inner().connectVia(from, to, detour, choice, route);
    pickCopies(begin, from, to, choice, route);
  }
  std::string linkName(LinkId link) const override {
    if (isNic(link))
      return inner().linkName(link);
    return inner().linkName(innerOf(link)) + " #" + std::to_string((link.value() - nics_) % count_);
  }
  std::optional<RouterId> groupRouterAfter(LinkId link) const override {
    return inner().groupRouterAfter(innerOf(link));
  }
  std::int64_t rank(LinkId link) const override { return inner().rank(innerOf(link)); }
  std::optional<std::int64_t> bisectionLinks() const override {
    const std::optional<std::int64_t> links = inner().bisectionLinks();
    return links ? std::optional(*links * count_) : std::nullopt;
  }

private:
  LinkId innerOf(LinkId link) const { return isNic(link) ? link : LinkId{nics_ + (link.value() - nics_) / count_}; }
  void pickCopies(std::size_t begin, RouterId from, RouterId to, std::uint64_t choice, Route &route) const {
    const sim::Random random(choice, static_cast<std::uint64_t>(from.value()));
    for (std::size_t i = begin; i < route.links().size(); ++i) {
      const std::int64_t inner = route.links()[i].value() - nics_;
      const auto draw = static_cast<std::uint64_t>(to.value()) << 8 | (i - begin);
      const auto copy = static_cast<std::int64_t>(random.below(draw, static_cast<std::uint64_t>(count_)));
      route.replace(i, LinkId{nics_ + inner * count_ + copy});
    }
  }

  std::int64_t count_;
  std::int64_t nics_;
};

} // namespace

std::unique_ptr<Topology> makeParallelLinks(std::unique_ptr<Topology> topology, std::int64_t count) {
  MAQUETTE_ASSERT(count > 1);
  return std::make_unique<ParallelLinks>(std::move(topology), count);
}

} // namespace maquette::models
