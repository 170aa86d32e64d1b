// A global in a section that the program walks by its __start_ symbol stays shared, and the user is told.
// SPDX-License-Identifier: Apache-2.0
// RUN: %cc -fpass-plugin=%privatize -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %cc -fpass-plugin=%privatize -Werror -c %s -o %t.o
// CHECK: warning: 'entry' lies in section 'registry' and is shared by all ranks [maquette-shared-global]
int entry __attribute__((section("registry"))) = 5;
int own __attribute__((section(".data.hot"))) = 6;
int get(void) { return entry + own; }
