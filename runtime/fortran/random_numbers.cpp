//===- runtime/fortran/random_numbers.cpp - a random generator per rank ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// RANDOM_NUMBER of libgfortran has one state per thread, seeded by the operating system. Here each rank has its own,
/// which depends on the run's seed and the rank alone; RANDOM_SEED and RANDOM_INIT set the rank's.
#include "libgfortran.h"

#include "maquette/context/rank.h"
#include "maquette/context/world.h"
#include "maquette/sim/random.h"

#include <array>
#include <unordered_map>

#define MAQUETTE_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using namespace maquette::fortran;

using State = std::array<std::int32_t, 8>;
using Seed = void(std::int32_t *size, const ArrayOfIntegers *put, const ArrayOfIntegers *get);

State initialState(std::uint64_t seed, std::int64_t rank) {
  const maquette::sim::Random random(seed, static_cast<std::uint64_t>(rank));
  State state;
  std::uint64_t counter = 0;
  for (std::int32_t &word : state)
    word = static_cast<std::int32_t>(random.bits(counter++));
  return state;
}

/// The library's state is that of the rank which drew last.
class Generators {
public:
  void select(const maquette::runtime::World &world) {
    const maquette::runtime::Rank *const rank = maquette::runtime::currentRank();
    if (rank == nullptr || rank->id == current_)
      return;
    if (current_ >= 0) {
      State &old = states_[current_];
      const ArrayOfIntegers get(old.data(), old.size());
      library_(nullptr, nullptr, &get);
    }
    current_ = rank->id;
    const auto [found, is_new] = states_.try_emplace(current_);
    if (is_new)
      found->second = initialState(world.config().seed, current_);
    put(found->second);
  }
  /// The selected rank begins anew, with the numbers of \p stream.
  void restart(const maquette::runtime::World &world, std::int64_t stream) {
    put(initialState(world.config().seed, stream));
  }
  std::int64_t current() const { return current_; }

private:
  void put(State state) const {
    const ArrayOfIntegers values(state.data(), state.size());
    library_(nullptr, &values, nullptr);
  }

  Seed *const library_ = libraryFunction<Seed>("_gfortran_random_seed_i4");
  std::int64_t current_ = -1;
  std::unordered_map<std::int64_t, State> states_;
};

/// One set per process, as the library has one state.
Generators &generators() {
  static Generators *const all = new Generators; // lives as long as the program
  return *all;
}

void selectRank() {
  if (const maquette::runtime::World *const world = maquette::runtime::currentWorld())
    generators().select(*world);
}

} // namespace

#define MAQUETTE_DRAW(name)                                                                                            \
  MAQUETTE_EXPORT void _gfortran_##name(void *values) {                                                                \
    selectRank();                                                                                                      \
    static auto *const function = libraryFunction<void(void *)>("_gfortran_" #name);                                   \
    function(values);                                                                                                  \
  }
MAQUETTE_DRAW(random_r4)
MAQUETTE_DRAW(random_r8)
MAQUETTE_DRAW(random_r10)
MAQUETTE_DRAW(random_r16)
MAQUETTE_DRAW(arandom_r4)
MAQUETTE_DRAW(arandom_r8)
MAQUETTE_DRAW(arandom_r10)
MAQUETTE_DRAW(arandom_r16)

MAQUETTE_EXPORT void _gfortran_random_seed_i4(std::int32_t *size, const ArrayOfIntegers *put,
                                              const ArrayOfIntegers *get) {
  selectRank();
  libraryFunction<Seed>("_gfortran_random_seed_i4")(size, put, get);
}

MAQUETTE_EXPORT void _gfortran_random_seed_i8(std::int64_t *size, void *put, void *get) {
  selectRank();
  libraryFunction<void(std::int64_t *, void *, void *)>("_gfortran_random_seed_i8")(size, put, get);
}

/// RANDOM_INIT: numbers of the rank's own, or the same for all.
MAQUETTE_EXPORT void _gfortran_random_init(std::int32_t repeatable, std::int32_t image_distinct, std::int32_t hidden) {
  const maquette::runtime::World *const world = maquette::runtime::currentWorld();
  if (world == nullptr || maquette::runtime::currentRank() == nullptr) {
    libraryFunction<void(std::int32_t, std::int32_t, std::int32_t)>("_gfortran_random_init")(repeatable, image_distinct,
                                                                                             hidden);
    return;
  }
  selectRank();
  generators().restart(*world, image_distinct != 0 ? generators().current() : 0);
}
