// RUN: %skeleton --whole --exact %s | FileCheck %s
// What std::quoted gives refers to a text, which a stream reads or writes through it.
#include <iomanip>
#include <mpi.h>
#include <sstream>
#include <string>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double data[64] = {0};
  std::string original(argv[0]), back;
  std::stringstream stream;
  stream << std::quoted(original);
  stream >> std::quoted(back);
  MPI_Bcast(data, static_cast<int>(back.size()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}

// CHECK: std::string original(argv[0]), back;
// CHECK-NEXT: std::stringstream stream;
// CHECK-NEXT: stream << std::quoted(original);
// CHECK-NEXT: stream >> std::quoted(back);
