//===- runtime/memory/lib/private_data.cpp - each rank's copy of the mutable globals -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/private_data.h"

#include "maquette/sim/assert.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace maquette::runtime {

namespace {
constexpr std::size_t kPage = 4096;

std::size_t roundUp(std::size_t size, std::size_t alignment) { return (size + alignment - 1) / alignment * alignment; }
} // namespace

PrivateData::~PrivateData() {
  if (copies_)
    munmap(copies_, reserved_);
}

namespace {
bool holds(const maquette_image &image, const char *address, bool end_included) {
  return address >= image.span_begin && (address < image.span_end || (end_included && address == image.span_end));
}
} // namespace

const PrivateData::Placed *PrivateData::placedAt(const char *address, bool end_included) const {
  for (const Placed &placed : images_)
    if (holds(*placed.image, address, end_included))
      return &placed;
  return nullptr;
}

const maquette_image *PrivateData::imageAt(const char *address, bool end_included) const {
  for (const maquette_image *image : all_)
    if (holds(*image, address, end_included))
      return image;
  return nullptr;
}

void PrivateData::add(const maquette_image &image, std::int64_t rank) {
  all_.push_back(&image);
  for (const maquette_image *user : all_)
    for (maquette_extern *unit = user->externs_begin; unit != user->externs_end; ++unit)
      if (const maquette_image *home = imageAt(unit->address, false))
        unit->delta = home->delta;
  if (copies_ == nullptr) {
    images_.push_back({&image, 0, image.delta, image.span_begin});
    return;
  }
  if (before_late_ && rank >= 0)
    before_late_(rank);
  if (late_ == nullptr)
    late_ = std::make_unique<DlopenImages>(ranks_);
  late_->add(image, [this](const char *address) { return imageAt(address, true); });
  if (rank >= 0) {
    late_->select(rank);
    late_->begin(rank);
  }
  initialize(image, 0, nullptr, environ);
}

void PrivateData::loaded(std::int64_t rank, void *handle) {
  if (late_ == nullptr || handle == nullptr)
    return;
  for (const maquette_image *image : late_->loaded(rank, handle))
    initialize(*image, 0, nullptr, environ);
}

const char *PrivateData::modelId() const {
  for (const Placed &placed : images_)
    if (placed.image->model_id)
      return placed.image->model_id;
  return nullptr;
}

/// Each span keeps its place relative to the alignment, so that every delta is a multiple of it.
void PrivateData::layOut() {
  for (const Placed &placed : images_)
    alignment_ = std::max(alignment_, placed.image->alignment);
  std::size_t end = 0;
  for (Placed &placed : images_) {
    const std::size_t shift = reinterpret_cast<std::uintptr_t>(placed.image->span_begin) % alignment_;
    placed.offset = roundUp(end, alignment_) + shift;
    placed.origin = placed.image->span_begin - placed.offset;
    end = placed.offset + static_cast<std::size_t>(placed.image->span_end - placed.image->span_begin);
  }
  stride_ = roundUp(std::max<std::size_t>(end, 1), std::max<std::size_t>(alignment_, 64));
}

void PrivateData::findRelocations() {
  relocations_.clear();
  for (const Placed &placed : images_)
    for (char *const *slot = placed.image->relocations_begin; slot != placed.image->relocations_end; ++slot) {
      const char *address = *slot;
      if (address < placed.image->data_begin || address + sizeof(char *) > placed.image->data_end)
        continue;
      char *value;
      std::memcpy(&value, address, sizeof value);
      if (const Placed *target = placedAt(value, true))
        relocations_.push_back({placed.offset + static_cast<std::size_t>(address - placed.image->span_begin),
                                target->offset + static_cast<std::size_t>(value - target->image->span_begin)});
    }
}

sim::Status PrivateData::prepare(std::int64_t ranks, bool for_forked) {
  ranks_ = ranks;
  layOut();
  findRelocations();
  reserved_ = roundUp(stride_ * static_cast<std::size_t>(ranks) + alignment_, kPage);
  const int kind = for_forked ? MAP_SHARED : MAP_PRIVATE;
  void *range = mmap(nullptr, reserved_, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED)
    return sim::Diagnostic{"",
                           "cannot reserve " + std::to_string(reserved_) + " bytes for the private data of " +
                               std::to_string(ranks) + " ranks: " + std::strerror(errno),
                           "maquette-run-memory", "",
                           "run fewer ranks, or raise the limit of the address space (ulimit -v)"};
  copies_ = static_cast<char *>(range);
  return sim::Nothing{};
}

char *PrivateData::firstCopy() const {
  return reinterpret_cast<char *>(roundUp(reinterpret_cast<std::uintptr_t>(copies_), alignment_));
}

char *PrivateData::begin(std::int64_t rank) {
  MAQUETTE_ASSERT(copies_ != nullptr);
  char *copy = firstCopy() + static_cast<std::size_t>(rank) * stride_;
  for (const Placed &placed : images_) {
    const maquette_image &image = *placed.image;
    if (image.data_end > image.data_begin)
      std::memcpy(copy + placed.offset + (image.data_begin - image.span_begin), image.data_begin,
                  static_cast<std::size_t>(image.data_end - image.data_begin));
  }
  for (const Relocation &relocation : relocations_) {
    char *target = copy + relocation.target;
    std::memcpy(copy + relocation.offset, &target, sizeof target);
  }
  return copy;
}

void PrivateData::initialize(const maquette_image &image, int argc, char **argv, char **environment) {
  for (const maquette_initialization *entry = image.initializers_begin; entry != image.initializers_end; ++entry)
    entry->run(argc, argv, environment);
}

void PrivateData::runInitializers(int argc, char **argv, char **environment) const {
  for (const Placed &placed : images_)
    initialize(*placed.image, argc, argv, environment);
}

void PrivateData::atExit(std::int64_t rank, void (*destroy)(void *), void *object) {
  exits_[rank].push_back({destroy, object});
}

void PrivateData::runExits(std::int64_t rank) {
  for (auto found = exits_.find(rank); found != exits_.end(); found = exits_.find(rank)) {
    if (found->second.empty()) {
      exits_.erase(found);
      return;
    }
    const Exit last = found->second.back();
    found->second.pop_back();
    last.destroy(last.object);
  }
}

std::size_t PrivateData::touchedBytes() const {
  return touchedBytesOf(copies_, reserved_) + (late_ != nullptr ? late_->touchedBytes() : 0);
}

void PrivateData::end(std::int64_t rank) {
  giveBack(firstCopy() + static_cast<std::size_t>(rank) * stride_, stride_);
  if (late_ != nullptr)
    late_->end(rank);
}

PrivateData &registeredPrivateData() {
  static PrivateData *const data = new PrivateData; // lives as long as the program
  return *data;
}

} // namespace maquette::runtime
