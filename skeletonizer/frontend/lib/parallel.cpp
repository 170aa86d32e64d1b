//===- skeletonizer/frontend/lib/parallel.cpp - work on the cores of the host ------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/frontend/parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace maquette::skeletonizer {

void inParallel(std::size_t count, llvm::function_ref<void(std::size_t)> work) {
  std::atomic<std::size_t> next{0};
  const auto take = [&] {
    for (std::size_t i = next++; i < count; i = next++)
      work(i);
  };
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < std::min<std::size_t>(std::thread::hardware_concurrency(), count); ++i)
    others.emplace_back(take);
  take();
  for (std::thread &other : others)
    other.join();
}

} // namespace maquette::skeletonizer
