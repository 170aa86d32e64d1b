//===- maquette/mpi/message_layer_factory.h - MPI for a simulation -----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_MESSAGE_LAYER_FACTORY_H
#define MAQUETTE_MPI_MESSAGE_LAYER_FACTORY_H

#include <memory>

namespace maquette::runtime {
class MessageLayer;
class World;
} // namespace maquette::runtime

namespace maquette::mpi {

/// The MPI layer for the ranks of \p world.
std::unique_ptr<runtime::MessageLayer> makeMessageLayer(runtime::World &world);

} // namespace maquette::mpi

#endif
