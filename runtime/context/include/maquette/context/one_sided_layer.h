//===- maquette/context/one_sided_layer.h - one-sided communication as seen by World ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A library that reads and writes memory of other ranks, for example OpenSHMEM, beside the MessageLayer. World knows
/// only this interface.
#ifndef MAQUETTE_CONTEXT_ONE_SIDED_LAYER_H
#define MAQUETTE_CONTEXT_ONE_SIDED_LAYER_H

#include "maquette/context/rank.h"
#include "maquette/models/network_model.h"

#include <cstdint>
#include <map>
#include <string>

namespace maquette::runtime {

class OneSidedLayer {
public:
  virtual ~OneSidedLayer() = default;

  /// True for the cookie of a transfer of this layer.
  static bool owns(std::uint64_t cookie) { return cookie >> 62 == 1; }
  static std::uint64_t cookieOf(const void *operation) {
    return std::uint64_t{1} << 62 | reinterpret_cast<std::uint64_t>(operation);
  }
  template <class Operation> static Operation *operationOf(std::uint64_t cookie) {
    return reinterpret_cast<Operation *>(cookie << 2 >> 2);
  }

  virtual void transferInjected(std::uint64_t cookie) = 0;
  virtual void transferDelivered(std::uint64_t cookie) = 0;
  /// The transfer in flight, without its start.
  virtual models::Transfer transferOf(std::uint64_t cookie) const = 0;

  /// As MessageLayer::prefetch().
  virtual std::int64_t prefetch(const sim::Event &event, sim::PrefetchStage stage) const = 0;

  /// True in \p rank between the calls that begin and end its use of the library.
  virtual bool isInUse(const Rank &rank) const = 0;
  /// The main function of \p rank returns: what it leaves open ends. On the rank's stack.
  virtual void mainReturns(Rank &rank) = 0;
  /// "waits until ...", or empty when \p rank waits for nothing here.
  virtual std::string waitText(const Rank &rank) const = 0;
  virtual void fillMemory(std::map<std::string, std::uint64_t> &memory) const = 0;
};

} // namespace maquette::runtime

#endif
