//===- runtime/mpi/objects/datatype.h - MPI datatypes -------------------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A Datatype is immutable and shared: all ranks that build the same type get the same object, so a million ranks with
/// the same vector type have one layout. It stores its memory layout as strided runs of bytes, and its type signature.
/// A rank holds a TypeHandle with its own name and attributes of the type.
///
/// Source    MPI 3.1, chapter 4
#ifndef MAQUETTE_MPI_OBJECTS_DATATYPE_H
#define MAQUETTE_MPI_OBJECTS_DATATYPE_H

#include "core/names.h"
#include "objects/attributes.h"

#include "maquette/sim/assert.h"

#include <mpi.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace maquette::mpi {

/// What an element of a basic type is to reductions.
enum class Scalar : std::uint8_t {
  None,
  Int8,
  Int16,
  Int32,
  Int64,
  Uint8,
  Uint16,
  Uint32,
  Uint64,
  Float,
  Double,
  LongDouble,
  Bool,
  ComplexFloat,
  ComplexDouble,
  ComplexLongDouble,
  Byte,
  FloatInt,
  DoubleInt,
  LongInt,
  IntInt,
  ShortInt,
  LongDoubleInt,
  Logical,
  FloatFloat,
  DoubleDouble,
};

/// count runs of length bytes, the first at offset, each stride bytes after the one before.
struct Run {
  std::int64_t offset = 0;
  std::int64_t length = 0;
  std::int64_t stride = 0;
  std::int64_t count = 1;
};

/// So many basic elements of this kind follow each other.
struct SignatureRun {
  std::uint16_t basic = 0; ///< Number of the predefined type.
  std::int64_t count = 0;
};

struct Datatype {
  std::string name;
  std::int64_t size = 0;
  std::int64_t lb = 0;
  std::int64_t ub = 0;
  std::int64_t true_lb = 0;
  std::int64_t true_ub = 0;
  bool contiguous = false;      ///< One run without gaps: size == extent, lb == 0.
  std::int64_t blocks = 1;      ///< Runs of bytes in one element.
  Scalar scalar = Scalar::None; ///< Of predefined types.
  std::vector<Run> runs;        ///< In the order of the type map.
  std::vector<SignatureRun> signature;
  // How it was made.
  int combiner = MPI_COMBINER_NAMED;
  std::vector<int> integers;
  std::vector<MPI_Aint> addresses;
  std::vector<MPI_Count> large_counts;
  std::vector<const Datatype *> types;
  bool explicit_lb = false; ///< Given for it or for a part.
  bool explicit_ub = false;
  std::string key;         ///< In the table of types.
  std::uint64_t users = 0; ///< Handles and types made of it.

  std::int64_t extent() const { return ub - lb; }
  std::int64_t elementCount() const; ///< Basic elements.
  /// Runs of bytes with gaps between them in a message of so many bytes; 0 where there are no gaps.
  std::int64_t blocksIn(std::int64_t bytes) const;
  /// The only basic type it is made of; nullptr if there are several.
  const Datatype *uniformBasic() const;
  bool isPredefined() const { return combiner == MPI_COMBINER_NAMED; }
  /// Made by MPI_Type_create_f90_*.
  bool isFortran() const { return combiner >= MPI_COMBINER_F90_INTEGER && combiner <= MPI_COMBINER_F90_COMPLEX; }
};

/// What a rank says about a type.
struct TypeExtras {
  std::string name;
  std::vector<Attribute> attributes;
};

/// A derived type as one rank has it.
struct TypeHandle {
  Datatype *type;
  std::uint32_t users = 1; ///< The program, and what is under way.
  bool committed = false;
  std::unique_ptr<TypeExtras> extras;
};

constexpr std::uintptr_t kPredefinedTypes = 63;

extern const std::array<Datatype, kPredefinedTypes> kTypes; ///< The predefined ones.

/// The predefined type of this handle; MPI_DATATYPE_NULL is an empty type. \pre number < kPredefinedTypes.
inline const Datatype &predefinedType(std::uintptr_t number) {
  MAQUETTE_ASSERT(number < kPredefinedTypes);
  return kTypes[number];
}

inline const Datatype *typeOf(MPI_Datatype handle) {
  const auto number = reinterpret_cast<std::uintptr_t>(handle);
  return number < kPredefinedTypes ? &predefinedType(number) : reinterpret_cast<const TypeHandle *>(handle)->type;
}
inline bool isPredefined(MPI_Datatype handle) { return reinterpret_cast<std::uintptr_t>(handle) < kPredefinedTypes; }

/// The number of the only basic type that a type is made of; 0 if there are several.
inline std::uint16_t basicOf(const Datatype &type) { return type.signature.size() == 1 ? type.signature[0].basic : 0; }

/// What the offsets of a type count from: address zero for MPI_BOTTOM.
inline const void *originOf(const void *buffer) { return buffer == MPI_BOTTOM ? nullptr : buffer; }
inline void *originOf(void *buffer) { return buffer == MPI_BOTTOM ? nullptr : buffer; }
/// The buffer that begins so many bytes after another one; MPI_BOTTOM itself where that is address zero.
inline const void *bufferAfter(const void *buffer, std::int64_t bytes) {
  const void *const start = static_cast<const char *>(originOf(buffer)) + bytes;
  return start == nullptr ? MPI_BOTTOM : start;
}

/// For types with gaps.
void packRuns(const Datatype &type, std::int64_t count, const void *source, char *packed);
void unpackRuns(const Datatype &type, const char *packed, std::int64_t bytes, void *target);
/// Copies count elements at \p source to packed bytes at \p packed.
inline void pack(const Datatype &type, std::int64_t count, const void *source, char *packed) {
  if (type.contiguous)
    std::memcpy(packed, source, static_cast<std::size_t>(count * type.size));
  else
    packRuns(type, count, source, packed);
}
/// Copies \p bytes packed bytes to elements at \p target; stops inside an element when they end there.
inline void unpack(const Datatype &type, const char *packed, std::int64_t bytes, void *target) {
  if (type.contiguous)
    std::memcpy(target, packed, static_cast<std::size_t>(bytes));
  else
    unpackRuns(type, packed, bytes, target);
}
/// Basic elements in \p bytes of this type; -1 if they end inside a basic element.
std::int64_t elementsIn(const Datatype &type, std::int64_t bytes);

/// Bytes of so many basic elements of this type.
std::int64_t bytesOf(const Datatype &type, std::int64_t elements);

/// A type to be built: block i is lengths[i] elements of types[i], at displacements[i] bytes. All of them come `repeat`
/// times, `step` bytes apart.
struct TypeMap {
  std::vector<std::int64_t> lengths;
  std::vector<std::int64_t> displacements;
  std::vector<MPI_Datatype> types;
  std::int64_t repeat = 1;
  std::int64_t step = 0;
};

/// What a type is made by, for MPI_Type_get_contents and to recognize the same type again.
struct TypeOrigin {
  int combiner = 0;
  std::vector<int> integers;
  std::vector<MPI_Aint> addresses;
  std::vector<MPI_Datatype> types;
  std::vector<MPI_Count> large_counts = {}; ///< Of the constructors that take them, in place of integers and addresses.
};

class TypeTable {
public:
  TypeTable();
  ~TypeTable();
  TypeTable(const TypeTable &) = delete;
  TypeTable &operator=(const TypeTable &) = delete;

  /// A new handle, not committed, of the type of \p map, with other bounds if \p bounds is given.
  MPI_Datatype make(TypeOrigin origin, const TypeMap &map,
                    const std::pair<std::int64_t, std::int64_t> *bounds = nullptr);
  /// A new handle, committed; of a predefined type, the handle.
  MPI_Datatype handleOf(const Datatype &type);
  /// What MPI_Type_create_f90_* gives: one handle for each \p combiner, \p precision and \p range, which is never
  /// freed.
  MPI_Datatype fortranType(int combiner, int precision, int range, MPI_Datatype like);
  /// One user of the handle less; the last one removes it. Predefined types stay.
  void release(MPI_Datatype handle) {
    if (!mpi::isPredefined(handle))
      releaseDerived(handle);
  }
  void addUser(MPI_Datatype handle) {
    if (!mpi::isPredefined(handle))
      ++reinterpret_cast<TypeHandle *>(handle)->users;
  }
  static bool isFreed(MPI_Datatype handle) {
    return !mpi::isPredefined(handle) && Pool<TypeHandle>::isFree(reinterpret_cast<const TypeHandle *>(handle));
  }
  static bool isCommitted(MPI_Datatype handle) {
    return mpi::isPredefined(handle) || reinterpret_cast<const TypeHandle *>(handle)->committed;
  }
  static void commit(MPI_Datatype handle) {
    if (!mpi::isPredefined(handle))
      reinterpret_cast<TypeHandle *>(handle)->committed = true;
  }
  std::size_t size() const { return types_.size(); }

private:
  MPI_Datatype newHandle(Datatype &type);
  void releaseDerived(MPI_Datatype handle);
  void release(Datatype &type);

  std::unordered_map<std::string, std::unique_ptr<Datatype>> types_;
  std::map<std::array<int, 3>, MPI_Datatype> fortran_types_;
  sim::Arena arena_; ///< Of the handles.
  PageSource pages_{arena_};
  Pool<TypeHandle> handles_{pages_};
};

} // namespace maquette::mpi

#endif
