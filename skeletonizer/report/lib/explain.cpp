//===- skeletonizer/report/lib/explain.cpp - why a line stayed or went ----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/report/explain.h"

#include "maquette/frontend/input_error.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <optional>

namespace maquette::skeletonizer {
namespace {

namespace json = llvm::json;

int64_t number(const json::Object &object, llvm::StringRef name) { return object.getInteger(name).value_or(0); }

std::string text(const json::Object &object, llvm::StringRef name) { return object.getString(name).value_or("").str(); }

llvm::Expected<json::Value> readReport(const std::string &out_dir) {
  llvm::SmallString<256> path(out_dir);
  llvm::sys::path::append(path, "report.json");
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return inputError(std::string(path), "there is no report here", "maquette-report-missing",
                      "give the folder that `maquette skeletonize -o` wrote");
  llvm::Expected<json::Value> value = json::parse((*buffer)->getBuffer());
  bool ours = value && value->getAsObject() &&
              value->getAsObject()->getString("format") == "maquette-skeleton-report" &&
              value->getAsObject()->getInteger("version") == 1;
  if (ours)
    return value;
  if (!value)
    llvm::consumeError(value.takeError());
  return inputError(std::string(path), "is no report of this version of maquette skeletonize",
                    "maquette-report-missing", "skeletonize again");
}

/// Paths agree from their ends: one is the other's tail.
bool sameFile(llvm::StringRef asked, llvm::StringRef known) {
  asked.consume_front("./");
  return asked == known || known.ends_with(("/" + asked).str()) || asked.ends_with(("/" + known).str());
}

/// The innermost statement that covers the line.
const json::Object *statementAt(const json::Array &statements, int64_t line) {
  const json::Object *best = nullptr;
  for (const json::Value &value : statements) {
    const json::Object &statement = *value.getAsObject();
    if (number(statement, "line") > line || number(statement, "end_line") < line)
      continue;
    bool starts = number(statement, "line") == line;
    bool best_starts = best && number(*best, "line") == line;
    int64_t size = number(statement, "end") - number(statement, "begin");
    int64_t best_size = best ? number(*best, "end") - number(*best, "begin") : 0;
    if (!best || (starts && !best_starts) || (starts == best_starts && (starts ? size > best_size : size < best_size)))
      best = &statement;
  }
  return best;
}

std::string regionText(const json::Object &file, const std::string &id) {
  for (const json::Value &value : *file.getArray("regions")) {
    const json::Object &region = *value.getAsObject();
    if (text(region, "id") != id)
      continue;
    std::string result = "  Its cost is that of region " + id + " (lines " + std::to_string(number(region, "line")) +
                         " to " + std::to_string(number(region, "end_line")) + ")";
    std::string separator = ", which depends on ";
    for (const json::Value &feature : *region.getArray("features")) {
      result += separator + feature.getAsString()->str();
      separator = ", ";
    }
    result += ".\n";
    if (std::optional<double> seconds = region.getNumber("seconds"))
      result += "  The profile measured " + llvm::formatv("{0:e2}", *seconds).str() + " s in it, over all ranks.\n";
    return result;
  }
  return {};
}

std::string describe(const json::Object &report, const json::Object &file, const json::Object &statement) {
  static const std::pair<const char *, const char *> meanings[] = {
      {"kept", "kept: the skeleton executes it."},
      {"changed", "changed: only the kept part of it is executed."},
      {"predicted", "predicted: its value comes from the profile."},
      {"phantom", "kept, with phantom memory or payload in place of data nobody needs."},
      {"removed", "removed: no MPI call depends on it."}};
  std::string result;
  for (auto [state, meaning] : meanings)
    if (text(statement, "state") == state)
      result += std::string("  ") + meaning + "\n";
  for (const json::Value &value : *file.getArray("values")) {
    const json::Object &predicted = *value.getAsObject();
    int64_t line = number(predicted, "line");
    if (line >= number(statement, "line") && line <= number(statement, "end_line"))
      result += "  Predicted " + text(predicted, "what") + " (" + text(predicted, "type") + ", " +
                text(predicted, "id") + "): " + text(predicted, "reason") + "\n";
  }
  if (!text(statement, "region").empty())
    result += regionText(file, text(statement, "region"));
  const json::Array *chain = statement.getArray("reasons");
  if (!chain || chain->empty())
    return result;
  result += "  Needed because:\n";
  for (const json::Value &index : *chain) {
    const json::Object &step = *(*report.getArray("reasons"))[*index.getAsInteger()].getAsObject();
    result += "    " + llvm::sys::path::filename(text(step, "file")).str() + ":" +
              std::to_string(number(step, "line")) + "  " + text(step, "text") + "\n";
  }
  return result;
}

} // namespace

llvm::Expected<std::string> explain(const std::string &out_dir, const std::string &place) {
  auto [name, line_text] = llvm::StringRef(place).rsplit(':');
  int64_t line = 0;
  if (line_text.getAsInteger(10, line) || line <= 0 || name.empty())
    return inputError(place, "not a place", "maquette-explain-place", "write FILE:LINE, for instance src/solver.c:120");
  llvm::Expected<json::Value> report = readReport(out_dir);
  if (!report)
    return report.takeError();
  const json::Object &root = *report->getAsObject();
  const json::Object *file = nullptr;
  std::string known;
  for (const json::Value &value : *root.getArray("files")) {
    std::string path = text(*value.getAsObject(), "path");
    known += (known.empty() ? "" : ", ") + path;
    if (!file && (sameFile(name, path) || sameFile(name, text(root, "root") + "/" + path)))
      file = value.getAsObject();
  }
  if (!file)
    return inputError(name.str(), "the report knows no such file", "maquette-explain-place",
                      "files it knows: " + known);
  const json::Object *statement = statementAt(*file->getArray("statements"), line);
  if (!statement)
    return inputError(place, "no statement of a function stands at this line", "maquette-explain-place",
                      "name a line of the original source inside a function body");
  return text(*file, "path") + ":" + std::to_string(line) + "\n" + describe(root, *file, *statement);
}

} // namespace maquette::skeletonizer
