# test/integration/journeys/random_program.py - MPI programs in C that chance puts together
# SPDX-License-Identifier: Apache-2.0
"""A program computes with integers from 0 to 96, on ways that an analysis has to follow, and lets them say how much is
sent to whom.

Values of the kind `alike` are the same on all ranks, `own` ones are the rank's. What is alike is made of nothing else,
or comes from a collective. So roots, tags and trip counts of loops that communicate agree, and no program waits for
ever. One seed, one program."""
import random

# A line that ends with a backslash goes on in the next, as in C.
PREFIX = r"""#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define WRAP(x) ((int)((unsigned)(x) % 97u))
enum { MOST = 128 };
struct inner { int x; short y; };
struct record { int a, b[4]; struct inner n; unsigned bits : 6; };
union word { unsigned all; unsigned char bytes[4]; struct { unsigned short low, high; } half; };
struct node { struct node *next; int value; };
struct holder { int n; int *to; };
struct copied { int n; int *to; };
typedef int (*function)(int);
static int alike[4], alike_many[16], own[4], own_many[16], rank, size;
static struct record alike_record, own_record;
static int *alike_pointer = alike, *own_pointer = own;
static struct holder alike_holder, own_holder, alike_holders[3], own_holders[3];
static struct copied alike_copied, own_copied;
static int *alike_null, *own_null;
static MPI_Comm world;
static int more(int x) { return WRAP(x + 3); }
static int square(int x) { return x > 50 ? WRAP(x - 7) : WRAP(x * x); }
static int cases(int x) { switch (x & 3) { case 0: x += 5; case 1: x ^= 9; break; case 2: return WRAP(x); }\
 return WRAP(x + 1); }
static const struct { const char *name; function call; } operations[3] = {{"more", more}, {"square", square}, {"cases",\
 cases}};
static void set(int *to, int x) { *to = WRAP(x); }
static void add(int *to, int x) { int *also = to; *also = WRAP(*to + x); }
static int *either(int *one, int *other, int which) { return which & 1 ? one : other; }
static struct holder *held(struct holder *one, int n, int *to) { one->n = WRAP(n); one->to = to; return one; }
static int sum(int n, ...) { va_list list; int s = 0; va_start(list, n); while (n-- > 0) s += va_arg(list, int);\
 va_end(list); return WRAP(s); }
static struct record made(int a, int b) { struct record r; memset(&r, 0, sizeof r); r.a = WRAP(a); r.b[1] = WRAP(b);\
 r.n.y = (short)WRAP(a + b); return r; }
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void combine(void *in, void *inout, int *n, MPI_Datatype *t) { int *a = in, *b = inout; (void)t;\
 for (int i = 0; i < *n; i++) b[i] = WRAP(a[i] + b[i]); }
static double work(int n) { double d = 0; for (int i = 0; i < n; i++) d += 1.0 / (i + d + 1); return d; }
""".replace("\\\n", "")

# %L: where a value goes, %E: an expression, %C: a condition, %S: more statements, %K: alike or own, %N: a new name.
COMPUTING = (
    "%L = %E;", "if (%C) { %S } else %L = %E;", "*%K_pointer = %E;", "%K_pointer = &%L;",
    "for (int %N = 0; %N < (%E & 7); %N++) { %S %K_many[%N] = WRAP(%N + %E); }",
    "{ int %N = %E & 7; while (%N-- > 0) { %S if (%C) break; } }",
    "switch (%E & 3) { case 0: %L = %E; case 1: %L = %E; break; default: { %S } }",
    "__atomic_store_n(&%L, %E, 5);", "%L = WRAP(__atomic_and_fetch(&%L, %E, 5));",
    "add(&%L, %E);", "(%E & 1 ? add : set)(&%L, %E);", "*either(&%L, &%L, %E) = %E;",
    "{ int *%N[2] = {&%L, &%L}; *%N[%E & 1] = %E; }", "%K_record = made(%E, %E);",
    "%K_record.bits = (unsigned)%E & 63u; %L = WRAP(%K_record.bits * 3u);",
    "{ struct inner *%N = &%K_record.n; %N->x = %E; %N->y = (short)%E; }",
    "{ struct record %N; memcpy(&%N, &%K_record, sizeof %N); %L = %N.a; %K_record.n = %N.n; }",
    "{ union word %N; %N.all = 0; %N.bytes[1] = (unsigned char)%E; %N.half.high ^= 3; %L = WRAP(%N.all); }",
    "{ struct node *%N = NULL; for (int i = 0; i < 4; i++) { struct node *n = malloc(sizeof *n);"
    " n->value = WRAP(i + %E); n->next = %N; %N = n; } while (%N) { struct node *n = %N->next;"
    " if (%N->value & 1) %K[2] = %N->value; free(%N); %N = n; } }",
    "{ int *%N = malloc(8 * sizeof *%N); for (int i = 0; i < 8; i++) %N[i] = WRAP(i * %E);"
    " qsort(%N, 8, sizeof *%N, order); %L = %N[%E & 7]; free(%N); }",
    "{ char %N[32]; sprintf(%N, \"%%d\", %E * 131); %L = (int)strlen(%N) + atoi(%N) % 50; }",
    "%L = ({ int %N = %E; %N > 9 ? %N - 9 : %N; });", "%L = WRAP((int)(work(20 + %E) * 10));",
    "{ static int %N[2] = {1, 2}; %N[%E & 1] += 2; %L = WRAP(%N[%E & 1]); }",
    "{ int %N = 0; again_%N: { %S } if (++%N < 3 && (%C)) goto again_%N; }",
    "%K_holder.to = &%L;", "*%K_holder.to = %E;", "held(&%K_holders[%E %% 3], %E, &%L);",
    "{ struct holder *%N = %E & 1 ? &%K_holder : &%K_holders[%E %% 3]; %N->n = %E; *%N->to = WRAP(%N->n + 1); }",
    "{ struct holder *%N = malloc(sizeof *%N); held(%N, %E, &%L); *%N->to = %N->n; %K_holders[%E %% 3].to = %N->to;"
    " %L = %N->n; free(%N); }",
    "%K_copied.to = &%L; { struct copied %N = %K_copied; *%N.to = %E; }",
    "{ struct copied %N; %N.n = %E; %N.to = &%L; memcpy(&%K_copied, &%N, sizeof %N); %L = *%K_copied.to; }",
    "{ int **%N = &%K_holder.to; *%N = &%L; **%N = %E; }",
    "if (%K_null) { *%K_null = %E; %L = *%K_null; }", "%L = (%E & 1) ? more(%E) : square(%E);",
)
MESSAGES = (
    "{ int in[MOST], out[MOST], by = %A % size, n; MPI_Status s; for (n = 0; n < MOST; n++) out[n] = WRAP(n + %O);"
    " MPI_Sendrecv(out, 4 + %O, MPI_INT, (rank + by) % size, %A, in, MOST, MPI_INT, (rank - by + size) % size,"
    " MPI_ANY_TAG, world, &s); MPI_Get_count(&s, MPI_INT, &n); %o = WRAP(n); %o = in[%O & 3]; }",
    "{ int in[2] = {0}, out[2], n; MPI_Request q[2]; MPI_Status s[2]; out[0] = %O; out[1] = %O;"
    " MPI_Irecv(in, 2, MPI_INT, (rank + 1) % size, 7, world, &q[0]);"
    " MPI_Isend(out, 1 + (%O & 1), MPI_INT, (rank + size - 1) % size, 7, world, &q[1]); MPI_Waitall(2, q, s);"
    " MPI_Get_count(&s[0], MPI_INT, &n); %o = in[n - 1]; }",
    "{ int b[2] = {%O, %O}; MPI_Bcast(b, 1 + (%A & 1), MPI_INT, %A % size, world); %a = b[0]; }",
    "{ int b[2] = {%O, %O}; MPI_Allreduce(MPI_IN_PLACE, b, 2, MPI_INT, MPI_SUM, world); %a = WRAP(b[0]);"
    " %a = WRAP(b[1]); }",
    "{ MPI_Op op; int in = %O, out; MPI_Op_create(combine, 1, &op); MPI_Allreduce(&in, &out, 1, MPI_INT, op, world);"
    " MPI_Op_free(&op); %a = out; }",
    "{ int n = 1 + %O % 20, total = 0, *counts = malloc(size * sizeof(int)), *from = malloc(size * sizeof(int)), *all,"
    " mine[20]; for (int i = 0; i < 20; i++) mine[i] = %O; MPI_Allgather(&n, 1, MPI_INT, counts, 1, MPI_INT, world);"
    " for (int i = 0; i < size; i++) { from[i] = total; total += counts[i]; } all = malloc(total * sizeof(int));"
    " MPI_Allgatherv(mine, n, MPI_INT, all, counts, from, MPI_INT, world); %a = WRAP(total); %a = all[total - 1];"
    " free(counts); free(from); free(all); }",
    "{ MPI_Comm part; int x = %O, y, n; MPI_Comm_split(world, %O & 1, %O, &part); MPI_Comm_size(part, &n);"
    " MPI_Allreduce(&x, &y, 1, MPI_INT, MPI_MAX, part); MPI_Comm_free(&part); %o = y; %o = n; }",
    "{ MPI_Datatype t; int in[MOST], out[MOST], bytes; for (int i = 0; i < MOST; i++) out[i] = i;"
    " MPI_Type_vector(1 + %O % 8, 1 + %O % 5, 6, MPI_INT, &t); MPI_Type_commit(&t);"
    " MPI_Sendrecv(out, 1, t, (rank + 1) % size, 3, in, MOST, MPI_INT, (rank + size - 1) % size, 3, world,"
    " MPI_STATUS_IGNORE); MPI_Type_size(t, &bytes); %o = WRAP(bytes); MPI_Type_free(&t); }",
    "{ MPI_Win w; int *m, got = 0, given = %O; MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, world,"
    " &m, &w); m[0] = %O; m[1] = 0; MPI_Win_fence(0, w); MPI_Get(&got, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT,"
    " w); MPI_Put(&given, 1, MPI_INT, (rank + 1) % size, 1, 1, MPI_INT, w); MPI_Win_fence(0, w); %o = got; %o = m[1];"
    " MPI_Win_free(&w); }",
    "{ int x[2], n; MPI_Status s; if (rank == 0) for (int i = 1; i < size;"
    " i++) { MPI_Recv(x, 2, MPI_INT, MPI_ANY_SOURCE, 60, world, &s); own_many[s.MPI_SOURCE & 15] = x[0]; MPI_Send(x,"
    " 1 + (x[1] & 1), MPI_INT, s.MPI_SOURCE, 61, world); } else { x[0] = %O; x[1] = %O; MPI_Send(x, 2, MPI_INT, 0, 60,"
    " world); MPI_Probe(0, 61, world, &s); MPI_Get_count(&s, MPI_INT, &n); MPI_Recv(x, n, MPI_INT, 0, 61, world, &s);"
    " %o = n; } }",
    "{ int key, *kept, found; static int box; MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN,"
    " &key, NULL); box = %O; MPI_Comm_set_attr(world, key, &box); MPI_Comm_get_attr(world, key, &kept, &found);"
    " if (found) %o = *kept; MPI_Comm_delete_attr(world, key); MPI_Comm_free_keyval(&key); }",
)


class RandomProgram:
    PREFIX, MESSAGES = PREFIX, MESSAGES
    FILE, COMPILER = "app.c", ("maquette-cc", "-std=gnu11")
    PARTS = 14

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0

    def place(self, kind):
        places = (f"{kind}[{self.random.randrange(4)}]", f"{kind}_many[{self.random.randrange(16)}]",
                  f"{kind}_many[{kind}[0] & 15]", f"{kind}_record.a",
                  f"{kind}_record.b[{self.random.randrange(4)}]", f"{kind}_record.n.x", f"*{kind}_pointer",
                  f"{kind}_holder.n", f"*{kind}_holder.to", f"*{kind}_holders[{self.random.randrange(3)}].to",
                  f"*{kind}_copied.to")
        return self.random.choice(places)

    def expression(self, kind, depth=2):
        if kind == "own" and self.random.random() < 0.2:
            kind = "alike"
        if depth == 0 or self.random.random() < 0.4:
            return self.place(kind) if self.random.random() < 0.7 else self.random.choice(self.atoms(kind))
        a, b = (self.expression(kind, depth - 1) for _ in range(2))
        return self.random.choice(self.forms(kind, a, b))

    def atoms(self, kind):
        return ["size", "5", f"{kind}_record.n.y", f"(int){kind}_record.bits"] + (["rank"] if kind == "own" else [])

    def forms(self, kind, a, b):
        return (f"WRAP({a} + {b})", f"WRAP({a} * {b})", f"WRAP({a} ^ {b})", f"({a} > {b} ? {a} : {b})",
                f"operations[{a} % 3].call({b})", f"sum(2, {a}, {b})",
                f"*either(&{self.place(kind)}, &{self.place(kind)}, {a})", f"({a} && {b})")

    def makers(self, kind, depth):
        self.names += 1
        name = f"t{self.names}"
        return {"L": lambda: self.place(kind), "E": lambda: self.expression(kind), "K": lambda: kind, "N": lambda: name,
                "%": lambda: "%",
                "C": lambda: f"{self.expression(kind, 1)} % 3 != 1", "S": lambda: self.computing(kind, depth - 1),
                "A": lambda: self.expression("alike", 1), "O": lambda: self.expression("own", 1),
                "a": lambda: self.place("alike"), "o": lambda: self.place("own")}

    def filled(self, template, kind, depth):
        makers = self.makers(kind, depth)
        out, at = "", 0
        while at < len(template):
            mark = template[at] == "%" and at + 1 < len(template) and template[at + 1] in makers
            out += makers[template[at + 1]]() if mark else template[at]
            at += 2 if mark else 1
        return out

    def computing(self, kind, depth=2):
        choices = [text for text in self.computing_choices(kind) if depth > 0 or "%S" not in text]
        return " ".join(self.filled(self.random.choice(choices), kind, depth)
                        for _ in range(self.random.randrange(1, 3)))

    def computing_choices(self, kind):
        return COMPUTING

    def message(self):
        text = self.filled(self.random.choice(self.MESSAGES), "own", 1)
        shape = self.random.random()
        if shape < 0.2:
            return f"if ({self.expression('alike')} & 1) {{ {text} }}"
        if shape < 0.4:
            return (f"for (int trip = 0; trip < ({self.expression('alike')} & 3); trip++) {{ {text} "
                    f"{self.computing('own', 1)} }}")
        return text

    def prepared(self):
        return ("  alike_holder.to = alike_copied.to = alike;\n  own_holder.to = own_copied.to = own;\n"
                "  for (int i = 0; i < 3; i++)\n"
                "    alike_holders[i].to = &alike[i], own_holders[i].to = &own_many[i];\n")

    def part(self, number, body):
        return f"static void part{number}(void) {{ {body} }}\n"

    def text(self, left_out=()):
        """Each part a function, less those left out; at the end the values say how long a message of the rank to
        itself is, and one to all."""
        bodies = [self.message() if self.random.random() < 0.5 else self.computing(self.random.choice(("alike", "own")))
                  for _ in range(self.PARTS)]
        functions = [self.part(i, body) for i, body in enumerate(bodies)]
        kept = [i for i in range(self.PARTS) if i not in left_out]
        functions = "".join(functions[i] for i in kept)
        calls = " ".join(f"part{i}();" for i in kept)
        ends = {kind: " + ".join([f"{kind}[{i}]" for i in range(4)] + [f"{kind}_many[3]"] + self.atoms(kind))
                for kind in ("alike", "own")}
        return (self.PREFIX + functions + "int main(int argc, char **argv) {\n  int out[MOST], in[MOST];\n"
                                          "  MPI_Init(&argc, &argv);\n  world = MPI_COMM_WORLD;\n"
                "  MPI_Comm_rank(world, &rank);\n  MPI_Comm_size(world, &size);\n"
                "  for (int i = 0; i < 16; i++) {\n    alike_many[i] = alike[i & 3] = WRAP(i * 5 + 3);\n"
                "    own_many[i] = own[i & 3] = WRAP(i * 7 + rank);\n  }\n"
                + self.prepared() +
                f"  for (int step = 0; step < 2; step++) {{\n    {calls}\n  }}\n"
                f"  MPI_Sendrecv(out, 1 + WRAP({ends['own']}), MPI_INT, rank, 0, in, MOST, MPI_INT, rank, 0, world, "
                "MPI_STATUS_IGNORE);\n"
                f"  MPI_Bcast(in, 1 + WRAP({ends['alike']}), MPI_INT, 0, world);\n  MPI_Finalize();\n  return 0;\n}}\n")
