//===- maquette/models/sourced.h - a number and where it comes from -----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_SOURCED_H
#define MAQUETTE_MODELS_SOURCED_H

#include <string>

namespace maquette::models {

/// A value and its source.
template <class T> struct Sourced {
  T value{};
  std::string source;
};

} // namespace maquette::models

#endif
