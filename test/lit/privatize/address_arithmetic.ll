; A part of an address is the same for no two ranks; a distance is.
; SPDX-License-Identifier: Apache-2.0
; RUN: not %opt -load-pass-plugin=%privatize -passes=privatize -disable-output %s 2>&1 | FileCheck %s
; CHECK-NOT: distance
; CHECK: error: the initial value of 'part' computes with the address of a mutable global in a type that is not a pointer [maquette-address-arithmetic]
; CHECK-NOT: distance
@x = global i32 1
@y = global i32 2
@part = global i32 trunc (i64 ptrtoint (ptr @x to i64) to i32)
@distance = global i32 trunc (i64 sub (i64 ptrtoint (ptr @x to i64), i64 ptrtoint (ptr @y to i64)) to i32)
