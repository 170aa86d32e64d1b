//===- models/lib/network/relay_network.h - a network in front of another ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_NETWORK_RELAY_NETWORK_H
#define MAQUETTE_MODELS_LIB_NETWORK_RELAY_NETWORK_H

#include "maquette/models/network_model.h"
#include "maquette/sim/assert.h"

#include <memory>
#include <utility>

namespace maquette::models {

/// Says of itself what the network behind it says.
class RelayNetwork : public NetworkModel {
public:
  sim::SimDuration minimumLatency() const override { return inner_->minimumLatency(); }
  sim::SimDuration timeAlone(const Transfer &transfer) const override { return inner_->timeAlone(transfer); }
  std::size_t memoryBytes() const override { return inner_->memoryBytes(); }
  bool keepsOrder() const override { return inner_->keepsOrder(); }
  std::int64_t linkCount() const override { return inner_->linkCount(); }
  bool isNic(LinkId link) const override { return inner_->isNic(link); }
  std::string linkName(LinkId link) const override { return inner_->linkName(link); }
  sim::BitRate linkRate(LinkId link) const override { return inner_->linkRate(link); }
  std::uint64_t linkBytes(LinkId link) const override { return inner_->linkBytes(link); }
  void setRecorder(LinkRecorder *recorder) override { inner_->setRecorder(recorder); }
  /// As loneRailBytes() of registry.h.
  virtual std::uint64_t loneBytes() const {
    const auto *const relay = dynamic_cast<const RelayNetwork *>(inner_.get());
    return relay != nullptr ? relay->loneBytes() : 0;
  }

protected:
  NetworkModel &inner() { return *inner_; }
  const NetworkModel &inner() const { return *inner_; }
  /// \pre before anything else is asked of it.
  void setInner(std::unique_ptr<NetworkModel> inner) {
    MAQUETTE_ASSERT(inner_ == nullptr && inner != nullptr);
    inner_ = std::move(inner);
  }

private:
  std::unique_ptr<NetworkModel> inner_;
};

} // namespace maquette::models

#endif
