//===- skeletonizer/frontend/lib/input_error.cpp - what is wrong with the input -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/frontend/input_error.h"

#include "llvm/Support/raw_ostream.h"

namespace maquette::skeletonizer {

char InputError::ID = 0;

void InputError::log(llvm::raw_ostream &stream) const {
  stream << details;
  if (!where.empty())
    stream << where << ": ";
  stream << "error: " << what << " [" << tag << "]\n";
  if (!fix.empty())
    stream << "  fix: " << fix << "\n";
}

std::error_code InputError::convertToErrorCode() const { return llvm::inconvertibleErrorCode(); }

llvm::Error inputError(std::string where, std::string what, std::string tag, std::string fix, std::string details) {
  auto error = std::make_unique<InputError>();
  error->where = std::move(where);
  error->what = std::move(what);
  error->tag = std::move(tag);
  error->fix = std::move(fix);
  error->details = std::move(details);
  return llvm::Error(std::move(error));
}

llvm::Error inputError(const sim::Error &error) {
  llvm::Error all = llvm::Error::success();
  for (const sim::Diagnostic &found : error.diagnostics)
    all = llvm::joinErrors(std::move(all), inputError(found.where, found.what, found.tag, found.fix));
  return all;
}

} // namespace maquette::skeletonizer
