// decide_test.cpp - what the analysis keeps, removes and predicts in C, one construct a case
// SPDX-License-Identifier: Apache-2.0
#include "test/unit/decide/analysed_source.h"

#include <gtest/gtest.h>

namespace maquette::skeletonizer {
namespace {

TEST(Decide, RemovesAKernelWhoseResultIsOnlyPayload) {
  AnalysedSource s(R"(int main(int argc, char **argv) {
    double a[10]; MPI_Init(&argc, &argv);
    for (int i = 0; i < 10; ++i) a[i] = 2.0 * i;
    MPI_Send(a, 10, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    return 0; })");
  EXPECT_TRUE(s.kept(Role::Call, "MPI_Send(a, 10, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD)"));
  EXPECT_FALSE(s.kept(Role::Condition, "i < 10"));
  EXPECT_FALSE(s.kept(Role::Definition, "a[i] = 2.0 * i"));
}

TEST(Decide, KeepsWhatAMessageSizeIsComputedFrom) {
  AnalysedSource s(R"(int main(int argc, char **argv) {
    int n = argc * 3; int unused = argc + 1; unused = unused + 1;
    double *a = malloc(n * sizeof(double)); MPI_Init(&argc, &argv);
    MPI_Send(a, n + 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    return 0; })");
  EXPECT_TRUE(s.kept(Role::Definition, "argc * 3"));
  EXPECT_FALSE(s.kept(Role::Definition, "unused = unused + 1"));
  EXPECT_FALSE(s.kept(Role::Call, "malloc(n * sizeof(double))"));
}

TEST(Decide, KeepsControlThatLeadsToACall) {
  AnalysedSource s(R"(int main(int argc, char **argv) {
    int rank; double x = 0; MPI_Init(&argc, &argv); MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank % 2 == 0) { x = x + 1; MPI_Send(&x, 1, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD); }
    if (rank == 5) x = 7;
    return 0; })");
  EXPECT_TRUE(s.kept(Role::Condition, "rank % 2 == 0"));
  EXPECT_TRUE(s.kept(Role::Call, "MPI_Comm_rank(MPI_COMM_WORLD, &rank)"));
  EXPECT_FALSE(s.kept(Role::Condition, "rank == 5"));
  EXPECT_FALSE(s.kept(Role::Definition, "x = x + 1"));
}

TEST(Decide, PredictsTheEndOfAConvergenceLoop) {
  const char *program = R"(double a[1000];
    int main(int argc, char **argv) {
    double residual = 1, local; MPI_Init(&argc, &argv);
    while (residual > 1e-6) {
      local = 0;
      for (int i = 0; i < 1000; ++i) for (int j = 0; j < 1000; ++j) { a[i] = 0.5 * a[i] + a[j]; local += a[i] * a[i]; }
      MPI_Allreduce(&local, &residual, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    return 0; })";
  AnalysedSource cut(program);
  EXPECT_TRUE(cut.predicted(Role::Condition, "residual > 1e-6"));
  EXPECT_FALSE(cut.kept(Role::Definition, "a[i] = 0.5 * a[i] + a[j]"));
  AnalysedSource exact(program, AnalysedSource::Language::C, true);
  EXPECT_FALSE(exact.predicted(Role::Condition, "residual > 1e-6"));
  EXPECT_TRUE(exact.kept(Role::Definition, "a[i] = 0.5 * a[i] + a[j]"));
}

TEST(Decide, PredictsOneOperandOfAConditionAndKeepsTheOther) {
  AnalysedSource s(R"(double a[1000];
    int main(int argc, char **argv) {
    double residual = 1; int k = 0, most = argc * 10; MPI_Init(&argc, &argv);
    while (residual > 1e-6 && k < most) {
      for (int i = 0; i < 1000; ++i) for (int j = 0; j < 1000; ++j) a[i] = 0.5 * a[i] + a[j];
      MPI_Allreduce(a, &residual, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      ++k;
    }
    return 0; })");
  EXPECT_TRUE(s.predicted(Role::Condition, "residual > 1e-6"));
  EXPECT_FALSE(s.predicted(Role::Condition, "residual > 1e-6 && k < most"));
  EXPECT_TRUE(s.kept(Role::Definition, "++k"));
  EXPECT_TRUE(s.kept(Role::Definition, "argc * 10"));
}

TEST(Decide, ExecutesSetUpRatherThanPredictIt) {
  AnalysedSource s(R"(int lists[1000];
    int main(int argc, char **argv) {
    int n = 0; MPI_Init(&argc, &argv);
    for (int i = 0; i < 1000; ++i) for (int j = 0; j < 1000; ++j) if ((i * j) % 7 == 0) n++;
    for (int step = 0; step < 100; ++step) MPI_Send(lists, n, MPI_INT, 1, 0, MPI_COMM_WORLD);
    return 0; })");
  EXPECT_TRUE(s.kept(Role::Definition, "n++"));
  EXPECT_TRUE(s.decisions().predicted_.empty());
  EXPECT_TRUE(s.decisions().loop_exits_.empty());
}

TEST(Decide, PredictsACountAfterTheLoopThatMakesIt) {
  AnalysedSource s(R"(double x[1000];
    int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int step = 0; step < 100; ++step) {
      int leaving = 0;
      for (int i = 0; i < 1000; ++i) { x[i] = x[i] * 1.5 + sqrt(x[i]); if (x[i] > 1) leaving++; }
      MPI_Send(x, leaving, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    }
    return 0; })");
  EXPECT_FALSE(s.kept(Role::Definition, "x[i] = x[i] * 1.5 + sqrt(x[i])"));
  EXPECT_TRUE(s.predictedAfter("for (int i = 0", "leaving"));
}

TEST(Decide, NeverPredictsAPeer) {
  AnalysedSource s(R"(double x[1000];
    int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int step = 0; step < 100; ++step) {
      int owner = 0;
      for (int i = 0; i < 1000; ++i) { x[i] = x[i] * 1.5; if (x[i] > 1) owner++; }
      MPI_Send(x, 5, MPI_DOUBLE, owner, 0, MPI_COMM_WORLD);
    }
    return 0; })");
  EXPECT_TRUE(s.kept(Role::Definition, "x[i] = x[i] * 1.5"));
  EXPECT_TRUE(s.decisions().predicted_.empty());
  EXPECT_TRUE(s.decisions().loop_exits_.empty());
}

TEST(Decide, ReceivedSizesNeedWhatWasSent) {
  AnalysedSource s(R"(int main(int argc, char **argv) {
    int n = 0, rank, size_to_send; MPI_Init(&argc, &argv); MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    size_to_send = rank * 10;
    if (rank == 0) MPI_Send(&size_to_send, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    if (rank == 1) { MPI_Recv(&n, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(0, n, MPI_DOUBLE, 2, 8, MPI_COMM_WORLD); }
    return 0; })");
  EXPECT_TRUE(s.kept(Role::Definition, "size_to_send = rank * 10"));
  EXPECT_TRUE(s.kept(Role::Argument, "&size_to_send"));
  EXPECT_TRUE(s.kept(Role::Argument, "&n"));
}

TEST(Decide, MessagesOfAnotherTypeOrTagAreNotNeeded) {
  AnalysedSource s(R"(int main(int argc, char **argv) {
    int n = 0, rank; double d; MPI_Init(&argc, &argv); MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    d = rank * 0.5;
    MPI_Send(&d, 1, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD);
    MPI_Recv(&n, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(0, n, MPI_INT, 2, 8, MPI_COMM_WORLD);
    return 0; })");
  EXPECT_FALSE(s.kept(Role::Definition, "d = rank * 0.5"));
  EXPECT_FALSE(s.kept(Role::Argument, "&d"));
}

TEST(Decide, KeepsACallOnlyForTheMessagesInside) {
  AnalysedSource s(R"(double total(double local) {
      double all; MPI_Allreduce(&local, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); return all; }
    int main(int argc, char **argv) {
    double v[10]; MPI_Init(&argc, &argv);
    for (int i = 0; i < 10; ++i) v[i] = i;
    double norm = total(v[3]);
    printf("%g\n", norm);
    return 0; })");
  EXPECT_TRUE(s.kept(Role::Call, "total(v[3])"));
  EXPECT_FALSE(s.kept(Role::Argument, "v[3]"));
  EXPECT_FALSE(s.kept(Role::Value, "all"));
  EXPECT_FALSE(s.kept(Role::Definition, "v[i] = i"));
}

TEST(Decide, FollowsFieldsThroughPointers) {
  AnalysedSource s(R"(struct Grid { int n; double *values; };
    void set(struct Grid *g, int n) { g->n = n; g->values = malloc(n * sizeof(double)); }
    int main(int argc, char **argv) {
    struct Grid grid; MPI_Init(&argc, &argv); set(&grid, 100);
    MPI_Send(grid.values, grid.n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    return 0; })");
  EXPECT_TRUE(s.kept(Role::Definition, "g->n = n"));
  EXPECT_FALSE(s.kept(Role::Definition, "g->values = malloc(n * sizeof(double))"));
}

TEST(Decide, AFunctionRunsThatSharesAPointerCallWithOneThatCommunicates) {
  AnalysedSource s(R"(double a[100];
    void quiet(int n) { for (int i = 0; i < n; ++i) a[i] += 1; }
    void loud(int n) { MPI_Send(0, 0, MPI_INT, n, 0, MPI_COMM_WORLD); }
    int main(int argc, char **argv) {
    void (*action)(int) = argc > 1 ? quiet : loud; MPI_Init(&argc, &argv);
    action(argc);
    return 0; })");
  EXPECT_TRUE(s.decisions().liveFunction("c:@F@quiet"));
  EXPECT_FALSE(s.kept(Role::Definition, "a[i] += 1"));
}

TEST(Decide, ARecordSeenAsItsBaseSharesItsFirstFields) {
  AnalysedSource s(
      R"(struct Base { int kind; int (*force)(int); }; struct Lennard { int kind; int (*force)(int); double sigma; };
    int ring(int to) { MPI_Send(0, 0, MPI_INT, to, 0, MPI_COMM_WORLD); return 0; }
    struct Base *make(void) { struct Lennard *l = malloc(sizeof *l); l->force = ring; l->sigma = 2.5;
                              return (struct Base *)l; }
    int main(int argc, char **argv) {
    MPI_Init(&argc, &argv); struct Base *b = make();
    b->force(argc);
    return 0; })");
  EXPECT_TRUE(s.kept(Role::Definition, "l->force = ring"));
  EXPECT_FALSE(s.kept(Role::Definition, "l->sigma = 2.5"));
  EXPECT_TRUE(s.kept(Role::Call, "malloc(sizeof *l)"));
}

TEST(Decide, MembersOfAUnionAreOnePieceOfMemory) {
  AnalysedSource s(R"(union Bits { int i; float f; };
    int main(int argc, char **argv) {
    union Bits bits; MPI_Init(&argc, &argv);
    bits.f = argc * 1.5f;
    MPI_Send(0, bits.i, MPI_INT, 1, 0, MPI_COMM_WORLD);
    return 0; })");
  EXPECT_TRUE(s.kept(Role::Definition, "bits.f = argc * 1.5f"));
}

TEST(Decide, ResolvesCallsThroughPointers) {
  AnalysedSource s(R"(void ring(int to) { MPI_Send(0, 0, MPI_INT, to, 0, MPI_COMM_WORLD); }
    int main(int argc, char **argv) {
    void (*action)(int) = ring; int target = argc; MPI_Init(&argc, &argv);
    action(target);
    return 0; })");
  EXPECT_TRUE(s.kept(Role::Call, "action(target)"));
  EXPECT_TRUE(s.kept(Role::Argument, "target", 2));
  EXPECT_TRUE(s.kept(Role::Definition, "ring", 2));
}

TEST(Decide, ABreakThatEndsTheTimeLoopIsNeeded) {
  AnalysedSource s(R"(int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int step = 0; step < 50; ++step) {
      if (step * argc > 20) break;
      MPI_Send(0, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    return 0; })");
  EXPECT_TRUE(s.kept(Role::Jump, "break"));
  EXPECT_TRUE(s.kept(Role::Condition, "step * argc > 20"));
}

TEST(Decide, AnEarlyReturnGuardsWhatFollows) {
  AnalysedSource s(R"(void exchange(int rank) { if (rank > 3) return; MPI_Send(0, 0, MPI_INT, 1, 0, MPI_COMM_WORLD); }
    int main(int argc, char **argv) {
    int rank; MPI_Init(&argc, &argv); MPI_Comm_rank(MPI_COMM_WORLD, &rank); exchange(+rank); return 0; })");
  EXPECT_TRUE(s.kept(Role::Jump, "return"));
  EXPECT_TRUE(s.kept(Role::Condition, "rank > 3"));
  EXPECT_TRUE(s.kept(Role::Argument, "+rank"));
}

TEST(Decide, AReusedLoopVariableDoesNotDragInTheOtherLoop) {
  AnalysedSource s(R"(double a[100];
    int main(int argc, char **argv) {
    int i; MPI_Init(&argc, &argv);
    for (i = 0; i < (int)a[0]; ++i) a[i] = 1;
    for (i = 0; i < 4; ++i) MPI_Send(0, 0, MPI_INT, i, 0, MPI_COMM_WORLD);
    return 0; })");
  EXPECT_TRUE(s.kept(Role::Condition, "i < 4"));
  EXPECT_FALSE(s.kept(Role::Condition, "i < (int)a[0]"));
}

TEST(Decide, AContextThatNeedsTheValueKeepsItWhereverTheTextRuns) {
  AnalysedSource s(R"(int scaled(int v) { MPI_Bcast(0, 0, MPI_INT, 0, MPI_COMM_WORLD); return v * 2; }
    int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int needed = scaled(argc + 1);
    scaled(argc + 2);
    MPI_Send(0, needed, MPI_INT, 1, 0, MPI_COMM_WORLD);
    return 0; })");
  EXPECT_TRUE(s.kept(Role::Value, "v * 2"));
  // The text "return v * 2" runs in the second call too: its argument must be there.
  EXPECT_TRUE(s.kept(Role::Argument, "argc + 2"));
}

TEST(Decide, ExitsAreKeptWhenTheyCostNothing) {
  AnalysedSource s(R"(double a[1000];
    int main(int argc, char **argv) {
    if (argc < 2) exit(1);
    MPI_Init(&argc, &argv);
    for (int step = 0; step < 100; ++step) {
      for (int i = 0; i < 1000; ++i) for (int j = 0; j < 1000; ++j) a[i] += a[j];
      if (a[0] > 1e30) exit(2);
      MPI_Send(a, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    }
    return 0; })");
  EXPECT_TRUE(s.kept(Role::Call, "exit(1)"));
  EXPECT_FALSE(s.kept(Role::Call, "exit(2)"));
}

TEST(Decide, AFreeAloneIsNoReasonToAllocate) {
  AnalysedSource s(R"(int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    double *gone = malloc(800); int *stays = malloc(8);
    stays[0] = argc;
    MPI_Send(gone, stays[0], MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    free(gone); free(stays);
    return 0; })");
  EXPECT_FALSE(s.kept(Role::Call, "malloc(800)"));
  EXPECT_FALSE(s.kept(Role::Call, "free(gone)"));
  EXPECT_TRUE(s.kept(Role::Call, "malloc(8)"));
  EXPECT_TRUE(s.kept(Role::Contents, "malloc(8)"));
  EXPECT_TRUE(s.kept(Role::Call, "free(stays)"));
}

TEST(Decide, ReadsOfOneFileStayInOrder) {
  AnalysedSource s(R"(typedef struct File File; File *open_file(const char *); int read_number(File *, int *);
    int main(int argc, char **argv) {
    int header, n; MPI_Init(&argc, &argv);
    File *f = open_file("input");
    read_number(f, &header);
    read_number(f, &n);
    MPI_Send(0, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    return 0; })");
  EXPECT_TRUE(s.kept(Role::Call, "read_number(f, &n)"));
  EXPECT_TRUE(s.kept(Role::Call, "read_number(f, &header)"));
}

TEST(Decide, AnUnknownFunctionMayWriteThroughItsPointer) {
  AnalysedSource s(R"(int main(int argc, char **argv) {
    double size = 1; MPI_Init(&argc, &argv);
    unknown_function(&size);
    MPI_Send(0, (int)size, MPI_INT, 1, 0, MPI_COMM_WORLD);
    return 0; })");
  EXPECT_TRUE(s.kept(Role::Call, "unknown_function(&size)"));
  ASSERT_EQ(s.decisions().notes_.size(), 1u);
  EXPECT_NE(s.decisions().notes_[0].find("unknown_function"), std::string::npos);
}

TEST(Decide, TheChainOfReasonsEndsAtTheMpiCall) {
  AnalysedSource s(R"(int main(int argc, char **argv) {
    int n = argc * 3; MPI_Init(&argc, &argv);
    MPI_Send(0, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    return 0; })");
  bool found = false;
  for (const auto &[place, chain] : s.decisions().why_)
    if (!chain.empty() && chain.front().text == "argc * 3") {
      found = true;
      EXPECT_NE(chain.back().text.find("MPI_Send"), std::string::npos);
    }
  EXPECT_TRUE(found);
}

} // namespace
} // namespace maquette::skeletonizer
