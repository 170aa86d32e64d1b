//===- runtime/trace_formats/lib/otf2/calls.h - the calls behind OTF2's records --------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// OTF2 says that a function was entered and left, and between the two what it sent, received or took part in. From
/// that the call is made again. What a nonblocking receive took is told when it ends, so that calls wait here until
/// all before them are known.
#ifndef MAQUETTE_TRACE_FORMATS_LIB_OTF2_CALLS_H
#define MAQUETTE_TRACE_FORMATS_LIB_OTF2_CALLS_H

#include "archive.h"
#include "maquette/traces/event.h"

#include <deque>
#include <unordered_map>

namespace maquette::traces::otf2 {

enum class RecordKind : std::uint8_t {
  Send,
  Receive,
  StartSend,
  SendDone,
  StartReceive,
  ReceiveDone,
  TestFailed,
  Cancelled,
  Collective,
  StartCollective,
  CollectiveDone,
  NewCommunicator,
};

/// One record inside a function.
struct Record {
  RecordKind kind = RecordKind::Send;
  std::int64_t comm = 0;
  std::int64_t peer = 0; ///< Or root; -1: none.
  std::int64_t tag = 0;
  std::int64_t bytes = 0, received_bytes = 0;
  std::int64_t request = 0;
  OTF2_CollectiveOp operation = OTF2_COLLECTIVE_OP_BARRIER;
};

class Calls {
public:
  Calls(const Archive &archive, std::int64_t rank);

  void enter(std::int64_t time_ps, OTF2_RegionRef region, std::uint64_t position);
  void add(std::int64_t time_ps, const Record &record);
  void leave(std::int64_t time_ps);
  /// There are no more records: what never ended is left out.
  void finish();
  /// True with the next call, if all of it is known.
  bool next(Event &event);

private:
  struct Held {
    Event event;
    bool is_known = true, is_left_out = false;
  };

  void build();
  void put(const Record &record);
  void putSends();
  void putMessage(const Record &record);
  void putExchange(const Record &send, const Record &receive);
  void putStart(const Record &record);
  void putCompletions();
  void putCollective(const Record &record);
  void putFailedTest(const Record &record);
  void putCommunicators();
  void putSplit(std::int64_t parent, std::int64_t comm);
  void putGroup(std::int64_t comm);
  void fill(const Record &record);
  void fillCollective(Event &event, const Record &record) const;
  Event &hold(std::string_view call, bool is_known = true);
  std::string_view callOr(std::string_view other, std::initializer_list<std::string_view> accepted) const;
  std::int64_t handleOf(std::int64_t comm) const;
  std::int64_t sizeOf(std::int64_t comm) const;
  std::int64_t rankIn(std::int64_t comm) const;

  const Archive &archive_;
  std::int64_t rank_;
  std::string function_; ///< That runs; empty: none.
  std::int64_t enter_ps_ = 0, leave_ps_ = 0;
  int depth_ = 0; ///< Of functions that it called.
  std::uint64_t position_ = 0, calls_ = 0;
  std::vector<Record> records_;
  std::deque<Held> held_;
  std::uint64_t taken_ = 0;                              ///< Calls that left held_.
  std::unordered_map<std::int64_t, std::uint64_t> open_; ///< Request: number of its call.
  bool is_begun_ = false;
  mutable std::unordered_map<std::int64_t, std::int64_t> places_; ///< The rank's in communicators it was looked for in.
};

} // namespace maquette::traces::otf2

#endif
