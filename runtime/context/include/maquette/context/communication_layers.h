//===- maquette/context/communication_layers.h - MPI and OpenSHMEM of a simulation ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_CONTEXT_COMMUNICATION_LAYERS_H
#define MAQUETTE_CONTEXT_COMMUNICATION_LAYERS_H

#include "maquette/context/message_layer.h"
#include "maquette/context/one_sided_layer.h"
#include "maquette/sim/assert.h"

#include <memory>
#include <utility>

namespace maquette::runtime {

/// What gives the ranks' communication a meaning.
class CommunicationLayers {
public:
  CommunicationLayers(std::unique_ptr<MessageLayer> messages, std::unique_ptr<OneSidedLayer> one_sided)
      : messages_(std::move(messages)), one_sided_(std::move(one_sided)) {
    MAQUETTE_ASSERT(messages_ != nullptr && one_sided_ != nullptr);
  }
  MessageLayer &messages() { return *messages_; }
  OneSidedLayer &oneSided() { return *one_sided_; }
  const MessageLayer &messages() const { return *messages_; }
  const OneSidedLayer &oneSided() const { return *one_sided_; }

private:
  std::unique_ptr<MessageLayer> messages_;
  std::unique_ptr<OneSidedLayer> one_sided_;
};

} // namespace maquette::runtime

#endif
