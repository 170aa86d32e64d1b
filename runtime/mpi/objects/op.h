//===- runtime/mpi/objects/op.h - reduction operations ------------------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Predefined operations on predefined types, and the program's own.
///
/// Source    MPI 3.1, 5.9.2 (which operation takes which type), 5.9.4 (MINLOC, MAXLOC)
#ifndef MAQUETTE_MPI_OBJECTS_OP_H
#define MAQUETTE_MPI_OBJECTS_OP_H

#include "objects/datatype.h"

#include <mpi.h>

#include <cstdint>

namespace maquette::mpi {

/// Made by MPI_Op_create and MPI_Op_create_c.
struct UserOp {
  MPI_User_function *function = nullptr;
  MPI_User_function_c *large_function = nullptr; ///< In its place, made by MPI_Op_create_c.
  bool commutative = true;
  std::uint32_t users = 1; ///< The handle, and collectives under way.
  /// Calls a function of another language; nullptr for C.
  void (*adapter)(MPI_User_function *function, void *from, void *to, int *length, MPI_Datatype *type) = nullptr;

  void call(void *from, void *to, MPI_Count count, MPI_Datatype type) const;
};

constexpr std::uintptr_t kPredefinedOps = 15;

inline bool isPredefined(MPI_Op op) { return reinterpret_cast<std::uintptr_t>(op) < kPredefinedOps; }
inline UserOp *userOp(MPI_Op op) { return reinterpret_cast<UserOp *>(op); }
inline void addUser(MPI_Op op) {
  if (!isPredefined(op))
    ++userOp(op)->users;
}
inline bool isCommutative(MPI_Op op) { return isPredefined(op) || userOp(op)->commutative; }

/// target[i] = source[i] op target[i], for \p count packed elements.
using ReduceFunction = void (*)(const void *source, void *target, std::int64_t count);

/// nullptr when MPI does not define \p op for \p scalar.
ReduceFunction reduceFunction(MPI_Op op, Scalar scalar);

/// One reduction: how packed elements of a type are combined.
class Reduction {
public:
  /// False when MPI does not define \p op for \p type.
  static bool valid(MPI_Op op, const Datatype &type);

  Reduction() = default;
  /// \pre valid(op, type).
  Reduction(MPI_Op op, MPI_Datatype type);

  MPI_Op op() const { return op_; }
  MPI_Datatype type() const { return type_; }
  bool commutative() const { return commutative_; }
  /// True when the result is the same to the last bit, whatever the order of the contributions.
  bool anyOrder() const { return any_order_; }
  /// True when apply() runs a function of the program.
  bool callsProgram() const { return op_ != MPI_OP_NULL && function_ == nullptr; }
  /// Packed size of one element of the type.
  std::int64_t elementSize() const { return element_size_; }
  /// target = source op target for \p bytes packed bytes. Either may be nullptr (phantom): then target stays.
  void apply(const char *source, char *target, std::int64_t bytes) const;

private:
  void applyUser(const char *source, char *target, std::int64_t count) const;

  MPI_Op op_ = MPI_OP_NULL;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  ReduceFunction function_ = nullptr;
  std::int64_t basic_size_ = 1;
  std::int64_t element_size_ = 1;
  bool commutative_ = true;
  bool any_order_ = false;
};

} // namespace maquette::mpi

#endif
