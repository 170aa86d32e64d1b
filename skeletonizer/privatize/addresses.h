//===- skeletonizer/privatize/addresses.h - let instructions use the rank's copy -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_SKELETONIZER_ADDRESSES_H
#define MAQUETTE_SKELETONIZER_ADDRESSES_H

#include "private_set.h"

namespace maquette::privatize {

/// Every use of a member of \p set by an instruction becomes the address in the running rank's copy.
void rewriteAddresses(llvm::Module &module, const PrivateSet &set);

} // namespace maquette::privatize

#endif
