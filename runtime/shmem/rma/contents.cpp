//===- runtime/shmem/rma/contents.cpp - packed bytes of an access ---------------===//
// SPDX-License-Identifier: Apache-2.0
#include "rma/contents.h"

#include <cstring>

namespace maquette::shmem {

Contents::~Contents() {
  if (bytes_ > kSmall)
    delete[] large_;
}

char *Contents::make(std::size_t bytes) {
  if (bytes_ > kSmall)
    delete[] large_;
  bytes_ = bytes;
  if (bytes > kSmall)
    large_ = new char[bytes];
  return data();
}

void Contents::pack(const void *from, const Layout &layout) {
  char *const to = make(layout.total());
  const char *const source = static_cast<const char *>(from);
  if (layout.isDense())
    std::memcpy(to, source, layout.total());
  else
    for (std::size_t i = 0; i < layout.count; ++i)
      std::memcpy(to + i * layout.bytes, source + static_cast<std::ptrdiff_t>(i) * layout.distance, layout.bytes);
}

void Contents::unpack(void *into, const Layout &layout) {
  char *const to = static_cast<char *>(into);
  if (layout.isDense())
    std::memcpy(to, data(), layout.total());
  else
    for (std::size_t i = 0; i < layout.count; ++i)
      std::memcpy(to + static_cast<std::ptrdiff_t>(i) * layout.distance, data() + i * layout.bytes, layout.bytes);
}

} // namespace maquette::shmem
