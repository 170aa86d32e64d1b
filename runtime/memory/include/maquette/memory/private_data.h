//===- maquette/memory/private_data.h - each rank's copy of the mutable globals --===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The program's executable and shared objects register their images (maquette/abi/private_data.h) before main. All
/// ranks' copies lie in one reserved range of addresses, side by side; a copy takes memory where it is initialized or
/// written: zero-initialized data costs nothing until it is touched. A switch to a rank stores one delta per image.
/// Those that come later: dlopen_images.h.
///
/// Errors  prepare() reports that the range cannot be reserved.
#ifndef MAQUETTE_MEMORY_PRIVATE_DATA_H
#define MAQUETTE_MEMORY_PRIVATE_DATA_H

#include "maquette/memory/dlopen_images.h"
#include "maquette/memory/process_states.h"

#include "maquette/abi/private_data.h"
#include "maquette/sim/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace maquette::runtime {

/// Where the ranks' copies are, side by side.
struct PrivateCopies {
  char *first = nullptr;
  std::size_t stride = 0; ///< Bytes of addresses per rank; what of them is touched is less.
  std::int64_t ranks = 0;

  /// The rank whose copy holds \p address; -1: none.
  std::int64_t ownerOf(const void *address) const {
    const std::size_t offset = static_cast<std::size_t>(static_cast<const char *>(address) - first);
    return offset < stride * static_cast<std::size_t>(ranks) ? static_cast<std::int64_t>(offset / stride) : -1;
  }
  /// What \p address is in the copy of \p from, in that of \p to. \pre ownerOf(address) == from
  char *moved(const void *address, std::int64_t from, std::int64_t to) const {
    return const_cast<char *>(static_cast<const char *>(address)) + (to - from) * static_cast<std::int64_t>(stride);
  }
};

class PrivateData {
public:
  PrivateData() = default;
  ~PrivateData();
  PrivateData(const PrivateData &) = delete;
  PrivateData &operator=(const PrivateData &) = delete;

  /// One that comes after prepare() is initialized at once, in \p rank, which loads it; -1: before any rank has it.
  void add(const maquette_image &image, std::int64_t rank = -1);
  /// \p action is called before a rank gets an image that it loads.
  void setBeforeLate(std::function<void(std::int64_t rank)> action) { before_late_ = std::move(action); }
  /// \p rank has called dlopen() and got \p handle. Initializes in the rank what others have loaded before it.
  void loaded(std::int64_t rank, void *handle);
  /// What the code that is selected has at \p address of some image.
  char *own(char *address) const {
    const maquette_image *const image = imageAt(address, false);
    return image != nullptr ? address + *image->delta : address;
  }
  std::vector<std::string> warnings() const {
    return late_ != nullptr ? late_->warnings() : std::vector<std::string>();
  }
  /// True when \p test is for a byte of some image.
  template <class Test> bool anyImage(Test test) const {
    for (const maquette_image *image : all_)
      if (test(image->span_begin))
        return true;
    return false;
  }
  /// maquette_model_id of the program, or nullptr.
  const char *modelId() const;
  /// \pre prepare() succeeded.
  PrivateCopies copies() const { return {firstCopy(), stride_, ranks_}; }
  /// Host memory that the copies take now: their touched pages.
  std::size_t touchedBytes() const;

  /// Reserves the copies of \p ranks ranks.
  /// With \p for_forked in memory that processes have in common which are forked off later.
  sim::Status prepare(std::int64_t ranks, bool for_forked = false);
  /// Fills the copy of \p rank with the initial values. \pre prepare() succeeded.
  char *begin(std::int64_t rank);
  /// Makes \p copy the one that the program's code sees; nullptr: the images themselves.
  void select(char *copy) {
    for (const Placed &placed : images_)
      *placed.delta = copy != nullptr ? copy - placed.origin : 0;
    if (late_ != nullptr)
      late_->select(copy != nullptr ? rankOf(copy) : -1);
    if (process_states_ != nullptr && copy != nullptr)
      process_states_->enter(copy);
  }
  /// Dynamic initialization, in the rank, with its copy selected.
  void runInitializers(int argc, char **argv, char **environment) const;
  /// At the rank's end \p destroy is called with \p object; the latest first.
  void atExit(std::int64_t rank, void (*destroy)(void *), void *object);
  /// Calls them, those registered meanwhile included. In the rank, with its copy selected.
  void runExits(std::int64_t rank);
  /// What it registered is not called.
  void forgetExits(std::int64_t rank) { exits_.erase(rank); }
  /// What ranks changed of their processes; made when one does.
  ProcessStates &processStates(const ProcessStates::Streams &streams) {
    if (process_states_ == nullptr)
      process_states_ = std::make_unique<ProcessStates>(streams);
    return *process_states_;
  }
  /// Between ranks and after them: the process as it was.
  void leaveProcessStates() {
    if (process_states_ != nullptr)
      process_states_->leave();
  }
  /// Gives the copy's memory back.
  void end(std::int64_t rank);

private:
  struct Placed {
    const maquette_image *image;
    std::size_t offset;    ///< Of the span in a rank's copy.
    std::ptrdiff_t *delta; ///< Of the image: how far the selected copy is from it.
    const char *origin;    ///< Where the copy would begin that is the image itself.
  };
  struct Relocation {
    std::size_t offset; ///< Of the slot in a rank's copy.
    std::size_t target; ///< Offset of what it points to in the copy.
  };
  struct Exit {
    void (*destroy)(void *);
    void *object;
  };
  const Placed *placedAt(const char *address, bool end_included) const;
  const maquette_image *imageAt(const char *address, bool end_included) const;
  char *firstCopy() const;
  std::int64_t rankOf(const char *copy) const {
    return static_cast<std::int64_t>(static_cast<std::size_t>(copy - firstCopy()) / stride_);
  }
  static void initialize(const maquette_image &image, int argc, char **argv, char **environment);
  void layOut();
  void findRelocations();

  std::vector<Placed> images_;
  std::vector<const maquette_image *> all_; ///< Those and the late ones.
  std::unique_ptr<DlopenImages> late_;      ///< Null: there are none.
  std::function<void(std::int64_t)> before_late_;
  std::vector<Relocation> relocations_;
  std::unordered_map<std::int64_t, std::vector<Exit>> exits_;
  std::unique_ptr<ProcessStates> process_states_; ///< Null: no rank has changed anything.
  std::size_t stride_ = 0;
  std::size_t alignment_ = 16;
  char *copies_ = nullptr;
  std::size_t reserved_ = 0;
  std::int64_t ranks_ = 0;
};

/// Where images are registered before main. The one place per process: the C interface knows no other.
PrivateData &registeredPrivateData();

} // namespace maquette::runtime

#endif
