// Containers of the program's own with the constructors of the standard library's; what they hold decides what is sent.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <cstdlib>
#include <deque>
#include <map>
#include <stack>
#include <string>
#include <vector>

struct Range {
  int first, last;
  int length() const { return last - first; }
};

template <class T> struct List : std::vector<T> {
  using std::vector<T>::vector;
  void halve() {
    const T whole = this->front();
    this->clear();
    const int middle = (whole.first + whole.last) / 2;
    this->push_back(T{whole.first, middle});
    this->push_back(T{middle, whole.last});
  }
};

struct Numbers : List<int> {
  using List<int>::List;
  long sum = 0;
};

struct Name : std::string {
  using std::string::string;
};

struct Pile : std::stack<int, std::deque<int>> {
  using std::stack<int, std::deque<int>>::stack;
};

struct Table : std::map<int, int> {
  using std::map<int, int>::map;
};

struct Ring {
  int left, right;
  void exchange(int count) const {
    std::vector<double> out(count, 1.0), in(count);
    for (int i = 0; i < count; ++i)
      out[i] += 0.5 * i;
    MPI_Sendrecv(out.data(), count, MPI_DOUBLE, right, count, in.data(), count, MPI_DOUBLE, left, count, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  }
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int n = argc > 1 ? std::atoi(argv[1]) : 24;
  const Ring ring{(rank + size - 1) % size, (rank + 1) % size};

  List<Range> ranges(1, Range{3, n + 4});
  ranges.halve();
  ring.exchange(ranges[1].length());

  Numbers filled(n, 2);
  filled[n / 2] = n;
  for (int number : filled)
    filled.sum += number;
  ring.exchange(static_cast<int>(filled.sum));

  const Numbers listed{n, 5, n + 1};
  ring.exchange(listed[2] + listed[1]);

  const Numbers taken(filled.begin() + n / 2, filled.end());
  ring.exchange(taken.front() + static_cast<int>(taken.size()));

  const Name name(n / 3, 'x');
  ring.exchange(static_cast<int>(name.size()));

  Pile pile(std::deque<int>(filled.begin(), filled.begin() + n / 2 + 1));
  pile.push(pile.top() + 1);
  ring.exchange(pile.top());

  const Table table{{1, n}, {2, n + 7}};
  ring.exchange(table.at(2));

  MPI_Finalize();
  return 0;
}
