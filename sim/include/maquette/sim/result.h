//===- maquette/sim/result.h - a value or the reason there is none ----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Result<T> is how library code reports errors: it never prints, exits or aborts. An Error says where, what and how to
/// fix it. Example
///   Result<Machine> machine = parseMachine(text, "fat.toml");
///   if (!machine) report(machine.error());
#ifndef MAQUETTE_SIM_RESULT_H
#define MAQUETTE_SIM_RESULT_H

#include "maquette/sim/assert.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace maquette::sim {

/// One finding. Printed as  where: error: what [tag]  /  excerpt  /  fix: fix.
struct Diagnostic {
  std::string where; ///< "file:line:column", "file", or empty.
  std::string what;
  std::string tag;     ///< "maquette-config-unknown-key"; a heading in docs/reference/errors.md.
  std::string excerpt; ///< Source line and caret, newline separated; may be empty.
  std::string fix;     ///< What to do; may be empty.
};

/// All findings of one operation, at least one.
struct Error {
  std::vector<Diagnostic> diagnostics;
  Error() = default;
  Error(Diagnostic only) { diagnostics.push_back(std::move(only)); }
};

/// The text people read, newline terminated.
std::string toText(const Diagnostic &diagnostic);
std::string toText(const Error &error);

template <class T> class [[nodiscard]] Result {
public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}
  Result(Diagnostic diagnostic) : state_(Error(std::move(diagnostic))) {}

  explicit operator bool() const { return state_.index() == 0; }
  /// \pre the result holds a value.
  T &operator*() {
    MAQUETTE_ASSERT(state_.index() == 0);
    return std::get<0>(state_);
  }
  const T &operator*() const {
    MAQUETTE_ASSERT(state_.index() == 0);
    return std::get<0>(state_);
  }
  T *operator->() { return &**this; }
  const T *operator->() const { return &**this; }
  /// \pre the result holds an error.
  const Error &error() const {
    MAQUETTE_ASSERT(state_.index() == 1);
    return std::get<1>(state_);
  }

private:
  std::variant<T, Error> state_;
};

struct Nothing {};
/// For operations that give no value.
using Status = Result<Nothing>;

} // namespace maquette::sim

#endif
