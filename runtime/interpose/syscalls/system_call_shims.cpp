//===- runtime/interpose/syscalls/system_call_shims.cpp - memory that the kernel is given ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What touch.h says, for functions that mean nothing else inside a rank.
#include "shims.h"
#include "touch.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

using namespace maquette::bootstrap;

extern "C" {

MAQUETTE_AFTER(touch(address(path), bytes), char *, getcwd, (char *path, std::size_t bytes) noexcept, (path, bytes))
MAQUETTE_AFTER(touchText(command), int, system, (const char *command), (command))
MAQUETTE_AFTER(touchText(command), FILE *, popen, (const char *command, const char *mode), (command, mode))

} // extern "C"
