//===- maquette/formats/json_text.h - JSON in, with errors as Results -------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FORMATS_JSON_TEXT_H
#define MAQUETTE_FORMATS_JSON_TEXT_H

#include "maquette/sim/result.h"

#include <nlohmann/json.hpp>

#include <string>

namespace maquette::runtime {

using Json = nlohmann::json;

/// Parses \p text and gives it to \p read(Json) -> T; a document that does not parse or has a member of another type is
/// a Diagnostic with \p where and \p tag.
template <class T, class Read>
sim::Result<T> readJson(const std::string &text, const std::string &where, const std::string &tag,
                        const std::string &fix, Read read) {
  try {
    return read(Json::parse(text));
  } catch (const Json::exception &problem) {
    std::string what = problem.what();
    if (const auto bracket = what.find("] "); bracket != std::string::npos)
      what = what.substr(bracket + 2);
    return sim::Diagnostic{where, what, tag, "", fix};
  }
}

template <class T> void get(const Json &object, const char *key, T &value) {
  if (auto member = object.find(key); member != object.end())
    member->get_to(value);
}

} // namespace maquette::runtime

#endif
