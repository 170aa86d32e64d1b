//===- runtime/mpi/datatype.cpp - MPI datatypes -----------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "mpi/datatype.h"

#include <algorithm>
#include <array>
#include <complex>
#include <cstring>
#include <limits>

namespace maquette::mpi {

namespace {

template <class T> struct Pair {
  T value;
  int index;
};

Datatype basicType(std::uint16_t number, const char *name, std::int64_t size, Scalar scalar) {
  Datatype type;
  type.name = name;
  type.size = type.ub = type.true_ub = size;
  type.contiguous = true;
  type.scalar = scalar;
  type.runs = {Run{0, size, size, 1}};
  type.signature = {SignatureRun{number, 1}};
  return type;
}

/// A value and an int, with the padding of the C struct.
template <class T> Datatype pairType(std::uint16_t number, const char *name, Scalar scalar) {
  Datatype type = basicType(number, name, sizeof(Pair<T>), scalar);
  const std::int64_t index = offsetof(Pair<T>, index);
  type.size = sizeof(T) + sizeof(int);
  type.true_ub = index + static_cast<std::int64_t>(sizeof(int));
  type.contiguous = type.size == type.ub;
  if (index != sizeof(T))
    type.runs = {Run{0, sizeof(T), 0, 1}, Run{index, sizeof(int), 0, 1}};
  else
    type.runs = {Run{0, type.size, 0, 1}};
  return type;
}

std::array<Datatype, kPredefinedTypes> makePredefined() {
  std::array<Datatype, kPredefinedTypes> types;
  std::uint16_t number = 0;
#define MAQUETTE_TYPE(name, c_type, scalar)                                                                            \
  ++number;                                                                                                            \
  types[number] = basicType(number, "MPI_" #name, sizeof(c_type), Scalar::scalar);
#define MAQUETTE_PAIR(name, c_type, scalar)                                                                            \
  ++number;                                                                                                            \
  types[number] = pairType<c_type>(number, "MPI_" #name, Scalar::scalar);
#include "mpi/predefined_types.def"
  return types;
}

/// Appends \p run, joined to the last one where they touch or repeat.
void append(std::vector<Run> &runs, const Run &run) {
  if (run.length == 0 || run.count == 0)
    return;
  if (!runs.empty()) {
    Run &last = runs.back();
    if (last.count == 1 && run.count == 1 && last.offset + last.length == run.offset) {
      last.length += run.length;
      return;
    }
    if (last.length == run.length && run.count == 1) {
      const std::int64_t step = run.offset - (last.offset + (last.count - 1) * last.stride);
      if (last.count == 1 || step == last.stride) {
        last.stride = step;
        ++last.count;
        return;
      }
    }
  }
  runs.push_back(run);
}

/// Appends \p length elements of \p type at \p displacement.
void appendBlock(std::vector<Run> &runs, const Datatype &type, std::int64_t length, std::int64_t displacement) {
  if (type.contiguous) {
    append(runs, Run{displacement, length * type.size, length * type.size, 1});
    return;
  }
  if (type.runs.size() == 1 && type.runs[0].count == 1 && length > 1) {
    Run run = type.runs[0];
    run.offset += displacement;
    run.stride = type.extent();
    run.count = length;
    append(runs, run.stride == run.length ? Run{run.offset, run.length * length, 0, 1} : run);
    return;
  }
  for (std::int64_t i = 0; i < length; ++i)
    for (Run run : type.runs) {
      run.offset += displacement + i * type.extent();
      append(runs, run);
    }
}

void appendSignature(std::vector<SignatureRun> &signature, const Datatype &type, std::int64_t count) {
  if (type.signature.size() == 1 && count > 0) {
    const SignatureRun run{type.signature[0].basic, type.signature[0].count * count};
    if (!signature.empty() && signature.back().basic == run.basic)
      signature.back().count += run.count;
    else
      signature.push_back(run);
    return;
  }
  for (std::int64_t i = 0; i < count; ++i)
    for (const SignatureRun &run : type.signature)
      if (!signature.empty() && signature.back().basic == run.basic)
        signature.back().count += run.count;
      else
        signature.push_back(run);
}

void setBounds(Datatype &type, const TypeMap &map) {
  constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
  std::int64_t lb = kNone, ub = -kNone, true_lb = kNone, true_ub = -kNone;
  for (std::size_t i = 0; i < map.lengths.size(); ++i) {
    if (map.lengths[i] <= 0)
      continue;
    const Datatype &part = *typeOf(map.types[i]);
    const std::int64_t span = (map.lengths[i] - 1) * part.extent();
    const std::int64_t low = map.displacements[i] + std::min<std::int64_t>(0, span);
    const std::int64_t high = map.displacements[i] + std::max<std::int64_t>(0, span);
    lb = std::min(lb, low + part.lb);
    ub = std::max(ub, high + part.ub);
    true_lb = std::min(true_lb, low + part.true_lb);
    true_ub = std::max(true_ub, high + part.true_ub);
  }
  type.lb = lb == kNone ? 0 : lb;
  type.ub = lb == kNone ? 0 : ub;
  type.true_lb = lb == kNone ? 0 : true_lb;
  type.true_ub = lb == kNone ? 0 : true_ub;
}

/// C structs end where the next one could begin: MPI 3.1, 4.1.6 (epsilon).
void padStruct(Datatype &type) {
  std::int64_t alignment = 1;
  for (const SignatureRun &run : type.signature) {
    const Datatype &basic = predefinedType(run.basic);
    std::int64_t size = std::min<std::int64_t>(basic.extent(), 16);
    if (basic.scalar == Scalar::ComplexFloat)
      size = 4;
    else if (basic.scalar == Scalar::ComplexDouble || basic.scalar == Scalar::DoubleInt ||
             basic.scalar == Scalar::LongInt)
      size = 8;
    else if (basic.scalar == Scalar::FloatInt || basic.scalar == Scalar::IntInt || basic.scalar == Scalar::ShortInt)
      size = 4;
    else if (basic.scalar == Scalar::FloatFloat)
      size = 4;
    else if (basic.scalar == Scalar::DoubleDouble)
      size = 8;
    alignment = std::max(alignment, size);
  }
  const std::int64_t over = (type.ub - type.lb) % alignment;
  if (over > 0)
    type.ub += alignment - over;
}

template <class T> void appendBytes(std::string &text, const std::vector<T> &values) {
  const std::uint64_t size = values.size();
  text.append(reinterpret_cast<const char *>(&size), sizeof size);
  text.append(reinterpret_cast<const char *>(values.data()), values.size() * sizeof(T));
}

std::string keyOf(const TypeOrigin &origin) {
  std::string key(reinterpret_cast<const char *>(&origin.combiner), sizeof origin.combiner);
  appendBytes(key, origin.integers);
  appendBytes(key, origin.addresses);
  std::vector<const Datatype *> types;
  for (MPI_Datatype handle : origin.types)
    types.push_back(typeOf(handle));
  appendBytes(key, types);
  return key;
}

void copyRuns(const std::vector<Run> &runs, const char *source, char *&packed) {
  for (const Run &run : runs) {
    const char *from = source + run.offset;
    for (std::int64_t i = 0; i < run.count; ++i, from += run.stride) {
      std::memcpy(packed, from, run.length);
      packed += run.length;
    }
  }
}

} // namespace

const Datatype &predefinedType(std::uintptr_t number) {
  static const std::array<Datatype, kPredefinedTypes> kTypes = makePredefined();
  return kTypes[number];
}

std::int64_t Datatype::elementCount() const {
  std::int64_t sum = 0;
  for (const SignatureRun &run : signature)
    sum += run.count;
  return sum;
}

const Datatype *Datatype::uniformBasic() const {
  return signature.size() == 1 ? &predefinedType(signature[0].basic) : nullptr;
}

void pack(const Datatype &type, std::int64_t count, const void *source, char *packed) {
  const char *from = static_cast<const char *>(source);
  if (type.contiguous) {
    std::memcpy(packed, from, count * type.size);
    return;
  }
  for (std::int64_t i = 0; i < count; ++i, from += type.extent())
    copyRuns(type.runs, from, packed);
}

void unpack(const Datatype &type, const char *packed, std::int64_t bytes, void *target) {
  char *to = static_cast<char *>(target);
  if (type.contiguous) {
    std::memcpy(to, packed, bytes);
    return;
  }
  for (; bytes > 0 && type.size > 0; to += type.extent())
    for (const Run &run : type.runs) {
      char *place = to + run.offset;
      for (std::int64_t i = 0; i < run.count && bytes > 0; ++i, place += run.stride) {
        const std::int64_t length = std::min(run.length, bytes);
        std::memcpy(place, packed, length);
        packed += length;
        bytes -= length;
      }
    }
}

std::int64_t elementsIn(const Datatype &type, std::int64_t bytes) {
  if (type.size == 0)
    return 0;
  std::int64_t elements = bytes / type.size * type.elementCount();
  std::int64_t rest = bytes % type.size;
  for (const SignatureRun &run : type.signature) {
    const std::int64_t size = predefinedType(run.basic).size;
    const std::int64_t whole = std::min(run.count, rest / size);
    elements += whole;
    rest -= whole * size;
    if (whole < run.count)
      break;
  }
  return rest == 0 ? elements : -1;
}

TypeTable::TypeTable() = default;
TypeTable::~TypeTable() = default;

MPI_Datatype TypeTable::make(TypeOrigin origin, const TypeMap &map, const std::pair<std::int64_t, std::int64_t> *bounds) {
  std::string key = keyOf(origin);
  if (auto found = types_.find(key); found != types_.end())
    return newHandle(*found->second);
  auto type = std::make_unique<Datatype>();
  for (std::size_t i = 0; i < map.lengths.size(); ++i) {
    const Datatype &part = *typeOf(map.types[i]);
    type->size += map.lengths[i] * part.size;
    type->explicit_bounds |= part.explicit_bounds;
    appendBlock(type->runs, part, map.lengths[i], map.displacements[i]);
    appendSignature(type->signature, part, map.lengths[i]);
  }
  setBounds(*type, map);
  if (origin.combiner == MPI_COMBINER_STRUCT && !type->explicit_bounds)
    padStruct(*type);
  if (bounds != nullptr) {
    type->lb = bounds->first;
    type->ub = bounds->first + bounds->second;
    type->explicit_bounds |= origin.combiner == MPI_COMBINER_RESIZED;
  }
  type->contiguous = type->lb == 0 && type->size == type->extent() &&
                     (type->size == 0 || (type->runs.size() == 1 && type->runs[0].count == 1 && type->runs[0].offset == 0));
  for (MPI_Datatype part : origin.types) {
    type->types.push_back(typeOf(part));
    if (!isPredefined(part))
      ++reinterpret_cast<TypeHandle *>(part)->type->users;
  }
  type->combiner = origin.combiner;
  type->integers = std::move(origin.integers);
  type->addresses = std::move(origin.addresses);
  type->key = key;
  Datatype &made = *type;
  types_.emplace(std::move(key), std::move(type));
  return newHandle(made);
}

MPI_Datatype TypeTable::newHandle(Datatype &type) {
  ++type.users;
  TypeHandle *const handle = handles_.make();
  handle->type = &type;
  return reinterpret_cast<MPI_Datatype>(handle);
}

MPI_Datatype TypeTable::handleOf(const Datatype &type) {
  if (type.isPredefined())
    return reinterpret_cast<MPI_Datatype>(std::uintptr_t{type.signature[0].basic});
  return newHandle(const_cast<Datatype &>(type));
}

MPI_Datatype TypeTable::fortranType(int combiner, int precision, int range, MPI_Datatype like) {
  MPI_Datatype &handle = fortran_types_[{combiner, precision, range}];
  if (handle == MPI_DATATYPE_NULL) {
    std::vector<int> integers{precision, range};
    if (combiner == MPI_COMBINER_F90_INTEGER)
      integers = {range};
    handle = make({combiner, std::move(integers), {}, {}}, {{1}, {0}, {like}});
  }
  return handle;
}

void TypeTable::addUser(MPI_Datatype handle) {
  if (!isPredefined(handle))
    ++reinterpret_cast<TypeHandle *>(handle)->users;
}

void TypeTable::release(MPI_Datatype handle) {
  if (isPredefined(handle))
    return;
  auto *const object = reinterpret_cast<TypeHandle *>(handle);
  if (--object->users > 0)
    return;
  release(*object->type);
  handles_.release(object);
}

void TypeTable::release(Datatype &type) {
  if (--type.users > 0)
    return;
  const std::vector<const Datatype *> parts = type.types;
  types_.erase(types_.find(std::string(type.key)));
  for (const Datatype *part : parts)
    if (!part->isPredefined())
      release(const_cast<Datatype &>(*part));
}

} // namespace maquette::mpi
