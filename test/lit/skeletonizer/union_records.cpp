// A record in a union, or one that is seen as another, shares its memory, whichever way its fields are written.
// RUN: %skeleton %s | FileCheck %s
#include <cmath>
#include <cstdlib>
#include <mpi.h>

struct Pair {
  float low, high;
};
union Bits {
  Pair pair;
  long all;
};
static Bits make(float low, float high) { return {{low, high}}; }

struct Cell {
  int index[2], level;
};
struct Row {
  int numbers[3];
};
struct Header {
  int kind;
  double values[];
};
struct Message {
  int kind;
  double first, second;
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: Bits made = make({{.*}}argc * 1.5f, {{.*}}argc * 2.5f);
  const Bits made = make(argc * 1.5f, argc * 2.5f);
  Bits copied, pointed;
  Pair pair;
  // CHECK: pair.high = argc * 3.5f;
  pair.high = argc * 3.5f;
  // CHECK: copied.pair = pair;
  copied.pair = pair;
  Pair *part = &pointed.pair;
  // CHECK: part->low = argc * 4.5f;
  part->low = argc * 4.5f;

  Cell cell;
  Row *row = reinterpret_cast<Row *>(&cell);
  for (int i = 0; i < 3; ++i)
    // CHECK: row->numbers[i] = argc + i;
    row->numbers[i] = argc + i;
  auto *header = static_cast<Header *>(std::malloc(sizeof(Message)));
  // CHECK: header->values[1] = std::floor(argc * 0.5);
  header->values[1] = std::floor(argc * 0.5);
  const auto *message = reinterpret_cast<Message *>(header);

  const int tag =
      static_cast<int>((made.all + copied.all + pointed.all) % 100) + cell.index[1] + static_cast<int>(message->second);
  MPI_Send(nullptr, 0, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD);
  MPI_Finalize();
}
