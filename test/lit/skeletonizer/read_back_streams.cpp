// The same through streams and strings. A file that is only written goes.
// RUN: %skeleton %s | FileCheck %s
#include <fstream>
#include <mpi.h>
#include <string>
#include <vector>
static std::string stateOf(int rank) { return "state." + std::to_string(rank); }
static void save(const std::string &name, const std::vector<int> &values) {
  // CHECK: std::ofstream out(name);
  std::ofstream out(name);
  for (int value : values)
    // CHECK: out << value
    out << value << ' ';
}
static int total(const std::string &name) {
  std::ifstream in(name);
  int sum = 0;
  for (int value; in >> value;)
    sum += value;
  return sum;
}
static void report(const std::vector<int> &values) {
  std::ofstream out("report.txt");
  for (int value : values)
    out << value << '\n';
}
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<int> values;
  // CHECK: values.push_back(i)
  for (int i = 0; i < 8; ++i)
    values.push_back(i);
  // CHECK-NOT: report(
  report(values);
  // CHECK: save(stateOf(rank), values);
  save(stateOf(rank), values);
  const std::string name = stateOf(rank);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Bcast(MPI_BOTTOM, total(name) - 28, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
