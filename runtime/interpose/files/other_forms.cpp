//===- runtime/interpose/files/other_forms.cpp - other forms of the functions on files ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions of the C library that do what functions in this folder do: with 64 bits in their name, those that
/// _FORTIFY_SOURCE calls instead, and those that copy from file to file. Where the C library's own would go past the
/// functions here, to the kernel, which has none of the kept files.
#include "files/file_call.h"

#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

using namespace maquette::bootstrap;

namespace {

/// Aborts as the C library does, for a buffer that is too small.
void checkSize(std::size_t bytes, std::size_t room) {
  if (bytes > room)
    next<void (*)()>("__chk_fail")();
}

ssize_t readNext(int file, void *data, std::size_t bytes, off64_t *at) {
  return at != nullptr ? pread64(file, data, bytes, *at) : read(file, data, bytes);
}
ssize_t writeNext(int file, const void *data, std::size_t bytes, off64_t *at) {
  return at != nullptr ? pwrite64(file, data, bytes, *at) : write(file, data, bytes);
}

/// Until all is copied, or the file ends, or nothing more can be written. Null: at the file's own offset, which moves.
ssize_t copyBetween(int in, off64_t *in_at, int out, off64_t *out_at, std::size_t bytes) {
  constexpr std::size_t most = std::size_t{1} << 20;
  std::vector<char> part(std::min(bytes, most));
  std::size_t sum = 0;
  while (sum < bytes) {
    const ssize_t got = readNext(in, part.data(), std::min(bytes - sum, most), in_at);
    const ssize_t put = got <= 0 ? got : writeNext(out, part.data(), static_cast<std::size_t>(got), out_at);
    if (put <= 0)
      return sum > 0 ? static_cast<ssize_t>(sum) : put;
    sum += static_cast<std::size_t>(put);
    if (in_at != nullptr)
      *in_at += put;
    if (out_at != nullptr)
      *out_at += put;
  }
  return static_cast<ssize_t>(sum);
}

bool isRanks(int in, int out) { return filesWith(in) != nullptr || filesWith(out) != nullptr; }

} // namespace

extern "C" {

MAQUETTE_EXPORT ssize_t preadv64(int file, const iovec *parts, int count, off64_t offset) {
  return preadv(file, parts, count, offset);
}
MAQUETTE_EXPORT ssize_t pwritev64(int file, const iovec *parts, int count, off64_t offset) {
  return pwritev(file, parts, count, offset);
}
MAQUETTE_EXPORT ssize_t sendfile(int out, int in, off_t *offset, std::size_t bytes) noexcept {
  if (isRanks(in, out))
    return copyBetween(in, offset, out, nullptr, bytes);
  static const auto real = next<ssize_t (*)(int, int, off_t *, std::size_t)>("sendfile");
  return real(out, in, offset, bytes);
}
MAQUETTE_EXPORT ssize_t sendfile64(int out, int in, off64_t *offset, std::size_t bytes) noexcept {
  return sendfile(out, in, offset, bytes);
}
MAQUETTE_EXPORT ssize_t copy_file_range(int in, off64_t *in_at, int out, off64_t *out_at, std::size_t bytes,
                                        unsigned flags) {
  if (isRanks(in, out))
    return copyBetween(in, in_at, out, out_at, bytes);
  static const auto real = next<ssize_t (*)(int, off64_t *, int, off64_t *, std::size_t, unsigned)>("copy_file_range");
  return real(in, in_at, out, out_at, bytes, flags);
}

// ---- What _FORTIFY_SOURCE makes of calls ----

MAQUETTE_EXPORT ssize_t __read_chk(int file, void *data, std::size_t bytes, std::size_t room) {
  checkSize(bytes, room);
  return read(file, data, bytes);
}
MAQUETTE_EXPORT ssize_t __pread_chk(int file, void *data, std::size_t bytes, off_t offset, std::size_t room) {
  checkSize(bytes, room);
  return pread(file, data, bytes, offset);
}
MAQUETTE_EXPORT ssize_t __pread64_chk(int file, void *data, std::size_t bytes, off64_t offset, std::size_t room) {
  checkSize(bytes, room);
  return pread64(file, data, bytes, offset);
}
MAQUETTE_EXPORT std::size_t __fread_chk(void *data, std::size_t room, std::size_t size, std::size_t count,
                                        FILE *stream) {
  if (size > 0 && count > room / size)
    checkSize(1, 0);
  return fread(data, size, count, stream);
}
// Whose files are meant is told by who calls these, not by their own calls.
static int openFor(int folder, const char *path, int flags, const void *site) {
  return askedFiles(site) != nullptr ? openFile(folder, path, flags, 0, site) : openat(folder, path, flags);
}
MAQUETTE_EXPORT int __open_2(const char *path, int flags) {
  return openFor(AT_FDCWD, path, flags, __builtin_return_address(0));
}
MAQUETTE_EXPORT int __open64_2(const char *path, int flags) {
  return openFor(AT_FDCWD, path, flags, __builtin_return_address(0));
}
MAQUETTE_EXPORT int __openat_2(int folder, const char *path, int flags) {
  return openFor(folder, path, flags, __builtin_return_address(0));
}
MAQUETTE_EXPORT int __openat64_2(int folder, const char *path, int flags) {
  return openFor(folder, path, flags, __builtin_return_address(0));
}

} // extern "C"
