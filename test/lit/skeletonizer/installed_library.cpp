// What a library in C++ defines is read where its headers lie among the system's, too: it calls the program's
// functions, and keeps what it is given.
// RUN: %skeleton --exact --option=-I%S/Inputs/library %s | FileCheck %s
#include <installed.h>
#include <mpi.h>
static double x[1000];
static int total;
struct Holder {
  explicit Holder(int n) : count(n) {}
  int count;
};
namespace user {
struct Message {
  int length;
};
// CHECK: int packed(const Message &message) { return message.length + total; }
int packed(const Message &message) { return message.length + total; }
} // namespace user
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: total = argc;
  // CHECK-NEXT: lib::Shared<Holder> holder;
  // CHECK-NEXT: holder.reset(new Holder(argc * 2));
  total = argc;
  lib::Shared<Holder> holder;
  holder.reset(new Holder(argc * 2));
  for (int i = 0; i < 1000; ++i)
    x[i] += i;
  // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, holder->count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(x, holder->count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  // CHECK: lib::visit([&](int n) { MPI_Bcast(MAQUETTE_PHANTOM, n, MPI_DOUBLE, 0, MPI_COMM_WORLD); }, argc);
  lib::visit([&](int n) { MPI_Bcast(x, n, MPI_DOUBLE, 0, MPI_COMM_WORLD); }, argc);
  user::Message message{argc * 3};
  // CHECK: user::Message message{argc * 3};
  MPI_Bcast(x, lib::packedSize(message), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
