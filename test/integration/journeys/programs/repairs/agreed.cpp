// All ranks agree on whom to send to, and with which tag, by a reduction of what they computed. At another size they
// agree on others.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <cmath>
#include <cstdlib>
#include <vector>

namespace {

struct Plan {
  int shift = 1;
  int tag = 0;
};

class Field {
public:
  explicit Field(int n) : values_(static_cast<std::size_t>(n), 1.0) {}

  double relax() {
    double change = 0.0;
    for (std::size_t i = 1; i + 1 < values_.size(); i++) {
      values_[i] = 0.3 * (values_[i - 1] + values_[i + 1]) + std::sin(static_cast<double>(i));
      change += std::fabs(values_[i]);
    }
    return change;
  }

  void exchange(const Plan &plan, int rank, int size) {
    MPI_Sendrecv(values_.data(), 1, MPI_DOUBLE, (rank + plan.shift) % size, plan.tag, &values_.back(), 1, MPI_DOUBLE,
                 (rank + size - plan.shift) % size, plan.tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }

private:
  std::vector<double> values_;
};

Plan agree(double mine, int size) {
  double most = 0.0;
  MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  Plan plan;
  plan.shift = 1 + static_cast<int>(most / 500.0) % (size - 1);
  plan.tag = static_cast<int>(most / 1000.0);
  return plan;
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  Field field(argc > 1 ? std::atoi(argv[1]) : 2000);
  for (int step = 0; step < 10; step++)
    field.exchange(agree(field.relax(), size), rank, size);
  MPI_Finalize();
  return 0;
}
