#include <mpi.h>
#define DOUBLED(f, n) (f(n) + f(n))
int count(int);
int total(int);
static int gone = DOUBLED(total, 3);
int count(int n) { return n + 1; }
int total(int n) {
  int sum = 0;
  for (int i = 0; i < 100 * n; i++)
    sum += i * n;
  return sum;
}
int read_nowhere();
int read_nowhere() { return gone; }
