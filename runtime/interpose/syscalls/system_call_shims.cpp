//===- runtime/interpose/syscalls/system_call_shims.cpp - compressed memory and the host's kernel ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Memory of a rank that waited may be compressed (lib/memory/compressed_memory.h): an access brings it back, but a
/// system call that is given such an address fails. So functions of the C library that hand what they are given to the
/// kernel touch it here before. Not here: those that copy through memory of their own, like printf() and getline(), and
/// structures that programs keep on their stacks.
#include "maquette/memory/rank_heap.h"
#include "shims.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

using maquette::bootstrap::next;
using maquette::runtime::kUnitBytes;
using maquette::runtime::RankHeap;

namespace {

/// All of a unit is compressed, or none of it. An address, as what is to be read there may not have been written.
[[gnu::noipa]] void touch(std::uintptr_t memory, std::size_t bytes) {
  const auto *const text = reinterpret_cast<const volatile char *>(memory);
  if (!RankHeap::contains(const_cast<const char *>(text)))
    return;
  for (std::size_t at = 0; at < bytes; at += kUnitBytes)
    static_cast<void>(text[at]);
  if (bytes > 0)
    static_cast<void>(text[bytes - 1]);
}

std::uintptr_t address(const volatile void *memory) { return reinterpret_cast<std::uintptr_t>(memory); }

void touchText(const char *text) {
  if (!RankHeap::contains(text))
    return;
  for (const volatile char *at = text; *at != '\0';)
    ++at;
}

void touchAll(const iovec *parts, int count) {
  for (int i = 0; i < count; ++i)
    touch(address(parts[i].iov_base), parts[i].iov_len);
}

constexpr int kNeedsMode = O_CREAT | O_TMPFILE;

mode_t modeOf(int flags, va_list arguments) { return (flags & kNeedsMode) != 0 ? va_arg(arguments, mode_t) : 0; }

} // namespace

/// A function with these parameters, which are the arguments of the C library's own after \p before.
#define MAQUETTE_AFTER(before, result, name, parameters, arguments)                                                    \
  MAQUETTE_EXPORT result name parameters {                                                                             \
    before;                                                                                                            \
    static const auto real = next<result(*) parameters>(#name);                                                        \
    return real arguments;                                                                                             \
  }

#define MAQUETTE_OPEN(name)                                                                                            \
  MAQUETTE_EXPORT int name(const char *path, int flags, ...) {                                                         \
    touchText(path);                                                                                                   \
    va_list arguments;                                                                                                 \
    va_start(arguments, flags);                                                                                        \
    const mode_t mode = modeOf(flags, arguments);                                                                      \
    va_end(arguments);                                                                                                 \
    static const auto real = next<int (*)(const char *, int, ...)>(#name);                                             \
    return real(path, flags, mode);                                                                                    \
  }

extern "C" {

MAQUETTE_AFTER(touch(address(data), bytes), ssize_t, read, (int file, void *data, std::size_t bytes),
               (file, data, bytes))
MAQUETTE_AFTER(touch(address(data), bytes), ssize_t, write, (int file, const void *data, std::size_t bytes),
               (file, data, bytes))
MAQUETTE_AFTER(touch(address(data), bytes), ssize_t, pread, (int file, void *data, std::size_t bytes, off_t offset),
               (file, data, bytes, offset))
MAQUETTE_AFTER(touch(address(data), bytes), ssize_t, pread64, (int file, void *data, std::size_t bytes, off64_t offset),
               (file, data, bytes, offset))
MAQUETTE_AFTER(touch(address(data), bytes), ssize_t, pwrite,
               (int file, const void *data, std::size_t bytes, off_t offset), (file, data, bytes, offset))
MAQUETTE_AFTER(touch(address(data), bytes), ssize_t, pwrite64,
               (int file, const void *data, std::size_t bytes, off64_t offset), (file, data, bytes, offset))
MAQUETTE_AFTER(touchAll(parts, count), ssize_t, readv, (int file, const iovec *parts, int count), (file, parts, count))
MAQUETTE_AFTER(touchAll(parts, count), ssize_t, writev, (int file, const iovec *parts, int count), (file, parts, count))
MAQUETTE_AFTER(touch(address(data), size *count), std::size_t, fread,
               (void *data, std::size_t size, std::size_t count, FILE *stream), (data, size, count, stream))
MAQUETTE_AFTER(touch(address(data), size *count), std::size_t, fwrite,
               (const void *data, std::size_t size, std::size_t count, FILE *stream), (data, size, count, stream))
MAQUETTE_AFTER(touchText(path), FILE *, fopen, (const char *path, const char *mode), (path, mode))
MAQUETTE_AFTER(touchText(path), FILE *, fopen64, (const char *path, const char *mode), (path, mode))
MAQUETTE_AFTER(touchText(path), DIR *, opendir, (const char *path), (path))
MAQUETTE_AFTER(touchText(path), int, access, (const char *path, int mode) noexcept, (path, mode))
MAQUETTE_AFTER(touchText(path), int, mkdir, (const char *path, mode_t mode) noexcept, (path, mode))
MAQUETTE_AFTER(touchText(path), int, rmdir, (const char *path) noexcept, (path))
MAQUETTE_AFTER(touchText(path), int, unlink, (const char *path) noexcept, (path))
MAQUETTE_AFTER(touchText(path), int, remove, (const char *path) noexcept, (path))
MAQUETTE_AFTER((touchText(from), touchText(to)), int, rename, (const char *from, const char *to) noexcept, (from, to))
MAQUETTE_AFTER((touchText(path), touch(address(about), sizeof *about)), int, stat,
               (const char *path, struct stat *about) noexcept, (path, about))
MAQUETTE_AFTER((touchText(path), touch(address(about), sizeof *about)), int, lstat,
               (const char *path, struct stat *about) noexcept, (path, about))
MAQUETTE_AFTER(touch(address(path), bytes), char *, getcwd, (char *path, std::size_t bytes) noexcept, (path, bytes))
MAQUETTE_AFTER(touchText(command), int, system, (const char *command), (command))
MAQUETTE_AFTER(touchText(command), FILE *, popen, (const char *command, const char *mode), (command, mode))
MAQUETTE_OPEN(open)
MAQUETTE_OPEN(open64)

} // extern "C"

#undef MAQUETTE_AFTER
#undef MAQUETTE_OPEN
