// decide_cxx_test.cpp - what the analysis keeps, removes and predicts in C++, one construct a case
// SPDX-License-Identifier: Apache-2.0
#include "test/unit/decide/analysed_source.h"

#include <gtest/gtest.h>

namespace maquette::skeletonizer {
namespace {

AnalysedSource cxx(const std::string &text) { return AnalysedSource(text, AnalysedSource::Language::Cxx); }

TEST(DecideCxx, TheSizeOfAVectorIsApartFromItsContents) {
  AnalysedSource s = cxx(R"(#include <vector>
    int main(int argc, char **argv) {
    MPI_Init(&argc, &argv); std::vector<double> v;
    v.resize(argc * 10);
    for (double &x : v) x = 1.5;
    MPI_Send(v.data(), static_cast<int>(v.size()), MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); })");
  EXPECT_TRUE(s.kept(Role::Call, "v.resize(argc * 10)"));
  EXPECT_FALSE(s.kept(Role::Definition, "x = 1.5"));
  EXPECT_FALSE(s.kept(Role::Argument, "v.data()"));
}

TEST(DecideCxx, AStreamWritesWhatItReadsInto) {
  AnalysedSource s =
      cxx(R"(namespace std { struct istringstream { istringstream(const char *); istringstream &operator>>(int &); }; }
    int main(int argc, char **argv) {
    MPI_Init(&argc, &argv); std::istringstream stream(argv[1]); int n = 0;
    stream >> n;
    MPI_Send(nullptr, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); })");
  EXPECT_TRUE(s.kept(Role::Call, "stream >> n"));
  EXPECT_TRUE(s.kept(Role::Definition, "stream(argv[1])"));
}

TEST(DecideCxx, MembersSetByConstructors) {
  AnalysedSource s = cxx(R"(class Box { public:
      Box(int n, double w) : n_(n), weight_(w) {}
      int n() const { return +n_; }
    private: int n_; double weight_; };
    int main(int argc, char **argv) {
    MPI_Init(&argc, &argv); Box box(argc * 2, sqrt(2.0));
    MPI_Send(nullptr, box.n(), MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); })");
  EXPECT_TRUE(s.kept(Role::Definition, "box(argc * 2, sqrt(2.0))"));
  EXPECT_TRUE(s.kept(Role::Argument, "argc * 2"));
  EXPECT_FALSE(s.kept(Role::Argument, "sqrt(2.0)"));
  EXPECT_TRUE(s.kept(Role::Value, "+n_"));
}

TEST(DecideCxx, VirtualCallsReachEveryOverrider) {
  AnalysedSource s = cxx(R"(struct Step { virtual ~Step() {} virtual void go(int n) = 0; };
    struct Talk : Step { void go(int n) override { MPI_Send(nullptr, n, MPI_INT, 1, 0, MPI_COMM_WORLD); } };
    int main(int argc, char **argv) {
    MPI_Init(&argc, &argv); Talk talk; Step &step = talk;
    step.go(argc + 5); })");
  EXPECT_TRUE(s.kept(Role::Call, "step.go(argc + 5)"));
  EXPECT_TRUE(s.kept(Role::Argument, "argc + 5"));
}

TEST(DecideCxx, DestructorsThatCommunicateKeepTheirObject) {
  AnalysedSource s =
      cxx(R"(struct Session { Session(int *c, char ***v) { MPI_Init(c, v); } ~Session() { MPI_Finalize(); } };
    int main(int argc, char **argv) { Session session(&argc, &argv); })");
  EXPECT_TRUE(s.kept(Role::Definition, "session(&argc, &argv)"));
  EXPECT_TRUE(s.kept(Role::Call, "MPI_Finalize()", 1));
}

TEST(DecideCxx, ALambdaThatCommunicates) {
  AnalysedSource s = cxx(R"(int main(int argc, char **argv) {
    MPI_Init(&argc, &argv); int tag = argc * 4;
    auto tell = [&](int to) { MPI_Send(nullptr, 0, MPI_INT, to, tag, MPI_COMM_WORLD); };
    tell(argc + 9); })");
  EXPECT_TRUE(s.kept(Role::Definition, "argc * 4"));
  EXPECT_TRUE(s.kept(Role::Call, "tell(argc + 9)"));
}

TEST(DecideCxx, ATemplateIsDecidedForAllItsInstantiations) {
  AnalysedSource s = cxx(R"(template <class T> int sizeOf(T v) { int n = static_cast<int>(v) + 1; return n; }
    int main(int argc, char **argv) {
    MPI_Init(&argc, &argv); sizeOf(1.5f);
    MPI_Send(nullptr, sizeOf(argc), MPI_INT, 1, 0, MPI_COMM_WORLD); })");
  EXPECT_TRUE(s.kept(Role::Definition, "static_cast<int>(v) + 1"));
}

TEST(DecideCxx, MigrationCountsArePredictedWhereMpiTakesThem) {
  AnalysedSource s = cxx(R"(#include <vector>
    struct P { double x, v; };
    int main(int argc, char **argv) {
    MPI_Init(&argc, &argv); std::vector<P> all(1000), out;
    for (int step = 0; step < 50; ++step) {
      out.clear();
      for (P &p : all) { p.x += 0.1 * p.v; p.v += sqrt(p.x); if (p.x > 1) out.push_back(p); }
      MPI_Send(out.data(), static_cast<int>(out.size()), MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    } })");
  EXPECT_FALSE(s.kept(Role::Definition, "p.x += 0.1 * p.v"));
  EXPECT_TRUE(s.predicted(Role::Argument, "static_cast<int>(out.size())"));
}

} // namespace
} // namespace maquette::skeletonizer
