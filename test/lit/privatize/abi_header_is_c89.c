// The headers that rewritten programs include compile as C89 and as C++ with all warnings.
// SPDX-License-Identifier: Apache-2.0
// RUN: %cc -std=c89 -Wall -Wextra -Werror -Wno-comment -I %maquette-include -fsyntax-only -x c %S/Inputs/abi_headers.h
// RUN: %cxx -std=c++98 -Wall -Wextra -Werror -I %maquette-include -fsyntax-only -x c++ %S/Inputs/abi_headers.h
