//===- runtime/trace_formats/lib/otf2/trace.cpp - reads traces in OTF2 ----------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "trace.h"

#include "calls.h"

#include <fmt/format.h>

namespace maquette::traces::otf2 {
namespace {

constexpr std::uint64_t kRecordsAtOnce = 256;

/// What the library's callbacks fill.
struct Sink {
  const Archive *archive;
  Calls *calls;

  void add(OTF2_TimeStamp time, const Record &record) const { calls->add(archive->picoseconds(time), record); }
};
Sink &of(void *data) { return *static_cast<Sink *>(data); }

std::int64_t rootOf(std::uint32_t root) { return root == OTF2_UNDEFINED_UINT32 ? -1 : static_cast<std::int64_t>(root); }

Record message(RecordKind kind, std::uint32_t peer, OTF2_CommRef comm, std::uint32_t tag, std::uint64_t bytes,
               std::uint64_t request = 0) {
  Record record;
  record.kind = kind;
  record.comm = comm;
  record.peer = peer;
  record.tag = static_cast<std::int32_t>(tag);
  record.bytes = static_cast<std::int64_t>(bytes);
  record.request = static_cast<std::int64_t>(request & 0x7fffffffffffffff);
  return record;
}

Record ofRequest(RecordKind kind, std::uint64_t request) { return message(kind, 0, 0, 0, 0, request); }

Record collective(RecordKind kind, OTF2_CollectiveOp operation, OTF2_CommRef comm, std::uint32_t root,
                  std::uint64_t sent, std::uint64_t received, std::uint64_t request = 0) {
  Record record = message(kind, 0, comm, 0, sent, request);
  record.operation = operation;
  record.peer = rootOf(root);
  record.received_bytes = static_cast<std::int64_t>(received);
  return record;
}

template <RecordKind kind>
OTF2_CallbackCode takeMessage(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t, void *data, OTF2_AttributeList *,
                              std::uint32_t peer, OTF2_CommRef comm, std::uint32_t tag, std::uint64_t bytes) {
  of(data).add(time, message(kind, peer, comm, tag, bytes));
  return OTF2_CALLBACK_SUCCESS;
}

template <RecordKind kind>
OTF2_CallbackCode takeNonblocking(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t, void *data,
                                  OTF2_AttributeList *, std::uint32_t peer, OTF2_CommRef comm, std::uint32_t tag,
                                  std::uint64_t bytes, std::uint64_t request) {
  of(data).add(time, message(kind, peer, comm, tag, bytes, request));
  return OTF2_CALLBACK_SUCCESS;
}

void setMessageCallbacks(OTF2_EvtReaderCallbacks *callbacks) {
  OTF2_EvtReaderCallbacks_SetMpiSendCallback(callbacks, takeMessage<RecordKind::Send>);
  OTF2_EvtReaderCallbacks_SetMpiRecvCallback(callbacks, takeMessage<RecordKind::Receive>);
  OTF2_EvtReaderCallbacks_SetMpiIsendCallback(callbacks, takeNonblocking<RecordKind::StartSend>);
  OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(callbacks, takeNonblocking<RecordKind::ReceiveDone>);
}

template <RecordKind kind>
OTF2_CallbackCode takeRequest(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t, void *data, OTF2_AttributeList *,
                              std::uint64_t request) {
  of(data).add(time, ofRequest(kind, request));
  return OTF2_CALLBACK_SUCCESS;
}

void setRequestCallbacks(OTF2_EvtReaderCallbacks *callbacks) {
  OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback(callbacks, takeRequest<RecordKind::SendDone>);
  OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(callbacks, takeRequest<RecordKind::StartReceive>);
  OTF2_EvtReaderCallbacks_SetMpiRequestTestCallback(callbacks, takeRequest<RecordKind::TestFailed>);
  OTF2_EvtReaderCallbacks_SetMpiRequestCancelledCallback(callbacks, takeRequest<RecordKind::Cancelled>);
  OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveRequestCallback(callbacks, takeRequest<RecordKind::StartCollective>);
}

void setCollectiveCallbacks(OTF2_EvtReaderCallbacks *callbacks) {
  OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(
      callbacks, [](OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t, void *data, OTF2_AttributeList *,
                    OTF2_CollectiveOp operation, OTF2_CommRef comm, std::uint32_t root, std::uint64_t sent,
                    std::uint64_t received) {
        of(data).add(time, collective(RecordKind::Collective, operation, comm, root, sent, received));
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback(
      callbacks, [](OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t, void *data, OTF2_AttributeList *,
                    OTF2_CollectiveOp operation, OTF2_CommRef comm, std::uint32_t root, std::uint64_t sent,
                    std::uint64_t received, std::uint64_t request) {
        of(data).add(time, collective(RecordKind::CollectiveDone, operation, comm, root, sent, received, request));
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_EvtReaderCallbacks_SetCommCreateCallback(callbacks, [](OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t,
                                                              void *data, OTF2_AttributeList *, OTF2_CommRef comm) {
    of(data).add(time, message(RecordKind::NewCommunicator, 0, comm, 0, 0));
    return OTF2_CALLBACK_SUCCESS;
  });
}

void setFunctionCallbacks(OTF2_EvtReaderCallbacks *callbacks) {
  OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks, [](OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                                                         void *data, OTF2_AttributeList *, OTF2_RegionRef region) {
    of(data).calls->enter(of(data).archive->picoseconds(time), region, position);
    return OTF2_CALLBACK_SUCCESS;
  });
  OTF2_EvtReaderCallbacks_SetLeaveCallback(callbacks, [](OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t,
                                                         void *data, OTF2_AttributeList *, OTF2_RegionRef) {
    of(data).calls->leave(of(data).archive->picoseconds(time));
    return OTF2_CALLBACK_SUCCESS;
  });
}

class Reader final : public EventReader {
public:
  Reader(std::shared_ptr<Archive> archive, std::int64_t rank)
      : archive_(std::move(archive)), rank_(rank), calls_(*archive_, rank), sink_{archive_.get(), &calls_},
        events_(OTF2_Reader_GetEvtReader(archive_->reader(), archive_->locationOf(rank))) {
    OTF2_EvtReaderCallbacks *const callbacks = OTF2_EvtReaderCallbacks_New();
    setFunctionCallbacks(callbacks);
    setMessageCallbacks(callbacks);
    setRequestCallbacks(callbacks);
    setCollectiveCallbacks(callbacks);
    if (events_ != nullptr)
      archive_->complaints().check(OTF2_Reader_RegisterEvtCallbacks(archive_->reader(), events_, callbacks, &sink_));
    OTF2_EvtReaderCallbacks_Delete(callbacks);
  }
  ~Reader() override {
    if (events_ != nullptr)
      OTF2_Reader_CloseEvtReader(archive_->reader(), events_);
  }
  Reader(const Reader &) = delete;
  Reader &operator=(const Reader &) = delete;

  sim::Result<bool> next(Event &event) override {
    while (!calls_.next(event)) {
      if (is_over_)
        return false;
      std::uint64_t count = 0;
      if (events_ != nullptr)
        archive_->complaints().check(OTF2_Reader_ReadLocalEvents(archive_->reader(), events_, kRecordsAtOnce, &count));
      if (!archive_->complaints().what().empty())
        return sim::Diagnostic{fmt::format("{}, rank {}", archive_->path(), rank_),
                               "its records cannot be read: " + archive_->complaints().what(), "maquette-trace-format",
                               "", "otf2-print reads the archive, too"};
      is_over_ = count < kRecordsAtOnce;
      if (is_over_)
        calls_.finish();
    }
    return true;
  }
  /// All sizes are bytes.
  std::optional<std::int64_t> datatypeSize(std::int64_t) const override { return std::nullopt; }

private:
  std::shared_ptr<Archive> archive_;
  std::int64_t rank_;
  Calls calls_;
  Sink sink_;
  OTF2_EvtReader *events_;
  bool is_over_ = false;
};

class Otf2Trace final : public Trace {
public:
  explicit Otf2Trace(std::unique_ptr<Archive> archive) : archive_(std::move(archive)) {
    summary_.format = "otf2";
    summary_.version = archive_->version();
    summary_.ranks = archive_->ranks();
    summary_.from_start = archive_->isFromStart();
  }
  const TraceSummary &summary() const override { return summary_; }
  sim::Result<std::unique_ptr<EventReader>> open(std::int64_t rank) const override {
    return std::unique_ptr<EventReader>(std::make_unique<Reader>(archive_, rank));
  }
  sim::Result<std::map<std::string, std::int64_t>> counts(std::int64_t) const override {
    return std::map<std::string, std::int64_t>{};
  }

private:
  std::shared_ptr<Archive> archive_;
  TraceSummary summary_;
};

} // namespace

sim::Result<std::unique_ptr<Trace>> openOtf2(const std::string &path) {
  sim::Result<std::unique_ptr<Archive>> archive = Archive::open(path);
  if (!archive)
    return archive.error();
  return std::unique_ptr<Trace>(std::make_unique<Otf2Trace>(std::move(*archive)));
}

} // namespace maquette::traces::otf2
