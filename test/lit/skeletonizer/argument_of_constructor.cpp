// An object made of a value that nobody needs is no declaration of a function.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <string>
class Writer {
public:
  explicit Writer(std::string path) : path_(path) { made_++; }
  int made() const { return made_; }

private:
  std::string path_;
  int made_ = 0;
};
struct Name {
  int id = 3;
};
struct Pair {
  Pair(Name first, Name second) : size(first.id * second.id) { count++; }
  int size;
  static int count;
};
int Pair::count = 0;
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: Writer out((std::string()));
  Writer out("file" + std::to_string(argc));
  Name name;
  name.id = argc;
  // CHECK: Pair pair((Name()), (Name()));
  Pair pair(name, name);
  MPI_Send(&pair, out.made() + Pair::count, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
