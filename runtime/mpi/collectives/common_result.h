//===- runtime/mpi/collectives/common_result.h - results that all ranks share -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// After an allgather, or an allreduce whose result does not depend on the order, all ranks have the same result. With
/// contents in messages, each rank would read and write its copy in every round: 32,768 ranks with one number per rank
/// hold and move gigabytes. So the result is computed once, from the data of each rank when it joins. The messages
/// carry only sizes, and a rank copies the result when its messages are complete. No rank completes before all have
/// joined.
#ifndef MAQUETTE_MPI_COLLECTIVES_COMMON_RESULT_H
#define MAQUETTE_MPI_COLLECTIVES_COMMON_RESULT_H

#include <cstdint>
#include <map>
#include <utility>

namespace maquette::mpi {

class Collective;
struct CommonResult;
struct CommShared;

/// The results of open collectives.
class CommonResults {
public:
  /// Smaller messages may as well carry contents.
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

/// One rank's reference to a result; the last one frees it.
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
