//===- runtime/fortran/libgfortran.h - what the shims know of GCC's Fortran library ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The interface between compiled Fortran code and libgfortran.so.5 (GCC 8 and later): the heads of the records that
/// I/O statements pass, and array descriptors.
#ifndef MAQUETTE_FORTRAN_LIBGFORTRAN_H
#define MAQUETTE_FORTRAN_LIBGFORTRAN_H

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>

namespace maquette::fortran {

/// The library's own function behind a shim of the same name.
template <class Function> Function *libraryFunction(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

struct StatementHead {
  std::int32_t flags;
  std::int32_t unit;
  const char *source_file;
  std::int32_t source_line;
  char *message;
  std::size_t message_length;
  std::int32_t *iostat;
};

struct OpenStatement {
  static constexpr std::int32_t kHasFile = 1 << 8, kHasForm = 1 << 11;
  StatementHead head;
  std::int32_t record_length;
  std::size_t file_length;
  const char *file;
  const char *status;
  std::size_t status_length;
  std::size_t access_length;
  const char *access;
  const char *form;
  std::size_t form_length;
  char others[512]; ///< Those that a flag would announce.
};

struct InquireStatement {
  static constexpr std::int32_t kHasNumber = 1 << 9, kHasFile = 1 << 14;
  StatementHead head;
  std::int32_t *exists, *opened, *number;
};

/// Flags of READ and WRITE statements that say that it is formatted.
constexpr std::int32_t kFormatted = 1 << 7 | 1 << 12 | 1 << 15;

struct ArrayOfIntegers {
  std::int32_t *base;
  std::size_t offset = 0;
  std::size_t element_size = sizeof(std::int32_t);
  std::int32_t version = 0;
  signed char rank = 1, type = 1;
  std::int16_t attribute = 0;
  std::ptrdiff_t span = sizeof(std::int32_t);
  std::ptrdiff_t stride = 1, lower = 0, upper;
  ArrayOfIntegers(std::int32_t *values, std::ptrdiff_t count) : base(values), upper(count - 1) {}
};

} // namespace maquette::fortran

#endif
