//===- runtime/fortran/privatize/gcc.h - GCC's headers in the order they need -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FORTRAN_PRIVATIZE_GCC_H
#define MAQUETTE_FORTRAN_PRIVATIZE_GCC_H

#include "gcc-plugin.h"

#include "tree.h"

#include "basic-block.h"
#include "cgraph.h"
#include "context.h"
#include "gimple.h"

#include "gimple-iterator.h"
#include "gimple-ssa.h"
#include "output.h"
#include "ssa.h"
#include "stor-layout.h"
#include "stringpool.h"
#include "target.h"
#include "tree-cfg.h"
#include "tree-pass.h"
#include "tree-ssanames.h"

#endif
