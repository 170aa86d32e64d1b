// Particles on a ring of boxes: how many leave to the left and to the right is known only when they moved.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <vector>

struct Particle {
  double x, v;
};

class Box {
public:
  Box(int rank, int size, int count) : rank_(rank), size_(size) {
    for (int i = 0; i < count; ++i)
      particles_.push_back({rank + (i + 0.5) / count, 0.02 * ((i * 7 + rank) % 5 - 2)});
  }

  void move(double dt) {
    for (Particle &p : particles_)
      p.x += p.v * dt;
  }

  void exchange() {
    std::vector<Particle> stay, to_left, to_right;
    for (const Particle &p : particles_)
      (p.x < rank_ ? to_left : p.x >= rank_ + 1 ? to_right : stay).push_back(p);
    const int left = (rank_ + size_ - 1) % size_, right = (rank_ + 1) % size_;
    particles_ = stay;
    pass(to_left, left, right, size_);
    pass(to_right, right, left, -size_);
  }

  long count() const { return static_cast<long>(particles_.size()); }

private:
  /// Sends \p leaving and takes in what the other side sends; \p wrap moves what went round the ring.
  void pass(const std::vector<Particle> &leaving, int to, int from, int wrap) {
    int outgoing = static_cast<int>(leaving.size()), incoming = 0;
    MPI_Sendrecv(&outgoing, 1, MPI_INT, to, 0, &incoming, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    std::vector<Particle> arrived(incoming);
    MPI_Sendrecv(leaving.data(), outgoing * 2, MPI_DOUBLE, to, 1, arrived.data(), incoming * 2, MPI_DOUBLE, from, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (Particle &p : arrived) {
      if (p.x < rank_ - 1 || p.x > rank_ + 2)
        p.x += p.x < rank_ ? abs(wrap) : -abs(wrap);
      particles_.push_back(p);
    }
  }

  int rank_, size_;
  std::vector<Particle> particles_;
};

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int steps = argc > 1 ? std::atoi(argv[1]) : 20;
  Box box(rank, size, 400);
  for (int step = 0; step < steps; ++step) {
    box.move(0.5);
    box.exchange();
  }
  long mine = box.count(), all = 0;
  MPI_Reduce(&mine, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("%ld particles\n", all);
  MPI_Finalize();
  return 0;
}
