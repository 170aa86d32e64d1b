// Buffers that begin at address zero, in every kind of call; MPI_BOTTOM is a constant of C++.
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <vector>

namespace {

constexpr void *kBottom = MPI_BOTTOM;

struct Particle {
  double place[3];
  int id;
};

/// The particle's place and id, and a number that lies elsewhere.
MPI_Datatype typeOf(Particle &particle, int &number) {
  const int lengths[] = {3, 1, 1};
  const MPI_Datatype types[] = {MPI_DOUBLE, MPI_INT, MPI_INT};
  MPI_Aint places[3];
  MPI_Get_address(particle.place, &places[0]);
  MPI_Get_address(&particle.id, &places[1]);
  MPI_Get_address(&number, &places[2]);
  MPI_Datatype type;
  MPI_Type_create_struct(3, lengths, places, types, &type);
  MPI_Type_commit(&type);
  return type;
}

struct Received {
  Particle particle{};
  int number = 0;

  void check(int from) {
    CHECK(particle.id == from && particle.place[0] == from && particle.place[2] == 3 && number == 100 + from);
    *this = {};
  }
};

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int left = (rank + size - 1) % size, right = (rank + 1) % size;
  Particle mine{{1.0 * rank, 2, 3}, rank};
  int number = 100 + rank;
  Received got;
  MPI_Datatype out = typeOf(mine, number), in = typeOf(got.particle, got.number);
  MPI_Sendrecv(kBottom, 1, out, right, 0, kBottom, 1, in, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  got.check(left);
  MPI_Bcast(MPI_BOTTOM, 1, rank == 0 ? out : in, 0, MPI_COMM_WORLD);
  if (rank != 0)
    got.check(0);
  const std::vector<int> nowhere(size, 0);
  std::vector<int> to(size, 0), from(size, 0);
  to[right] = from[left] = 1;
  const std::vector<MPI_Datatype> outs(size, out), ins(size, in);
  MPI_Alltoallw(MPI_BOTTOM, to.data(), nowhere.data(), outs.data(), MPI_BOTTOM, from.data(), nowhere.data(), ins.data(),
                MPI_COMM_WORLD);
  got.check(left);
  char bytes[64];
  int position = 0, read = 0;
  MPI_Pack(MPI_BOTTOM, 1, out, bytes, sizeof bytes, &position, MPI_COMM_WORLD);
  MPI_Unpack(bytes, sizeof bytes, &read, MPI_BOTTOM, 1, in, MPI_COMM_WORLD);
  got.check(rank);
  MPI_Aint zero;
  MPI_Get_address(MPI_BOTTOM, &zero);
  CHECK(zero == 0 && position == read);
  MPI_Type_free(&in);
  MPI_Type_free(&out);
  MPI_Finalize();
}
