// A coroutine goes on where others resume it: it stays as it is, with all it needs.
// RUN: %skeleton --std=c++20 %s | FileCheck %s
#include <coroutine>
#include <mpi.h>
#include <utility>
struct Numbers {
  struct promise_type {
    int value = 0;
    Numbers get_return_object() { return Numbers{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) noexcept {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
  explicit Numbers(std::coroutine_handle<promise_type> h) : handle(h) {}
  Numbers(Numbers &&other) noexcept : handle(std::exchange(other.handle, {})) {}
  ~Numbers() { handle.destroy(); }
  // CHECK: handle.resume();
  bool next() {
    handle.resume();
    return !handle.done();
  }
};
// CHECK: Numbers partners(int rank, int size) {
// CHECK: for (int distance = 1; distance < size; distance *= 2)
// CHECK-NEXT: co_yield rank ^ distance;
Numbers partners(int rank, int size) {
  for (int distance = 1; distance < size; distance *= 2)
    co_yield rank ^ distance;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  static double x[8];
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, 8, MPI_DOUBLE, all.handle.promise().value, 0, MPI_COMM_WORLD);
  for (auto all = partners(rank, size); all.next();)
    MPI_Send(x, 8, MPI_DOUBLE, all.handle.promise().value, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
