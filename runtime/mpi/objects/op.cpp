//===- runtime/mpi/objects/op.cpp - reduction operations ----------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "objects/op.h"

#include "maquette/sim/assert.h"

#include <complex>
#include <cstring>
#include <type_traits>
#include <vector>

namespace maquette::mpi {

namespace {

// Packed elements are not aligned, so each goes through memcpy; compilers make plain loads of it.
template <class T, class Operation> void forEach(const void *source, void *target, std::int64_t count) {
  const char *from = static_cast<const char *>(source);
  char *to = static_cast<char *>(target);
  for (std::int64_t i = 0; i < count; ++i, from += sizeof(T), to += sizeof(T)) {
    T a, b;
    std::memcpy(&a, from, sizeof(T));
    std::memcpy(&b, to, sizeof(T));
    b = Operation::apply(a, b);
    std::memcpy(to, &b, sizeof(T));
  }
}

struct Max {
  template <class T> static T apply(T a, T b) { return a > b ? a : b; }
};
struct Min {
  template <class T> static T apply(T a, T b) { return a < b ? a : b; }
};
struct Sum {
  template <class T> static T apply(T a, T b) { return static_cast<T>(a + b); }
};
struct Product {
  template <class T> static T apply(T a, T b) { return static_cast<T>(a * b); }
};
struct LogicalAnd {
  template <class T> static T apply(T a, T b) { return static_cast<T>(a && b); }
};
struct LogicalOr {
  template <class T> static T apply(T a, T b) { return static_cast<T>(a || b); }
};
struct LogicalXor {
  template <class T> static T apply(T a, T b) { return static_cast<T>(!a != !b); }
};
struct BitAnd {
  template <class T> static T apply(T a, T b) { return static_cast<T>(a & b); }
};
struct BitOr {
  template <class T> static T apply(T a, T b) { return static_cast<T>(a | b); }
};
struct BitXor {
  template <class T> static T apply(T a, T b) { return static_cast<T>(a ^ b); }
};

#pragma pack(push, 1)
template <class T, class Index = int> struct PackedPair {
  T value;
  Index index;
};
#pragma pack(pop)

struct MaxLocation {
  template <class T, class Index> static PackedPair<T, Index> apply(PackedPair<T, Index> a, PackedPair<T, Index> b) {
    if (a.value == b.value)
      return {a.value, a.index < b.index ? a.index : b.index};
    return a.value > b.value ? a : b;
  }
};
struct MinLocation {
  template <class T, class Index> static PackedPair<T, Index> apply(PackedPair<T, Index> a, PackedPair<T, Index> b) {
    if (a.value == b.value)
      return {a.value, a.index < b.index ? a.index : b.index};
    return a.value < b.value ? a : b;
  }
};

template <class T, bool kInteger> ReduceFunction arithmetic(MPI_Op op) {
  if (op == MPI_MAX)
    return forEach<T, Max>;
  if (op == MPI_MIN)
    return forEach<T, Min>;
  if (op == MPI_SUM)
    return forEach<T, Sum>;
  if (op == MPI_PROD)
    return forEach<T, Product>;
  // Beyond the standard, as MPICH has it: floating point numbers as logical values.
  if (op == MPI_LAND)
    return forEach<T, LogicalAnd>;
  if (op == MPI_LOR)
    return forEach<T, LogicalOr>;
  if (op == MPI_LXOR)
    return forEach<T, LogicalXor>;
  if constexpr (kInteger) {
    if (op == MPI_BAND)
      return forEach<T, BitAnd>;
    if (op == MPI_BOR)
      return forEach<T, BitOr>;
    if (op == MPI_BXOR)
      return forEach<T, BitXor>;
  }
  return nullptr;
}

template <class T> ReduceFunction complexArithmetic(MPI_Op op) {
  if (op == MPI_SUM)
    return forEach<T, Sum>;
  return op == MPI_PROD ? forEach<T, Product> : nullptr;
}

template <class T, class Index = int> ReduceFunction location(MPI_Op op) {
  if (op == MPI_MAXLOC)
    return forEach<PackedPair<T, Index>, MaxLocation>;
  return op == MPI_MINLOC ? forEach<PackedPair<T, Index>, MinLocation> : nullptr;
}

template <class T> ReduceFunction logical(MPI_Op op) {
  if (op == MPI_LAND)
    return forEach<T, LogicalAnd>;
  if (op == MPI_LOR)
    return forEach<T, LogicalOr>;
  return op == MPI_LXOR ? forEach<T, LogicalXor> : nullptr;
}

ReduceFunction bits(MPI_Op op) {
  if (op == MPI_BAND)
    return forEach<unsigned char, BitAnd>;
  if (op == MPI_BOR)
    return forEach<unsigned char, BitOr>;
  return op == MPI_BXOR ? forEach<unsigned char, BitXor> : nullptr;
}

} // namespace

ReduceFunction reduceFunction(MPI_Op op, Scalar scalar) {
  switch (scalar) {
  case Scalar::None:
    return nullptr;
  case Scalar::Int8:
    return arithmetic<std::int8_t, true>(op);
  case Scalar::Int16:
    return arithmetic<std::int16_t, true>(op);
  case Scalar::Int32:
    return arithmetic<std::int32_t, true>(op);
  case Scalar::Int64:
    return arithmetic<std::int64_t, true>(op);
  case Scalar::Uint8:
    return arithmetic<std::uint8_t, true>(op);
  case Scalar::Uint16:
    return arithmetic<std::uint16_t, true>(op);
  case Scalar::Uint32:
    return arithmetic<std::uint32_t, true>(op);
  case Scalar::Uint64:
    return arithmetic<std::uint64_t, true>(op);
  case Scalar::Float:
    return arithmetic<float, false>(op);
  case Scalar::Double:
    return arithmetic<double, false>(op);
  case Scalar::LongDouble:
    return arithmetic<long double, false>(op);
  case Scalar::Bool:
    return logical<bool>(op);
  case Scalar::ComplexFloat:
    return complexArithmetic<std::complex<float>>(op);
  case Scalar::ComplexDouble:
    return complexArithmetic<std::complex<double>>(op);
  case Scalar::ComplexLongDouble:
    return complexArithmetic<std::complex<long double>>(op);
  case Scalar::Byte:
    return bits(op);
  case Scalar::FloatInt:
    return location<float>(op);
  case Scalar::DoubleInt:
    return location<double>(op);
  case Scalar::LongInt:
    return location<long>(op);
  case Scalar::IntInt:
    return location<int>(op);
  case Scalar::ShortInt:
    return location<short>(op);
  case Scalar::LongDoubleInt:
    return location<long double>(op);
  case Scalar::Logical:
    return logical<std::int32_t>(op);
  case Scalar::FloatFloat:
    return location<float, float>(op);
  case Scalar::DoubleDouble:
    return location<double, double>(op);
  }
  return nullptr;
}

namespace {

/// Numbers whose sums are rounded, and those with which two may be equal and not alike (zeros, not-a-numbers).
bool isRounded(Scalar scalar) {
  switch (scalar) {
  case Scalar::Float:
  case Scalar::Double:
  case Scalar::LongDouble:
  case Scalar::ComplexFloat:
  case Scalar::ComplexDouble:
  case Scalar::ComplexLongDouble:
  case Scalar::FloatInt:
  case Scalar::DoubleInt:
  case Scalar::LongDoubleInt:
  case Scalar::FloatFloat:
  case Scalar::DoubleDouble:
    return true;
  default:
    return false;
  }
}

} // namespace

bool Reduction::valid(MPI_Op op, const Datatype &type) {
  if (!isPredefined(op))
    return true;
  const Datatype *const basic = type.uniformBasic();
  return basic != nullptr && reduceFunction(op, basic->scalar) != nullptr;
}

Reduction::Reduction(MPI_Op op, MPI_Datatype type) : op_(op), type_(type), commutative_(isCommutative(op)) {
  const Datatype &whole = *typeOf(type);
  MAQUETTE_ASSERT(valid(op, whole));
  element_size_ = whole.size;
  if (!isPredefined(op))
    return;
  const Datatype *const basic = whole.uniformBasic();
  function_ = reduceFunction(op, basic->scalar);
  basic_size_ = basic->size;
  any_order_ = !isRounded(basic->scalar);
}

void Reduction::apply(const char *source, char *target, std::int64_t bytes) const {
  if (source == nullptr || target == nullptr || bytes == 0)
    return;
  if (function_ != nullptr)
    function_(source, target, bytes / basic_size_);
  else
    applyUser(source, target, bytes / element_size_);
}

void UserOp::call(void *from, void *to, MPI_Count count, MPI_Datatype type) const {
  if (large_function != nullptr) {
    large_function(from, to, &count, &type);
    return;
  }
  int length = static_cast<int>(count);
  if (adapter != nullptr)
    adapter(function, from, to, &length, &type);
  else
    function(from, to, &length, &type);
}

void Reduction::applyUser(const char *source, char *target, std::int64_t count) const {
  const Datatype &type = *typeOf(type_);
  if (type.contiguous) {
    userOp(op_)->call(const_cast<char *>(source), target, count, type_);
    return;
  }
  // The program's function wants elements laid out as its type says.
  const std::int64_t span = (count - 1) * type.extent() + (type.true_ub - type.true_lb);
  std::vector<char> from(span), to(span);
  char *const from_base = from.data() - type.true_lb;
  char *const to_base = to.data() - type.true_lb;
  unpack(type, source, count * type.size, from_base);
  unpack(type, target, count * type.size, to_base);
  userOp(op_)->call(from_base, to_base, count, type_);
  pack(type, count, to_base, target);
}

} // namespace maquette::mpi
