//===- skeletonizer/report/lib/report_html.cpp - report.html --------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/report/report.h"

#include "maquette/formats/page.h"

#include "report_page.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

namespace maquette::skeletonizer {
namespace {

/// JSON that may stand inside a script element.
std::string forScript(std::string text) {
  std::string result;
  for (char c : text)
    result += c == '<' ? "\\u003c" : std::string(1, c);
  return result;
}

} // namespace

std::string reportHtml(const ProgramEdits &edits, const std::string &report) {
  llvm::json::Array texts;
  for (const auto &[file, records] : edits.statements) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    std::string original = buffer ? (*buffer)->getBuffer().str() : std::string();
    auto changed = edits.edits.skeleton.find(file);
    std::string skeleton = changed == edits.edits.skeleton.end() ? original : applied(original, changed->second);
    texts.push_back(
        llvm::json::Object{{"original", llvm::json::fixUTF8(original)}, {"skeleton", llvm::json::fixUTF8(skeleton)}});
  }
  std::string texts_json;
  llvm::raw_string_ostream(texts_json) << llvm::json::Value(std::move(texts));
  return runtime::filledPage(kReportPage, {{"report", forScript(report)}, {"texts", forScript(texts_json)}});
}

} // namespace maquette::skeletonizer
