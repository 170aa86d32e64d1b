//===- runtime/session/lib/region_hooks.cpp - predictor and recorder in a simulation -===//
// SPDX-License-Identifier: Apache-2.0
#include "region_hooks.h"

#include "maquette/formats/files.h"
#include "maquette/profile/combine.h"
#include "maquette/profile/predict.h"
#include "maquette/profile/profile_recorder.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string_view>
#include <unordered_map>

namespace maquette::runtime {
namespace {

std::string namesOf(const std::vector<std::string> &paths) {
  std::string names;
  for (const std::string &path : paths)
    names += (names.empty() ? "" : ", ") + path;
  return names;
}

std::vector<std::string> argumentsOf(const Program &program) {
  return program.argc > 0 ? std::vector<std::string>(program.argv + 1, program.argv + program.argc)
                          : std::vector<std::string>();
}

/// The profile of the least load, with what only others reached.
Profile baseOf(const std::vector<Profile> &profiles) {
  Profile base = profiles.front();
  for (const Profile &profile : profiles)
    addUnseen(base, profile);
  return base;
}

/// Of the nodes that ranks are on, as these find it.
double meanLoad(const World &world) {
  std::unordered_map<models::NodeId, std::int64_t> ranks_on;
  for (std::int64_t rank = 0; rank < world.rankCount(); ++rank)
    ++ranks_on[world.placement().nodeOf(static_cast<std::int32_t>(rank))];
  double sum = 0;
  for (const auto &[node, ranks] : ranks_on)
    sum += static_cast<double>(ranks) * nodeLoad(ranks, world.machine().node.cores.value);
  return sum / static_cast<double>(world.rankCount());
}

class PredictorHooks : public RegionHooks {
public:
  /// \p profiles are those of readProfilesByLoad().
  PredictorHooks(World &world, std::vector<Profile> profiles)
      : RegionHooks(world), predictor_(baseOf(profiles), namesOf(world.config().profiles), world.rankCount(),
                                       world.config().noise, world.config().seed, argumentsOf(world.program())),
        places_(profiles.empty() ? std::map<std::string, RegionPlace>() : profiles.front().places) {
    for (const std::string &text : world.config().region_costs)
      if (const sim::Result<CostOverride> replaced = parseCostOverride(text))
        predictor_.replaceCost(*replaced);
    std::vector<double> loads;
    for (const Profile &profile : profiles)
      loads.push_back(profile.node_load);
    const std::vector<double> weights = loadWeights(loads, profiles.size() > 1 ? meanLoad(world) : 0);
    for (std::size_t i = 1; i < profiles.size(); ++i)
      predictor_.addLoad(profiles[i], weights[i]);
  }

  /// To another kind of core, if that is asked for.
  sim::Status scale() {
    const RunConfig &config = world_.config();
    if (config.roofline.empty())
      return sim::Nothing{};
    const sim::Result<CoreSpeed> target = parseCoreSpeed(config.roofline, "--roofline");
    if (!target)
      return target.error();
    std::optional<CoreSpeed> host;
    if (!config.roofline_host.empty()) {
      const sim::Result<CoreSpeed> speed = parseCoreSpeed(config.roofline_host, "--roofline-host");
      if (!speed)
        return speed.error();
      host = *speed;
    }
    return predictor_.scaleByRoofline(*target, host, world_.machine().node.cpu_scale.value);
  }

  void compute(Rank &rank, const char *region, Features features, Runs runs) override {
    if (const auto cost = predictor_.cost(rank.id, region, features))
      charge(rank, region, sim::SimDuration::ps(*cost));
    else if ((runs == Runs::Profiled && !comparesCalls()) || predictor_.knows(region))
      fail(rank, region, features);
    else if (!never_profiled_.contains(std::string_view(region)))
      never_profiled_.emplace(region);
  }

  double predict(Rank &rank, const char *value, Features features) override {
    if (const auto predicted = predictor_.value(rank.id, value, features))
      return *predicted;
    fail(rank, value, features);
    return 0;
  }

  void prefetch(std::int64_t rank) const override { predictor_.prefetch(rank); }

  void beginRegion(Rank &rank, const char *, Features, Runs) override {
    refuse(rank, "this is a profiled program, not a skeleton", "run the program built from skeleton/, or use --direct");
  }

  /// In its last moments, what is known of code that has no place of its own.
  void rankEnds(Rank &rank) override { world_.meter().compute(rank, sim::SimDuration::ps(predictor_.keptCost())); }

  sim::Status finish(World &world) override {
    predictor_.report(world.outcome().result());
    namePlaces(world.outcome().result());
    if (!never_profiled_.empty())
      world.outcome().result().warnings.push_back(fmt::format(
          "the profiled run did not reach {} of the {} ({}): they take no time. Profile a run that "
          "reaches them",
          never_profiled_.size(), comparesCalls() ? "skeleton's regions" : "loops that stay in the skeleton",
          fmt::join(never_profiled_, ", ")));
    return sim::Nothing{};
  }

private:
  void charge(Rank &rank, const char *region, sim::SimDuration cost) {
    world_.meter().compute(rank, cost);
    if (CausalityRecorder *const causality = world_.calls().causality())
      causality->computed(rank, region);
  }
  /// The run is for maquette verify: of its calls, not of its time.
  bool comparesCalls() const { return !world_.config().call_trace.empty(); }
  void fail(Rank &rank, const char *name, Features features) {
    world_.fail("profile", sim::toText(predictor_.explain(name, features.size())), rank.id);
  }

  /// Of the regions in the causes, in the application's sources.
  void namePlaces(RunResult &result) const {
    if (!result.critical_path)
      return;
    const auto name = [&](TimePlace &place) {
      if (const auto known = places_.find(place.region); known != places_.end()) {
        place.file = known->second.file;
        place.line = known->second.line;
      }
    };
    for (CriticalPath::Line &line : result.critical_path->lines)
      name(line.place);
    for (PathSegment &segment : result.critical_path->segments)
      name(segment.place);
    for (WaitState &state : result.wait_states)
      for (WaitState::Cause &cause : state.causes)
        name(cause.place);
  }

  Predictor predictor_;
  std::map<std::string, RegionPlace> places_;
  std::set<std::string, std::less<>> never_profiled_; ///< Of the regions that the skeleton runs itself.
};

/// The full program, charged where its skeleton is: before a region, or behind it if it is counted; for nothing inside
/// a region that the skeleton has not got.
class ChargedHooks final : public PredictorHooks {
public:
  ChargedHooks(World &world, std::vector<Profile> profiles)
      : PredictorHooks(world, std::move(profiles)), open_(static_cast<std::size_t>(world.rankCount())) {}

  void beginRegion(Rank &rank, const char *region, Features features, Runs runs) override {
    std::vector<std::string_view> &open = open_[static_cast<std::size_t>(rank.id)];
    const bool is_counted = runs == Runs::Both && features.empty();
    if (open.empty() && !is_counted)
      PredictorHooks::compute(rank, region, features, runs);
    if (runs == Runs::Profiled)
      open.emplace_back(region);
  }

  /// Inner regions that were left without their end, by a jump or an exception, end too.
  void endRegion(Rank &rank, const char *region, std::optional<double> counted) override {
    std::vector<std::string_view> &open = open_[static_cast<std::size_t>(rank.id)];
    if (counted && open.empty())
      PredictorHooks::compute(rank, region, {&*counted, 1}, Runs::Both);
    const auto found = std::find(open.rbegin(), open.rend(), std::string_view(region));
    if (found != open.rend())
      open.erase(std::prev(found.base()), open.end());
  }

  void compute(Rank &rank, const char *region, Features features, Runs runs) override {
    // NOLINTNEXTLINE(bugprone-parent-virtual-call): it runs, nothing counts.
    RegionHooks::compute(rank, region, features, runs);
  }
  double predict(Rank &rank, const char *value, Features features) override {
    // NOLINTNEXTLINE(bugprone-parent-virtual-call): as in a full program.
    return RegionHooks::predict(rank, value, features);
  }

private:
  std::vector<std::vector<std::string_view>> open_; ///< By rank, the regions it is in that its skeleton has not got.
};

class RecorderHooks final : public RegionHooks {
public:
  explicit RecorderHooks(World &world)
      : RegionHooks(world),
        recorder_(world.rankCount(), world.config().counters.empty() ? OpenedCounters() : openPapi(),
                  world.config().counters, world.config().corrections) {}

  void beginRegion(Rank &rank, const char *region, Features features, Runs) override {
    const AtWork work(at_work_);
    recorder_.beginRegion(rank.id, region, features);
  }
  void endRegion(Rank &rank, const char *region, std::optional<double> counted) override {
    const AtWork work(at_work_);
    recorder_.endRegion(rank.id, region, counted);
  }
  bool isAtWork() const override { return at_work_; }
  void callBegins(Rank &rank) override {
    const AtWork work(at_work_);
    recorder_.enterCall(rank.id);
  }
  void callEnds(Rank &rank) override {
    const AtWork work(at_work_);
    recorder_.leaveCall(rank.id);
  }
  void pause() override { recorder_.pause(); }
  void resume(const Rank &rank, std::int64_t ticks) override { recorder_.resume(rank.id, ticks); }
  void observe(Rank &rank, const char *value, ValueType type, double observed, Features features) override {
    const AtWork work(at_work_);
    recorder_.observe(rank.id, value, type, observed, features);
  }
  void compute(Rank &rank, const char *, Features, Runs) override { refuseSkeleton(rank); }
  double predict(Rank &rank, const char *, Features) override {
    refuseSkeleton(rank);
    return 0;
  }

  sim::Status finish(World &world) override {
    if (!cameToEnd(world.outcome().result()))
      return sim::Nothing{};
    if (recorder_.unmatchedEnds() > 0)
      world.outcome().result().warnings.push_back(
          std::to_string(recorder_.unmatchedEnds()) +
          " regions ended by a jump or an exception: the profile has no times for them");
    const Profile profile = recorder_.profile(world.program().model_id, world.outcome().result().program);
    return writeFileAtomically(world.config().profile_output, toJson(profile));
  }

private:
  class AtWork {
  public:
    explicit AtWork(bool &flag) : flag_(flag) { flag_ = true; }
    ~AtWork() { flag_ = false; }
    AtWork(const AtWork &) = delete;
    AtWork &operator=(const AtWork &) = delete;

  private:
    bool &flag_;
  };

  void refuseSkeleton(Rank &rank) {
    refuse(rank, "this is a skeleton: it has no computing to measure",
           "profile the program built from profiled/ instead");
  }

  ProfileRecorder recorder_;
  bool at_work_ = false;
};

sim::Diagnostic wrongProgram(const World &world, const std::string &what, const std::string &fix) {
  return {world.program().argc > 0 ? world.program().argv[0] : "", what, "maquette-wrong-program", "", fix};
}

template <class Hooks> sim::Result<std::unique_ptr<ProfileHooks>> makePredictor(World &world) {
  const char *model = world.program().model_id;
  if (world.config().profiles.empty()) {
    if (model != nullptr)
      return wrongProgram(world, "this skeleton needs a profile: without one its computing has no cost",
                          "give --profile FILE, made by `maquette profile`");
    world.outcome().result().warnings.push_back(
        "the program is not a skeleton: its computing takes no simulated time. Use --direct to measure it");
    return std::unique_ptr<ProfileHooks>(std::make_unique<RegionHooks>(world));
  }
  sim::Result<std::vector<Profile>> profiles =
      readProfilesByLoad(world.config().profiles, world.outcome().result().warnings);
  if (!profiles)
    return profiles.error();
  dropNeedlessParameters(*profiles, world.outcome().result().warnings);
  const sim::Status fits =
      checkModel(profiles->front(), namesOf(world.config().profiles), model != nullptr ? model : "");
  if (!fits)
    return fits.error();
  auto hooks = std::make_unique<Hooks>(world, std::move(*profiles));
  if (const sim::Status scaled = hooks->scale(); !scaled)
    return scaled.error();
  return std::unique_ptr<ProfileHooks>(std::move(hooks));
}

} // namespace

void RegionHooks::refuse(Rank &rank, const std::string &what, const std::string &fix) {
  world_.fail("input", sim::toText(wrongProgram(world_, what, fix)), rank.id);
}

void RegionHooks::compute(Rank &rank, const char *, Features, Runs) {
  const bool compared = world_.config().mode == Mode::Charged;
  refuse(rank, "this is a skeleton: it has no computing to execute",
         compared ? "give --full the program built from profiled/" : "remove --direct and give --profile FILE");
}

double RegionHooks::predict(Rank &rank, const char *value, Features features) {
  compute(rank, value, features, Runs::Profiled);
  return 0;
}

sim::Result<std::unique_ptr<ProfileHooks>> makeProfileHooks(World &world) {
  switch (world.config().mode) {
  case Mode::Skeleton:
    return makePredictor<PredictorHooks>(world);
  case Mode::Profile:
    if (world.program().model_id == nullptr)
      return wrongProgram(world, "this is not a profiled program: it has no regions to measure",
                          "profile the program built from profiled/, which `maquette skeletonize` writes");
    return std::unique_ptr<ProfileHooks>(std::make_unique<RecorderHooks>(world));
  case Mode::Charged:
    if (!world.config().free_computing)
      return makePredictor<ChargedHooks>(world);
    break;
  case Mode::Direct:
  case Mode::Replay:
    break;
  }
  return std::unique_ptr<ProfileHooks>(std::make_unique<RegionHooks>(world));
}

} // namespace maquette::runtime
