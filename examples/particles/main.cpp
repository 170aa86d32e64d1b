// main.cpp - particles in a periodic box
// SPDX-License-Identifier: Apache-2.0
#include "domain.h"
#include "options.h"
#include "simulation.h"

#include <cstdio>
#include <cstdlib>

namespace {

// MPI from MPI_Init to MPI_Finalize.
class Session {
public:
  Session(int &argc, char **&argv) { MPI_Init(&argc, &argv); }
  ~Session() { MPI_Finalize(); }
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;
  static int rank() {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
  }
};

int simulate(const Options &options) {
  const double start = MPI_Wtime();
  Domain domain(MPI_COMM_WORLD);
  if (domain.rank() == 0)
    std::printf("%d ranks = %d x %d x %d, %ld particles each\n", domain.ranks(), domain.ranksPerDirection().x,
                domain.ranksPerDirection().y, domain.ranksPerDirection().z, options.particles_per_rank);

  Simulation simulation(domain, options);
  const bool complete = simulation.run();
  if (domain.rank() == 0) {
    if (!complete)
      std::fprintf(stderr, "particles: some were lost\n");
    std::printf("%.3f seconds\n", MPI_Wtime() - start);
  }
  return complete ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace

int main(int argc, char **argv) {
  Session session(argc, argv);
  try {
    const Options options = Options::parse(argc, argv);
    if (!options.help)
      return simulate(options);
    if (Session::rank() == 0)
      std::fputs(Options::usage().c_str(), stdout);
    return EXIT_SUCCESS;
  } catch (const OptionError &error) {
    if (Session::rank() == 0)
      std::fprintf(stderr, "particles: %s; try --help\n", error.what());
    return EXIT_FAILURE;
  }
}
