//===- runtime/context/lib/private_data_calls.cpp - what privatized code calls ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/private_data.h"

#include "maquette/abi/private_data.h"
#include "maquette/context/rank.h"

extern "C" int __cxa_atexit(void (*destroy)(void *), void *object, void *dso) noexcept;

extern "C" __attribute__((visibility("default"))) void maquette_register_image(const maquette_image *image) {
  const maquette::runtime::Rank *const rank = maquette::runtime::currentRank();
  maquette::runtime::registeredPrivateData().add(*image, rank != nullptr ? rank->id : -1);
}

extern "C" __attribute__((visibility("default"))) void *maquette_loaded(void *handle) {
  if (const maquette::runtime::Rank *const rank = maquette::runtime::currentRank())
    maquette::runtime::registeredPrivateData().loaded(rank->id, handle);
  return handle;
}

extern "C" __attribute__((visibility("default"))) void *maquette_own(void *address) {
  return maquette::runtime::registeredPrivateData().own(static_cast<char *>(address));
}

extern "C" __attribute__((visibility("default"))) int maquette_at_rank_exit(void (*destroy)(void *), void *object,
                                                                            void *dso) {
  if (const maquette::runtime::Rank *rank = maquette::runtime::currentRank()) {
    maquette::runtime::registeredPrivateData().atExit(rank->id, destroy, object);
    return 0;
  }
  return __cxa_atexit(destroy, object, dso);
}
