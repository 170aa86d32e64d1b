// An object that a function, an operator or a temporary gives is made there and known elsewhere by another name. No
// constructor stands between. What was written into it is what is read: each row of numbers below is needed.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <vector>
template <int Kind> struct Row {
  int *numbers;
  int size;
  explicit Row(int n) : numbers(new int[n]), size(n) {}
  Row(const Row &other) : numbers(new int[other.size]), size(other.size) {
    for (int i = 0; i < size; ++i)
      numbers[i] = other.numbers[i];
  }
  ~Row() { delete[] numbers; }
};
struct Filled {
  int *numbers;
  int size;
  explicit Filled(int n) : numbers(new int[n]), size(n) {
    // CHECK: numbers[i] = i + 10;
    for (int i = 0; i < n; ++i)
      numbers[i] = i + 10;
  }
  Filled(const Filled &other) : numbers(new int[other.size]), size(other.size) {
    for (int i = 0; i < size; ++i)
      numbers[i] = other.numbers[i];
  }
  ~Filled() { delete[] numbers; }
};
struct Pair {
  Filled row;
  int weight;
};
static Row<0> squares(int n) {
  Row<0> row(n);
  // CHECK: row.numbers[i] = i * i;
  for (int i = 0; i < n; ++i)
    row.numbers[i] = i * i;
  return row;
}
static Row<1> cubes(int n) {
  Row<1> row(n);
  // CHECK: row.numbers[i] = i * i * i;
  for (int i = 0; i < n; ++i)
    row.numbers[i] = i * i * i;
  return row;
}
struct Wide {
  int step;
  operator Row<2>() const {
    Row<2> row(8);
    // CHECK: row.numbers[i] = i * step;
    for (int i = 0; i < 8; ++i)
      row.numbers[i] = i * step;
    return row;
  }
};
static Row<3> operator+(const Row<3> &one, const Row<3> &other) {
  Row<3> row(one.size);
  // CHECK: row.numbers[i] = one.numbers[i] + other.numbers[i];
  for (int i = 0; i < one.size; ++i)
    row.numbers[i] = one.numbers[i] + other.numbers[i];
  return row;
}
static int last(const Filled &row) { return row.numbers[row.size - 1]; }
static double data[1000];
static void send(int count, int to) { MPI_Send(data, count, MPI_DOUBLE, to, 0, MPI_COMM_WORLD); }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  Row<0> first = squares(size);
  Row<1> *second = new Row<1>(cubes(size));
  Row<2> *third = new Row<2>(Wide{size});
  Row<3> one(4), other(4);
  for (int i = 0; i < 4; ++i) {
    one.numbers[i] = size;
    other.numbers[i] = i;
  }
  Row<3> fourth = size > 1 ? one + other : Row<3>(one);
  Pair pair = {Filled(4), 3};
  const Filled &fifth = Filled(size);
  for (int step = 0; step < 10; ++step) {
    send(first.numbers[1], 0);
    send(second->numbers[1], 0);
    send(third->numbers[1], 0);
    send(fourth.numbers[1], 0);
    send(pair.row.numbers[1] + fifth.numbers[0] + last(Filled(3)) + Filled(5).numbers[2], 0);
  }
  delete second;
  delete third;
  MPI_Finalize();
  return 0;
}
