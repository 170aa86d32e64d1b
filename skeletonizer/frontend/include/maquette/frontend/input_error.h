//===- maquette/frontend/input_error.h - what is wrong with the input -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// How this library reports errors: llvm::Error holding one or more InputErrors, each of which prints as
///   where: error: what [tag]
///     fix: what to do
#ifndef MAQUETTE_FRONTEND_INPUT_ERROR_H
#define MAQUETTE_FRONTEND_INPUT_ERROR_H

#include "maquette/sim/result.h"

#include "llvm/Support/Error.h"

#include <string>

namespace maquette::skeletonizer {

class InputError : public llvm::ErrorInfo<InputError> {
public:
  static char ID;
  std::string where;
  std::string what;
  std::string tag;
  std::string fix;
  std::string details; ///< Whole lines printed before the error itself (a compiler's diagnostics); may be empty.

  void log(llvm::raw_ostream &stream) const override;
  std::error_code convertToErrorCode() const override;
};

llvm::Error inputError(std::string where, std::string what, std::string tag, std::string fix, std::string details = {});
/// What a reader of files found, as this library says it.
llvm::Error inputError(const sim::Error &error);

} // namespace maquette::skeletonizer

#endif
