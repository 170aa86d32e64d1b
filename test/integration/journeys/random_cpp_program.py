# test/integration/journeys/random_cpp_program.py - MPI programs in C++ that chance puts together
# SPDX-License-Identifier: Apache-2.0
"""As random_program.py, on the ways of C++: objects, what they hold and inherit, templates, lambdas, what runs unseen
when something ends."""
from random_program import MESSAGES, RandomProgram

# A line that ends with a backslash goes on in the next, as in C.
PREFIX = r"""#include <mpi.h>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <valarray>
#include <vector>
#define WRAP(x) ((int)((unsigned)(x) % 97u))
enum { MOST = 128 };
namespace shapes {
struct Shape {
  int id;
  explicit Shape(int i) : id(WRAP(i)) {}
  virtual ~Shape() = default;
  virtual int area(int x) const = 0;
  virtual void grow(int x) { id = WRAP(id + x); }
};
struct Square : Shape {
  int side;
  explicit Square(int s) : Shape(s + 1), side(WRAP(s)) {}
  int area(int x) const override { return WRAP(side * side + x); }
  void grow(int x) override { Shape::grow(x); side = WRAP(side + id); }
};
struct Disc : Shape {
  std::vector<int> parts;
  int radius = 2;
  explicit Disc(int r) : Shape(r), parts(1 + (r & 3), WRAP(r)) {}
  int area(int x) const override { return WRAP(radius * 3 + x + (int)parts.size() + parts.back()); }
  void grow(int x) override { if (parts.size() < 20) parts.push_back(WRAP(x)); radius = WRAP(radius + 5); }
};
struct Big final : Square {
  using Square::Square;
  int area(int x) const override { return WRAP(Square::area(x) + 11); }
};
inline std::unique_ptr<Shape> make(int kind, int x) {
  switch (kind % 3) {
  case 0: return std::make_unique<Square>(x);
  case 1: return std::unique_ptr<Shape>(new Disc(x));
  default: return std::make_unique<Big>(x);
  }
}
} // namespace shapes
template <class T> struct Box {
  T value{};
  Box() = default;
  explicit Box(T v) : value(v) {}
  Box &operator+=(const Box &other) { value = (T)WRAP(value + other.value); return *this; }
  Box operator-() const { return Box((T)WRAP(96 - value)); }
  friend Box operator+(Box a, const Box &b) { return a += b; }
  bool operator<(const Box &other) const { return value < other.value; }
  explicit operator bool() const { return value > 9; }
};
struct Matrix {
  int cells[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  int &operator()(int i, int j) { return cells[i % 3][j % 3]; }
  int operator()(int i, int j) const { return cells[i % 3][j % 3]; }
};
struct Range {
  int first, last;
  struct Iterator {
    int at;
    int operator*() const { return at; }
    Iterator &operator++() { ++at; return *this; }
    bool operator!=(const Iterator &other) const { return at != other.at; }
  };
  Iterator begin() const { return {first}; }
  Iterator end() const { return {last}; }
};
struct Guard {
  int &target, add;
  Guard(int &t, int a) : target(t), add(a) {}
  Guard(const Guard &) = delete;
  ~Guard() { target = WRAP(target + add); }
};
struct Counted {
  static int live, copies;
  int value;
  explicit Counted(int v = 1) : value(WRAP(v)) { ++live; }
  Counted(const Counted &other) : value(WRAP(other.value + 1)) { ++live; ++copies; }
  Counted &operator=(const Counted &other) { value = WRAP(other.value + 2); ++copies; return *this; }
  ~Counted() { --live; }
};
int Counted::live = 0, Counted::copies = 0;
struct Problem : std::runtime_error {
  int code;
  explicit Problem(int c) : std::runtime_error("problem"), code(c) {}
};
class List {
  struct Node {
    int value;
    std::unique_ptr<Node> next;
  };
  std::unique_ptr<Node> first_;
  int length_ = 0;

public:
  void push(int x) { first_.reset(new Node{WRAP(x), std::move(first_)}); ++length_; }
  int pop() { int x = first_->value; first_ = std::move(first_->next); --length_; return x; }
  int sum() const { int s = 0; for (const Node *n = first_.get(); n; n = n->next.get()) s += n->value; return WRAP(s); }
  int length() const { return length_; }
};
template <class Derived> struct Stepper {
  int run(int n, int x) { for (int i = 0; i < n; i++) x = static_cast<Derived *>(this)->step(x); return x; }
};
struct Adder : Stepper<Adder> { int by; explicit Adder(int b) : by(b) {} int step(int x) { return WRAP(x + by++); } };
struct Root { int root = 3; };
struct Left : virtual Root { int left() { return root = WRAP(root + 2); } };
struct Right : virtual Root { int right() { return root = WRAP(root * 2); } };
struct Both : Left, Right { int both(int x) { return WRAP(left() + right() + x); } };
template <class F> int apply(F &&f, int x) { return WRAP(std::forward<F>(f)(x)); }
template <class... T> int total(T... x) { return WRAP((0 + ... + x)); }
template <int N, class T> T scaled(T x) { if constexpr (N > 2) return (T)WRAP(x * N); else return (T)WRAP(x + N); }
template <class It> int summed(It a, It b) { int s = 0; for (; a != b; ++a) s += *a; return WRAP(s); }
template <class T> T fallback(const std::optional<T> &x, T other) { return x ? *x : other; }
static int defaulted(int a, int b = 4, int c = 7) { return WRAP(a * b + c); }
static int &pick(int &a, int &b, int which) { return which & 1 ? a : b; }
static void bump(int &x, int by) { x = WRAP(x + by); }
static void bump(std::vector<int> &x, int by) { for (int &one : x) one = WRAP(one + by); }
static std::pair<int, int> halves(int x) { return {x / 2, x - x / 2}; }
static std::tuple<int, short, std::string> parts(int x) { return {WRAP(x + 1), (short)(x & 7),\
 std::string(x & 15, 'p')}; }
static int risky(int x) { if (x % 5 == 3) throw Problem(x); if (x % 7 == 1) throw std::out_of_range("far");\
 return WRAP(x + 2); }
static int costly(int x) { int s = x; for (int i = 0; i < 30; i++) s = WRAP(s * 3 + i);\
 if (s % 4 == 1) throw Problem(s); return s; }
static int between(int &set, int x) { int s = costly(x); set = s; return WRAP(s + 1); }
static int *moved(int *p, int by) { *p = WRAP(*p + by); return p; }
struct holder { int n; int *to; };
struct copied { int n; int *to; };
static holder *held(holder *one, int n, int *to) { one->n = WRAP(n); one->to = to; return one; }
template <class T> class Own {
public:
  Own() = default;
  ~Own() {}
  Own(const Own &) = delete;
  Own &operator=(const Own &) = delete;
  void make(int n) { base_ = data_ = new T[n](); }
  void view(const Own &other, int by) { base_ = other.base_; data_ = other.base_ + by; }
  void swapWith(Own &other) { std::swap(base_, other.base_); std::swap(data_, other.data_); }
  T &operator()(int i) { return data_[i & 7]; }
private:
  T *base_ = nullptr, *data_ = nullptr;
};
template <class T> struct Taking {
  using value_type = T;
  int *taken;
  explicit Taking(int *p) : taken(p) {}
  template <class U> Taking(const Taking<U> &other) : taken(other.taken) {}
  T *allocate(std::size_t n) { *taken = WRAP(*taken + n); return static_cast<T *>(::operator new(n * sizeof(T))); }
  void deallocate(T *p, std::size_t n) { *taken = WRAP(*taken + 2 * n); ::operator delete(p); }
  bool operator==(const Taking &other) const { return taken == other.taken; }
  bool operator!=(const Taking &other) const { return taken != other.taken; }
};
struct Settings { int first = 1; std::string label = "l"; int second = 2; std::vector<int> many{1, 2}; };
struct Run : Settings { int more = 3; };
template <class T> struct Solver {
  explicit Solver(const Settings &given) { settings = given; }
  int steps() const { return WRAP(settings.first + settings.second); }
  Settings settings;
};
static int look(const std::map<int, int> &table, int key) { auto found = table.find(key & 15);\
 return found == table.end() ? 1 : found->second; }
static double work(int n) { std::vector<double> d(n, 0.5); for (int i = 1; i < n; i++) d[i] += 1.0 / (i + d[i - 1]);\
 return std::accumulate(d.begin(), d.end(), 0.0); }
struct Store {
  std::vector<int> list{3, 1, 2};
  std::map<int, int> table;
  std::array<int, 4> few{};
  std::string text = "text";
  std::unique_ptr<shapes::Shape> shape = shapes::make(1, 5);
  std::shared_ptr<int> shared = std::make_shared<int>(4);
  std::function<int(int)> call = [](int x) { return x + 1; };
  std::optional<int> maybe;
  Matrix matrix;
  std::pair<int, Box<int>> pair{1, Box<int>(2)};
  List chain;
  std::vector<std::vector<int>> rows{{1}, {2, 3}};
  std::set<int> seen{2};
};
static int alike[4], alike_many[16], own[4], own_many[16], rank, size;
static Store alike_store, own_store;
static Settings alike_settings, own_settings, alike_given, own_given;
static Run alike_run, own_run;
static holder alike_holder, own_holder, alike_holders[3], own_holders[3];
static copied alike_copied, own_copied;
static Own<int> alike_array, own_array, alike_other, own_other;
static int *alike_null, *own_null;
static int *alike_pointer = alike, *own_pointer = own, &alike_reference = alike[1], &own_reference = own[1];
static MPI_Comm world;
static void combine(void *in, void *inout, int *n, MPI_Datatype *) { int *a = (int *)in, *b = (int *)inout;\
 for (int i = 0; i < *n; i++) b[i] = WRAP(a[i] + b[i]); }
template <class T> MPI_Datatype typeOf();
template <> inline MPI_Datatype typeOf<int>() { return MPI_INT; }
template <> inline MPI_Datatype typeOf<double>() { return MPI_DOUBLE; }
template <class T> T reduced(T x, MPI_Op op = MPI_MAX) { T all; MPI_Allreduce(&x, &all, 1, typeOf<T>(), op, world);\
 return all; }
struct Part {
  MPI_Comm comm;
  int members, place;
  Part(int colour, int key) { MPI_Comm_split(world, colour, key, &comm); MPI_Comm_size(comm, &members);\
 MPI_Comm_rank(comm, &place); }
  Part(const Part &) = delete;
  ~Part() { MPI_Comm_free(&comm); }
};
struct Pending {
  MPI_Request request = MPI_REQUEST_NULL;
  Pending() = default;
  Pending(Pending &&other) noexcept : request(std::exchange(other.request, MPI_REQUEST_NULL)) {}
  ~Pending() { if (request != MPI_REQUEST_NULL) MPI_Wait(&request, MPI_STATUS_IGNORE); }
};
static Pending sending(const std::vector<int> &data, int to, int tag) { Pending p;\
 MPI_Isend(data.data(), (int)data.size(), MPI_INT, to, tag, world, &p.request); return p; }
static std::vector<int> received(int from, int tag) {
  MPI_Status s; int n; MPI_Probe(from, tag, world, &s); MPI_Get_count(&s, MPI_INT, &n);
  std::vector<int> data(n); MPI_Recv(data.data(), n, MPI_INT, s.MPI_SOURCE, tag, world, MPI_STATUS_IGNORE); return data;
}
struct Sender { virtual ~Sender() {} virtual int send(int n) = 0; };
struct RingSender : Sender {
  std::vector<int> data = std::vector<int>(MOST, 1), got = std::vector<int>(MOST);
  int send(int n) override { MPI_Status s; MPI_Sendrecv(data.data(), n, MPI_INT, (rank + 1) % size, 5, got.data(),\
 MOST, MPI_INT, (rank + size - 1) % size, 5, world, &s); MPI_Get_count(&s, MPI_INT, &n); return n; }
};
struct SelfSender : Sender { int send(int n) override { int b[MOST], c[MOST];\
 MPI_Sendrecv(b, n / 2, MPI_INT, rank, 6, c, MOST, MPI_INT, rank, 6, world, MPI_STATUS_IGNORE); return n / 2; } };
""".replace("\\\n", "")

COMPUTING = (
    "%L = %E;", "if (%C) { %S } else %L = %E;", "*%K_pointer = %E;", "%K_pointer = &%P;", "%K_reference = %E;",
    "bump(%L, %E);", "pick(%L, %L, %E) = %E;",
    "%K_holder.to = &%P;", "*%K_holder.to = %E;", "held(&%K_holders[%E %% 3], %E, &%P);",
    "{ holder *%N = %E & 1 ? &%K_holder : &%K_holders[%E %% 3]; %N->n = %E; *%N->to = WRAP(%N->n + 1); }",
    "{ holder *%N = new holder; held(%N, %E, &%P); *%N->to = %N->n; %K_holders[%E %% 3].to = %N->to; %L = %N->n;"
    " delete %N; }",
    "%K_copied.to = &%P; { copied %N = %K_copied; *%N.to = %E; %L = *%K_copied.to; }",
    "{ int **%N = &%K_holder.to; *%N = &%P; **%N = %E; %L = *%K_holder.to; }",
    "%K_given.first = %E; %K_given.label = \"g\";", "%K_settings = %K_given; %L = %K_settings.first;",
    "%K_settings.second = %E; { Settings %N; %N = %K_settings; %K_given = std::move(%N); } %L = %K_given.second;",
    "{ Solver<int> %N(%K_settings); %L = %N.steps(); }", "%K_given.many.push_back(%E); if (%K_given.many.size() > 6)"
    " %K_given.many.resize(1);",
    "%L = %K_settings.many[0]; %K_settings.many[0] = %E;", "std::swap(%K_settings, %K_given); %L = %K_settings.first;",
    "{ Run %N; %N.more = %E; static_cast<Settings &>(%N) = %K_given; %K_run = %N; }"
    " %L = WRAP(%K_run.first + %K_run.more);",
    "%K_array(%E) = %E;", "%L = %K_array(%E);", "%K_array.swapWith(%K_other); %L = %K_array(%E);",
    "%K_other.view(%K_array, %E & 7); %K_other(%E) = %E;",
    "{ Own<int> %N; %N.make(16); %N(%E) = %E; %K_other.view(%N, %E & 3); %L = %K_other(%E); }",
    "{ Own<int> *%N = new Own<int>; %N->make(16); (*%N)(%E) = %E; %N->swapWith(%K_array); %L = (*%N)(%E);"
    " delete %N; }",
    "if (%K_null) { *%K_null = %E; %L = *%K_null; }",
    "for (int %N = 0; %N < (%E & 7); %N++) { %S %K_many[%N] = WRAP(%N + %E); }",
    "{ int %N = %E & 7; while (%N-- > 0) { %S if (%C) break; } }",
    "switch (%E & 3) { case 0: %L = %E; break; case 1: { int %N = %E; %L = %N; } default: { %S } }",
    "if (int %N = %E; %N > 20) { %S %L = %N; }", "{ const auto %N = halves(%E); %L = %N.second; }",
    "{ auto [%N, %N_b] = halves(%E); %L = %N; %L = %N_b; }",
    "{ auto &[%N, %N_b] = %K_store.pair; %N = %E; %N_b += Box<int>(%E); }",
    "{ auto [%N, %N_s, %N_t] = parts(%E); %L = WRAP(%N + %N_s + (int)%N_t.size()); }",
    "std::tie(%L, %L) = halves(%E);",
    "%K_store.list.push_back(%E); if (%K_store.list.size() > 12) %K_store.list.erase(%K_store.list.begin(),"
    " %K_store.list.begin() + 6);",
    "%K_store.list.resize(1 + (%E & 7), %E);",
    "%K_store.list.insert(%K_store.list.begin() + 1, %E); if (%K_store.list.size() > 12) %K_store.list.resize(5);",
    "std::sort(%K_store.list.begin(), %K_store.list.end(), [](int a, int b) { return a > b; });",
    "std::reverse(%K_store.list.begin(), %K_store.list.end());",
    "for (int &%N : %K_store.list) { %N = WRAP(%N + %E); }",
    "for (const auto &%N : %K_store.table) { %L = WRAP(%N.first + %N.second); if (%C) break; }",
    "for (auto %N = %K_store.list.begin(); %N != %K_store.list.end(); ++%N) if (*%N > %E) { *%N = %E; break; }",
    "for (int %N : Range{1, 2 + (%E & 3)}) { %S %K_many[%N] = %E; }",
    "for (auto &%N : %K_store.rows) for (int &%N_x : %N) %N_x = WRAP(%N_x + %E);",
    "for (int %N : std::initializer_list<int>{%E, %E, 7}) bump(%L, %N);",
    "%K_store.rows[%E & 1].push_back(%E); if (%K_store.rows[0].size() > 6) %K_store.rows[0] = {%E};",
    "%K_store.rows.front().swap(%K_store.rows.back());",
    "{ std::vector<int> %N(%K_store.list); bump(%N, %E); %L = summed(%N.begin(), %N.end());"
    " if (%C) %K_store.list = std::move(%N); }",
    "%K_store.table[%E & 15] = %E;", "%K_store.table.emplace(%E & 15, %E);",
    "%K_store.table.erase(%E & 15); %L = WRAP(%K_store.table.size());",
    "if (auto %N = %K_store.table.find(%E & 15); %N != %K_store.table.end()) %N->second = %E; else %L = %E;",
    "%K_store.text = std::to_string(%E * 131); %L = WRAP(%K_store.text.size() * 7 + %K_store.text[0]);",
    "%K_store.text += \"abc\"; if (%K_store.text.size() > 20) %K_store.text.resize(%E & 7);",
    "{ std::ostringstream %N; %N << %E << ' ' << %E; %K_store.text = %N.str(); %L = WRAP(%K_store.text.find(' ')); }",
    "{ std::istringstream %N(std::to_string(%E) + \" 12\"); int a, b; %N >> a >> b; %L = WRAP(a + b); }",
    "%K_store.shape = shapes::make(%E, %E);", "%K_store.shape->grow(%E);",
    "if (auto *%N = dynamic_cast<shapes::Square *>(%K_store.shape.get())) %N->side = %E; else %L = %E;",
    "{ std::vector<std::unique_ptr<shapes::Shape>> %N; for (int i = 0; i < 3;"
    " i++) %N.push_back(shapes::make(i + %E, %E)); for (auto &one : %N) { one->grow(%E); bump(%L, one->area(2)); } }",
    "{ shapes::Square %N(%E); shapes::Shape &%N_s = %N; %N_s.grow(%E); %L = %N_s.area(%E); }",
    "*%K_store.shared = %E;", "{ auto %N = %K_store.shared; *%N = WRAP(*%N + %E); }",
    "%K_store.shared = std::make_shared<int>(%E);",
    "{ int %N = %E; %K_store.call = [%N](int x) { return WRAP(x * 2 + %N); }; }", "%K_store.call = defaulted_%K;",
    "%K_store.call = std::bind(defaulted_two, std::placeholders::_1, %E);",
    "{ auto %N = [&](int x) { %L = WRAP(x + %E); }; %N(%E); if (%C) %N(%E); }",
    "{ int %N = 0; auto %N_f = [&%N](int x) mutable { %N += x; return %N; }; %N_f(%E); %L = WRAP(%N_f(%E)); }",
    "{ auto %N = [n = %E]() mutable { return n = WRAP(n + 3); }; %N(); %L = %N(); }",
    "std::for_each(%K_many, %K_many + 5, [&](int &x) { x = WRAP(x + %E); });",
    "std::transform(%K_store.list.begin(), %K_store.list.end(), %K_store.list.begin(),"
    " [](int x) { return WRAP(x + 13); });",
    "%L = (int)std::count_if(%K_many, %K_many + 16, [&](int x) { return x > %E; });",
    "%L = *std::max_element(%K_many, %K_many + 8);",
    "%K_store.maybe = %E; if (%C) %K_store.maybe.reset();", "if (%K_store.maybe) { %L = *%K_store.maybe; %S }",
    "try { %L = risky(%P); } catch (const Problem &p) { %L = WRAP(p.code + %E); }"
    " catch (const std::exception &) { %S }",
    "try { Guard %N(%P, %E); %L = risky(%P); } catch (const std::exception &) { bump(%L, 3); }",
    "try { if (%P % 3 == 1) throw %P; %S } catch (int x) { %L = x; }",
    "try { %L = %K_store.list.at(%P & 7); } catch (...) { %L = %E; }",
    "{ Guard %N(%P, %E); %S }", "{ std::unique_ptr<Guard> %N(new Guard(%P, %E)); %S if (%C) %N.reset(); }",
    "{ std::vector<int> %N; auto add = std::make_unique<Guard>(%P, %E); %N.push_back(%E); add.reset(); }",
    "{ std::unique_ptr<int, void (*)(int *)> %N(new int(%E), [](int *p) { %K[3] = *p; delete p; }); %S }",
    "%K_store.chain.push(%E); if (%K_store.chain.length() > 5) { %L = %K_store.chain.pop(); }",
    "%L = %K_store.chain.sum();",
    "{ List %N; for (int i = 0; i < 3; i++) %N.push(i + %E); %L = WRAP(%N.pop() + %N.sum());"
    " %K_store.chain = std::move(%N); }",
    "%K_store.matrix(%E, %E) = %E;",
    "{ Matrix %N = %K_store.matrix; %N(0, %E) = %E; %L = %N(1, 1); if (%C) %K_store.matrix = %N; }",
    "{ Both %N; %L = %N.both(%E); Root &%N_r = %N; %L = %N_r.root; }", "%L = Adder(%E).run(3, %E);",
    "{ Box<int> %N(%E), %N_b(%E); if (%N < %N_b) %N += %N_b; %L = (-%N).value; if (%N_b) %L = %E; }",
    "%K_store.seen.insert(%E); %L = *%K_store.seen.begin(); if (%K_store.seen.size() > 9) %K_store.seen.clear(),"
    " %K_store.seen.insert(4);",
    "{ std::deque<int> %N{%E, %E}; %N.push_front(%E); %N.pop_back(); %L = %N.back(); }",
    "{ std::list<int> %N{%E, %E, 3}; %N.remove_if([](int x) { return x & 1; }); %L = WRAP(%N.size()); }",
    "std::swap(%L, %L);", "std::fill(%K_store.few.begin(), %K_store.few.end(), %E);", "%K_store.few = {%E, %E};",
    "%L = WRAP((int)(work(20 + %E) * 10));",
    "{ static int %N[2] = {1, 2}; %N[%E & 1] += 2; %L = WRAP(%N[%E & 1]); }",
    "{ int (Matrix::*%N)(int, int) const = &Matrix::operator(); %L = WRAP((%K_store.matrix.*%N)(%E, %E)); }",
    "{ int Box<int>::*%N = &Box<int>::value; %K_store.pair.second.*%N = %E; }",
    "{ int %N[2], *%N_p = new (%N) int(%E); *%N_p += 1; %L = WRAP(%N[0]); }",
    "{ struct Sized : Root { int *at; } %N{{2}, &%P}; *%N.at = %E; }",
    "{ struct Local { int a; int twice() const { return WRAP(2 * a); } } %N{%E}; %L = %N.twice(); }",
    "{ auto %N = new int[4]{%E, %E, 1, 2}; %L = %N[%E & 3]; delete[] %N; }",
    "bump(%P = %E, %E);", "{ int &%N = (%P = %E); %N = WRAP(%N + 2); }",
    "{ auto %N = std::forward_as_tuple(%P, %E); std::get<0>(%N) = %E; }",
    "{ std::pair<int &, int> %N(%P, 1); %N.first = %E; }",
    "{ auto %N = std::bind(moved, &%P, std::placeholders::_1); %N(%E); }",
    "{ auto %N = std::bind([](int &x, int y) { x = WRAP(x + y); }, std::ref(%P), %E); %N(); }",
    "{ auto *%N = +[](int *p, int by) -> int & { *p = WRAP(*p + by); return *p; }; %N(&%P, %E) = %E; }",
    "{ struct Refers { int &to; } %N{%P}; %N.to = %E; }", "{ new (&%P) int(%E); }",
    "{ std::shared_ptr<int> %N(new int(%E), [](int *p) { %K[2] = WRAP(*p); delete p; }); auto %N_b = %N; %N.reset();"
    " %S }",
    "{ std::valarray<int> %N(%E, 6); %N[std::slice(0, 2, 2)] = %E; %L = WRAP(%N[2] + %N.sum()); }",
    "try { %L = between(%P, %E); %L = %E; } catch (const Problem &p) { %L = p.code; }",
    "for (int %N = 0; %N < 3; %N++) try { bump(%L, costly(%E + %N)); } catch (const std::exception &) { continue; }",
    "{ std::vector<int, Taking<int>> %N(1 + (%E & 7), 2, Taking<int>(&%P)); %N.push_back(%E); %L = %N.back(); }",
    "{ auto *%N = new shapes::Big(%E); %N->grow(%E); %L = %N->area(1); delete static_cast<shapes::Shape *>(%N); }",
)
OWN_COMPUTING = (
    "{ Counted %N(%E); Counted %N_b = %N; %N_b = %N; %L = %N_b.value; %L = WRAP(Counted::live + Counted::copies); }",
    "%L = WRAP(Counted::copies);",
    "{ std::vector<Counted> %N(2); %N.reserve(9); %N.emplace_back(%E); %N.push_back(%N[0]); if (%C) %N.pop_back();"
    " %L = WRAP(Counted::live * 5); }",
    "{ std::map<int, Counted> %N; %N[%E & 3]; %N.emplace(%E & 3, Counted(%E));"
    " %L = WRAP(%N.begin()->second.value + Counted::live); }",
    "{ std::shared_ptr<Counted> %N, %N_b = std::make_shared<Counted>(%E); %N = %N_b; %N_b.reset();"
    " %L = WRAP(Counted::live * 3); if (%C) %N = nullptr; %L = WRAP(Counted::live * 7); }",
    "{ std::optional<Counted> %N; if (%C) %N.emplace(%E); %L = WRAP(Counted::live * 11); %N.reset(); }",
    "[](Counted x) { own[1] = WRAP(x.value + Counted::live); }(Counted(%E));",
)
CPP_MESSAGES = (
    "{ std::vector<int> in(MOST), out(4 + %O); int by = %A % size, n; MPI_Status s;"
    " std::iota(out.begin(), out.end(), %O); MPI_Sendrecv(out.data(), (int)out.size(), MPI_INT, (rank + by) % size,"
    " %A, in.data(), (int)in.size(), MPI_INT, (rank - by + size) % size, MPI_ANY_TAG, world, &s); MPI_Get_count(&s,"
    " MPI_INT, &n); %o = WRAP(n); %o = WRAP(in[%O & 3]); }",
    "%a = reduced((int)(%O));", "%a = (%A & 1) ? reduced((int)(%O)) : %A;",
    "%a = (%A > 40) && reduced((int)(%O)) > %A;",
    "%a = WRAP(reduced((double)%O, MPI_SUM));",
    "{ Part part(%O & 1, %O); int x = %O; MPI_Bcast(&x, 1, MPI_INT, 0, part.comm); %o = x; %o = part.members;"
    " %o = part.place; }",
    "{ std::vector<int> data(1 + %O, %O); auto pending = sending(data, (rank + 1) % size, 8);"
    " auto got = received((rank + size - 1) % size, 8); %o = WRAP(got.size()); %o = got.back(); }",
    "{ std::map<int, std::vector<int>> to; for (int i = 0; i < 3; i++) to[(rank + 1 + (i & 1)) %"
    " size].push_back(WRAP(i + %O)); std::vector<Pending> all; for (auto &[peer, data] : to)"
    " all.push_back(sending(data, peer, 9)); int from = 0; for (std::size_t i = 0; i < to.size();"
    " i++) { auto got = received(MPI_ANY_SOURCE, 9); from += (int)got.size() + got[0]; } MPI_Barrier(world);"
    " %o = WRAP(from); }",
    "{ std::unique_ptr<Sender> sender; if (%A & 1) sender = std::make_unique<RingSender>();"
    " else sender.reset(new SelfSender); %o = sender->send(1 + %O); }",
    "{ std::vector<int> b(8, %O); auto tell = [&](int n, int root) { MPI_Bcast(b.data(), 1 + (n & 7), MPI_INT, root,"
    " world); return b.front(); }; %a = tell(%A, %A % size); }",
    "{ std::function<void(int)> tell; if (%A & 1) tell = [](int n) { MPI_Bcast(own_many, 1 + (n & 7), MPI_INT, 0,"
    " world); }; else tell = [](int) { MPI_Barrier(world); }; tell(%A); }",
    "{ std::vector<int> counts(size), from(size), mine(1 + %O % 20, %O); int n = (int)mine.size();"
    " MPI_Allgather(&n, 1, MPI_INT, counts.data(), 1, MPI_INT, world);"
    " std::partial_sum(counts.begin(), counts.end() - 1, from.begin() + 1);"
    " std::vector<int> all(std::accumulate(counts.begin(), counts.end(), 0));"
    " MPI_Allgatherv(mine.data(), n, MPI_INT, all.data(), counts.data(), from.data(), MPI_INT, world);"
    " %a = WRAP(all.size()); %a = all.back(); }",
    "{ std::vector<int> n(size), m(size), a(size), b(size); for (int i = 0; i < size; i++) n[i] = 1 + ((%O + i) & 3);"
    " MPI_Alltoall(n.data(), 1, MPI_INT, m.data(), 1, MPI_INT, world);"
    " for (int i = 1; i < size; i++) { a[i] = a[i - 1] + n[i - 1]; b[i] = b[i - 1] + m[i - 1]; }"
    " std::vector<int> out(a.back() + n.back(), %O), in(b.back() + m.back());"
    " MPI_Alltoallv(out.data(), n.data(), a.data(), MPI_INT, in.data(), m.data(), b.data(), MPI_INT, world);"
    " %o = WRAP(in.size()); %o = in.back(); }",
    "{ struct { int n; double d; } given{%O, 0.5}, got; MPI_Sendrecv(&given, sizeof given, MPI_BYTE,"
    " (rank + 1) % size, 4, &got, sizeof got, MPI_BYTE, (rank + size - 1) % size, 4, world, MPI_STATUS_IGNORE);"
    " %o = got.n; }",
    "{ std::string text(1 + (%O & 31), 'm'), got(64, ' '); MPI_Status s; int n;"
    " MPI_Sendrecv(text.data(), (int)text.size(), MPI_CHAR, (rank + 1) % size, 2, &got[0], 64, MPI_CHAR,"
    " (rank + size - 1) % size, 2, world, &s); MPI_Get_count(&s, MPI_CHAR, &n); got.resize(n); %o = WRAP(got.size());"
    " }",
)
SHAPES = (
    "static void part%d() { %s }\n",
    "template <class T> static void templated%d(T extra) { %s own[0] = WRAP(own[0] + (int)extra);"
    " }\nstatic void part%d() { templated%d(2); templated%d(3.5); }\n",
    "struct Task%d { int count = 0; void run() { ++count; %s } };\nstatic void part%d() { Task%d task; task.run();"
    " own[1] = WRAP(own[1] + task.count); }\n",
    "static const auto part%d = [] { %s };\n",
    "namespace inner%d { struct Job { virtual ~Job() {} virtual void run() { %s } };"
    " struct Later : Job { void run() override { Job::run(); } }; }\nstatic void part%d() {"
    " std::unique_ptr<inner%d::Job> job = std::make_unique<inner%d::Later>(); job->run(); }\n",
)


class RandomCppProgram(RandomProgram):
    PREFIX = PREFIX + "".join(f"static int defaulted_{kind}(int x) {{ return WRAP(x * 3 + {kind}[2]); }}\n"
                              for kind in ("alike", "own")) + (
        "static int defaulted_two(int x, int y) { return WRAP(x + y); }\n")
    MESSAGES = tuple(text for text in MESSAGES if "malloc" not in text) + CPP_MESSAGES
    FILE, COMPILER = "app.cpp", ("maquette-c++", "-std=gnu++17")

    def computing_choices(self, kind):
        return COMPUTING + (OWN_COMPUTING if kind == "own" else ())

    def prepared(self):
        return super().prepared() + "  for (auto *one : {&alike_array, &own_array, &alike_other, &own_other})\n" \
                                    "    one->make(16);\n"

    def lasting_place(self, kind):
        """One that pointers to stay valid, whatever the containers do."""
        return self.random.choice((f"{kind}[{self.random.randrange(4)}]", f"{kind}_many[{self.random.randrange(16)}]",
                                   f"{kind}_many[{kind}[0] & 15]",
                                   f"{kind}_store.few[1]", f"{kind}_store.pair.first", f"{kind}_reference"))

    def makers(self, kind, depth):
        return dict(super().makers(kind, depth), P=lambda: self.lasting_place(kind))

    def place(self, kind):
        if self.random.random() < 0.5:
            return self.lasting_place(kind)
        return self.random.choice((f"{kind}_store.list.front()", f"{kind}_store.list.back()",
                                   f"{kind}_store.few[{kind}[1] & 3]", f"{kind}_store.few[{self.random.randrange(4)}]",
                                   f"*{kind}_store.shared", f"{kind}_store.matrix(1, {kind}[3])",
                                   f"{kind}_store.pair.first", f"{kind}_store.pair.second.value",
                                   f"*{kind}_pointer", f"{kind}_store.rows[0][0]"))

    def atoms(self, kind):
        return ["size", "5", f"WRAP({kind}_store.list.size())", f"WRAP({kind}_store.text.size())",
                f"fallback({kind}_store.maybe, 6)", f"{kind}_store.shape->id",
                f"{kind}_store.chain.length()"] + (["rank"] if kind == "own" else [])

    def forms(self, kind, a, b):
        return (f"WRAP({a} + {b})", f"WRAP({a} * {b})", f"WRAP({a} ^ {b})", f"({a} > {b} ? {a} : {b})", f"({a} && {b})",
                f"total({a}, {b})", f"total({a}, {b}, 3)", f"apply([&](int x) {{ return x + {b}; }}, {a})",
                f"std::max<int>({a}, {b})", f"shapes::make({a}, {b})->area(1)", f"WRAP({kind}_store.call({a}))",
                f"{kind}_store.shape->area({a})", f"defaulted({a})", f"defaulted({a}, {b})",
                f"(Box<int>({a}) + Box<int>({b})).value", f"halves({a}).second", f"std::get<0>(parts({a}))",
                f"scaled<3>({a})", f"scaled<1>({a})", f"look({kind}_store.table, {a})",
                f"pick({self.place(kind)}, {self.place(kind)}, {a})", f"std::min<int>({{{a}, {b}, 40}})",
                f"summed({kind}_store.list.begin(), {kind}_store.list.end())",
                f"WRAP(std::string({a} & 7, 'x').size())", f"WRAP(std::accumulate({kind}_many, {kind}_many + 4, {a}))",
                f"([x = {a}](int y) {{ return WRAP(x * y); }})({b})",
                f"static_cast<const Matrix &>({kind}_store.matrix)({a}, {b})")

    def part(self, number, body):
        shape = self.random.choice(SHAPES)
        return shape.replace("%d", str(number)).replace("%s", body)
