//===- skeletonizer/driver/lib/skeletonize.cpp - one entry -----------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/driver/skeletonize.h"

#include "maquette/check/settle.h"
#include "maquette/decide/decide.h"
#include "maquette/edits/output_trees.h"
#include "maquette/edits/program_edits.h"
#include "maquette/formats/files.h"
#include "maquette/frontend/build_files.h"
#include "maquette/frontend/frontend.h"
#include "maquette/frontend/input_error.h"
#include "maquette/frontend/source_root.h"
#include "maquette/report/measurements.h"
#include "maquette/report/report.h"
#include "maquette/sim/assert.h"
#include "refinements.h"
#include "unseen_functions.h"

#include "llvm/ADT/StringRef.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <set>

namespace maquette::skeletonizer {

/// The parsed application, kept for deciding again.
struct Skeletonizer::State {
  State(Program parsed, std::string root, Overrides overrides, ExternalEffects effects, const std::string &cache_dir)
      : program(std::move(parsed)), root(std::move(root)), overrides(std::move(overrides)), effects(std::move(effects)),
        editable(
            [prefix = this->root + "/"](const std::string &file) { return llvm::StringRef(file).starts_with(prefix); }),
        checker(program, editable, cache_dir) {}
  const Program program;
  const std::string root;
  const Overrides overrides;
  const ExternalEffects effects;
  const EditableFiles editable;
  UnitChecker checker;
  /// The last decisions, and what they were made with.
  struct Decided {
    Decisions decisions;
    Withdrawals withdrawn;
    const Measurements *measured;
  };
  std::optional<Analysis> analysis; ///< Made for the first decisions.
  std::optional<Decided> decided;
  std::optional<Measurements> measured; ///< Those that write() used last.
  runtime::Repairs repairs;
  std::vector<std::string> obstacles; ///< Why a mismatch could not be mended.
  Withdrawn withdrawn; ///< Also of what write() decides next: a profile belongs to decisions that compile.
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
  state_ = std::make_unique<State>(std::move(*program), *root, std::move(*overrides), std::move(*effects),
                                   options_.cache_dir);
  return llvm::Error::success();
}

/// Names matter to editing alone.
static bool decidesAlike(const Withdrawals &one, const Withdrawals &other) {
  return one.statements == other.statements && one.functions == other.functions && one.files == other.files;
}

Decisions Skeletonizer::decideAnew(const Overrides &overrides, const Refinements &refinements,
                                   const Measurements *measured) {
  const DecideOptions how{.exact = options_.exact,
                          .strict = options_.strict,
                          .overrides = &overrides,
                          .measured = measured,
                          .refinements = &refinements};
  std::optional<Analysis> &analysis = state_->analysis;
  if (!analysis)
    analysis.emplace(state_->program, state_->effects, state_->editable, options_.keeps_io);
  return decide(*analysis, how);
}

const Decisions &Skeletonizer::decideWith(const Withdrawals &withdrawn, const Measurements *measured) {
  std::optional<State::Decided> &last = state_->decided;
  if (!last || last->measured != measured || !decidesAlike(last->withdrawn, withdrawn)) {
    last.reset();
    Refinements refinements = refinementsOf(state_->repairs);
    refinements.open.clear();
    last = {decideAnew(withWithdrawals(state_->overrides, withdrawn), refinements, measured), withdrawn, measured};
  }
  return last->decisions;
}

ProgramEdits Skeletonizer::edit(const Withdrawals &withdrawn, const Measurements *measured) {
  const Decisions &decisions = decideWith(withdrawn, measured);
  return editProgram(state_->program, decisions, withWithdrawals(state_->overrides, withdrawn), state_->editable,
                     withdrawn);
}

llvm::Expected<ProgramEdits> Skeletonizer::settledEdits(const Measurements *measured) {
  if (measured)
    progress_("deciding again with the profile");
  return settle({[&](const Withdrawals &withdrawn) { return edit(withdrawn, measured); },
                 [&](const TreeEdits &edits) { return state_->checker.check(edits); }, progress_},
                state_->withdrawn);
}

llvm::Expected<Measurements> Skeletonizer::measurements(const std::string &profile) {
  // Decisions that have a profile compiled.
  llvm::Expected<Measurements> measured = readMeasurements(profile, edit(state_->withdrawn.what, nullptr));
  if (measured)
    return measured;
  llvm::Expected<ProgramEdits> edits = settledEdits(nullptr);
  if (!edits)
    return llvm::joinErrors(measured.takeError(), edits.takeError());
  llvm::consumeError(measured.takeError());
  return readMeasurements(profile, *edits);
}

llvm::Expected<Summary> Skeletonizer::write(const std::string &profile) {
  auto start = std::chrono::steady_clock::now();
  if (llvm::Error error = read())
    return error;
  state_->decided.reset();
  progress_("deciding what the skeleton keeps");
  const std::vector<UnseenFunction> &unseen = decideWith(state_->withdrawn.what, nullptr).unseen_;
  if (llvm::Error error = options_.allow_unseen ? llvm::Error::success()
                                                : checkUnseen(unseen, state_->program, state_->editable, state_->root))
    return error;
  std::optional<Measurements> measured;
  if (!profile.empty()) {
    llvm::Expected<Measurements> read = measurements(profile);
    if (!read)
      return read.takeError();
    measured = std::move(*read);
  }
  llvm::Expected<ProgramEdits> settled = settledEdits(measured ? &*measured : nullptr);
  if (!settled)
    return settled.takeError();
  ProgramEdits &edits = *settled;
  state_->decided.reset();
  if (measured)
    noteCosts(*measured, edits);
  state_->measured = std::move(measured);
  progress_("writing " + options_.out_dir);
  Summary summary = summarize(state_->program, state_->root, edits);
  summary.model_id = edits.model_id;
  summary.repaired = repairedOf(state_->repairs);
  summary.unmended = unmendedOf(state_->repairs, state_->obstacles);
  summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::string json = reportJson(state_->root, edits, summary);
  const std::set<std::filesystem::path> copied =
      options_.copy_all ? std::set<std::filesystem::path>() : buildFiles(state_->root, state_->program);
  if (llvm::Error error = writeOutputTrees(options_, state_->root, edits.edits, copied,
                                           {{"report.json", json}, {"report.html", reportHtml(edits, json)}}))
    return error;
  return summary;
}

llvm::Error Skeletonizer::useRepairs(const runtime::Repairs &repairs) {
  if (llvm::Error error = read())
    return error;
  state_->repairs = repairs;
  state_->decided.reset();
  return llvm::Error::success();
}

llvm::Expected<bool> Skeletonizer::findRepairs(runtime::Repairs &repairs) {
  if (llvm::Error error = useRepairs(repairs))
    return error;
  progress_("looking for what makes the skeleton communicate otherwise");
  const Overrides overrides = withWithdrawals(state_->overrides, state_->withdrawn.what);
  const Decisions decisions =
      decideAnew(overrides, refinementsOf(repairs), state_->measured ? &*state_->measured : nullptr);
  const bool any = addAnswers(decisions.answers_, state_->root, repairs, state_->obstacles);
  state_->repairs = repairs;
  return any;
}

std::vector<std::string> Skeletonizer::unmended() const { return unmendedOf(state_->repairs, state_->obstacles); }

static std::string repairsFile(const Options &options) {
  if (!options.repairs.empty() || options.profile.empty())
    return options.repairs;
  return runtime::repairsBeside(options.profile);
}

llvm::Expected<Summary> skeletonize(const Options &options, const std::function<void(const std::string &)> &progress) {
  Skeletonizer skeletonizer(options, progress);
  if (const std::string path = repairsFile(options); !path.empty()) {
    // One that is named has to be there.
    if (const auto text = runtime::readFile(options.repairs); !options.repairs.empty() && !text)
      return inputError(text.error());
    sim::Result<runtime::Repairs> repairs = runtime::readRepairs(path);
    if (!repairs)
      return inputError(repairs.error());
    if (llvm::Error error = skeletonizer.useRepairs(*repairs))
      return error;
    if (repairs->hasOpen()) {
      llvm::Expected<bool> found = skeletonizer.findRepairs(*repairs);
      if (!found)
        return found.takeError();
      if (const sim::Status written = runtime::writeRepairs(path, *repairs); !written)
        return inputError(written.error());
    }
  }
  return skeletonizer.write(options.profile);
}

} // namespace maquette::skeletonizer
