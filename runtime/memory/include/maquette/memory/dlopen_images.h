//===- maquette/memory/dlopen_images.h - images that come while ranks run ---------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A shared object that a rank loads with dlopen registers its image only then. The ranks' copies lie in a range of
/// their own; a rank's is filled when that rank is first selected after that. Dynamic initialization runs in each rank
/// that loads the object, once. What was loaded stays until the process ends: dlclose() unloads nothing.
///
/// Errors  where no copies can be made, or initialization can run in one rank only, warnings() says so.
#ifndef MAQUETTE_MEMORY_DLOPEN_IMAGES_H
#define MAQUETTE_MEMORY_DLOPEN_IMAGES_H

#include "maquette/abi/private_data.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace maquette::runtime {

class DlopenImages {
public:
  explicit DlopenImages(std::int64_t ranks) : ranks_(ranks) {}
  ~DlopenImages();
  DlopenImages(const DlopenImages &) = delete;
  DlopenImages &operator=(const DlopenImages &) = delete;

  /// \p image_at gives the image that an address lies in (its end included) or nullptr.
  template <class ImageAt> void add(const maquette_image &image, ImageAt image_at) {
    Late late = placed(image);
    for (char *const *slot = image.relocations_begin; slot != image.relocations_end; ++slot)
      if (const char *const value = valueAt(image, *slot))
        if (const maquette_image *const target = image_at(value))
          late.relocations.push_back({*slot, value, target});
    images_.push_back(late);
  }
  /// Makes the copies of \p rank those that the program's code sees; -1: the images themselves. \pre those of other
  /// images are selected.
  void select(std::int64_t rank);
  /// \p rank loads the last image added. True the first time.
  bool begin(std::int64_t rank) { return begin(images_.back(), rank); }
  /// \p rank has loaded the object \p handle: what of it and of the objects it needs is to be initialized there.
  std::vector<const maquette_image *> loaded(std::int64_t rank, void *handle);
  /// Gives the memory of the copies of \p rank back.
  void end(std::int64_t rank);
  std::size_t touchedBytes() const;
  std::vector<std::string> warnings() const;

private:
  struct Relocation {
    const char *slot; ///< In the image.
    const char *value;
    const maquette_image *target;
  };
  struct Late {
    const maquette_image *image = nullptr;
    const void *object = nullptr; ///< The dynamic linker's name for it.
    std::string name;
    char *range = nullptr; ///< nullptr: there are no copies.
    std::size_t reserved = 0;
    std::size_t stride = 0;
    char *first = nullptr; ///< Where the span of rank 0 has its place.
    std::vector<Relocation> relocations;
    std::vector<bool> filled;      ///< By rank.
    std::vector<bool> initialized; ///< By rank.
    bool announced = false;        ///< loaded() was told of it.
  };
  Late placed(const maquette_image &image) const;
  static const char *valueAt(const maquette_image &image, const char *slot);
  static bool begin(Late &late, std::int64_t rank);
  static void fill(const Late &late);
  const std::vector<std::size_t> &imagesOf(void *handle);

  struct Closure {
    std::size_t known = 0; ///< Images when it was found.
    std::vector<std::size_t> images;
  };
  std::int64_t ranks_;
  std::vector<Late> images_;
  std::unordered_map<void *, Closure> closures_; ///< By handle.
};

/// Bytes of the touched pages of a range that begins with a page.
std::size_t touchedBytesOf(char *begin, std::size_t size);
/// Gives back the pages that lie within a range.
void giveBack(char *begin, std::size_t size);

} // namespace maquette::runtime

#endif
