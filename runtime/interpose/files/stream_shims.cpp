//===- runtime/interpose/files/stream_shims.cpp - FILE and what is above it ------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Streams of a rank's files are cookie streams (fopencookie(3)) of the C library: it buffers, formats and scans as
/// ever, in a buffer as large as that of a file, and reads and writes by the functions in descriptor_shims.cpp.
/// std::fstream opens such a stream and uses its descriptor, so it is caught, too.
/// Limit: cookie streams have no wide characters.
#include "files/file_call.h"
#include "maquette/memory/phantom.h"
#include "touch.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

using namespace maquette::bootstrap;

namespace {

constexpr std::size_t kBufferBytes = 4096; ///< As for a file of a block size of 4 KiB.
constexpr std::size_t kLeastBlock = 128;   ///< Smaller buffers count as none.
constexpr __off64_t kUnknownOffset = -1;   ///< The C library asks where the file is.

/// -1: it is none of the streams made here.
int descriptorOf(const FILE *stream) {
  FileSpace *const files = simulatedFiles();
  if (files == nullptr || files->streams().empty())
    return -1;
  const auto found = files->streams().find(stream);
  return found == files->streams().end() ? -1 : found->second;
}

struct Cookie {
  int descriptor;
  FILE *stream;
  std::array<char, kBufferBytes> buffer;
};

/// When a simulation has ended, the C library closes what is still open.
ssize_t readSome(int descriptor, void *data, std::size_t bytes) {
  return filesWith(descriptor) != nullptr ? readFile(descriptor, data, bytes, kOwnOffset, __builtin_return_address(0))
                                          : ::read(descriptor, data, bytes);
}
ssize_t writeSome(int descriptor, const void *data, std::size_t bytes) {
  return filesWith(descriptor) != nullptr ? writeFile(descriptor, data, bytes, kOwnOffset, __builtin_return_address(0))
                                          : ::write(descriptor, data, bytes);
}

ssize_t readCookie(void *cookie, char *data, std::size_t bytes) {
  return readSome(static_cast<Cookie *>(cookie)->descriptor, data, bytes);
}
/// All of it, or what could be.
ssize_t writeCookie(void *cookie, const char *data, std::size_t bytes) {
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t here = writeSome(static_cast<Cookie *>(cookie)->descriptor, data + done, bytes - done);
    if (here <= 0)
      break;
    done += static_cast<std::size_t>(here);
  }
  return static_cast<ssize_t>(done); // 0 is an error here, with errno.
}
int seekCookie(void *cookie, off64_t *offset, int whence) {
  const off64_t place = ::lseek64(static_cast<Cookie *>(cookie)->descriptor, *offset, whence);
  *offset = place;
  return place < 0 ? -1 : 0;
}
int closeCookie(void *cookie) {
  auto *const own = static_cast<Cookie *>(cookie);
  const int descriptor = own->descriptor;
  std::optional<FileWork> work;
  if (askingRank() != nullptr)
    work.emplace();
  if (FileSpace *const files = simulatedFiles())
    files->streams().erase(own->stream);
  delete own;
  work.reset();
  return filesWith(descriptor) != nullptr ? closeFile(descriptor, __builtin_return_address(0)) : ::close(descriptor);
}

/// Flags of open() for a mode of fopen(); -1 with errno.
int flagsOf(const char *mode) {
  int flags = 0;
  switch (*mode) {
  case 'r':
    flags = O_RDONLY;
    break;
  case 'w':
    flags = O_WRONLY | O_CREAT | O_TRUNC;
    break;
  case 'a':
    flags = O_WRONLY | O_CREAT | O_APPEND;
    break;
  default:
    errno = EINVAL;
    return -1;
  }
  for (const char *at = mode + 1; *at != '\0' && *at != ','; ++at) {
    if (*at == '+')
      flags = (flags & ~O_ACCMODE) | O_RDWR;
    if (*at == 'x')
      flags |= O_EXCL;
    if (*at == 'e')
      flags |= O_CLOEXEC;
  }
  return flags;
}

/// A stream of a file that a rank has opened; the C library's own of any other descriptor.
FILE *streamOf(int descriptor, const char *mode) {
  if (filesWith(descriptor) == nullptr)
    return next<FILE *(*)(int, const char *)>("fdopen")(descriptor, mode);
  const FileWork work; // What is made here outlives the rank's memory.
  auto *const cookie = new Cookie{descriptor, nullptr, {}};
  FILE *const stream = fopencookie(cookie, mode, {readCookie, writeCookie, seekCookie, closeCookie});
  if (stream == nullptr) {
    delete cookie;
    return nullptr;
  }
  cookie->stream = stream;
  setvbuf(stream, cookie->buffer.data(), _IOFBF, cookie->buffer.size());
  simulatedFiles()->streams()[stream] = descriptor;
  return stream;
}

using Items = std::size_t (*)(void *, std::size_t, std::size_t, FILE *); ///< fread() or fwrite().

/// \p real for so many bytes. Contents that nobody has are zeros.
std::size_t throughBuffer(FILE *stream, char *data, std::size_t bytes, Items real) {
  if (!maquette::runtime::isPhantom(data))
    return bytes == 0 ? 0 : real(data, 1, bytes, stream);
  std::array<char, kBufferBytes> nothing{};
  std::size_t done = 0;
  while (done < bytes) {
    const std::size_t part = std::min(bytes - done, nothing.size()), here = real(nothing.data(), 1, part, stream);
    done += here;
    if (here < part)
      break;
  }
  return done;
}

/// As much of \p bytes as goes past a buffer of the stream's size.
std::size_t wholeBlocks(const FILE *stream, std::size_t bytes) {
  const auto block = static_cast<std::size_t>(stream->_IO_buf_end - stream->_IO_buf_base);
  return block < kLeastBlock ? bytes : bytes - bytes % block;
}

char *after(char *data, std::size_t bytes) { return maquette::runtime::isPhantom(data) ? data : data + bytes; }

/// What the buffer has or takes, whole blocks past it, and the rest through it: as the C library does with files. Of
/// cookie streams it reads all through the buffer. \p direct reads or writes past it.
template <class Access>
std::size_t inBlocks(FILE *stream, char *data, std::size_t bytes, std::size_t buffered, Items real, Access direct) {
  if (bytes <= buffered || wholeBlocks(stream, bytes - buffered) == 0)
    return throughBuffer(stream, data, bytes, real);
  std::size_t done = throughBuffer(stream, data, buffered, real);
  if (done < buffered || (stream->_IO_write_ptr > stream->_IO_write_base && std::fflush(stream) != 0))
    return done;
  const ssize_t moved = direct(descriptorOf(stream), after(data, done), wholeBlocks(stream, bytes - done));
  stream->_offset = kUnknownOffset;
  done += static_cast<std::size_t>(std::max<ssize_t>(moved, 0));
  return done + throughBuffer(stream, after(data, done), bytes - done, real);
}

std::size_t readItems(void *data, std::size_t size, std::size_t count, FILE *stream, Items real) {
  touch(address(data), size * count);
  if (descriptorOf(stream) < 0 || size == 0 || count == 0)
    return real(data, size, count, stream);
  const auto buffered = static_cast<std::size_t>(stream->_IO_read_end - stream->_IO_read_ptr);
  return inBlocks(stream, static_cast<char *>(data), size * count, buffered, real, readSome) / size;
}

std::size_t writeItems(const void *data, std::size_t size, std::size_t count, FILE *stream, Items real) {
  touch(address(data), size * count);
  if (!maquette::runtime::isPhantom(data) || size == 0 || count == 0)
    return real(const_cast<void *>(data), size, count, stream);
  if (descriptorOf(stream) < 0)
    return count; // Nothing to show on a terminal.
  const std::ptrdiff_t room = std::max<std::ptrdiff_t>(stream->_IO_write_end - stream->_IO_write_ptr, 0);
  return inBlocks(stream, static_cast<char *>(const_cast<void *>(data)), size * count, static_cast<std::size_t>(room),
                  real, writeSome) /
         size;
}

} // namespace

namespace maquette::bootstrap {

FILE *openStream(const char *path, const char *mode, const void *site) {
  const int flags = flagsOf(mode);
  const int descriptor = flags < 0 ? -1 : openFile(AT_FDCWD, path, flags, 0666, site);
  if (descriptor < 0)
    return nullptr;
  FILE *const stream = streamOf(descriptor, mode);
  if (stream == nullptr)
    closeFile(descriptor, site);
  return stream;
}

} // namespace maquette::bootstrap

extern "C" {

static FILE *openOf(const char *path, const char *mode, const void *site) {
  if (askedFiles(site) != nullptr)
    return openStream(path, mode, site);
  touchText(path);
  static const auto real = next<FILE *(*)(const char *, const char *)>("fopen");
  return real(path, mode);
}
MAQUETTE_EXPORT FILE *fopen(const char *path, const char *mode) {
  return openOf(path, mode, __builtin_return_address(0));
}
MAQUETTE_EXPORT FILE *fopen64(const char *path, const char *mode) {
  return openOf(path, mode, __builtin_return_address(0));
}
MAQUETTE_EXPORT FILE *fdopen(int descriptor, const char *mode) noexcept { return streamOf(descriptor, mode); }

MAQUETTE_EXPORT int fileno(FILE *stream) noexcept {
  if (const int descriptor = descriptorOf(stream); descriptor >= 0)
    return descriptor;
  static const auto real = next<int (*)(FILE *)>("fileno");
  return real(stream);
}
MAQUETTE_EXPORT int fileno_unlocked(FILE *stream) noexcept { return fileno(stream); }

#define MAQUETTE_ITEMS(name, data_t, items)                                                                            \
  MAQUETTE_EXPORT std::size_t name(data_t *data, std::size_t size, std::size_t count, FILE *stream) {                  \
    static const auto real = next<Items>(#name);                                                                       \
    return items(data, size, count, stream, real);                                                                     \
  }
MAQUETTE_ITEMS(fread, void, readItems)
MAQUETTE_ITEMS(fread_unlocked, void, readItems)
MAQUETTE_ITEMS(fwrite, const void, writeItems)
MAQUETTE_ITEMS(fwrite_unlocked, const void, writeItems)

/// A file that is gone when it is closed.
static FILE *temporaryStream(const void *site) {
  if (askedFiles(site) == nullptr)
    return next<FILE *(*)()>("tmpfile")();
  char path[] = P_tmpdir "/tmpfXXXXXX";
  const int descriptor = makeTemporaryFile(path, 0, 0, site);
  if (descriptor < 0)
    return nullptr;
  unlinkFile(AT_FDCWD, path, site);
  return streamOf(descriptor, "w+");
}
MAQUETTE_EXPORT FILE *tmpfile() { return temporaryStream(__builtin_return_address(0)); }
MAQUETTE_EXPORT FILE *tmpfile64() { return temporaryStream(__builtin_return_address(0)); }

} // extern "C"
