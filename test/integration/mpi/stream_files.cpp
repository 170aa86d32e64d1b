// test/integration/mpi/stream_files.cpp - files of the C++ library
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::string folder = std::string("stream-files-") + (argc > 1 ? argv[1] : "here");
  const std::string name = folder + "/rank-" + std::to_string(rank);
  if (rank == 0)
    std::filesystem::create_directory(folder);
  MPI_Barrier(MPI_COMM_WORLD);
  {
    std::ofstream out(name);
    CHECK(out.is_open());
    const double begin = MPI_Wtime();
    std::vector<double> values(100'000, rank + 0.5);
    out.write(reinterpret_cast<const char *>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(double)));
    out << "text " << rank << '\n';
    out.flush();
    CHECK(out.good());
    CHECK(MPI_Wtime() > begin);
  }
  CHECK(std::filesystem::file_size(name) == 100'000 * sizeof(double) + 6 + std::to_string(rank).size());
  {
    std::ifstream in(name, std::ios::binary);
    std::vector<double> values(100'000);
    in.read(reinterpret_cast<char *>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(double)));
    CHECK(in.good() && values[99'999] == rank + 0.5);
    std::string word;
    int number = -1;
    in >> word >> number;
    CHECK(word == "text" && number == rank);
    in.seekg(8);
    CHECK(in.tellg() == 8);
  }
  {
    std::fstream both(name, std::ios::in | std::ios::out | std::ios::ate);
    both << "more\n";
    both.seekg(-5, std::ios::end);
    std::string line;
    std::getline(both, line);
    CHECK(line == "more");
  }
  CHECK(!std::ifstream("no/such/file").is_open());
  CHECK(std::filesystem::exists(name) && std::filesystem::remove(name) && !std::filesystem::exists(name));
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    CHECK(std::filesystem::is_empty(folder));
    CHECK(std::filesystem::remove_all(folder) == 1);
  }
  MPI_Finalize();
  return 0;
}
