//===- runtime/tools/storage_calibration.cpp --------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "storage_calibration.h"

#include "executable.h"
#include "maquette/formats/files.h"
#include "maquette/formats/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

namespace maquette::tool {
namespace {

constexpr double kSmallBytes = 4096, kLongBytes = 1 << 20;
constexpr double kLocalLatency = 5e-6; ///< Default `latency` of volumes of nodes.

sim::Diagnostic problem(const std::string &where, const std::string &what, const std::string &fix) {
  return {where, what, "maquette-calibration", "", fix};
}

/// One job of fio: its sums of reads or writes.
struct Job {
  double rate = 0, operations = 0, mean_seconds = 0;
};

class Fio {
public:
  Fio(std::string program, std::string folder, const ScratchFolder &scratch)
      : program_(std::move(program)), folder_(std::move(folder)), scratch_(scratch) {}
  /// \p way is an access pattern of fio, \p block its size.
  sim::Result<Job> run(const std::string &way, const std::string &block, int depth, bool direct) {
    const std::string output = scratch_.file("fio.json");
    const sim::Result<ChildEnd> end = executeAndWait(
        {program_, "--name=maquette", "--filename=" + folder_ + "/maquette-calibration.tmp", "--rw=" + way,
         "--bs=" + block, "--size=1g", fmt::format("--iodepth={}", depth), fmt::format("--direct={}", direct ? 1 : 0),
         "--ioengine=" + std::string(depth > 1 ? "libaio" : "psync"), "--runtime=4", "--time_based=0", "--randseed=1",
         "--invalidate=" + std::string(direct ? "1" : "0"), "--output-format=json", "--output=" + output},
        {}, kUnpinned);
    if (!end)
      return end.error();
    const sim::Result<std::string> text = runtime::readFile(output);
    if (!WIFEXITED(end->status) || WEXITSTATUS(end->status) != 0 || !text)
      return problem(folder_, "fio failed with pattern " + way,
                     "read its messages above; the folder needs 1 GiB and a file system that allows O_DIRECT");
    return read(*text, way.find("read") != std::string::npos ? "read" : "write");
  }

private:
  static sim::Result<Job> read(const std::string &text, const char *direction) {
    return runtime::readJson<Job>(text, "fio", "maquette-calibration", "use fio 3",
                                  [&](const runtime::Json &json) -> sim::Result<Job> {
                                    const runtime::Json &sums = json.at("jobs").at(0).at(direction);
                                    return Job{sums.at("bw_bytes").get<double>(), sums.at("iops").get<double>(),
                                               sums.at("clat_ns").at("mean").get<double>() * 1e-9};
                                  });
  }

  std::string program_, folder_;
  const ScratchFolder &scratch_;
};

double secondsNow() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Mean time of making, closing and removing empty files.
double measureMetadata(const std::string &folder) {
  constexpr int files = 2000;
  const std::string base = folder + "/maquette-calibration-";
  const double begin = secondsNow();
  for (int i = 0; i < files; ++i)
    ::close(::open((base + std::to_string(i)).c_str(), O_WRONLY | O_CREAT, 0600));
  for (int i = 0; i < files; ++i)
    ::unlink((base + std::to_string(i)).c_str());
  return (secondsNow() - begin) / (3.0 * files);
}

/// A number behind a name in a file like /proc/meminfo.
double numberIn(const std::string &file, const std::string &name) {
  std::ifstream stream(file);
  for (std::string word; stream >> word;)
    if (name.empty() || word == name) {
      double number = 0;
      if (name.empty())
        return std::strtod(word.c_str(), nullptr);
      stream >> number;
      return number;
    }
  return 0;
}

void readMemory(StorageCalibration &measured) {
  measured.memory_bytes = numberIn("/proc/meminfo", "MemAvailable:") * 1024;
  const double bytes = numberIn("/proc/sys/vm/dirty_bytes", ""), ratio = numberIn("/proc/sys/vm/dirty_ratio", "");
  measured.dirty_limit_bytes = bytes > 0 ? bytes : measured.memory_bytes * (ratio > 0 ? ratio : 20) / 100;
}

std::string time(double seconds) {
  return fmt::format("\"{} ns\"", std::max<std::int64_t>(1, std::llround(seconds * 1e9)));
}
std::string rate(double bytes) { return fmt::format("\"{:.1f} MB/s\"", bytes / 1e6); }
std::string size(double bytes) { return fmt::format("\"{} MiB\"", std::llround(bytes / (1 << 20))); }

} // namespace

sim::Result<StorageCalibration> calibrateStorage(const std::string &folder, const ScratchFolder &scratch) {
  const sim::Result<std::string> program = findProgram("fio");
  if (!program)
    return problem("fio", "is not in PATH, but it measures the storage",
                   "install fio, on Debian the package of that name");
  if (!std::filesystem::is_directory(folder))
    return problem(folder, "is not a folder", "give one on the storage to measure: --storage DIR");
  Fio fio(*program, folder, scratch);
  StorageCalibration measured;
  struct Step {
    const char *way, *block;
    int depth;
    bool direct;
    double Job::*value;
    double StorageCalibration::*place;
  };
  const Step steps[] = {{"write", "1m", 8, true, &Job::rate, &StorageCalibration::write_rate},
                        {"read", "1m", 8, true, &Job::rate, &StorageCalibration::read_rate},
                        {"randread", "4k", 1, true, &Job::mean_seconds, &StorageCalibration::read_seconds},
                        {"randwrite", "4k", 1, true, &Job::mean_seconds, &StorageCalibration::write_seconds},
                        {"randread", "4k", 32, true, &Job::operations, &StorageCalibration::deep_reads_a_second},
                        {"read", "1m", 1, false, &Job::rate, &StorageCalibration::cached_rate}, // Into the page cache.
                        {"read", "1m", 1, false, &Job::rate, &StorageCalibration::cached_rate},
                        {"randread", "4k", 1, false, &Job::mean_seconds, &StorageCalibration::cached_seconds}};
  for (const Step &step : steps) {
    const sim::Result<Job> job = fio.run(step.way, step.block, step.depth, step.direct);
    if (!job)
      return job.error();
    measured.*step.place = (*job).*step.value;
  }
  std::error_code ignored;
  std::filesystem::remove(folder + "/maquette-calibration.tmp", ignored);
  const sim::Result<Job> copies = fio.run("write", "1m", 1, false); // Of a new file, so into new pages.
  std::filesystem::remove(folder + "/maquette-calibration.tmp", ignored);
  if (!copies)
    return copies.error();
  measured.buffered_write_rate = kLongBytes / copies->mean_seconds;
  measured.metadata_seconds = measureMetadata(folder);
  readMemory(measured);
  return measured;
}

std::string toTables(const StorageCalibration &measured, const std::string &folder, const std::string &host) {
  // Of n channels each has an n-th of the rate: a small request takes its time and n of its bytes' time.
  const double channels = std::clamp(std::round(measured.deep_reads_a_second * measured.read_seconds), 1.0, 4096.0);
  const auto rest = [&](double seconds, double bytes_per_second) {
    return std::max(0.0, seconds - kLocalLatency - kSmallBytes * channels / bytes_per_second);
  };
  const double copy = kSmallBytes / measured.cached_rate;
  const std::string source = "the calibration of " + folder + " on " + host;
  return fmt::format(R"(
[storage]
source = "{}"
kind = "flash"
bandwidth = {}
write_bandwidth = {}
channels = {}
request_time = {}
write_time = {}
metadata_time = {}

[page_cache]
source = "{}"
size = {}
dirty_limit = {}
bandwidth = {}
write_bandwidth = {}
latency = {}
)",
                     source, rate(measured.read_rate), rate(measured.write_rate), std::llround(channels),
                     time(rest(measured.read_seconds, measured.read_rate)),
                     time(rest(measured.write_seconds, measured.write_rate)),
                     time(std::max(0.0, measured.metadata_seconds - kLocalLatency)), source,
                     size(measured.memory_bytes), size(measured.dirty_limit_bytes), rate(measured.cached_rate),
                     rate(measured.buffered_write_rate), time(std::max(0.0, measured.cached_seconds - copy)));
}

} // namespace maquette::tool
