//===- runtime/mpi/core/mpi_message_layer.h - MPI as a simulation sees it ---------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// MpiMessageLayer answers what a World asks of its message passing, each by the part of Mpi that knows it.
#ifndef MAQUETTE_MPI_CORE_MPI_MESSAGE_LAYER_H
#define MAQUETTE_MPI_CORE_MPI_MESSAGE_LAYER_H

#include "core/mpi_state.h"

#include "maquette/context/communication_layers.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace maquette::mpi {

class MpiMessageLayer final : public runtime::MessageLayer {
public:
  explicit MpiMessageLayer(World &world) : mpi_(world) {}
  Mpi &mpi() const { return mpi_; }

  void transferInjected(std::uint64_t cookie) override;
  void transferDelivered(std::uint64_t cookie) override;
  models::Transfer transferOf(std::uint64_t cookie) const override;
  std::int64_t prefetch(const sim::Event &event, sim::PrefetchStage stage) const override;
  void prefetchMatching(const Rank &rank) const override;
  SimDuration pollCost() const override;
  std::string deadlockReport() override;
  void fillMemory(std::map<std::string, std::uint64_t> &memory) const override;
  void checkAtEnd() override;
  void tellFindings(std::vector<std::string> &warnings) const override;

private:
  mutable Mpi mpi_; ///< Its parts are reached the same way by questions, which are const, and by what changes them.
};

/// That of \p world. \pre makeMessageLayer() made it.
inline Mpi &mpiOf(World &world) { return static_cast<MpiMessageLayer &>(world.layers().messages()).mpi(); }

} // namespace maquette::mpi

#endif
