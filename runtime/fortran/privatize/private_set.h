//===- runtime/fortran/privatize/private_set.h - which variables become private per rank -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FORTRAN_PRIVATIZE_PRIVATE_SET_H
#define MAQUETTE_FORTRAN_PRIVATIZE_PRIVATE_SET_H

#include "gcc.h"

#include <functional>

namespace maquette::fortran {

/// True for a variable of static storage duration that a rank may change, or whose initial value holds the address of
/// one.
bool isPrivate(tree object);
/// False when the dynamic linker may resolve the name to another image's object.
bool isResolvedHere(tree variable);
/// The name in the assembler file.
const char *assemblerName(tree variable);
/// Calls \p found with the offset in bytes of each address of a private variable in the initial value \p value.
void forEachAddress(tree value, HOST_WIDE_INT offset, const std::function<void(HOST_WIDE_INT)> &found);

} // namespace maquette::fortran

#endif
