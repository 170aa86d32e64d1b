//===- runtime/mpi/collectives/common_result.cpp - results that all ranks share -===//
// SPDX-License-Identifier: Apache-2.0
#include "mpi/collectives/common_result.h"

#include "mpi/collective.h"

#include <cstring>

namespace maquette::mpi {

struct CommonResult {
  Block contents; ///< Phantom until a rank gives something.
  std::int64_t bytes = 0;
  int ranks_gone = 0;
};

CommonResults::CommonResults() = default;
CommonResults::~CommonResults() = default;

bool CommonShare::join(Collective &c, std::int64_t bytes) {
  if (bytes < CommonResults::kLeastBytes)
    return false;
  CommonResult &result = c.mpi().commonResults().open_.try_emplace({c.comm(), c.number()}, CommonResult{{}, bytes}).first->second;
  if (result.bytes != bytes) // The messages will tell.
    return false;
  call_ = &c;
  result_ = &result;
  return true;
}

CommonShare::~CommonShare() {
  if (result_ != nullptr && ++result_->ranks_gone == call_->size())
    call_->mpi().commonResults().open_.erase({call_->comm(), call_->number()});
}

void CommonShare::combine(const char *data) {
  if (data == nullptr)
    return;
  if (result_->contents.data() != nullptr) {
    call_->reduction.apply(data, result_->contents.data(), result_->bytes);
    return;
  }
  result_->contents = Block(*call_, result_->bytes, false);
  copyBytes(result_->contents.data(), data, result_->bytes);
}

char *CommonShare::room(std::int64_t offset, std::int64_t bytes) {
  if (offset + bytes > result_->bytes)
    return nullptr;
  if (result_->contents.data() == nullptr) {
    result_->contents = Block(*call_, result_->bytes, false);
    std::memset(result_->contents.data(), 0, static_cast<std::size_t>(result_->bytes));
  }
  return result_->contents.at(offset);
}

const char *CommonShare::data() const { return result_->contents.data(); }

} // namespace maquette::mpi
