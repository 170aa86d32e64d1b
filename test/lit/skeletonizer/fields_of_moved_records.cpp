// A record that is copied, moved, sorted or kept in containers: who needs one of its fields does not need the others.
// RUN: %skeleton %s | FileCheck %s
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <mpi.h>
#include <vector>
struct Vector {
  double x, y;
  Vector operator+(const Vector &other) const { return {x + other.x, y + other.y}; }
};
struct Plain {
  int id;
  double u[3];
};
struct Node {
  int id;
  double weight;
};
struct Body {
  int id;
  Vector place;
  std::vector<int> near;
};
struct Halo {
  std::vector<int> peers, indices; // Made empty in one place of the text, that of the constructor.
  explicit Halo(const std::map<int, int> &numbers) {
    for (const auto &[id, number] : numbers) {
      // CHECK: peers.push_back(id);
      peers.push_back(id);
      // CHECK-NEXT: maquette_phantom_grow(indices, 1);
      indices.push_back(numbers.at(id) + number);
    }
  }
};
static Body make(int id) {
  Body body;
  body.id = id;
  // CHECK-NOT: body.place
  body.place = Vector{std::sin(id), 1};
  body.near.push_back(id);
  return body;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<Plain> plain(argc);
  std::vector<Body> bodies;
  std::map<int, Body> by_id;
  std::vector<std::shared_ptr<Node>> nodes;
  for (int i = 0; i < argc; ++i) {
    Plain one{i, {1, 2, 3}};
    plain[i] = one;
    bodies.push_back(make(i));
    Body copy = bodies.back(), moved(std::move(copy));
    bodies.push_back(std::move(moved));
    by_id[i] = bodies[i];
    nodes.push_back(std::make_shared<Node>(Node{i, 1}));
  }
  // CHECK: std::sort(bodies.begin(), bodies.end()
  std::sort(bodies.begin(), bodies.end(), [](const Body &a, const Body &b) { return a.id > b.id; });
  Body last = bodies[0];
  last = std::move(bodies[1]);
  std::swap(bodies[0], last);
  // CHECK: maquette_compute
  // CHECK-NOT: body.place
  // CHECK-NOT: one.u
  // CHECK-NOT: node->weight
  for (int step = 0; step < 100; ++step) {
    for (Body &body : bodies)
      body.place = body.place + Vector{std::sin(body.place.x), 0};
    for (Plain &one : plain)
      one.u[step % 3] = std::exp(one.u[0]);
    for (const std::shared_ptr<Node> &node : nodes)
      node->weight = std::exp(node->weight);
  }
  int n = by_id.at(0).id + nodes.back()->id + last.id + static_cast<int>(last.near.size());
  for (const Plain &one : plain)
    n += one.id;
  std::map<int, int> numbers{{n, 1}};
  Halo halo(numbers);
  std::vector<double> sent(n + 10);
  // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, n, MPI_DOUBLE, halo.peers[0], MPI_COMM_WORLD);
  MPI_Bcast(sent.data(), n, MPI_DOUBLE, halo.peers[0], MPI_COMM_WORLD);
  MPI_Bcast(sent.data(), static_cast<int>(halo.indices.size()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
