// Lists of lists go through functions by value; their sizes are the sizes of messages. A wrapper sends from inside a
// vector.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace {

using Lists = std::vector<std::set<int>>;

/// Which cells each neighbour needs: every (rank + 2)-th of them, and one more to the right.
Lists wanted(int rank, int cells) {
  Lists lists(2);
  for (int cell = 0; cell < cells; cell += rank % 3 + 2)
    lists[0].insert(cell);
  lists[1] = lists[0];
  lists[1].insert(cells);
  return lists;
}

void post(const void *data, int count, int peer, int tag, MPI_Request *request) {
  MPI_Isend(data, count, MPI_DOUBLE, peer, tag, MPI_COMM_WORLD, request);
}

class Exchange {
public:
  Exchange(int rank, int size) : left_((rank + size - 1) % size), right_((rank + 1) % size) {}
  virtual ~Exchange() = default;

  virtual void run(Lists out, Lists in, std::vector<double> &field) {
    std::map<int, std::vector<double>> arrived;
    const int peers[] = {left_, right_};
    std::vector<MPI_Request> requests(4);
    for (int side = 0; side < 2; ++side) {
      arrived[side].resize(in[1 - side].size() + 1);
      MPI_Irecv(arrived[side].data(), static_cast<int>(arrived[side].size()), MPI_DOUBLE, peers[side], 7,
                MPI_COMM_WORLD, &requests[2 * side]);
      post(&field[side], static_cast<int>(out[side].size()), peers[side], 7, &requests[2 * side + 1]);
    }
    MPI_Waitall(4, requests.data(), MPI_STATUSES_IGNORE);
    for (int side = 0; side < 2; ++side)
      for (double value : arrived[side])
        field[side] += 0.001 * value;
  }

private:
  int left_, right_;
};

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  constexpr int kCells = 300;
  std::vector<double> field(kCells + 2, 1.0);
  const std::unique_ptr<Exchange> exchange(new Exchange(rank, size));
  // What comes from the left was posted there for the right.
  const Lists from_left = wanted((rank + size - 1) % size, kCells), from_right = wanted((rank + 1) % size, kCells);
  Lists in(2);
  in[1] = from_left[1];
  in[0] = from_right[0];
  for (int step = 0; step < 6; ++step) {
    for (int repeat = 0; repeat < 50; ++repeat)
      for (int i = 1; i <= kCells; ++i)
        field[i] = std::sqrt(0.3 * field[i - 1] * field[i + 1] + 0.7);
    exchange->run(wanted(rank, kCells), in, field);
    double sum = 0, total = 0;
    for (double value : field)
      sum += value;
    MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
