//===- runtime/mpi/collectives/tree.cpp - broadcasts and reductions over trees -===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/tree.h"

#include <algorithm>

namespace maquette::mpi {

Tree Tree::linear(int place, int size) {
  Tree tree;
  tree.parent = place == 0 ? -1 : 0;
  for (int child = 1; place == 0 && child < size; ++child)
    tree.children.push_back(child);
  return tree;
}

Tree Tree::chain(int place, int size) {
  Tree tree;
  tree.parent = place - 1;
  if (place + 1 < size)
    tree.children.push_back(place + 1);
  return tree;
}

Tree Tree::binary(int place, int size) {
  Tree tree;
  tree.parent = place == 0 ? -1 : (place - 1) / 2;
  for (std::int64_t child : {std::int64_t{2} * place + 1, std::int64_t{2} * place + 2})
    if (child < size)
      tree.children.push_back(static_cast<int>(child));
  return tree;
}

Tree Tree::kNomial(int place, int size, int radix) {
  Tree tree;
  std::int64_t digit = 1;
  while (digit < size && place / digit % radix == 0)
    digit *= radix;
  if (place != 0)
    tree.parent = static_cast<int>(place - place / digit % radix * digit);
  for (digit /= radix; digit > 0; digit /= radix)
    for (int i = 1; i < radix; ++i)
      if (place + i * digit < size)
        tree.children.push_back(static_cast<int>(place + i * digit));
  return tree;
}

namespace {

/// Parts of a vector that are sent one after the other; at least one, which may be empty.
struct Segments {
  std::int64_t bytes;
  std::int64_t segment;

  Segments(std::int64_t bytes, std::int64_t segment, std::int64_t element) : bytes(bytes), segment(bytes) {
    if (segment > 0)
      this->segment = std::max<std::int64_t>(1, segment / element) * element;
  }
  std::int64_t count() const { return segment == 0 ? 1 : (bytes + segment - 1) / segment; }
  std::int64_t offset(std::int64_t i) const { return i * segment; }
  std::int64_t size(std::int64_t i) const { return std::min(segment, bytes - i * segment); }
};

} // namespace

CollectiveTask treeBroadcast(Collective &c, Tree tree, char *data, std::int64_t bytes, int root, std::int64_t segment) {
  const int size = c.size();
  const Segments segments(bytes, segment, 1);
  const std::int64_t count = segments.count();
  const auto rankAt = [root, size](int place) { return static_cast<int>((std::int64_t{place} + root) % size); };
  const auto expect = [&](std::int64_t i) {
    return c.startReceive(rankAt(tree.parent), at(data, segments.offset(i)), segments.size(i));
  };
  Request *coming = tree.parent >= 0 ? expect(0) : nullptr;
  for (std::int64_t i = 0; i < count; ++i) {
    if (coming != nullptr) {
      co_await c.wait(coming);
      coming = i + 1 < count ? expect(i + 1) : nullptr;
    }
    for (int child : tree.children)
      co_await c.send(rankAt(child), at(data, segments.offset(i)), segments.size(i));
  }
}

CollectiveTask treeReduce(Collective &c, Tree tree, char *data, std::int64_t bytes, int root, std::int64_t segment) {
  const int size = c.size();
  const Segments segments(bytes, segment, c.reduction.elementSize());
  const auto rankAt = [root, size](int place) { return static_cast<int>((std::int64_t{place} + root) % size); };
  Block other(c, tree.children.empty() ? 0 : segments.size(0), data == nullptr || tree.children.empty());
  for (std::int64_t i = 0; i < segments.count(); ++i) {
    char *const part = at(data, segments.offset(i));
    // The last served in a broadcast has the smallest part of the tree below it, and is ready first.
    for (auto child = tree.children.rbegin(); child != tree.children.rend(); ++child) {
      co_await c.receive(rankAt(*child), other.data(), segments.size(i));
      c.reduction.apply(other.data(), part, segments.size(i));
    }
    if (tree.parent >= 0)
      co_await c.send(rankAt(tree.parent), part, segments.size(i));
  }
}

} // namespace maquette::mpi
