//===- sim/lib/fiber/whole_store.h - saved frames in one piece --------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// WholeStore keeps the frames of a process as they are, each in a buffer of its own: the fastest to copy, for so few
/// processes that the host's memory does not matter. A buffer grows with what is put into it, and shrinks when that has
/// become much less.
#ifndef MAQUETTE_SIM_LIB_FIBER_WHOLE_STORE_H
#define MAQUETTE_SIM_LIB_FIBER_WHOLE_STORE_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace maquette::sim::fiber {

class WholeStore {
public:
  /// Names a buffer.
  using Number = std::uint32_t;

  WholeStore() = default;
  WholeStore(const WholeStore &) = delete;
  WholeStore &operator=(const WholeStore &) = delete;
  ~WholeStore();

  /// A new, empty one.
  Number take();
  void give(Number number);
  /// False when the host has no memory; the buffer is empty then.
  bool save(Number number, const char *frames, std::size_t size) {
    Buffer &buffer = buffers_[number];
    if ((size > buffer.capacity || size < buffer.capacity / kShrink) && !resize(buffer, size))
      return false;
    std::memcpy(buffer.data, frames, size);
    return true;
  }
  void load(Number number, char *frames, std::size_t size) const { std::memcpy(frames, buffers_[number].data, size); }
  /// Brings the first bytes into the cache, or up to kPrefetched of those after them.
  void prefetchHead(Number number) const { prefetch(number, 0, kHead); }
  void prefetchBody(Number number, std::size_t size) const {
    prefetch(number, kHead, size < kPrefetched ? size : kPrefetched);
  }

  std::size_t usedBytes() const { return used_; }
  std::size_t peakBytes() const { return peak_; }
  /// For debuggers: by number, the address of the frames and a word more.
  const void *const *table() const { return &table_; }

private:
  struct Buffer {
    char *data;
    std::size_t capacity;
  };
  static constexpr std::size_t kUnit = 256, kShrink = 8, kHead = 128, kPrefetched = 1024;

  bool resize(Buffer &buffer, std::size_t size);
  void prefetch(Number number, std::size_t begin, std::size_t end) const {
    for (std::size_t place = begin; place < end; place += 64)
      __builtin_prefetch(buffers_[number].data + place, 1);
  }

  std::vector<Buffer> buffers_;
  const void *table_ = nullptr;
  std::vector<Number> free_;
  std::size_t used_ = 0;
  std::size_t peak_ = 0;
};

} // namespace maquette::sim::fiber

#endif
