//===- runtime/fortran/privatize/addresses.h - let statements use the rank's copy -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FORTRAN_PRIVATIZE_ADDRESSES_H
#define MAQUETTE_FORTRAN_PRIVATIZE_ADDRESSES_H

#include "gcc.h"

namespace maquette::fortran {

/// Lets every statement of \p function reach private variables by the address in the rank's copy. In SSA form, before
/// optimizations.
void rewriteAddresses(function *function);

} // namespace maquette::fortran

#endif
