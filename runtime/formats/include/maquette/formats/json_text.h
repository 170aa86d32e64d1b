//===- maquette/formats/json_text.h - JSON in, with errors as Results -------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FORMATS_JSON_TEXT_H
#define MAQUETTE_FORMATS_JSON_TEXT_H

#include "maquette/sim/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

/// Reads an integer of a document. One that its type cannot hold is an error, where the library gives another number.
template <class T>
struct nlohmann::adl_serializer<T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>>> {
  static void from_json(const json &from, T &value) {
    const auto *signed_value = from.get_ptr<const std::int64_t *>();
    const auto *unsigned_value = from.get_ptr<const std::uint64_t *>();
    if (unsigned_value != nullptr && std::in_range<T>(*unsigned_value))
      value = static_cast<T>(*unsigned_value);
    else if (unsigned_value == nullptr && signed_value != nullptr && std::in_range<T>(*signed_value))
      value = static_cast<T>(*signed_value);
    else if (from.is_number())
      throw json::out_of_range::create(406, "number " + from.dump() + " is no integer that fits here", &from);
    else
      throw json::type_error::create(302, std::string("type must be number, but is ") + from.type_name(), &from);
  }
  static void to_json(json &to, T value) { nlohmann::to_json(to, value); }
};

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
