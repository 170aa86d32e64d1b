//===- sim/lib/fiber/whole_store.cpp ----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/fiber/whole_store.h"

#include "lib/fiber/mapping.h"

#include <algorithm>
#include <new>

namespace maquette::sim::fiber {

namespace {
constexpr std::align_val_t kLine{64};
} // namespace

WholeStore::~WholeStore() {
  for (const Buffer &buffer : buffers_)
    ::operator delete(buffer.data, kLine);
}

WholeStore::Number WholeStore::take() {
  if (free_.empty()) {
    buffers_.push_back({nullptr, 0});
    table_ = buffers_.data();
    return static_cast<Number>(buffers_.size() - 1);
  }
  const Number number = free_.back();
  free_.pop_back();
  return number;
}

void WholeStore::give(Number number) {
  resize(buffers_[number], 0);
  free_.push_back(number);
}

bool WholeStore::resize(Buffer &buffer, std::size_t size) {
  ::operator delete(buffer.data, kLine);
  used_ -= buffer.capacity;
  buffer = {nullptr, 0};
  if (size == 0)
    return true;
  const std::size_t capacity = roundUp(size, kUnit);
  buffer.data = static_cast<char *>(::operator new(capacity, kLine, std::nothrow));
  if (buffer.data == nullptr)
    return false;
  buffer.capacity = capacity;
  used_ += capacity;
  peak_ = std::max(peak_, used_);
  return true;
}

} // namespace maquette::sim::fiber
