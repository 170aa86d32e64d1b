// What programs draw to seed themselves: each way gives numbers, other ones on each rank.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <sys/random.h>
#include <unistd.h>

static std::mt19937 made_before_main{std::random_device{}()};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::random_device device;
  std::uint64_t numbers[6] = {made_before_main(), device(), arc4random(), 0, 0, device()};
  if (getrandom(&numbers[3], sizeof numbers[3], 0) != 8 || getentropy(&numbers[4], sizeof numbers[4]) != 0 ||
      getentropy(numbers, 257) == 0 || arc4random_uniform(10) >= 10 || arc4random_uniform(0) != 0)
    return 1;
  for (const std::uint64_t number : numbers)
    std::printf("%d: %llu\n", rank, static_cast<unsigned long long>(number));
  MPI_Finalize();
}
