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

#include <cstdio>
#include <cstring>

using namespace maquette::bootstrap;

namespace {

constexpr std::size_t kBufferBytes = 4096; ///< As for a file of a block size of 4 KiB.

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
  const Cookie own = *static_cast<Cookie *>(cookie);
  std::optional<FileWork> work;
  if (askingRank() != nullptr)
    work.emplace();
  delete static_cast<Cookie *>(cookie);
  if (FileSpace *const files = simulatedFiles())
    files->streams().erase(own.stream);
  work.reset();
  return filesWith(own.descriptor) != nullptr ? closeFile(own.descriptor, __builtin_return_address(0))
                                              : ::close(own.descriptor);
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
  auto *const cookie = new Cookie{descriptor, nullptr};
  FILE *const stream = fopencookie(cookie, mode, {readCookie, writeCookie, seekCookie, closeCookie});
  if (stream == nullptr) {
    delete cookie;
    return nullptr;
  }
  cookie->stream = stream;
  setvbuf(stream, nullptr, _IOFBF, kBufferBytes);
  simulatedFiles()->streams()[stream] = descriptor;
  return stream;
}

/// Contents that nobody has go past the stream's buffer. Returns items.
template <class Access>
std::size_t accessPhantom(FILE *stream, void *data, std::size_t size, std::size_t count, Access access) {
  const off_t place = ftello(stream); // Buffered bytes that were read ahead are not counted.
  if (size == 0 || count == 0 || place < 0 || std::fflush(stream) != 0)
    return 0;
  ::lseek(descriptorOf(stream), place, SEEK_SET);
  const ssize_t done = access(descriptorOf(stream), data, size * count);
  if (done < 0)
    return 0;
  fseeko(stream, place + done, SEEK_SET);
  return static_cast<std::size_t>(done) / size;
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

MAQUETTE_EXPORT std::size_t fread(void *data, std::size_t size, std::size_t count, FILE *stream) {
  static const auto real = next<std::size_t (*)(void *, std::size_t, std::size_t, FILE *)>("fread");
  if (maquette::runtime::isPhantom(data) && descriptorOf(stream) >= 0)
    return accessPhantom(stream, data, size, count, readSome);
  touch(address(data), size * count);
  return real(data, size, count, stream);
}
MAQUETTE_EXPORT std::size_t fwrite(const void *data, std::size_t size, std::size_t count, FILE *stream) {
  static const auto real = next<std::size_t (*)(const void *, std::size_t, std::size_t, FILE *)>("fwrite");
  if (maquette::runtime::isPhantom(data) && descriptorOf(stream) >= 0)
    return accessPhantom(stream, const_cast<void *>(data), size, count, writeSome);
  touch(address(data), size * count);
  return real(data, size, count, stream);
}

/// A file that is gone when it is closed.
static FILE *temporaryStream(const void *site) {
  if (askedFiles(site) == nullptr)
    return next<FILE *(*)()>("tmpfile")();
  char path[] = "/tmp/tmpfXXXXXX";
  const int descriptor = makeTemporaryFile(path, 0, 0, site);
  if (descriptor < 0)
    return nullptr;
  unlinkFile(AT_FDCWD, path, site);
  return streamOf(descriptor, "w+");
}
MAQUETTE_EXPORT FILE *tmpfile() { return temporaryStream(__builtin_return_address(0)); }
MAQUETTE_EXPORT FILE *tmpfile64() { return temporaryStream(__builtin_return_address(0)); }

} // extern "C"
