//===- skeletonizer/tool/model.cpp - maquette model -------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "tool.h"

#include "maquette/console/console.h"

#include "maquette/driver/build_tree.h"
#include "maquette/formats/repairs.h"
#include "maquette/frontend/input_error.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

namespace maquette::skeletonizer {
namespace {

constexpr const char *kHelp =
    "Make everything that a prediction needs: skeletonize the application, build and profile the profiled program,\n"
    "decide again with the measured costs, and build both programs. If the decisions change, profile again.\n"
    "Then verify that the skeleton makes the MPI calls of the program. Where it does not, compute what it predicted "
    "or\n"
    "removed and begin again, until it does.\n"
    "PROGRAM and its arguments follow --. Only the name of PROGRAM matters. The output folder gets\n"
    "  skeleton/PROGRAM   the skeleton\n"
    "  profiled/PROGRAM   the profiled program\n"
    "  PROGRAM.profile    the profile\n"
    "  PROGRAM.profile.repairs  what had to be computed, if anything; the next model of the same folder uses it";

constexpr const char *kExample = "Example:\n  maquette model -p build -o maquette-out -n 8 -- ./app -x 20\n";
constexpr const char *kCommand = "maquette model";

struct ModelOptions {
  Options skeletonizer;
  std::string ranks = "8";
  std::vector<std::string> link_options, program;
  std::vector<std::string> situations; ///< To verify in, beside the profiled one: "RANKS ARGUMENTS...".
  bool no_verify = false;
};

class ModelPipeline {
public:
  explicit ModelPipeline(ModelOptions options)
      : options_(std::move(options)), skeletonizer_(options_.skeletonizer, progressOf(kCommand)) {
    llvm::SmallString<256> out(options_.skeletonizer.out_dir);
    static_cast<void>(llvm::sys::fs::make_absolute(out)); // Else as it was given.
    llvm::sys::path::remove_dots(out, /*remove_dot_dot=*/true);
    out_ = std::string(out);
    name_ = llvm::sys::path::filename(options_.program.front()).str();
    profile_ = out_ + "/" + name_ + ".profile";
    kept_profile_ = out_ + "." + name_ + ".profile";
    repairs_file_ =
        options_.skeletonizer.repairs.empty() ? runtime::repairsBeside(profile_) : options_.skeletonizer.repairs;
  }

  int run() {
    sim::Result<runtime::Repairs> known = runtime::readRepairs(repairs_file_);
    if (!known)
      return report(inputError(known.error()));
    repairs_ = std::move(*known);
    if (int status = answerKnown())
      return status;
    if (int status = make())
      return status;
    const int status = options_.no_verify ? tool::kOk : repair();
    if (status != tool::kOk && status != tool::kProgramFailed)
      return status;
    print(summary_, options_.skeletonizer.verbose);
    if (status == tool::kOk)
      llvm::outs() << verified_ << "next: maquette run -n RANKS -m MACHINE --profile " << relative(profile_) << " -- "
                   << relative(programIn("skeleton")) << textOf(programArguments()) << "\n";
    return status;
  }

private:
  /// Both programs and the profile, with the repairs so far.
  int make() {
    if (llvm::Error error = skeletonizer_.useRepairs(repairs_))
      return report(std::move(error));
    llvm::Expected<Summary> first = skeletonizer_.write("");
    if (!first)
      return report(first.takeError());
    if (int status = profileTree())
      return status;
    // Writing OUT_DIR again replaces all of it.
    if (int status = move(profile_, kept_profile_))
      return status;
    llvm::Expected<Summary> second = skeletonizer_.write(kept_profile_);
    if (!second)
      return report(second.takeError());
    bool same = first->model_id == second->model_id;
    if (!same)
      static_cast<void>(llvm::sys::fs::remove(kept_profile_));
    else if (int status = move(kept_profile_, profile_))
      return status;
    if (int status = same ? build("profiled") : profileTree())
      return status;
    summary_ = std::move(*second);
    if (int status = build("skeleton"))
      return status;
    return writeRepairs();
  }

  /// Mismatches that an earlier verify noted; what could not be mended then may be now.
  int answerKnown() {
    if (repairs_.hasOpen())
      if (llvm::Expected<bool> found = skeletonizer_.findRepairs(repairs_); !found)
        return report(found.takeError());
    for (runtime::Repairs::Mismatch &each : repairs_.mismatches)
      each.state = runtime::MismatchState::Tried;
    return tool::kOk;
  }

  int writeRepairs() const {
    if (repairs_.mismatches.empty())
      return tool::kOk;
    if (const sim::Status written = runtime::writeRepairs(repairs_file_, repairs_); !written)
      return report(inputError(written.error()));
    return tool::kOk;
  }

  /// Verifies, repairs and makes again until nothing differs.
  int repair() {
    using Clock = std::chrono::steady_clock;
    Clock::time_point start = Clock::now();
    for (int round = 1;; ++round) {
      if (int status = verifyAll())
        return status;
      const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
      if (!repairs_.hasOpen())
        return round > 1 ? minimize(seconds) : tool::kOk;
      llvm::Expected<bool> found = skeletonizer_.findRepairs(repairs_);
      if (!found)
        return report(found.takeError());
      if (!*found || round > kMostRounds)
        return giveUp(*found);
      sayRound(round, seconds);
      start = Clock::now();
      if (int status = make())
        return status;
    }
  }

  /// Said without a terminal, too: a round may take minutes. \p seconds: of the last one.
  void sayRound(int round, double seconds) const {
    llvm::errs() << kCommand << ": the skeleton calls MPI otherwise than the program: making it again with "
                 << repairs_.repairs.size() << (repairs_.repairs.size() == 1 ? " repair" : " repairs") << " (round "
                 << round << " of at most " << kMostRounds
                 << (round > 1 ? ", about " + std::to_string(std::lround(seconds)) + " s" : std::string()) << ")\n";
  }

  /// Others were found for the same mismatch: perhaps they are enough.
  bool mayBeNeedless(const runtime::Repair &repair) const {
    return std::count_if(repairs_.repairs.begin(), repairs_.repairs.end(),
                         [&](const runtime::Repair &each) { return each.mismatch == repair.mismatch; }) > 1;
  }

  /// Takes back repairs that are not needed, the first ones first, where a round is quick.
  int minimize(double seconds_of_round) {
    bool rejected = false;
    int trials = seconds_of_round < kQuick ? kMostTrials : 0;
    for (std::size_t i = 0; i < repairs_.repairs.size() && trials > 0;) {
      if (!mayBeNeedless(repairs_.repairs[i])) {
        ++i;
        continue;
      }
      --trials;
      const runtime::Repairs all = repairs_;
      repairs_.repairs.erase(repairs_.repairs.begin() + static_cast<std::ptrdiff_t>(i));
      progressOf(kCommand)("trying with " + std::to_string(repairs_.repairs.size()) + " repairs");
      if (int status = makeAndVerify())
        return status;
      rejected = repairs_.hasOpen();
      if (rejected) {
        repairs_ = all;
        ++i;
      }
    }
    if (!rejected)
      return tool::kOk;
    const int status = makeAndVerify();
    return status == tool::kOk && repairs_.hasOpen() ? giveUp(/*found=*/true) : status;
  }

  int makeAndVerify() {
    if (int status = make())
      return status;
    return verifyAll();
  }

  int giveUp(bool found) {
    if (int status = writeRepairs())
      return status;
    llvm::errs() << last_output_;
    summary_.unmended = skeletonizer_.unmended();
    if (found)
      summary_.unmended.push_back("stopped after " + std::to_string(kMostRounds) +
                                  " rounds: maquette model again goes on from here");
    return tool::kProgramFailed;
  }

  /// Notes in repairs_ what differs in any situation.
  int verifyAll() {
    verified_.clear();
    if (int status = verify({options_.ranks, programArguments(), /*wanted=*/true}))
      return status;
    for (const std::string &text : options_.situations)
      if (int status = verify(situation(text)))
        return status;
    return tool::kOk;
  }

  struct Situation {
    std::string ranks;
    std::vector<std::string> arguments;
    bool wanted = true; ///< The user asked for it.
  };

  Situation situation(const std::string &text) const {
    llvm::SmallVector<llvm::StringRef> words;
    llvm::SplitString(text, words);
    Situation result{words.empty() ? options_.ranks : words.front().str(), {}, true};
    for (std::size_t i = 1; i < words.size(); ++i)
      result.arguments.push_back(words[i].str());
    if (words.size() < 2)
      result.arguments = programArguments();
    return result;
  }

  int verify(const Situation &in) {
    progressOf(kCommand)("verifying on " + in.ranks + " ranks");
    if (int status = writeRepairs())
      return status;
    const std::string maquette = options_.skeletonizer.program_dir + "/maquette";
    std::vector<std::string> words{maquette,     "verify",
                                   "-n",         in.ranks,
                                   "--profile",  profile_,
                                   "--full",     programIn("profiled"),
                                   "--skeleton", programIn("skeleton"),
                                   "--repairs",  repairs_file_,
                                   "--"};
    words.insert(words.end(), in.arguments.begin(), in.arguments.end());
    const std::string log = out_ + "/" + name_ + ".verify";
    const std::vector<llvm::StringRef> command(words.begin(), words.end());
    const std::optional<llvm::StringRef> redirects[] = {std::nullopt, llvm::StringRef(log), llvm::StringRef(log)};
    // A skeleton that computes otherwise may wait for what never comes, or never end.
    const unsigned limit = kLeastLimit + static_cast<unsigned>(kLimitFactor * profile_seconds_);
    bool failed = false;
    std::string why;
    const int status = llvm::sys::ExecuteAndWait(maquette, command, std::nullopt, redirects, limit, 0, &why, &failed);
    if (status >= 0)
      return readBack(in, status, log);
    report(inputError(programIn("skeleton"),
                      "cannot be verified on " + in.ranks + " ranks within " + std::to_string(limit) +
                          " s: " + (why.empty() ? "it does not end" : why),
                      "maquette-not-verified", "verify it yourself (maquette verify), or skip that with --no-verify"));
    return tool::kProgramFailed;
  }

  int readBack(const Situation &in, int status, const std::string &log) {
    sim::Result<runtime::Repairs> noted = runtime::readRepairs(repairs_file_);
    if (!noted)
      return report(inputError(noted.error()));
    repairs_ = std::move(*noted);
    const auto text = llvm::MemoryBuffer::getFile(log);
    if (status != tool::kOk)
      last_output_ = text ? (*text)->getBuffer().str() : std::string();
    static_cast<void>(llvm::sys::fs::remove(log));
    if (status == tool::kOk)
      verified_ += "verified on " + in.ranks + " ranks" + textOf(in.arguments) + ": 0 mismatches\n";
    if (status == tool::kOk || (status == tool::kProgramFailed && repairs_.hasOpen()))
      return tool::kOk;
    llvm::errs() << last_output_;
    return status;
  }

  static int move(const std::string &from, const std::string &to) {
    if (const std::error_code failed = llvm::sys::fs::rename(from, to))
      return report(inputError(to, "the profile cannot be moved here from " + from + ": " + failed.message(),
                               "maquette-output-unwritable",
                               "free some space, or give a folder that you can write to with -o"));
    return tool::kOk;
  }

  int build(const std::string &tree) {
    progressOf(kCommand)("building " + tree + "/" + name_);
    const std::string folder = out_ + "/" + tree;
    TreeBuild what{skeletonizer_.root(), folder, programIn(tree), skeletonizer_.files(), options_.link_options};
    if (llvm::Error error = buildTree(options_.skeletonizer, what))
      return report(std::move(error));
    return tool::kOk;
  }

  int profileTree() {
    if (int status = build("profiled"))
      return status;
    const std::string maquette = options_.skeletonizer.program_dir + "/maquette";
    std::vector<std::string> words{maquette, "profile", "-n", options_.ranks,
                                   "-o",     profile_,  "--", programIn("profiled")};
    words.insert(words.end(), options_.program.begin() + 1, options_.program.end());
    std::vector<llvm::StringRef> command(words.begin(), words.end());
    const auto start = std::chrono::steady_clock::now();
    const int status = llvm::sys::ExecuteAndWait(maquette, command);
    profile_seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return status;
  }

  /// As the user would type it.
  std::string relative(const std::string &path) const {
    return llvm::StringRef(options_.skeletonizer.out_dir).rtrim('/').str() + path.substr(out_.size());
  }

  /// In one of the trees, where a folder of the sources may have its name.
  std::string programIn(const std::string &tree) const {
    const std::string path = out_ + "/" + tree + "/" + name_;
    return llvm::sys::fs::is_directory(path) ? path + ".program" : path;
  }

  std::vector<std::string> programArguments() const { return {options_.program.begin() + 1, options_.program.end()}; }

  static std::string textOf(const std::vector<std::string> &arguments) {
    std::string text;
    for (const std::string &argument : arguments)
      text += " " + argument;
    return text;
  }

  static constexpr int kMostRounds = 16;
  static constexpr int kMostTrials = 8;
  static constexpr double kQuick = 30;        ///< Seconds.
  static constexpr unsigned kLeastLimit = 60; ///< Seconds that verifying may take, and more if profiling did.
  static constexpr double kLimitFactor = 30;

  ModelOptions options_;
  Skeletonizer skeletonizer_;
  std::string out_, name_, profile_, kept_profile_, repairs_file_;
  runtime::Repairs repairs_;
  Summary summary_;
  double profile_seconds_ = 0;
  std::string verified_;    ///< A line for each situation.
  std::string last_output_; ///< Of the last verify that failed.
};

int runModel(const CommonOptions &common, ModelOptions model) {
  if (const int status = common.check(kCommand))
    return status;
  if (model.program.empty())
    return tool::reportUsage(kCommand, "the program is missing",
                             "put it behind --: maquette model -p BUILD_DIR -o OUT_DIR -- PROGRAM ARGS...");
  model.skeletonizer = common.parsed();
  model.skeletonizer.program = llvm::sys::path::filename(model.program.front()).str();
  return ModelPipeline(std::move(model)).run();
}

} // namespace

tool::Command makeModelCommand(CLI::App &parent, const Options &defaults, const tool::CommandLine &program) {
  constexpr const char *kTitle = "Build and profile";
  constexpr const char *kVerify = "Verify and repair";
  CLI::App *app = parent.add_subcommand("model", kHelp);
  const auto common = std::make_shared<CommonOptions>(defaults);
  const auto model = std::make_shared<ModelOptions>();
  model->program = program;
  app->add_option("SOURCE", common->values.sources,
                  "The file with the main() of the program, if BUILD_DIR has several programs (default: the program "
                  "with the name PROGRAM).");
  common->addInputAndOutput(*app);
  app->add_option("-n", model->ranks, "Number of ranks to profile (default: 8).")
      ->type_name("RANKS")
      ->check(CLI::PositiveNumber)
      ->group(kTitle);
  app->add_option("--link", model->link_options,
                  "A further option for the linker, for example --link=-lfftw3. May be repeated.")
      ->type_name("OPTION")
      ->allow_extra_args(false)
      ->group(kTitle);
  common->addDecisions(*app);
  app->add_option("--repairs", common->values.repairs,
                  "Keep what verifying taught in FILE (default: PROGRAM.profile.repairs in OUT_DIR).")
      ->type_name("FILE")
      ->group(kVerify);
  app->add_option(
         "--verify", model->situations,
         "Verify also with these RANKS and, if they are given, these arguments in place of those behind --, for "
         "example --verify='16 -x 40'. May be repeated.")
      ->type_name("'RANKS [ARGS...]'")
      ->allow_extra_args(false)
      ->group(kVerify);
  app->add_flag("--no-verify", model->no_verify, "Neither verify nor repair.")->group(kVerify);
  common->addCacheAndMessages(*app);
  app->footer(kExample);
  return {app, [common, model] { return runModel(*common, *model); }};
}

} // namespace maquette::skeletonizer
