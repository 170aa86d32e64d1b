// A list that decides how often something is sent stays; what its nodes carry besides goes.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
void *malloc(__SIZE_TYPE__ size);
struct Node {
  int peer;
  double load;
  struct Node *next;
};
int main(int argc, char **argv) {
  int size;
  struct Node *head = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < size; i++) {
    // CHECK: struct Node *node = malloc(sizeof(struct Node));
    struct Node *node = malloc(sizeof(struct Node));
    // CHECK-NEXT: node->peer = i;
    node->peer = i;
    // CHECK-NOT: node->load
    node->load = 0.5 * i;
    // CHECK: node->next = head;
    node->next = head;
    head = node;
  }
  // CHECK: for (struct Node *node = head; node; node = node->next)
  for (struct Node *node = head; node; node = node->next)
    // CHECK-NEXT: MPI_Send(MAQUETTE_PHANTOM, 1, MPI_DOUBLE, node->peer, 0, MPI_COMM_WORLD);
    MPI_Send(&node->load, 1, MPI_DOUBLE, node->peer, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
