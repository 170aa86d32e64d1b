//===- runtime/mpi/collectives/common_result.h - results that all ranks share -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// After an allgather, or an allreduce whose result does not depend on the order, every rank has the same. As messages
/// would carry it, each rank reads and writes its copy in every round, and 32,768 ranks with a number for each rank
/// hold and move gigabytes. So it is made once, from what each rank gives when it comes, and each takes it when its
/// messages, which then carry sizes only, say that it has it. No rank is through before all have come.
#ifndef MAQUETTE_MPI_COLLECTIVES_COMMON_RESULT_H
#define MAQUETTE_MPI_COLLECTIVES_COMMON_RESULT_H

#include <cstdint>
#include <map>
#include <utility>

namespace maquette::mpi {

class Collective;
struct CommonResult;
struct CommShared;

/// The results that are under way.
class CommonResults {
public:
  /// Below that messages may carry contents as well.
  static constexpr std::int64_t kLeastBytes = 1024;

  CommonResults();
  ~CommonResults();

private:
  friend class CommonShare;
  /// Communicator, number of the call on it.
  using Name = std::pair<const CommShared *, std::int32_t>;
  using Open = std::map<Name, CommonResult>;
  Open open_;
};

/// What one rank's call has of a result; the last one to go frees it.
class CommonShare {
public:
  CommonShare() = default;
  ~CommonShare();
  CommonShare(const CommonShare &) = delete;
  CommonShare &operator=(const CommonShare &) = delete;

  /// Takes part in \p c's result, of \p bytes when packed. False where it does not and its messages carry the contents:
  /// a small result, or one that others have of another size. That is an error unless it \p is_phantom to this rank.
  bool join(Collective &c, std::int64_t bytes, bool is_phantom);
  bool joined() const { return open_ != nullptr; }
  /// \pre joined() for all of the following. Combines \p data, of as many bytes, with what is there by \p c's
  /// reduction; nullptr is phantom.
  void combine(Collective &c, const char *data);
  /// Room for \p bytes from \p offset of zeros or of what ranks have put there; nullptr beyond the result's end.
  char *room(Collective &c, std::int64_t offset, std::int64_t bytes);
  /// nullptr if every rank's part was phantom.
  const char *data() const;

private:
  CommonResults::Open *open_ = nullptr;
  CommonResults::Open::iterator result_;
};

} // namespace maquette::mpi

#endif
