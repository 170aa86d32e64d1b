//===- maquette/shmem/one_sided_layer_factory.h - OpenSHMEM for a simulation -----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_SHMEM_ONE_SIDED_LAYER_FACTORY_H
#define MAQUETTE_SHMEM_ONE_SIDED_LAYER_FACTORY_H

#include <memory>

namespace maquette::runtime {
class OneSidedLayer;
class World;
} // namespace maquette::runtime

namespace maquette::shmem {

/// The OpenSHMEM layer for the ranks of \p world.
std::unique_ptr<runtime::OneSidedLayer> makeOneSidedLayer(runtime::World &world);

} // namespace maquette::shmem

#endif
