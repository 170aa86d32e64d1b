// The program gives up when its field grows too large, which the profiled run does not come to: a skeleton takes it for
// granted that programs do not end early.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace {

struct Session {
  Session(int *argc, char ***argv) { MPI_Init(argc, argv); }
  ~Session() { MPI_Finalize(); }
};

class Solver {
public:
  explicit Solver(int n) : field_(static_cast<std::size_t>(n), 1.0) {}

  double step() {
    double sum = 0.0;
    for (std::size_t i = 0; i < field_.size(); i++) {
      field_[i] = 1.01 * field_[i] + 1e-6 * static_cast<double>(i);
      sum += field_[i];
    }
    if (sum > 5000.0)
      throw std::runtime_error("the field grows");
    return sum;
  }

  void exchange() {
    MPI_Bcast(field_.data(), 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }

private:
  std::vector<double> field_;
};

} // namespace

int main(int argc, char **argv) {
  Session session(&argc, &argv);
  Solver solver(argc > 1 ? std::atoi(argv[1]) : 2000);
  try {
    for (int step = 0; step < 30; step++) {
      solver.step();
      solver.exchange();
    }
  } catch (const std::exception &problem) {
    std::puts(problem.what());
  }
}
