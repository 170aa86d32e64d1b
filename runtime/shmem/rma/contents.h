//===- runtime/shmem/rma/contents.h - packed bytes of an access -----------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_SHMEM_RMA_CONTENTS_H
#define MAQUETTE_SHMEM_RMA_CONTENTS_H

#include "rma/access.h"

#include <cstddef>

namespace maquette::shmem {

/// Few bytes lie in it; for more it owns memory.
class Contents {
public:
  Contents() = default;
  ~Contents();
  Contents(const Contents &) = delete;
  Contents &operator=(const Contents &) = delete;

  /// Room for so many. What was there is lost.
  char *make(std::size_t bytes);
  /// False: there are none.
  bool present() const { return bytes_ > 0; }
  char *data() { return bytes_ > kSmall ? large_ : small_; }
  void pack(const void *from, const Layout &layout);
  void unpack(void *into, const Layout &layout);

private:
  static constexpr std::size_t kSmall = 32;
  std::size_t bytes_ = 0;
  union {
    char small_[kSmall];
    char *large_;
  };
};

} // namespace maquette::shmem

#endif
