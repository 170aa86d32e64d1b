// A pointer to a field reaches further than the field, in many a program: to the fields of its type that follow, and as
// bytes, or with a datatype of the program's, to the whole record.
// RUN: %skeleton %s | FileCheck %s
#include <cmath>
#include <cstring>
#include <mpi.h>

struct Sizes {
  int nx, ny, nz;
  double spacing;
};
struct Vector {
  double x, y, z;
  double operator[](int i) const { return (&x)[i]; }
};
struct Particle {
  int id;
  double mass;
  int cell;
};
struct Grid {
  int steps;
  double values[100];
  double residual;
};

static void fill(int *numbers, int n) {
  for (int i = 0; i < n; ++i)
    // CHECK: numbers[i] = 7 * i;
    numbers[i] = 7 * i;
}

struct Counted {
  double weight;
  int count;
};

static void share(void *what, int bytes) { MPI_Bcast(what, bytes, MPI_BYTE, 0, MPI_COMM_WORLD); }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Sizes sizes{}, others{};
  // CHECK: sizes.ny = 2 * argc;
  sizes.ny = 2 * argc;
  // A field of another type does not follow.
  // CHECK-NOT: sizes.spacing = std::sqrt
  sizes.spacing = std::sqrt(argc);
  // CHECK: MPI_Bcast(&sizes.nx, 3, MPI_INT
  MPI_Bcast(&sizes.nx, 3, MPI_INT, 0, MPI_COMM_WORLD);
  // CHECK: fill(&others.nx, 3);
  fill(&others.nx, 3);

  Vector vector;
  vector.x = std::exp(argc);
  // CHECK: vector.y = argc;
  vector.y = argc;

  Particle particle{}, copy, sent{}, shared{};
  // CHECK: particle.cell = 3 * argc;
  particle.cell = 3 * argc;
  // CHECK: std::memcpy(&copy.id, &particle.id, sizeof(Particle));
  std::memcpy(&copy.id, &particle.id, sizeof(Particle));
  MPI_Datatype type;
  int lengths[2] = {1, 1};
  long places[2] = {0, 16};
  MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  MPI_Type_create_struct(2, lengths, places, types, &type);
  // CHECK: sent.cell = argc / 2;
  sent.cell = argc / 2;
  // CHECK: MPI_Bcast(&sent.id, 1, type
  MPI_Bcast(&sent.id, 1, type, 0, MPI_COMM_WORLD);
  // CHECK: shared.cell = argc % 5;
  shared.cell = argc % 5;
  // CHECK: share(&shared.id, sizeof shared);
  share(&shared.id, sizeof shared);

  Counted zeroed;
  // The value is no size.
  // CHECK: std::memset(&zeroed.weight, 0, sizeof zeroed);
  std::memset(&zeroed.weight, 0, sizeof zeroed);

  Grid grid;
  // CHECK: grid.steps = argc + 9;
  grid.steps = argc + 9;
  // What ends in the field leaves the others alone.
  // CHECK-NOT: grid.residual = std::cos
  grid.residual = std::cos(argc);
  for (double &value : grid.values)
    value = std::sin(argc);
  // CHECK: MPI_Bcast({{.*}}, 100, MPI_DOUBLE
  MPI_Bcast(grid.values, 100, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  std::memset(grid.values, 0, argc * sizeof(double));

  const int tag = sizes.ny + others.nz + copy.cell + sent.cell + shared.cell + grid.steps + zeroed.count +
                  static_cast<int>(vector[1]);
  MPI_Send(nullptr, 0, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD);
  MPI_Finalize();
}
