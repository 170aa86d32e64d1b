//===- runtime/trace_formats/lib/waits.cpp - what PEs waited for, said without contents -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/trace_formats/waits.h"

#include <algorithm>
#include <map>
#include <utility>

namespace maquette::traces {
namespace {

/// Where the arguments of a call stand.
struct Row {
  using Place = std::optional<std::size_t>;
  bool is_shmem = false;
  Place address, bytes, pe, count, element, to_stride, signal, cells, addresses, writes, most_cells, lock, locks;

  Row() = default;
  explicit Row(const CallInfo &info)
      : is_shmem(true), address(info.find("address")), bytes(info.find("bytes")), pe(info.find("pe")),
        count(info.find("count")), element(info.find("element")), to_stride(info.find("to_stride")),
        signal(info.find("signal")), cells(info.find("cells")), addresses(info.find("addresses")),
        writes(info.find("writes")), most_cells(info.find("most_cells")), lock(info.find("lock")),
        locks(info.find("locks")) {}
};

const Row &rowOf(const Event &event) {
  static const std::vector<Row> rows = [] {
    std::vector<Row> made;
    for (const CallInfo &info : allCalls())
      made.push_back(isShmem(info) ? Row(info) : Row());
    return made;
  }();
  return rows[event.call];
}

std::int64_t valueAt(const Event &event, const Row::Place &place, std::int64_t otherwise) {
  return place && event.given[*place] ? event.values[*place] : otherwise;
}

struct Range {
  std::int64_t begin, end;
};

/// A variable that a PE waits for.
struct Cell {
  Range range;
  std::vector<std::int64_t> writes; ///< When those to it began, in order; ps.
};

/// The cells of one PE, by their begin.
class Cells {
public:
  /// Loops wait for the same again and again: what is there twice goes now and then.
  void add(Range range) {
    cells_.push_back({range, {}});
    if (cells_.size() < most_unsorted_)
      return;
    sort();
    most_unsorted_ = 2 * cells_.size() + kLeast;
  }
  /// Of those that begin at the same place the largest stays.
  void sort() {
    std::sort(cells_.begin(), cells_.end(), [](const Cell &a, const Cell &b) {
      return std::pair(a.range.begin, -a.range.end) < std::pair(b.range.begin, -b.range.end);
    });
    const auto same = [](const Cell &a, const Cell &b) { return a.range.begin == b.range.begin; };
    cells_.erase(std::unique(cells_.begin(), cells_.end(), same), cells_.end());
    for (const Cell &cell : cells_)
      longest_ = std::max(longest_, cell.range.end - cell.range.begin);
  }
  void sortWrites() {
    for (Cell &cell : cells_)
      std::sort(cell.writes.begin(), cell.writes.end());
  }
  std::int64_t count() const { return static_cast<std::int64_t>(cells_.size()); }
  Cell &operator[](std::int64_t number) { return cells_[static_cast<std::size_t>(number)]; }
  /// Adds the numbers of those that \p range touches.
  void find(Range range, std::vector<std::int64_t> &numbers) const {
    for (auto at = from(range.begin - longest_ + 1); at != cells_.end() && at->range.begin < range.end; ++at)
      if (at->range.end > range.begin)
        numbers.push_back(at - cells_.begin());
  }
  /// That at \p address; nothing where nobody waits for one.
  std::optional<std::int64_t> at(std::int64_t address) const {
    const auto found = from(address);
    return found != cells_.end() && found->range.begin == address ? std::optional(found - cells_.begin())
                                                                  : std::nullopt;
  }

private:
  std::vector<Cell>::const_iterator from(std::int64_t begin) const {
    return std::lower_bound(cells_.begin(), cells_.end(), begin,
                            [](const Cell &cell, std::int64_t place) { return cell.range.begin < place; });
  }
  static constexpr std::size_t kLeast = 64;

  std::vector<Cell> cells_;
  std::size_t most_unsorted_ = kLeast;
  std::int64_t longest_ = 0;
};

/// What the whole trace says of waits.
class Waits {
public:
  explicit Waits(std::int64_t ranks) : cells_(static_cast<std::size_t>(ranks)) {}

  void findCells(std::int64_t rank, const Event &event) {
    const Row &row = rowOf(event);
    if (row.addresses && event.given[*row.addresses])
      for (const std::int64_t address : event.array(*row.addresses))
        cells_[static_cast<std::size_t>(rank)].add({address, address + valueAt(event, row.element, 1)});
    if (row.lock)
      locks_.emplace(valueAt(event, row.address, -1), 0);
  }
  void sortCells() {
    for (Cells &cells : cells_) {
      cells.sort();
      most_cells_ = std::max(most_cells_, cells.count());
    }
    std::int64_t number = 0;
    for (auto &[address, lock] : locks_)
      lock = number++;
  }
  void findWrites(const Event &event) {
    for (const std::int64_t cell : cellsOf(event))
      cellsAt(event)[cell].writes.push_back(event.enter_ps);
  }
  void sortWrites() {
    for (Cells &cells : cells_)
      cells.sortWrites();
  }

  void fill(std::int64_t rank, Event &event) {
    const Row &row = rowOf(event);
    if (row.most_cells) {
      event.set(*row.most_cells, most_cells_);
      event.set(*row.locks, static_cast<std::int64_t>(locks_.size()));
    }
    if (row.lock)
      event.set(*row.lock, locks_.at(valueAt(event, row.address, -1)));
    if (std::vector<std::int64_t> cells = cellsOf(event); !cells.empty())
      event.set(*row.cells, std::move(cells));
    if (row.addresses && event.given[*row.addresses])
      event.set(*row.writes, writesFor(rank, event, event.array(*row.addresses)));
  }

private:
  Cells &cellsAt(const Event &event) { return cells_[static_cast<std::size_t>(valueAt(event, rowOf(event).pe, -1))]; }

  /// Those that the write of \p event changes.
  std::vector<std::int64_t> cellsOf(const Event &event) {
    const Row &row = rowOf(event);
    std::vector<std::int64_t> found;
    const std::int64_t pe = valueAt(event, row.pe, -1), address = valueAt(event, row.address, -1);
    if (!row.cells || address < 0 || pe < 0 || pe >= static_cast<std::int64_t>(cells_.size()))
      return found;
    const Cells &cells = cellsAt(event);
    if (row.to_stride) {
      const std::int64_t element = valueAt(event, row.element, 1);
      const std::int64_t step = element * valueAt(event, row.to_stride, 1);
      for (std::int64_t i = 0; i < valueAt(event, row.count, 0); ++i)
        cells.find({address + i * step, address + i * step + element}, found);
    } else {
      cells.find({address, address + valueAt(event, row.bytes, 0)}, found);
    }
    if (const std::int64_t signal = valueAt(event, row.signal, -1); signal >= 0)
      cells.find({signal, signal + 8}, found);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  std::vector<std::int64_t> writesFor(std::int64_t rank, const Event &event,
                                      const std::vector<std::int64_t> &addresses) {
    std::vector<std::int64_t> pairs;
    Cells &cells = cells_[static_cast<std::size_t>(rank)];
    for (const std::int64_t address : addresses)
      if (const std::optional<std::int64_t> cell = cells.at(address)) {
        const std::vector<std::int64_t> &writes = cells[*cell].writes;
        pairs.push_back(*cell);
        // One that began in the moment of the end may be what the rank does next.
        pairs.push_back(std::lower_bound(writes.begin(), writes.end(), event.leave_ps) - writes.begin());
      }
    return pairs;
  }

  std::vector<Cells> cells_; ///< By PE.
  std::int64_t most_cells_ = 0;
  std::map<std::int64_t, std::int64_t> locks_; ///< Their numbers, by address.
};

class FilledReader final : public EventReader {
public:
  FilledReader(std::unique_ptr<EventReader> reader, std::int64_t rank, Waits &waits)
      : reader_(std::move(reader)), rank_(rank), waits_(waits) {}
  sim::Result<bool> next(Event &event) override {
    if (held_) {
      event = std::move(*held_);
      held_.reset();
      return true;
    }
    const sim::Result<bool> more = reader_->next(event);
    if (!more)
      return more;
    if (!*more)
      return !std::exchange(has_begun_, true) && begin(event);
    latest_ps_ = event.leave_ps;
    if (!rowOf(event).is_shmem)
      return true;
    waits_.fill(rank_, event);
    if (!std::exchange(has_begun_, true) && !rowOf(event).most_cells) {
      Event first = std::move(event);
      latest_ps_ = first.enter_ps;
      begin(event);
      held_ = std::move(first);
    }
    return true;
  }
  std::optional<std::int64_t> datatypeSize(std::int64_t datatype) const override {
    return reader_->datatypeSize(datatype);
  }

private:
  /// Makes \p event the rank's begin: that was cut off, or was not recorded. All ranks begin, those without calls, too.
  bool begin(Event &event) {
    event = Event();
    event.call = *findCall("shmem_init");
    event.enter_ps = event.leave_ps = latest_ps_;
    waits_.fill(rank_, event);
    return true;
  }

  std::unique_ptr<EventReader> reader_;
  std::int64_t rank_;
  Waits &waits_;
  bool has_begun_ = false;
  std::int64_t latest_ps_ = 0;
  std::optional<Event> held_; ///< That comes next.
};

class FilledTrace final : public Trace {
public:
  FilledTrace(const Trace &trace, std::unique_ptr<Waits> waits) : trace_(trace), waits_(std::move(waits)) {}
  const TraceSummary &summary() const override { return trace_.summary(); }
  sim::Result<std::unique_ptr<EventReader>> open(std::int64_t rank) const override {
    sim::Result<std::unique_ptr<EventReader>> reader = trace_.open(rank);
    if (!reader)
      return reader.error();
    return std::unique_ptr<EventReader>(std::make_unique<FilledReader>(std::move(*reader), rank, *waits_));
  }
  sim::Result<std::map<std::string, std::int64_t>> counts(std::int64_t rank) const override {
    return trace_.counts(rank);
  }

private:
  const Trace &trace_;
  std::unique_ptr<Waits> waits_;
};

/// Calls \p visit with each OpenSHMEM call of all ranks.
template <class Visit> sim::Status eachOfAll(const Trace &trace, Visit visit) {
  for (std::int64_t rank = 0; rank < trace.summary().ranks; ++rank) {
    const sim::Result<std::unique_ptr<EventReader>> reader = trace.open(rank);
    if (!reader)
      return reader.error();
    for (Event event;;) {
      const sim::Result<bool> more = (*reader)->next(event);
      if (!more)
        return more.error();
      if (!*more)
        break;
      if (rowOf(event).is_shmem)
        visit(rank, event);
    }
  }
  return sim::Nothing{};
}

} // namespace

sim::Result<std::unique_ptr<Trace>> withWaits(const Trace &trace) {
  bool is_there = false;
  auto waits = std::make_unique<Waits>(trace.summary().ranks);
  const sim::Status cells = eachOfAll(trace, [&](std::int64_t rank, const Event &event) {
    is_there = true;
    waits->findCells(rank, event);
  });
  if (!cells)
    return cells.error();
  if (!is_there)
    return std::unique_ptr<Trace>();
  waits->sortCells();
  const sim::Status writes = eachOfAll(trace, [&](std::int64_t, const Event &event) { waits->findWrites(event); });
  if (!writes)
    return writes.error();
  waits->sortWrites();
  return std::unique_ptr<Trace>(std::make_unique<FilledTrace>(trace, std::move(waits)));
}

} // namespace maquette::traces
