//===- runtime/mpi/collectives/common_result.cpp - results that all ranks share -===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/common_result.h"

#include "collectives/collective.h"

#include "maquette/sim/assert.h"

#include <cstring>

namespace maquette::mpi {

struct CommonResult {
  Block contents; ///< Phantom until a rank gives something.
  std::int64_t bytes = 0;
  int ranks_left = 0; ///< That may still take it.
};

CommonResults::CommonResults() = default;
CommonResults::~CommonResults() = default;

bool CommonShare::join(Collective &c, std::int64_t bytes, bool is_phantom) {
  if (bytes < CommonResults::kLeastBytes)
    return false;
  CommonResults::Open &open = c.mpi().collectives().commonResults().open_;
  const auto result = open.try_emplace({c.comm(), c.number()}, CommonResult{{}, bytes, c.size()}).first;
  if (result->second.bytes != bytes) {
    if (!is_phantom)
      failSizes(c.mpi(), c.participation(), bytes, result->second.bytes);
    return false;
  }
  open_ = &open;
  result_ = result;
  return true;
}

CommonShare::~CommonShare() {
  if (joined() && --result_->second.ranks_left == 0)
    open_->erase(result_);
}

void CommonShare::combine(Collective &c, const char *data) {
  MAQUETTE_ASSERT(joined());
  CommonResult &result = result_->second;
  if (data == nullptr)
    return;
  if (result.contents.data() != nullptr) {
    c.reduction.apply(data, result.contents.data(), result.bytes);
    return;
  }
  result.contents = Block(c, result.bytes, false);
  copyBytes(result.contents.data(), data, result.bytes);
}

char *CommonShare::room(Collective &c, std::int64_t offset, std::int64_t bytes) {
  MAQUETTE_ASSERT(joined());
  CommonResult &result = result_->second;
  if (offset + bytes > result.bytes)
    return nullptr;
  if (result.contents.data() == nullptr) {
    result.contents = Block(c, result.bytes, false);
    std::memset(result.contents.data(), 0, static_cast<std::size_t>(result.bytes));
  }
  return result.contents.at(offset);
}

const char *CommonShare::data() const {
  MAQUETTE_ASSERT(joined());
  return result_->second.contents.data();
}

} // namespace maquette::mpi
