//===- runtime/mpi/objects/handle_numbers.h - handles as Fortran has them -----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_OBJECTS_HANDLE_NUMBERS_H
#define MAQUETTE_MPI_OBJECTS_HANDLE_NUMBERS_H

#include <cstdint>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace maquette::mpi {

/// Numbers for handles, of all kinds together. Predefined handles are small numbers already and keep them; an object
/// gets one when it is first asked for, and an object that takes its memory later has the same.
class HandleNumbers {
public:
  int numberOf(void *handle) {
    const auto value = reinterpret_cast<std::intptr_t>(handle);
    if (value >= 0 && value < kFirst)
      return static_cast<int>(value);
    const auto [found, is_new] = numbers_.try_emplace(handle, kFirst + static_cast<int>(handles_.size()));
    if (is_new)
      handles_.push_back(handle);
    return found->second;
  }
  /// nullptr for a number that was never given.
  void *handleOf(int number) const {
    if (number >= 0 && number < kFirst)
      return reinterpret_cast<void *>(static_cast<std::intptr_t>(number));
    const auto index = static_cast<std::size_t>(number - kFirst);
    return number > 0 && index < handles_.size() ? handles_[index] : nullptr;
  }

  /// Where C finds an integer that Fortran gave as the value of an attribute: equal ones in one place, until the
  /// simulation ends.
  void *placeOf(std::intptr_t integer) {
    std::intptr_t *const place = &integers_.try_emplace(integer, integer).first->second;
    places_.insert(place);
    return place;
  }
  /// The integer of such a place; any other pointer is itself the value.
  std::intptr_t integerAt(void *value) const {
    return places_.count(value) != 0 ? *static_cast<std::intptr_t *>(value) : reinterpret_cast<std::intptr_t>(value);
  }

  /// An array of handles that lives as long as the simulation, equal ones once: nonblocking and persistent calls read
  /// it later.
  void *const *keep(std::vector<void *> handles) { return arrays_.insert(std::move(handles)).first->data(); }

private:
  static constexpr int kFirst = 4096;
  std::unordered_map<void *, int> numbers_;
  std::vector<void *> handles_;
  std::set<std::vector<void *>> arrays_;
  std::unordered_map<std::intptr_t, std::intptr_t> integers_;
  std::unordered_set<void *> places_; ///< Of integers_.
};

} // namespace maquette::mpi

#endif
