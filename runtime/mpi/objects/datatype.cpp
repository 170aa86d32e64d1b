//===- runtime/mpi/objects/datatype.cpp - MPI datatypes -----------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "objects/datatype.h"

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

/// MPI_LB or MPI_UB: no data, only a bound of the struct it is in.
Datatype boundType(std::uint16_t number, const char *name, bool is_lower) {
  Datatype type = basicType(number, name, 0, Scalar::None);
  type.runs.clear();
  type.signature = {SignatureRun{number, 0}};
  type.explicit_lb = is_lower;
  type.explicit_ub = !is_lower;
  return type;
}

std::array<Datatype, kPredefinedTypes> makePredefined() {
  std::array<Datatype, kPredefinedTypes> types;
  types[0].name = "MPI_DATATYPE_NULL";
  types[0].contiguous = true;
  std::uint16_t number = 0;
#define MAQUETTE_TYPE(name, c_type, scalar)                                                                            \
  ++number;                                                                                                            \
  types[number] = basicType(number, "MPI_" #name, sizeof(c_type), Scalar::scalar);
#define MAQUETTE_MARK(name, is_lower)                                                                                  \
  ++number;                                                                                                            \
  types[number] = boundType(number, "MPI_" #name, is_lower);
#define MAQUETTE_PAIR(name, c_type, scalar)                                                                            \
  ++number;                                                                                                            \
  types[number] = pairType<c_type>(number, "MPI_" #name, Scalar::scalar);
#include "objects/predefined_types.def"
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

/// The same runs again and again, each time \p step bytes further.
void repeat(std::vector<Run> &runs, std::int64_t times, std::int64_t step) {
  if (times == 1 || runs.empty())
    return;
  if (times <= 0) {
    runs.clear();
    return;
  }
  if (runs.size() == 1 && runs[0].count == 1) {
    if (step == runs[0].length)
      runs[0].length *= times;
    else
      runs[0].count = times, runs[0].stride = step;
    return;
  }
  const std::vector<Run> once = std::move(runs);
  runs.clear();
  for (std::int64_t i = 0; i < times; ++i)
    for (Run run : once) {
      run.offset += i * step;
      append(runs, run);
    }
}

void appendSignature(std::vector<SignatureRun> &signature, const Datatype &type, std::int64_t count) {
  if (type.size == 0)
    return;
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

/// Where the elements of a block begin, repetitions included.
struct Reach {
  std::int64_t least;
  std::int64_t greatest;
};

/// From the least lower bound to the greatest upper bound of elements.
class Span {
public:
  void add(const Reach &reach, std::int64_t lower, std::int64_t upper) {
    low_ = std::min(low_, reach.least + lower);
    high_ = std::max(high_, reach.greatest + upper);
  }
  bool empty() const { return low_ == kNone; }
  std::int64_t low() const { return empty() ? 0 : low_; }
  std::int64_t high() const { return empty() ? 0 : high_; }

private:
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
  std::int64_t low_ = kNone;
  std::int64_t high_ = -kNone;
};

/// Bounds that were given explicitly, in this type or in a part, overrule those of the data: MPI 3.1, 4.1.6.
void setBounds(Datatype &type, const TypeMap &map) {
  Span all, data, given_lower, given_upper;
  for (std::size_t i = 0; i < map.lengths.size(); ++i) {
    if (map.lengths[i] <= 0 || map.repeat <= 0)
      continue;
    const Datatype &part = *typeOf(map.types[i]);
    const std::int64_t within = (map.lengths[i] - 1) * part.extent(), again = (map.repeat - 1) * map.step;
    const auto least = [](std::int64_t way) { return std::min<std::int64_t>(way, 0); };
    const auto greatest = [](std::int64_t way) { return std::max<std::int64_t>(way, 0); };
    const Reach reach{map.displacements[i] + least(within) + least(again),
                      map.displacements[i] + greatest(within) + greatest(again)};
    if (part.size > 0 || !part.isPredefined())
      all.add(reach, part.lb, part.ub);
    if (part.size > 0)
      data.add(reach, part.true_lb, part.true_ub);
    if (part.explicit_lb)
      given_lower.add(reach, part.lb, part.lb);
    if (part.explicit_ub)
      given_upper.add(reach, part.ub, part.ub);
  }
  type.explicit_lb = !given_lower.empty();
  type.explicit_ub = !given_upper.empty();
  type.lb = type.explicit_lb ? given_lower.low() : all.low();
  type.ub = type.explicit_ub ? given_upper.high() : all.high();
  type.true_lb = data.low();
  type.true_ub = data.high();
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
  appendBytes(key, origin.large_counts);
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

/// Of a value with its index, the size of the value; 0 for all other basic types.
std::int64_t firstPartOf(const Datatype &basic) {
  switch (basic.scalar) {
  case Scalar::FloatInt:
  case Scalar::DoubleInt:
  case Scalar::LongInt:
  case Scalar::IntInt:
  case Scalar::ShortInt:
  case Scalar::LongDoubleInt:
    return basic.size - static_cast<std::int64_t>(sizeof(int));
  case Scalar::FloatFloat:
  case Scalar::DoubleDouble:
    return basic.size / 2;
  default:
    return 0;
  }
}

/// Elements as MPI_Get_elements counts them.
std::int64_t partsOf(const Datatype &basic) { return firstPartOf(basic) > 0 ? 2 : 1; }

} // namespace

const std::array<Datatype, kPredefinedTypes> kTypes = makePredefined();

std::int64_t Datatype::blocksIn(std::int64_t bytes) const {
  if (contiguous || size == 0)
    return 0;
  const std::int64_t whole = bytes / size;
  return whole * blocks + (bytes % size > 0 ? (bytes % size * blocks + size - 1) / size : 0);
}

std::int64_t Datatype::elementCount() const {
  std::int64_t sum = 0;
  for (const SignatureRun &run : signature)
    sum += run.count * partsOf(predefinedType(run.basic));
  return sum;
}

const Datatype *Datatype::uniformBasic() const {
  return signature.size() == 1 ? &predefinedType(signature[0].basic) : nullptr;
}

void packRuns(const Datatype &type, std::int64_t count, const void *source, char *packed) {
  const char *from = static_cast<const char *>(source);
  for (std::int64_t i = 0; i < count; ++i, from += type.extent())
    copyRuns(type.runs, from, packed);
}

void unpackRuns(const Datatype &type, const char *packed, std::int64_t bytes, void *target) {
  char *to = static_cast<char *>(target);
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
    const Datatype &basic = predefinedType(run.basic);
    const std::int64_t whole = std::min(run.count, rest / basic.size);
    elements += whole * partsOf(basic);
    rest -= whole * basic.size;
    if (whole == run.count)
      continue;
    if (const std::int64_t first = firstPartOf(basic); first > 0 && rest >= first) {
      ++elements;
      rest -= first;
    }
    break;
  }
  return rest == 0 ? elements : -1;
}

std::int64_t bytesOf(const Datatype &type, std::int64_t elements) {
  const std::int64_t in_one = type.elementCount();
  if (in_one == 0)
    return 0;
  std::int64_t bytes = elements / in_one * type.size, rest = elements % in_one;
  for (const SignatureRun &run : type.signature) {
    const Datatype &basic = predefinedType(run.basic);
    const std::int64_t whole = std::min(run.count, rest / partsOf(basic));
    bytes += whole * basic.size;
    rest -= whole * partsOf(basic);
    if (whole == run.count)
      continue;
    return bytes + (rest > 0 ? firstPartOf(basic) : 0);
  }
  return bytes;
}

TypeTable::TypeTable() = default;
TypeTable::~TypeTable() = default;

MPI_Datatype TypeTable::make(TypeOrigin origin, const TypeMap &map,
                             const std::pair<std::int64_t, std::int64_t> *bounds) {
  std::string key = keyOf(origin);
  if (auto found = types_.find(key); found != types_.end())
    return newHandle(*found->second);
  auto type = std::make_unique<Datatype>();
  for (std::size_t i = 0; i < map.lengths.size(); ++i) {
    const Datatype &part = *typeOf(map.types[i]);
    type->size += map.repeat * map.lengths[i] * part.size;
    appendBlock(type->runs, part, map.lengths[i], map.displacements[i]);
    appendSignature(type->signature, part, map.lengths[i] * map.repeat);
  }
  repeat(type->runs, map.repeat, map.step);
  setBounds(*type, map);
  if (origin.combiner == MPI_COMBINER_STRUCT && !type->explicit_lb && !type->explicit_ub)
    padStruct(*type);
  if (bounds != nullptr) {
    type->lb = bounds->first;
    type->ub = bounds->first + bounds->second;
    if (origin.combiner != MPI_COMBINER_DUP)
      type->explicit_lb = type->explicit_ub = true;
  }
  type->contiguous =
      type->lb == 0 && type->size == type->extent() &&
      (type->size == 0 || (type->runs.size() == 1 && type->runs[0].count == 1 && type->runs[0].offset == 0));
  type->blocks = 0;
  for (const Run &run : type->runs)
    type->blocks += run.count;
  for (MPI_Datatype part : origin.types) {
    type->types.push_back(typeOf(part));
    if (!isPredefined(part))
      ++reinterpret_cast<TypeHandle *>(part)->type->users;
  }
  type->combiner = origin.combiner;
  type->integers = std::move(origin.integers);
  type->addresses = std::move(origin.addresses);
  type->large_counts = std::move(origin.large_counts);
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
  const MPI_Datatype handle = newHandle(const_cast<Datatype &>(type));
  commit(handle);
  return handle;
}

MPI_Datatype TypeTable::fortranType(int combiner, int precision, int range, MPI_Datatype like) {
  MPI_Datatype &handle = fortran_types_[{combiner, precision, range}];
  if (handle == MPI_DATATYPE_NULL) {
    std::vector<int> integers{precision, range};
    if (combiner == MPI_COMBINER_F90_INTEGER)
      integers = {range};
    handle = make({combiner, std::move(integers), {}, {}}, {{1}, {0}, {like}});
    commit(handle);
  }
  return handle;
}

void TypeTable::releaseDerived(MPI_Datatype handle) {
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
