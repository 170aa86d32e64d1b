//===- maquette/profile/feature_list.h - the features of a variadic call ----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_PROFILE_FEATURE_LIST_H
#define MAQUETTE_PROFILE_FEATURE_LIST_H

#include <cstdarg>
#include <cstddef>
#include <span>

namespace maquette::runtime {

/// More features are ignored, in skeleton and profiled program alike.
constexpr int kMostFeatures = 32;

class FeatureList {
public:
  FeatureList(int count, va_list arguments) : count_(count < kMostFeatures ? count : kMostFeatures) {
    for (int i = 0; i < count_; ++i)
      features_[i] = va_arg(arguments, double);
  }
  operator std::span<const double>() const { return {features_, static_cast<std::size_t>(count_)}; }

private:
  int count_;
  double features_[kMostFeatures];
};

} // namespace maquette::runtime

#endif
