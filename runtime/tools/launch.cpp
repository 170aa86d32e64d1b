//===- runtime/tools/launch.cpp - starts a simulated program and waits for it -===//
// SPDX-License-Identifier: Apache-2.0
#include "launch.h"

#include "executable.h"

#include "host_cores.h"
#include "maquette/analysis/report.h"
#include "maquette/console/console.h"
#include "maquette/formats/files.h"
#include "maquette/formats/progress.h"
#include "maquette/models/machine.h"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace maquette::tool {
namespace {

using runtime::RunResult;

sigset_t signalsWeWaitFor() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD})
    sigaddset(&set, signal);
  return set;
}

/// Blocks the signals that executeAndWait() takes with sigwaitinfo(), so that none is lost and no handler is needed.
class BlockedSignals {
public:
  BlockedSignals() {
    const sigset_t set = signalsWeWaitFor();
    sigprocmask(SIG_BLOCK, &set, &before_);
  }
  ~BlockedSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals &) = delete;
  BlockedSignals &operator=(const BlockedSignals &) = delete;
  const sigset_t &before() const { return before_; }

private:
  sigset_t before_{};
};

void pinTo(Pinning pinning) {
  cpu_set_t usable, cores;
  if (sched_getaffinity(0, sizeof usable, &usable) != 0)
    return;
  CPU_ZERO(&cores);
  for (int core = measuringCore(); core >= 0 && CPU_COUNT(&cores) < pinning.cores; --core)
    if (CPU_ISSET(core, &usable))
      CPU_SET(core, &cores);
  sched_setaffinity(0, sizeof cores, &cores);
}

} // namespace

sim::Status checkHostCores(std::int64_t cores) {
  const std::int64_t usable = usableCores();
  if (cores <= usable)
    return sim::Nothing{};
  return sim::Diagnostic{"--host-cores " + std::to_string(cores),
                         "this process may use " + std::to_string(usable) + " cores of the host", "maquette-host-cores",
                         "", "use that many or fewer"};
}

namespace {

std::vector<char *> pointersTo(std::vector<std::string> &texts) {
  std::vector<char *> pointers;
  for (std::string &text : texts)
    pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// In the child, between fork and exec: nothing that allocates.
[[noreturn]] void becomeProgram(char *const *arguments, char *const *environment, const sigset_t &mask, Pinning pinning,
                                int error_pipe) {
  if (pinning.cores > 0)
    pinTo(pinning);
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM); // Nobody would read what it finds.
  ::execve(arguments[0], arguments, environment);
  const int error = errno;
  [[maybe_unused]] const ssize_t written = ::write(error_pipe, &error, sizeof error);
  ::_exit(127);
}

/// Waits for \p child and passes signals on; every half second calls \p show with the seconds so far.
ChildEnd waitFor(pid_t child, const std::function<void(double)> &show) {
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  const sigset_t set = signalsWeWaitFor();
  const timespec half_second{0, 500'000'000};
  ChildEnd end;
  while (true) {
    const pid_t ended = ::waitpid(child, &end.status, WNOHANG);
    if (ended == child)
      break;
    const int signal = show ? ::sigtimedwait(&set, nullptr, &half_second) : ::sigwaitinfo(&set, nullptr);
    if (signal < 0 && errno == EAGAIN)
      show(elapsed());
    if (signal < 0 || signal == SIGCHLD)
      continue;
    ::kill(child, end.interrupted != 0 ? SIGKILL : signal);
    end.interrupted = signal;
  }
  end.seconds = elapsed();
  return end;
}

sim::Diagnostic notStarted(const std::string &program, int error) {
  return {program, std::string("cannot be started: ") + std::strerror(error), "maquette-program-missing", "",
          "check that it was built for this machine"};
}

/// What is known of a program that ended without a result.
sim::Diagnostic diedDiagnostic(const std::string &program, const ChildEnd &end) {
  std::string what = "ended with exit status " + std::to_string(WEXITSTATUS(end.status));
  if (WIFSIGNALED(end.status))
    what =
        "was killed by signal " + std::to_string(WTERMSIG(end.status)) + " (" + strsignal(WTERMSIG(end.status)) + ")";
  std::string fix = "read its messages above; if they do not help, run it in a debugger (gdb --args)";
  if (WIFSIGNALED(end.status) && WTERMSIG(end.status) == SIGKILL)
    fix = "check whether the host machine ran out of memory (dmesg); use fewer ranks or --stack=copied";
  return {program, what + " after " + runtime::secondsText(end.seconds) + " and wrote no result",
          "maquette-program-died", "", fix};
}

int statusOf(const RunResult &result) {
  for (const runtime::Failure &failure : result.failures)
    if (failure.kind == "input")
      return kInputError;
  return result.failures.empty() && result.exit_status == 0 ? kOk : kProgramFailed;
}

void printFailures(const RunResult &result) {
  for (const runtime::Failure &failure : result.failures) {
    if (failure.kind == runtime::kOtherStatus)
      continue; // How bad that is, the command says.
    std::string text = failure.message;
    if (text.find("error: ") == std::string::npos)
      text = "error: " + text;
    if (!text.ends_with('\n'))
      text += '\n';
    std::fputs(text.c_str(), stderr);
  }
}

/// One line on a terminal that is written over and over: simulated time, speed, ranks that have ended.
class ProgressLine {
public:
  ProgressLine(const runtime::RunConfig &config, const std::string &result_file) : ranks_(config.ranks) {
    if (config.progress)
      file_.emplace(runtime::progressFileBeside(result_file));
  }
  /// What executeAndWait() calls now and then; empty when nothing is to be shown.
  std::function<void(double)> show() {
    if (!file_ || file_->numbers() == nullptr)
      return {};
    return [this](double seconds) { print(seconds); };
  }
  void clear() {
    if (shown_)
      std::fputs("\r\033[K", stderr);
  }

private:
  void print(double seconds) {
    if (seconds < 1)
      return;
    const runtime::Progress &now = *file_->numbers();
    const double events = static_cast<double>(now.events.load(std::memory_order_relaxed));
    const double ps = static_cast<double>(now.simulated_ps.load(std::memory_order_relaxed));
    const double ended = static_cast<double>(now.finished_ranks.load(std::memory_order_relaxed));
    std::fprintf(stderr, "\r\033[K%s simulated, %s events/s, %s of %s ranks ended, %s",
                 runtime::secondsText(ps * 1e-12).c_str(), runtime::countText(events / seconds).c_str(),
                 runtime::countText(ended).c_str(), runtime::countText(static_cast<double>(ranks_)).c_str(),
                 runtime::secondsText(seconds).c_str());
    shown_ = true;
  }

  std::int64_t ranks_;
  std::optional<runtime::ProgressFile> file_;
  bool shown_ = false;
};

/// Where the trace grows until the run ends.
std::string partOf(const std::string &trace) { return trace + ".part"; }

/// The recorder is loaded before all libraries of the program. Those that the user loads so come behind it.
sim::Status beginTrace(const runtime::RunConfig &config, std::map<std::string, std::string> &environment) {
  const std::string library = ownFolder() + "/../" MAQUETTE_INSTALL_LIBDIR "/libmaquette-recorder.so";
  const std::string beside = ownFolder() + "/../lib/libmaquette-recorder.so";
  const std::string part = partOf(config.trace);
  const int file = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0)
    return sim::Diagnostic{config.trace, std::string("cannot be written: ") + std::strerror(errno),
                           "maquette-output-unwritable", "", "name a file in a folder that you can write to"};
  ::close(file);
  const char *const others = std::getenv("LD_PRELOAD");
  environment["LD_PRELOAD"] = (::access(library.c_str(), R_OK) == 0 ? library : beside) +
                              (others == nullptr || *others == 0 ? "" : ":" + std::string(others));
  environment["MAQUETTE_TRACE"] = part;
  environment["MAQUETTE_TRACE_SIZE"] = std::to_string(config.ranks);
  environment["MAQUETTE_TRACE_RANKS"] = config.trace_ranks;
  const sim::Result<models::Machine> machine = models::loadMachine(config.machine, config.overrides);
  environment["MAQUETTE_TRACE_FACTOR"] = fmt::format("{}", machine ? 1 / machine->node.cpu_scale.value : 1.0);
  return sim::Nothing{};
}

/// Of a run that died, too: it is read as far as it goes.
void finishTrace(const std::string &trace) { std::rename(partOf(trace).c_str(), trace.c_str()); }

} // namespace

ScratchFolder::ScratchFolder() {
  std::error_code error;
  const std::filesystem::path base = std::filesystem::temp_directory_path(error);
  path_ = (error ? std::filesystem::path("/tmp") : base) / "maquette-XXXXXX";
  if (::mkdtemp(path_.data()) == nullptr) {
    problem_ = std::strerror(errno);
    path_ = base.string();
  }
}

ScratchFolder::~ScratchFolder() {
  std::error_code error;
  if (problem_.empty())
    std::filesystem::remove_all(path_, error);
}

sim::Result<ChildEnd> executeAndWait(const CommandLine &program, const std::map<std::string, std::string> &environment,
                                     Pinning pinning, const std::function<void(double)> &show) {
  std::vector<std::string> arguments = program;
  std::vector<std::string> variables;
  for (char **variable = environ; *variable != nullptr; ++variable) {
    const std::string text = *variable;
    if (environment.count(text.substr(0, text.find('='))) == 0)
      variables.push_back(text);
  }
  for (const auto &[name, value] : environment)
    variables.push_back(name + "=" + value);
  const std::vector<char *> argument_pointers = pointersTo(arguments);
  const std::vector<char *> variable_pointers = pointersTo(variables);
  int error_pipe[2];
  if (::pipe2(error_pipe, O_CLOEXEC) != 0)
    return notStarted(program[0], errno);
  const BlockedSignals blocked;
  const off_t input = ::lseek(STDIN_FILENO, 0, SEEK_CUR); // -1: no file
  const pid_t child = ::fork();
  if (child == 0)
    becomeProgram(argument_pointers.data(), variable_pointers.data(), blocked.before(), pinning, error_pipe[1]);
  int error = child < 0 ? errno : 0;
  ::close(error_pipe[1]);
  if (child > 0 && ::read(error_pipe[0], &error, sizeof error) != sizeof error)
    error = 0;
  ::close(error_pipe[0]);
  if (error != 0) {
    if (child > 0)
      ::waitpid(child, nullptr, 0);
    return notStarted(program[0], error);
  }
  const ChildEnd end = waitFor(child, show);
  if (input >= 0)
    ::lseek(STDIN_FILENO, input, SEEK_SET);
  return end;
}

Simulation trySimulation(const std::string &command, const CommandLine &program, runtime::RunConfig config,
                         const ScratchFolder &scratch, Pinning pinning) {
  if (!scratch.problem().empty())
    return {
        {},
        reportError(sim::Diagnostic{"", "cannot create a temporary folder: " + scratch.problem(),
                                    "maquette-output-unwritable", "", "set TMPDIR to a folder that you can write to"})};
  const std::string config_file = scratch.file("config.json");
  config.result_file = scratch.file("result.json");
  config.progress = ::isatty(STDERR_FILENO) == 1;
  if (const sim::Status written = runtime::writeFileAtomically(config_file, runtime::toJson(config)); !written)
    return {{}, reportError(written.error())};
  ProgressLine line(config, scratch.file("result.json"));
  std::map<std::string, std::string> environment{{"MAQUETTE_RUN", config_file}};
  // Profiling is pinned to a core and other runs are not: OpenMP must not see the difference.
  if (std::getenv("OMP_NUM_THREADS") == nullptr)
    environment["OMP_NUM_THREADS"] = "1";
  // The rank that runs first shall not find the functions of libraries for all the others.
  if (pinning.cores > 0)
    environment["LD_BIND_NOW"] = "1";
  if (!config.trace.empty()) {
    if (const sim::Status begun = beginTrace(config, environment); !begun)
      return {{}, reportError(begun.error())};
  }
  const sim::Result<ChildEnd> end = executeAndWait(program, environment, pinning, line.show());
  line.clear();
  if (!end)
    return {{}, reportError(end.error())};
  if (!config.trace.empty())
    finishTrace(config.trace);
  if (end->interrupted != 0) {
    std::fprintf(stderr, "%s: interrupted; this run wrote no results\n", command.c_str());
    return {{}, kSignalled + end->interrupted};
  }
  const sim::Result<std::string> text = runtime::readFile(config.result_file);
  if (!text) {
    reportError(diedDiagnostic(program[0], *end));
    const bool bug = WIFEXITED(end->status) && WEXITSTATUS(end->status) == kOurBug;
    return {{}, bug ? kOurBug : kProgramFailed};
  }
  sim::Result<RunResult> result = runtime::runResultFromJson(*text);
  if (!result) {
    reportError(result.error());
    return {{}, kOurBug};
  }
  if (result->program.empty())
    result->program = program[0];
  return {*result, statusOf(*result)};
}

void reportFailures(const Simulation &simulation) {
  if (simulation.result)
    printFailures(*simulation.result);
}

Simulation simulate(const std::string &command, const CommandLine &program, runtime::RunConfig config,
                    const ScratchFolder &scratch, Pinning pinning) {
  Simulation simulation = trySimulation(command, program, std::move(config), scratch, pinning);
  reportFailures(simulation);
  return simulation;
}

bool Simulation::failedBy(const std::string &tag) const {
  return result && std::any_of(result->failures.begin(), result->failures.end(), [&](const runtime::Failure &failure) {
           return failure.message.find("[" + tag + "]") != std::string::npos;
         });
}

bool Simulation::ended() const { return result && cameToEnd(*result); }

std::optional<std::string> Simulation::otherStatus() const {
  if (!ended() || result->failures.empty())
    return std::nullopt;
  return result->failures.front().message + " [maquette-program-status]";
}

} // namespace maquette::tool
