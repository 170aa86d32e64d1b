//===- models/lib/storage/slots.h - objects under way, by number --------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_STORAGE_SLOTS_H
#define MAQUETTE_MODELS_LIB_STORAGE_SLOTS_H

#include <cstdint>
#include <utility>
#include <vector>

namespace maquette::models {

/// Numbers of removed objects are used again. A reference holds until the next add().
template <class T> class Slots {
public:
  std::uint64_t add(T object) {
    if (free_.empty()) {
      objects_.push_back(std::move(object));
      return objects_.size() - 1;
    }
    const std::uint64_t slot = free_.back();
    free_.pop_back();
    objects_[slot] = std::move(object);
    return slot;
  }
  T &operator[](std::uint64_t slot) { return objects_[slot]; }
  const T &operator[](std::uint64_t slot) const { return objects_[slot]; }
  T remove(std::uint64_t slot) {
    free_.push_back(slot);
    return std::exchange(objects_[slot], T());
  }
  std::size_t memoryBytes() const { return objects_.capacity() * sizeof(T) + free_.capacity() * sizeof free_[0]; }

private:
  std::vector<T> objects_;
  std::vector<std::uint64_t> free_;
};

} // namespace maquette::models

#endif
