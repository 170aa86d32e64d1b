//===- models/lib/network/flow_bundles.h - flows that share their rate -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Flows between the same two nodes form a bundle. It counts what each of its flows has got since it began; a flow ends
/// when that reaches what it was at its start plus its size.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_FLOW_BUNDLES_H
#define MAQUETTE_MODELS_LIB_NETWORK_FLOW_BUNDLES_H

#include "lib/network/pool.h"
#include "maquette/sim/time.h"

#include <cstdint>
#include <vector>

namespace maquette::models {

class FlowBundles {
public:
  /// Of bytes, in 1e-12 bit.
  __extension__ using Wide = __int128;
  static constexpr std::uint32_t kLone = ~std::uint32_t{0};
  struct alignas(64) Bundle {
    Wide left = 0; ///< Of the flow that ends next, in 1e-12 bit, at `updated`: rate (bit/s) times time (ps) is exact.
    std::int64_t rate = 0; ///< Per flow, in bit/s.
    sim::SimTime updated;
    sim::SimTime due;       ///< Time of its next event.
    std::uint32_t flow = 0; ///< That ends next.
    std::uint32_t solver_flow = 0;
    std::uint32_t generation = 0; ///< Events of earlier generations are void.
    std::uint32_t crowd = kLone;
    std::uint16_t links = 0;
    bool found_by_pair = false; ///< A table knows it by its nodes.
    bool empty = true;
  };
  static_assert(sizeof(Bundle) == 64);

  std::uint32_t open() { return bundles_.allocate(); }
  void close(std::uint32_t index) { bundles_.release(index); }
  Bundle &operator[](std::uint32_t index) { return bundles_[index]; }
  const Bundle &operator[](std::uint32_t index) const { return bundles_[index]; }
  void prefetch(std::uint32_t index) const { bundles_.prefetch(index); }
  std::size_t memoryBytes() const { return bundles_.memoryBytes(); }

  /// A flow that needs \p goal joins.
  void add(Bundle &bundle, std::uint32_t flow_index, Wide goal) {
    if (!bundle.empty)
      return addToCrowd(bundle, flow_index, goal);
    bundle.empty = false;
    bundle.left = goal;
    bundle.flow = flow_index;
  }
  /// The flow that ends next leaves.
  void removeNext(Bundle &bundle) {
    if (bundle.crowd != kLone)
      return removeFromCrowd(bundle);
    bundle.empty = true;
  }
  /// Each of its flows has got \p served more.
  void serve(Bundle &bundle, Wide served) {
    bundle.left -= served;
    if (bundle.crowd != kLone)
      crowds_[bundle.crowd].served += served;
  }
  std::size_t members(const Bundle &bundle) const {
    return bundle.crowd == kLone ? 1 : crowds_[bundle.crowd].members.size();
  }

private:
  struct Member {
    Wide goal; ///< It has all its bytes when `served` gets there.
    std::uint32_t flow;
    std::uint32_t order; ///< Of joining: equal ones end in it.
    bool operator>(const Member &other) const { return goal != other.goal ? goal > other.goal : order > other.order; }
  };
  /// Of a bundle of more than one flow.
  struct Crowd {
    Wide served = 0; ///< Per flow, in 1e-12 bit.
    std::uint32_t joined = 0;
    std::vector<Member> members; ///< A heap, next to end first.
  };

  void addToCrowd(Bundle &bundle, std::uint32_t flow_index, Wide goal);
  void removeFromCrowd(Bundle &bundle);

  Pool<Bundle> bundles_;
  Pool<Crowd> crowds_;
};

} // namespace maquette::models

#endif
