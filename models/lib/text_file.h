//===- models/lib/text_file.h - the text of a file that a machine names ------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_TEXT_FILE_H
#define MAQUETTE_MODELS_LIB_TEXT_FILE_H

#include <string>

namespace maquette::models {

/// Reads the file at \p path into \p text. Returns why it cannot, as in "No such file or directory"; empty when it can.
std::string readTextFile(const std::string &path, std::string &text);

} // namespace maquette::models

#endif
