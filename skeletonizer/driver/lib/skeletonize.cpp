//===- skeletonizer/driver/lib/skeletonize.cpp - one entry -----------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/driver/skeletonize.h"

#include "maquette/decide/decide.h"
#include "maquette/edits/output_trees.h"
#include "maquette/edits/program_edits.h"
#include "maquette/frontend/frontend.h"
#include "maquette/frontend/input_error.h"
#include "maquette/frontend/source_root.h"
#include "maquette/report/measurements.h"
#include "maquette/report/report.h"
#include "maquette/sim/assert.h"

#include "llvm/ADT/StringRef.h"

#include <chrono>

namespace maquette::skeletonizer {

/// The parsed application, kept for deciding again.
struct Skeletonizer::State {
  Program program;
  std::string root;
  Overrides overrides;
  ExternalEffects effects;
};

Skeletonizer::Skeletonizer(Options options, std::function<void(const std::string &)> progress)
    : options_(std::move(options)), progress_(std::move(progress)) {}

Skeletonizer::~Skeletonizer() = default;

const std::string &Skeletonizer::root() const {
  MAQUETTE_ASSERT(state_ != nullptr);
  return state_->root;
}

const std::vector<std::string> &Skeletonizer::files() const {
  MAQUETTE_ASSERT(state_ != nullptr);
  return state_->program.files;
}

llvm::Error Skeletonizer::read() {
  if (state_)
    return llvm::Error::success();
  if (llvm::Error error = checkOutDir(options_))
    return error;
  progress_("reading the program");
  llvm::Expected<Program> program = parseProgram(options_);
  if (!program)
    return program.takeError();
  llvm::Expected<std::string> root = sourceRoot(*program, options_);
  if (!root)
    return root.takeError();
  llvm::Expected<Overrides> overrides = readOverrides(*program, *root);
  if (!overrides)
    return overrides.takeError();
  llvm::Expected<ExternalEffects> effects = readEffects(*root);
  if (!effects)
    return effects.takeError();
  state_ = std::make_unique<State>(State{std::move(*program), *root, std::move(*overrides), std::move(*effects)});
  return llvm::Error::success();
}

llvm::Expected<Summary> Skeletonizer::write(const std::string &profile) {
  auto start = std::chrono::steady_clock::now();
  if (llvm::Error error = read())
    return error;
  std::string prefix = state_->root + "/";
  const EditableFiles editable = [&](const std::string &file) { return llvm::StringRef(file).starts_with(prefix); };
  progress_("deciding what the skeleton keeps");
  DecideOptions how{options_.exact, options_.strict, &state_->overrides, nullptr, editable};
  ProgramEdits edits =
      editProgram(state_->program, decide(state_->program, state_->effects, how), state_->overrides, editable);
  if (!profile.empty()) {
    // The profile names regions of the decisions that were made without it.
    llvm::Expected<Measurements> measured = readMeasurements(profile, edits);
    if (!measured)
      return measured.takeError();
    progress_("deciding again with the profile");
    how.measured = &*measured;
    edits = editProgram(state_->program, decide(state_->program, state_->effects, how), state_->overrides, editable);
    noteCosts(*measured, edits);
  }
  progress_("writing " + options_.out_dir);
  Summary summary = summarize(state_->program, edits);
  summary.model_id = edits.model_id;
  summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::string json = reportJson(state_->root, edits, summary);
  if (llvm::Error error = writeOutputTrees(options_, state_->root, edits.edits,
                                           {{"report.json", json}, {"report.html", reportHtml(edits, json)}}))
    return error;
  return summary;
}

llvm::Expected<Summary> skeletonize(const Options &options, const std::function<void(const std::string &)> &progress) {
  return Skeletonizer(options, progress).write(options.profile);
}

} // namespace maquette::skeletonizer
