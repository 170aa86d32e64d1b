//===- models/lib/text_file.cpp ---------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/text_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace maquette::models {

std::string readTextFile(const std::string &path, std::string &text) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (file == nullptr)
    return std::strerror(errno);
  text.clear();
  char part[65536];
  while (const std::size_t size = std::fread(part, 1, sizeof part, file.get()))
    text.append(part, size);
  return std::ferror(file.get()) != 0 ? std::strerror(errno) : ""; // A folder opens, and cannot be read.
}

} // namespace maquette::models
