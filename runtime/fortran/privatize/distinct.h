//===- runtime/fortran/privatize/distinct.h - what optimizers knew of variables before they were reached through
// pointers -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Two variables do not overlap, and neither do the data of two allocatable arrays: gfortran's descriptors hold them as
/// restricted pointers. GCC sees the latter only where a descriptor is a variable itself, not what a pointer leads to,
/// which privatizing makes of it. So references get numbers of dependence (MR_DEPENDENCE_CLIQUE and _BASE): those of
/// one function with different numbers do not overlap.
///
/// Data are numbered only in functions during which no descriptor changes hands: without stores of restricted pointers
/// or whole records, and without calls that may be inlined. (Nothing moves across other calls, which may change
/// descriptors themselves.)
#ifndef MAQUETTE_FORTRAN_PRIVATIZE_DISTINCT_H
#define MAQUETTE_FORTRAN_PRIVATIZE_DISTINCT_H

#include "gcc.h"

#include <map>
#include <string>

namespace maquette::fortran {

class Distinct {
public:
  explicit Distinct(function *of) : function_(of) {}

  /// \p reference, a MEM_REF, is to \p variable.
  void mark(tree reference, tree variable);
  /// The same of a delta, which nothing in a program writes.
  void markDelta(tree reference);
  /// Marks references to data of private allocatable arrays. Before addresses are rewritten.
  void markData();

private:
  void number(tree reference, const std::string &name);
  void markUses(tree pointer, const std::string &name);

  function *function_;
  unsigned short clique_ = 0;
  std::map<std::string, unsigned> numbers_;
};

} // namespace maquette::fortran

#endif
