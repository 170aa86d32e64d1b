//===- runtime/interpose/libc/process_shims.cpp - each rank has a process of its own ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Changes of the working folder, of the environment and of standard streams hold for the rank that makes them
/// (lib/process_states.h); its host is the node it is on. A process that a rank forks off is no rank.
#include "files/file_call.h"
#include "maquette/context/rank_end.h"
#include "maquette/context/world_anchor.h"
#include "maquette/memory/private_data.h"
#include "shims.h"

#include <pthread.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

using namespace maquette::bootstrap;
using namespace maquette::runtime;

namespace {

/// The rank whose own code asks, where there are others.
Rank *rankOfMany() {
  Rank *const rank = askingRank();
  return rank != nullptr && currentWorld()->rankCount() > 1 ? rank : nullptr;
}

ProcessStates &states() { return currentWorld()->privateData().processStates({&stdin, &stdout, &stderr}); }

template <class Change> int changeFolder(Change change) {
  const Rank *const rank = rankOfMany();
  if (rank == nullptr)
    return change();
  ProcessStates &known = states(); // It looks where the process is.
  const int result = change();
  if (result == 0)
    known.folderChanged(rank->private_data);
  return result;
}

std::string nodeName(const Rank &rank) {
  return "node" + std::to_string(currentWorld()->placement().nodeOf(rank.id).value());
}

bool isStandard(const FILE *stream) { return stream == stdin || stream == stdout || stream == stderr; }

int setOwn(const Rank &rank, const std::string &text) {
  char *const copy = strdup(text.c_str());
  if (copy == nullptr)
    return -1;
  states().setVariable(rank.private_data, copy);
  return 0;
}

bool isName(const char *name) { return name != nullptr && *name != '\0' && std::strchr(name, '=') == nullptr; }

int refuseName() {
  errno = EINVAL;
  return -1;
}

/// What a rank has printed must not be printed by a child again. On several cores of the host a child would share the
/// rank's stack.
void beforeFork() {
  if (const Rank *const rank = currentRank()) {
    currentWorld()->meter().refuseOnHostCores(*rank, "forks a process");
    std::fflush(nullptr);
  }
}

[[gnu::constructor]] void watchForks() { pthread_atfork(beforeFork, nullptr, leaveSimulation); }

} // namespace

extern "C" {

MAQUETTE_EXPORT int chdir(const char *path) noexcept {
  static const auto real = next<int (*)(const char *)>("chdir");
  return changeFolder([path] { return real(path); });
}

MAQUETTE_EXPORT int fchdir(int folder) noexcept {
  static const auto real = next<int (*)(int)>("fchdir");
  return changeFolder([folder] { return real(folder); });
}

MAQUETTE_EXPORT int setenv(const char *name, const char *value, int overwrite) noexcept {
  const Rank *const rank = rankOfMany();
  if (rank == nullptr)
    return next<decltype(&setenv)>("setenv")(name, value, overwrite);
  if (!isName(name))
    return refuseName();
  return overwrite == 0 && std::getenv(name) != nullptr ? 0 : setOwn(*rank, std::string(name) + "=" + value);
}

MAQUETTE_EXPORT int unsetenv(const char *name) noexcept {
  const Rank *const rank = rankOfMany();
  if (rank == nullptr)
    return next<decltype(&unsetenv)>("unsetenv")(name);
  return isName(name) ? setOwn(*rank, name) : refuseName();
}

MAQUETTE_EXPORT int putenv(char *text) noexcept {
  const Rank *const rank = rankOfMany();
  if (rank == nullptr)
    return next<decltype(&putenv)>("putenv")(text);
  states().setVariable(rank->private_data, text);
  return 0;
}

MAQUETTE_EXPORT int clearenv() noexcept {
  const Rank *const rank = rankOfMany();
  if (rank == nullptr)
    return next<decltype(&clearenv)>("clearenv")();
  states().clearEnvironment(rank->private_data);
  return 0;
}

MAQUETTE_EXPORT FILE *freopen(const char *path, const char *mode, FILE *stream) {
  const Rank *const rank = rankOfMany();
  if (rank == nullptr || path == nullptr || !isStandard(stream))
    return next<decltype(&freopen)>("freopen")(path, mode, stream);
  const void *const site = __builtin_return_address(0);
  FILE *const file = askedFiles(site) != nullptr ? openStream(path, mode, site) : std::fopen(path, mode);
  if (file != nullptr)
    states().setStream(rank->private_data, stream, file);
  return file;
}

MAQUETTE_EXPORT int gethostname(char *name, std::size_t length) noexcept {
  const Rank *const rank = rankOfMany();
  if (rank == nullptr)
    return next<decltype(&gethostname)>("gethostname")(name, length);
  const std::string node = nodeName(*rank);
  std::strncpy(name, node.c_str(), length);
  if (length > node.size())
    return 0;
  errno = ENAMETOOLONG;
  return -1;
}

MAQUETTE_EXPORT int uname(utsname *about) noexcept {
  const int result = next<int (*)(utsname *)>("uname")(about);
  if (const Rank *const rank = rankOfMany(); rank != nullptr && result == 0)
    std::strncpy(about->nodename, nodeName(*rank).c_str(), sizeof about->nodename - 1);
  return result;
}

/// Ends the rank without what atexit() registered.
MAQUETTE_EXPORT void _exit(int status) {
  if (Rank *const rank = askingRank()) {
    currentWorld()->privateData().forgetExits(rank->id);
    endRank(*currentWorld(), status);
  }
  next<void (*)(int)>("_exit")(status);
  __builtin_unreachable();
}

MAQUETTE_EXPORT void _Exit(int status) noexcept { _exit(status); }

MAQUETTE_EXPORT void quick_exit(int status) noexcept {
  if (askingRank() != nullptr)
    _exit(status);
  next<void (*)(int)>("quick_exit")(status);
  __builtin_unreachable();
}

} // extern "C"
