//===- models/lib/collective_libraries.cpp - the tables of MPI libraries ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Each table ends with an algorithm that serves everywhere.
///
/// Source  mpich: Thakur, Rabenseifner, Gropp: Optimization of Collective Communication Operations in MPICH, IJHPCA
/// 19(1), 2005
///         openmpi: Open MPI 4, component coll/tuned, fixed decision functions
#include "maquette/models/collective_rules.h"

namespace maquette::models {

namespace {

using Algo = CollectiveAlgorithm;
constexpr std::int64_t kKiB = 1024;

CollectiveTables mpich() {
  return {{
      {{.algorithm = Algo::Dissemination}},
      {{.algorithm = Algo::Binomial, .most_bytes = 12287},
       {.algorithm = Algo::ScatterRing, .least_bytes_per_rank = 64, .least_ranks = 8},
       {.algorithm = Algo::Binomial}},
      {{.algorithm = Algo::Binomial, .most_bytes = 2048},
       {.algorithm = Algo::Rabenseifner, .least_bytes_per_rank = 8},
       {.algorithm = Algo::Binomial}},
      {{.algorithm = Algo::RecursiveDoubling, .most_bytes = 2048},
       {.algorithm = Algo::Rabenseifner, .least_bytes_per_rank = 8},
       {.algorithm = Algo::RecursiveDoubling}},
      {{.algorithm = Algo::RecursiveDoubling, .most_bytes = 524287},
       {.algorithm = Algo::Bruck, .most_bytes = 81919},
       // With very many ranks the p - 1 steps of a ring cost more than the parts.
       {.algorithm = Algo::RecursiveDoubling, .least_ranks = 8192},
       {.algorithm = Algo::Bruck, .least_ranks = 8192},
       {.algorithm = Algo::Ring}},
      {{.algorithm = Algo::Bruck, .most_bytes = 256, .least_ranks = 8}, {.algorithm = Algo::Pairwise}},
      {{.algorithm = Algo::RecursiveHalving, .most_bytes = 524287},
       {.algorithm = Algo::Pairwise},
       {.algorithm = Algo::ReduceThenScatter}},
      {{.algorithm = Algo::Binomial}, {.algorithm = Algo::Linear}},
      {{.algorithm = Algo::Binomial}, {.algorithm = Algo::Linear}},
      {{.algorithm = Algo::RecursiveDoubling}},
  }};
}

CollectiveTables openmpi() {
  return {{
      {{.algorithm = Algo::RecursiveDoubling, .power_of_two = true}, {.algorithm = Algo::Dissemination}},
      {{.algorithm = Algo::Binomial, .most_bytes = 2047},
       {.algorithm = Algo::Binary, .most_bytes = 370727, .segment = kKiB},
       {.algorithm = Algo::Pipeline, .segment = 128 * kKiB, .ranks_per_byte = 1.6134e-6, .ranks_offset = 2.1102},
       {.algorithm = Algo::Binary, .most_ranks = 12, .segment = 8 * kKiB},
       {.algorithm = Algo::Pipeline, .segment = 64 * kKiB, .ranks_per_byte = 2.3679e-6, .ranks_offset = 1.1787},
       {.algorithm = Algo::Pipeline, .segment = 16 * kKiB, .ranks_per_byte = 3.2118e-6, .ranks_offset = 8.7936},
       {.algorithm = Algo::Pipeline, .segment = 8 * kKiB}},
      {{.algorithm = Algo::Linear, .most_bytes = 511, .most_ranks = 7},
       {.algorithm = Algo::Binomial, .most_bytes = 2047},
       {.algorithm = Algo::Binomial, .most_bytes = 20479, .most_ranks = 7},
       {.algorithm = Algo::Binary, .most_bytes = 65535, .segment = 32 * kKiB},
       {.algorithm = Algo::Pipeline, .segment = 64 * kKiB},
       {.algorithm = Algo::Binomial}},
      {{.algorithm = Algo::RecursiveDoubling, .most_bytes = 9999},
       {.algorithm = Algo::Ring, .most_bytes = 1024 * kKiB},
       {.algorithm = Algo::SegmentedRing, .segment = 1024 * kKiB},
       {.algorithm = Algo::ReduceBroadcast}},
      {{.algorithm = Algo::RecursiveDoubling, .most_bytes = 49999},
       {.algorithm = Algo::Bruck, .most_bytes = 49999},
       {.algorithm = Algo::NeighbourExchange},
       {.algorithm = Algo::Ring}},
      {{.algorithm = Algo::Bruck, .most_bytes = 199, .least_ranks = 13},
       {.algorithm = Algo::Linear, .most_bytes = 2999},
       {.algorithm = Algo::Pairwise}},
      {{.algorithm = Algo::RecursiveHalving, .most_bytes = 12 * kKiB},
       {.algorithm = Algo::Ring},
       {.algorithm = Algo::ReduceThenScatter}},
      {{.algorithm = Algo::Linear, .most_ranks = 10},
       {.algorithm = Algo::Binomial, .most_bytes = 1023},
       {.algorithm = Algo::Binomial, .most_bytes = 6000, .least_ranks = 61},
       {.algorithm = Algo::Linear}},
      {{.algorithm = Algo::Binomial, .most_bytes = 299, .least_ranks = 11}, {.algorithm = Algo::Linear}},
      {{.algorithm = Algo::RecursiveDoubling}},
  }};
}

} // namespace

const CollectiveTables &collectiveTables(std::string_view library) {
  static const CollectiveTables kMpich = mpich(), kOpenMpi = openmpi();
  return library == "openmpi" ? kOpenMpi : kMpich;
}

} // namespace maquette::models
