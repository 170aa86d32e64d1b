; A module that went through the pass is not changed again; the load of the delta is invariant, and the object's size is
; hidden.
; SPDX-License-Identifier: Apache-2.0
; RUN: %opt -load-pass-plugin=%privatize -passes=privatize -S %s -o %t.ll
; RUN: %opt -load-pass-plugin=%privatize -passes=privatize -S %t.ll -o %t.2.ll
; RUN: FileCheck %s < %t.ll
; RUN: grep -v ModuleID %t.ll > %t.a
; RUN: grep -v ModuleID %t.2.ll > %t.b
; RUN: diff %t.a %t.b
@flag = internal global i8 1
define i8 @get() {
; CHECK-LABEL: define i8 @get
; CHECK: %[[D:.*]] = load i64, ptr @maquette_private_delta, align 8, !invariant.load
; CHECK: %[[I:.*]] = call ptr @llvm.strip.invariant.group.p0(ptr @flag)
; CHECK: getelementptr i8, ptr %[[I]], i64 %[[D]]
  %value = load i8, ptr @flag
  ret i8 %value
}
