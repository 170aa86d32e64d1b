//===- maquette/dataflow/unseen_function.h - a function that no unit has -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_UNSEEN_FUNCTION_H
#define MAQUETTE_DATAFLOW_UNSEEN_FUNCTION_H

#include "maquette/frontend/source_key.h"

#include <string>

namespace maquette::skeletonizer {

/// A function that is called, but has no body in any unit, is in no list of effects and in no system header.
struct UnseenFunction {
  std::string name;        ///< Qualified.
  std::string declared_in; ///< Real path; empty: nowhere.
  SourceKey call;          ///< The first one found.
  unsigned line = 0;       ///< Of the call.
};

} // namespace maquette::skeletonizer

#endif
