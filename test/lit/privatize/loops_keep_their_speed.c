// A loop over private arrays is vectorised, and loads the delta and a private scalar once, before it.
// SPDX-License-Identifier: Apache-2.0
// RUN: %cc -O2 -fno-discard-value-names -fpass-plugin=%privatize -S -emit-llvm %s -o - | FileCheck %s
// CHECK-LABEL: define {{.*}}void @scale(
// CHECK: load i64, ptr @maquette_private_delta
// CHECK: load double
// CHECK: vector.body:
// CHECK-NOT: maquette_private_delta
// CHECK: {{^}}}
// CHECK-LABEL: define {{.*}}void @scaleExternal(
// CHECK: maquette_extern.external_factor
// CHECK: vector.body:
// CHECK-NOT: maquette_extern
// CHECK: {{^}}}
static double a[4096], b[4096], factor;
extern double external_a[4096], external_b[4096], external_factor;

void scale(int n) {
  for (int i = 0; i < n; i++)
    a[i] += factor * b[i];
}

void scaleExternal(int n) {
  for (int i = 0; i < n; i++)
    external_a[i] += external_factor * external_b[i];
}

double *use(double x, int i) {
  factor = b[i] = x;
  return a;
}
