//===- skeletonizer/decide/lib/site_id.h - names of places that outlive changes elsewhere ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DECIDE_SITE_ID_H
#define MAQUETTE_DECIDE_SITE_ID_H

#include "maquette/dataflow/dependence_graph.h"

#include <string>

namespace maquette::skeletonizer {

/// "function#1a2b3c4d", of a loop's exit "function:variable#1a2b3c4d". The same for the same text in one function.
std::string siteId(const Site &site);

} // namespace maquette::skeletonizer

#endif
