/* test/integration/tool/programs/redirects.cpp - each rank's std::cout goes to a buffer of its own for a while
 * SPDX-License-Identifier: Apache-2.0
 */
#include <iostream>
#include <mpi.h>
#include <sstream>

static void tell(int rank) {
  std::ostringstream mine, errors;
  std::streambuf *const before = std::cout.rdbuf(mine.rdbuf());
  std::streambuf *const errors_before = std::cerr.rdbuf(errors.rdbuf());
  for (int i = 0; i < 3; ++i) {
    std::cout << "rank " << rank << " at " << i << ";";
    MPI_Barrier(MPI_COMM_WORLD);
    std::cerr << i;
  }
  std::cout.rdbuf(before);
  std::cerr.rdbuf(errors_before);
  MPI_Barrier(MPI_COMM_WORLD);
  std::cout << mine.str() << errors.str() << std::endl;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 2)
    tell(rank);
  else
    for (int i = 0; i < 4; ++i) {
      MPI_Barrier(MPI_COMM_WORLD);
      std::cout << "aside " << i << std::endl;
    }
  if (rank == 0)
    std::cout.setstate(std::ios_base::failbit); // says nothing more
  if (rank == 3)
    std::cout.exceptions(std::ios_base::badbit);
  MPI_Barrier(MPI_COMM_WORLD);
  std::cout << "still " << rank << (std::cout.exceptions() ? " throws" : "") << std::endl;
  static std::ostringstream left;
  if (rank == 1)
    std::cout.rdbuf(left.rdbuf()); // until it ends
  MPI_Barrier(MPI_COMM_WORLD);
  std::cout << "end of " << rank << std::endl;
  if (rank == 1)
    std::cout.rdbuf(nullptr);
  MPI_Barrier(MPI_COMM_WORLD);
  std::cout << "last of " << rank << std::endl;
  MPI_Finalize();
}
