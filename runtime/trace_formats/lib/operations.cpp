//===- runtime/trace_formats/lib/operations.cpp - collective operations by name --------------===//
// SPDX-License-Identifier: Apache-2.0
#include "operations.h"

#include <algorithm>
#include <cctype>

namespace maquette::traces {

std::string nonblockingName(std::string_view operation) {
  std::string name(operation);
  const std::size_t first = std::string_view("MPI_").size();
  name[first] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[first])));
  return name.insert(first, "I");
}

std::string_view operationOf(std::string_view call) {
  const auto *const found = std::find_if(std::begin(kOperations), std::end(kOperations), [call](std::string_view each) {
    return call == each || call == nonblockingName(each);
  });
  return found == std::end(kOperations) ? std::string_view() : *found;
}

} // namespace maquette::traces
