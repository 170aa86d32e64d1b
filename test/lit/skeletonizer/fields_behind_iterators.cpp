// Keys of a map, elements that are erased or copied on a condition: who needs these does not need the other fields of
// what stands there.
// RUN: %skeleton %s | FileCheck %s
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <mpi.h>
#include <vector>
struct Cell {
  int level;
  double density;
};
struct Ship {
  int id = 0;
  double fuel = 1;
  virtual ~Ship() = default;
  virtual void move() { fuel = std::exp(fuel); }
};
struct Face {
  unsigned kind : 3;
  float flux;
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::map<long, Cell> tree;
  std::vector<Face> faces(argc + 9), chosen;
  std::map<int, Ship *> ships;
  for (int i = 0; i < argc + 9; ++i) {
    tree[7L * i] = Cell{i % 3, 1};
    faces[i].kind = i % 8;
    faces[i].flux = 1;
    ships[i] = new Ship;
    ships[i]->id = i;
  }
  // CHECK: maquette_compute
  // CHECK-NOT: density =
  // CHECK-NOT: flux = std::
  // CHECK-NOT: move()
  for (int step = 0; step < 100; ++step) {
    for (auto &[key, cell] : tree)
      cell.density = std::sin(cell.density);
    for (Face &face : faces)
      face.flux = std::cos(face.flux);
    for (auto &[id, ship] : ships)
      ship->move();
  }
  std::vector<long> keys;
  for (auto it = tree.begin(); it != tree.end();) {
    if (it->second.level == 2) {
      // CHECK: keys.push_back(it->first);
      keys.push_back(it->first);
      // CHECK-NEXT: it = tree.erase(it);
      it = tree.erase(it);
    } else {
      ++it;
    }
  }
  // CHECK: std::copy_if(faces.begin(), faces.end(), std::back_inserter(chosen)
  std::copy_if(faces.begin(), faces.end(), std::back_inserter(chosen), [](const Face &face) { return face.kind > 3; });
  int last = 0;
  for (auto &[id, ship] : ships)
    last = id + ship->id;
  MPI_Send(nullptr, 0, MPI_DOUBLE, 0, last + static_cast<int>(tree.size() + keys[0] + chosen.size() + chosen[0].kind),
           MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
