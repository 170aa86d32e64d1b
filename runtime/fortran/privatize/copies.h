//===- runtime/fortran/privatize/copies.h - where the rank's copies of variables lie -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A function computes the address of the rank's copy once for each variable: in the nearest block that all uses are
/// behind and that is in no loop. Optimizers that decide by the size of a loop, as the one that unrolls small loops
/// completely, run before those that would move such computations out of it.
#ifndef MAQUETTE_FORTRAN_PRIVATIZE_COPIES_H
#define MAQUETTE_FORTRAN_PRIVATIZE_COPIES_H

#include "distinct.h"

#include <map>
#include <vector>

namespace maquette::fortran {

/// Where statements are added: before a statement, or on an edge, as for the argument of a PHI.
class Place {
public:
  explicit Place(gimple_stmt_iterator *before) : before_(before) {}
  explicit Place(edge on) : edge_(on) {}

  void add(gimple *statement);
  /// A new value of \p type that \p rhs gives.
  tree assign(tree type, tree rhs);

private:
  gimple_stmt_iterator *before_ = nullptr;
  edge edge_ = nullptr;
};

class Copies {
public:
  explicit Copies(Distinct &distinct) : distinct_(distinct) {}

  /// The address of the running rank's copy of private \p variable, to be used in \p block of the current function.
  /// define() gives it its value.
  tree address(tree variable, basic_block block);
  /// Adds the statements that compute the addresses.
  void define();

private:
  struct Used {
    tree variable;
    tree address;
    basic_block block; ///< Dominates all uses.
  };
  void define(const Used &used, Place place);

  Distinct &distinct_;
  std::vector<Used>
      used_; ///< In the order of first use: a map's order would differ from one run of the compiler to the next.
  std::map<tree, std::size_t> numbers_;
};

} // namespace maquette::fortran

#endif
