//===- runtime/mpi/objects/external32.cpp - data as all machines read it ------------===//
// SPDX-License-Identifier: Apache-2.0
#include "objects/external32.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace maquette::mpi {

namespace {

/// A number inside a basic type: some have two.
struct Part {
  int native;
  int external;
  bool is_signed;
  bool is_long_double;
};

struct Parts {
  Part part[2];
  int count;
};

constexpr int kExternalLongDouble = 16;

bool isBasic(std::uint16_t basic, MPI_Datatype handle) { return basic == reinterpret_cast<std::uintptr_t>(handle); }

Parts partsOf(std::uint16_t basic) {
  const Datatype &type = predefinedType(basic);
  const Part number{static_cast<int>(type.size), static_cast<int>(type.size), true, false};
  const Part index{sizeof(int), sizeof(int), true, false};
  const Part real{sizeof(long double), kExternalLongDouble, true, true};
  const auto half = [&](int size) { return Part{size, size, true, false}; };
  switch (type.scalar) {
  case Scalar::LongDouble:
    return {{real}, 1};
  case Scalar::FloatFloat:
  case Scalar::ComplexFloat:
    return {{half(4), half(4)}, 2};
  case Scalar::DoubleDouble:
  case Scalar::ComplexDouble:
    return {{half(8), half(8)}, 2};
  case Scalar::ComplexLongDouble:
    return {{real, real}, 2};
  case Scalar::FloatInt:
    return {{half(4), index}, 2};
  case Scalar::DoubleInt:
    return {{half(8), index}, 2};
  case Scalar::LongInt:
    return {{Part{sizeof(long), 4, true, false}, index}, 2};
  case Scalar::IntInt:
    return {{index, index}, 2};
  case Scalar::ShortInt:
    return {{half(2), index}, 2};
  case Scalar::LongDoubleInt:
    return {{real, index}, 2};
  default:
    break;
  }
  if (isBasic(basic, MPI_LONG) || isBasic(basic, MPI_UNSIGNED_LONG))
    return {{Part{sizeof(long), 4, isBasic(basic, MPI_LONG), false}}, 1};
  if (isBasic(basic, MPI_WCHAR))
    return {{Part{static_cast<int>(type.size), 2, false, false}}, 1};
  return {{number}, 1};
}

/// Copies the low bytes of a number; what is missing is filled with its sign.
void convertInteger(const char *from, int from_bytes, char *to, int to_bytes, bool to_external, bool is_signed) {
  // Byte i counts from the lowest.
  const bool big_host = std::endian::native == std::endian::big;
  const bool from_big = to_external ? big_host : true, to_big = to_external ? true : big_host;
  const auto byteAt = [](int i, int bytes, bool big) { return big ? bytes - 1 - i : i; };
  const char top = from[byteAt(from_bytes - 1, from_bytes, from_big)];
  const char fill = is_signed && (top & 0x80) != 0 ? '\xff' : '\0';
  for (int i = 0; i < to_bytes; ++i)
    to[byteAt(i, to_bytes, to_big)] = i < from_bytes ? from[byteAt(i, from_bytes, from_big)] : fill;
}

__extension__ typedef __float128 Quad;

void convert(const Part &part, const char *from, char *to, bool to_external) {
  if (!part.is_long_double) {
    convertInteger(from, to_external ? part.native : part.external, to, to_external ? part.external : part.native,
                   to_external, part.is_signed);
    return;
  }
  char swapped[kExternalLongDouble];
  if (to_external) {
    long double value;
    std::memcpy(&value, from, sizeof value);
    const Quad quad = value;
    std::memcpy(swapped, &quad, sizeof quad);
  } else {
    std::memcpy(swapped, from, sizeof swapped);
  }
  if (std::endian::native == std::endian::little)
    std::reverse(swapped, swapped + sizeof swapped);
  if (to_external) {
    std::memcpy(to, swapped, sizeof swapped);
    return;
  }
  Quad quad;
  std::memcpy(&quad, swapped, sizeof quad);
  const long double value = static_cast<long double>(quad);
  std::memset(to, 0, sizeof value);
  std::memcpy(to, &value, sizeof value);
}

void convertAll(const Datatype &type, std::int64_t count, const char *from, char *to, bool to_external) {
  for (std::int64_t element = 0; element < count; ++element)
    for (const SignatureRun &run : type.signature) {
      const Parts parts = partsOf(run.basic);
      for (std::int64_t i = 0; i < run.count; ++i)
        for (int part = 0; part < parts.count; ++part) {
          const Part &one = parts.part[part];
          convert(one, from, to, to_external);
          from += to_external ? one.native : one.external;
          to += to_external ? one.external : one.native;
        }
    }
}

} // namespace

std::int64_t externalSize(const Datatype &type) {
  std::int64_t size = 0;
  for (const SignatureRun &run : type.signature) {
    const Parts parts = partsOf(run.basic);
    for (int part = 0; part < parts.count; ++part)
      size += run.count * parts.part[part].external;
  }
  return size;
}

void toExternal(const Datatype &type, std::int64_t count, const char *native, char *external) {
  convertAll(type, count, native, external, true);
}

void fromExternal(const Datatype &type, std::int64_t count, const char *external, char *native) {
  convertAll(type, count, external, native, false);
}

} // namespace maquette::mpi
