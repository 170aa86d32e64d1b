//===- skeletonizer/lib/skeletonize.cpp - one entry -------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/skeletonizer/skeletonize.h"

#include "decide.h"
#include "frontend.h"
#include "input_error.h"
#include "program_edits.h"
#include "report.h"
#include "source_root.h"
#include "trees.h"

#include "llvm/ADT/StringRef.h"

#include <chrono>

namespace maquette::skeletonizer {

llvm::Expected<Summary> skeletonize(const Options &options, const std::function<void(const std::string &)> &progress) {
  auto start = std::chrono::steady_clock::now();
  if (!options.profile.empty())
    return inputError(options.profile, "deciding again from a profile is not part of this version", "maquette-profile-decide",
                      "leave --profile out: the skeleton is then decided from the sources alone");
  if (llvm::Error error = checkOutDir(options))
    return error;
  progress("reading the program");
  llvm::Expected<Program> program = parseProgram(options);
  if (!program)
    return program.takeError();
  llvm::Expected<std::string> root = sourceRoot(*program, options);
  if (!root)
    return root.takeError();

  progress("deciding what stays");
  Decisions decisions = decide(*program, DecideOptions{options.exact});
  progress("writing " + options.out_dir);
  std::string prefix = *root + "/";
  ProgramEdits edits = editProgram(*program, decisions, [&](const std::string &file) {
    return llvm::StringRef(file).starts_with(prefix);
  });
  Summary summary = summarize(*program, edits);
  summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::string json = reportJson(*root, edits, summary);
  if (llvm::Error error = writeTrees(options, *root, edits.edits, {{"report.json", json}, {"report.html", reportHtml(edits, json)}}))
    return error;
  return summary;
}

} // namespace maquette::skeletonizer
