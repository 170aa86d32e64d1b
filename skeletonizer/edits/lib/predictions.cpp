//===- skeletonizer/edits/lib/predictions.cpp - how predicted values are written -===//
// SPDX-License-Identifier: Apache-2.0
#include "predictions.h"

namespace maquette::skeletonizer {
namespace {

std::string suffix(ValueType type) {
  return type == ValueType::Integer ? "integer" : type == ValueType::Floating ? "double" : "branch";
}

/// What the observing function takes.
std::string passedType(ValueType type) {
  return type == ValueType::Integer ? "long long" : type == ValueType::Floating ? "double" : "int";
}

/// Before a value of that type, to pass it to the observing function.
std::string numberOf(const PredictedValue &value) { return value.converts ? "" : "(" + passedType(value.type) + ")"; }

std::string cast(const PredictedValue &value) {
  bool same = (value.type == ValueType::Floating && value.c_type == "double") ||
              (value.type == ValueType::Integer && value.c_type == "long long") ||
              (value.type == ValueType::Boolean && value.c_type == "int") || value.c_type.empty();
  return same ? "" : "(" + value.c_type + ")";
}

void wrap(const std::string &before, TextRange range, const std::string &after, std::vector<Edit> &edits) {
  edits.push_back({range.begin, range.begin, before});
  edits.push_back({range.end, range.end, after});
}

std::string observer(const PredictedValue &value) {
  return "maquette_observe_" + suffix(value.type) + "(\"" + value.id + "\", ";
}

} // namespace

std::string predictionText(const PredictedValue &value) {
  if (!value.text.empty())
    return "(" + value.text + ")";
  return cast(value) + "maquette_predict_" + suffix(value.type) + "(\"" + value.id + "\", 0)";
}

std::string conditionText(const PredictedValue &value) {
  if (!value.text.empty())
    return "(" + value.text + ")";
  return (value.converts ? "" : cast(value)) + "maquette_predict_" + suffix(value.type) + "(\"" + value.id + "\", 0)";
}

std::string observationStatement(const PredictedValue &value, const std::string &name) {
  return observer(value) + numberOf(value) + name + ", 0);";
}

void observe(const PredictedValue &value, TextRange range, std::vector<Edit> &edits) {
  if (!value.text.empty())
    return;
  wrap(cast(value) + observer(value) + numberOf(value) + cast(value) + "(", range, "), 0)", edits);
}

void observeCondition(const PredictedValue &value, TextRange range, std::vector<Edit> &edits) {
  if (!value.text.empty())
    return;
  bool truth = value.type == ValueType::Boolean;
  wrap((value.converts ? "" : cast(value)) + observer(value) + numberOf(value) + "(", range,
       truth ? ") ? 1 : 0, 0)" : "), 0)", edits);
}

void observeStatement(const PredictedValue &value, TextRange range, std::vector<Edit> &edits) {
  wrap(observer(value) + "(" + passedType(value.type) + ")(", range, "), 0)", edits);
}

} // namespace maquette::skeletonizer
