//===- runtime/tools/host_cores.h - cores of the host that this process may use ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TOOLS_HOST_CORES_H
#define MAQUETTE_TOOLS_HOST_CORES_H

#include <cstdint>

namespace maquette::tool {

/// The core that programs which are measured are pinned to: the last one this process may use; -1 if that is not known.
int measuringCore();

/// How many cores this process may use; 1 if that is not known.
std::int64_t usableCores();

} // namespace maquette::tool

#endif
