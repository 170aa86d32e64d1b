//===- runtime/mpi/io/file_view.h - which bytes of a file a rank sees ----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A view is the data in consecutive copies of the filetype, from the displacement of a file on. A position in a view
/// counts bytes of data, without the holes.
///
/// Source    MPI 3.1, 13.3
#ifndef MAQUETTE_MPI_IO_FILE_VIEW_H
#define MAQUETTE_MPI_IO_FILE_VIEW_H

#include "objects/datatype.h"

#include <cstdint>
#include <string>
#include <vector>

namespace maquette::mpi {

/// Contiguous bytes of a file.
struct FilePiece {
  std::int64_t offset;
  std::int64_t bytes;
};

struct FileView {
  MPI_Offset displacement = 0;
  MPI_Datatype etype = MPI_BYTE;
  MPI_Datatype filetype = MPI_BYTE;
  std::string representation = "native";

  std::int64_t etypeSize() const { return typeOf(etype)->size; }
  /// The pieces of \p bytes of data from place \p begin, in the order of the view; touching ones are one.
  std::vector<FilePiece> pieces(std::int64_t begin, std::int64_t bytes) const;
  /// Where the byte of data at \p place lies in the file.
  std::int64_t offsetOf(std::int64_t place) const;
  /// Bytes of data before \p offset of the file.
  std::int64_t placeOf(std::int64_t offset) const;
};

} // namespace maquette::mpi

#endif
