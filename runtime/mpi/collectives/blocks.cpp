//===- runtime/mpi/collectives/blocks.cpp - packed bytes and where their parts are ----------===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/blocks.h"

#include "collectives/collective_task.h"

#include <cstring>
#include <utility>

namespace maquette::mpi {

void copyBytes(char *to, const char *from, std::int64_t bytes) {
  if (to != nullptr && from != nullptr && bytes > 0 && to != from)
    std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

Block::Block(Collective &collective, std::int64_t bytes, bool phantom) : pool_(&poolOf(collective)), bytes_(bytes) {
  if (!phantom)
    data_ = static_cast<char *>(pool_->take(static_cast<std::size_t>(bytes)));
}

Block::~Block() {
  if (data_ != nullptr && pool_ != nullptr)
    pool_->give(data_, static_cast<std::size_t>(bytes_));
}

Block::Block(Block &&other) noexcept
    : pool_(other.pool_), data_(std::exchange(other.data_, nullptr)), bytes_(other.bytes_) {}

Block &Block::operator=(Block &&other) noexcept {
  std::swap(pool_, other.pool_);
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

Layout::Layout(std::vector<std::int64_t> sizes) {
  std::vector<std::int64_t> offsets;
  offsets.reserve(sizes.size() + 1);
  offsets.push_back(0);
  for (std::int64_t size : sizes)
    offsets.push_back(offsets.back() + size);
  total_ = offsets.back();
  offsets_ = std::make_shared<const std::vector<std::int64_t>>(std::move(offsets));
}

} // namespace maquette::mpi
