//===- runtime/mpi/collectives/collective.cpp - one rank's part in one collective -------===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/collective.h"

#include "objects/handles.h"

#include "maquette/sim/random.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace maquette::mpi {

namespace {

constexpr unsigned kKindAt = 40, kSizeAt = 46;
constexpr std::uint64_t kKinds = 0x3f;

/// call, operation, root, kind of elements and a digest of the size, so that a mismatch can be told from what both
/// sides sent.
std::uint64_t signatureOf(const CallSignature &call_signature) {
  const std::uint64_t size =
      call_signature.bytes < 0 ? 0 : sim::mixBits(static_cast<std::uint64_t>(call_signature.bytes)) >> kSizeAt;
  return std::uint64_t{call_signature.call} | std::uint64_t{call_signature.op & 0xfu} << 12 |
         (static_cast<std::uint64_t>(call_signature.root + 1) & 0xffffffu) << 16 |
         (call_signature.kind & kKinds) << kKindAt | size << kSizeAt;
}

std::int64_t rootOf(std::uint64_t signature) { return static_cast<std::int64_t>(signature >> 16 & 0xffffff) - 1; }

} // namespace

std::uint16_t callOf(std::uint64_t signature) { return signature & 0xfff; }

std::string rootText(std::uint64_t signature) {
  return rootOf(signature) < 0 ? "" : " with root " + std::to_string(rootOf(signature));
}

SizePool &poolOf(Collective &collective) { return collective.mpi().memory().bytes(); }

void copyBytes(char *to, const char *from, std::int64_t bytes) {
  if (to != nullptr && from != nullptr && bytes > 0 && to != from)
    std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

Block::Block(Collective &collective, std::int64_t bytes, bool phantom) : pool_(&poolOf(collective)), bytes_(bytes) {
  if (!phantom)
    data_ = static_cast<char *>(pool_->take(static_cast<std::size_t>(bytes)));
}

Block::~Block() {
  if (data_ != nullptr && pool_ != nullptr)
    pool_->give(data_, static_cast<std::size_t>(bytes_));
}

Block::Block(Block &&other) noexcept
    : pool_(other.pool_), data_(std::exchange(other.data_, nullptr)), bytes_(other.bytes_) {}

Block &Block::operator=(Block &&other) noexcept {
  std::swap(pool_, other.pool_);
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

Layout::Layout(std::vector<std::int64_t> sizes) {
  std::vector<std::int64_t> offsets;
  offsets.reserve(sizes.size() + 1);
  offsets.push_back(0);
  for (std::int64_t size : sizes)
    offsets.push_back(offsets.back() + size);
  total_ = offsets.back();
  offsets_ = std::make_shared<const std::vector<std::int64_t>>(std::move(offsets));
}

Collective::Collective(Mpi &mpi, Rank &rank, const CommView &comm, const CallSignature &call_signature)
    : mpi_(mpi), rank_(rank), comm_(comm.isInter() ? comm.shared->local.get() : comm.shared), whole_(comm.shared),
      clock_(rank.clock), site_(rank.call_site), signature_(signatureOf(call_signature)),
      call_signature_(call_signature), size_(comm.size()), my_rank_(comm.rank),
      tag_(static_cast<std::int32_t>(++*comm.collectives & 0x3fffffff)) {
  ++whole_->handles;
}

Collective::~Collective() {
  if (reduction.callsProgram())
    mpi_.handles().release(reduction.op());
  for (std::size_t i = 0; kept_ && i < kept_->size(); ++i)
    mpi_.types().release((*kept_)[i]);
  mpi::release(whole_);
}

void Collective::reduceBy(MPI_Op op, MPI_Datatype type) {
  reduction = Reduction(op, type);
  if (!reduction.callsProgram())
    return;
  addUser(op);
  keep(type);
}

const models::CollectiveRule &Collective::choose(models::CollectiveOperation operation, std::int64_t bytes,
                                                 bool uniform) const {
  return models::choose(mpi_.world().machine().mpi.tables, operation,
                        {.bytes = bytes, .ranks = size_, .commutative = reduction.commutative(), .uniform = uniform});
}

const NodeMap &Collective::nodeMap() {
  if (comm_->nodes)
    return *comm_->nodes;
  std::map<models::NodeId, std::vector<int>> nodes;
  for (int rank = 0; rank < size_; ++rank)
    nodes[mpi_.world().placement().nodeOf(comm_->worldRank(rank, rank_.id))].push_back(rank);
  auto map = std::make_unique<NodeMap>();
  map->node_of.resize(static_cast<std::size_t>(size_));
  map->place_of.resize(static_cast<std::size_t>(size_));
  for (const auto &[node, ranks] : nodes) {
    map->begins.push_back(static_cast<int>(map->ranks.size()));
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      map->node_of[static_cast<std::size_t>(ranks[i])] = static_cast<int>(map->leaders.size());
      map->place_of[static_cast<std::size_t>(ranks[i])] = static_cast<int>(i);
    }
    map->leaders.push_back(ranks.front());
    map->ranks.insert(map->ranks.end(), ranks.begin(), ranks.end());
  }
  map->begins.push_back(size_);
  comm_->nodes = std::move(map);
  return *comm_->nodes;
}

void Collective::keep(MPI_Datatype type) {
  if (isPredefined(type))
    return;
  if (!kept_)
    kept_ = std::make_unique<std::vector<MPI_Datatype>>();
  if (!kept_->empty() && kept_->back() == type)
    return;
  mpi_.types().addUser(type);
  kept_->push_back(type);
}

Collective *newCollective(Mpi &mpi, Rank &rank, const CommView &comm, const CallSignature &call_signature) {
  return new (mpi.memory().bytes().take(sizeof(Collective))) Collective(mpi, rank, comm, call_signature);
}

void Collective::begin(CollectiveTask task) {
  task_ = std::move(task);
  task_.start();
  if (task_.done() && !done_)
    end();
}

void Collective::finishBlocking() {
  mpi_.progress().beginWaiting(rank_);
  if (!done_) {
    blocking_wait_ = true;
    waiting_thread_ = mpi_.world().dispatcher().threadOf(rank_);
    mpi_.world().scheduler().waitFor(rank_, 1);
  }
  rank_.clock = clock_;
  mpi_.counters().countWait({call_signature_.call, site_}, SimDuration::ps(waited_ps_));
}

void Collective::finishLater(Request *request, std::function<void()> unpack) {
  unpack_ = std::make_unique<std::function<void()>>(std::move(unpack));
  request_ = request;
  request->belongTo(this);
  if (done_)
    mpi_.protocol().complete(request, clock_);
}

void Collective::deliver() {
  if (unpack_)
    (*unpack_)();
  release();
}

void Collective::release() {
  SizePool &pool = mpi_.memory().bytes();
  this->~Collective();
  pool.give(this, sizeof(Collective));
}

void Collective::end() {
  done_ = true;
  if (request_ != nullptr)
    mpi_.protocol().complete(request_, clock_);
  else if (blocking_wait_)
    mpi_.world().scheduler().completedOne(rank_, waiting_thread_);
}

Request *Collective::startReceive(const CommShared &comm, int from, char *in, std::int64_t bytes) {
  Request *const request = mpi_.requests().make(rank_, RequestKind::Receive);
  request->belongTo(this);
  request->setBuffer(in);
  request->room = bytes;
  request->peer = from;
  request->tag = tag_;
  request->context = comm.context + 1;
  request->call = call_signature_.call;
  mpi_.protocol().post(rank_, clock_, request);
  return request;
}

Request *Collective::startSend(const CommShared &comm, int to, const char *out, std::int64_t bytes) {
  Envelope *const message = mpi_.messages().makeForCollective(bytes, out);
  Request *request = nullptr;
  if (mpi_.costs().waitsForReceiver(bytes, SendMode::Standard)) {
    request = mpi_.requests().make(rank_, RequestKind::Send);
    request->belongTo(this);
    request->call_site = site_;
  }
  Address address;
  address.destination = comm.peerWorldRank(to, rank_.id);
  address.source = my_rank_;
  address.tag = tag_;
  address.context = comm.context + 1;
  address.signature = signature_;
  address.call = call_signature_.call;
  address.site = site_;
  mpi_.protocol().send(rank_, clock_, message, address, request);
  return request;
}

std::uint32_t Collective::arm(Request *receive, Request *send) {
  open_ = 0;
  for (Request *request : {receive, send})
    if (request != nullptr && !request->complete) {
      request->awaited = true;
      ++open_;
    }
  return open_;
}

void Collective::completed(Request &request) {
  if (request.awaited && --open_ == 0)
    proceed();
}

void Collective::proceed() {
  withProgram([this] { waiting_.resume(); });
  if (task_.done() && !done_)
    end();
}

void Collective::goOn(SimTime when) {
  if (when > clock_) {
    waited_ps_ += (when - clock_).ps();
    clock_ = when;
  }
  proceed();
}

void Collective::checkUnlike(const Collective &other) {
  Envelope message;
  message.signature = other.signature_;
  message.origin = other.rank_.id;
  message.setSite(other.site_);
  check(message);
}

void Collective::settle(Request *receive, Request *send) {
  for (Request *request : {receive, send}) {
    if (request == nullptr)
      continue;
    if (request->completed > clock_) {
      waited_ps_ += (request->completed - clock_).ps();
      clock_ = request->completed;
    }
    if (request->message != nullptr) {
      const Envelope &message = *request->message;
      clock_ += mpi_.costs().receiveOverhead();
      check(message);
      copyBytes(static_cast<char *>(request->buffer()), message.contents(), std::min(message.bytes, request->room));
    }
    mpi_.requests().release(request);
  }
}

void Collective::failSizes(std::int64_t bytes, std::int64_t others) {
  mpi_.world().fail("mpi",
                    "in " + std::string(nameOf(static_cast<CallId>(call_signature_.call))) + " at " +
                        mpi_.sites().siteText(site_) + ", rank " + std::to_string(rank_.id) + " takes " +
                        std::to_string(bytes) + " bytes from all ranks together, and another rank takes " +
                        std::to_string(others) +
                        " [maquette-mpi-collective-mismatch]\n  fix: give the same counts on all ranks\n",
                    rank_.id);
}

/// Everything else agrees.
void Collective::checkKind(const Envelope &message) {
  const std::uint64_t theirs = message.signature >> kKindAt & kKinds;
  if (!mpi_.usage().checks().types || theirs == 0 || call_signature_.kind == 0)
    return;
  mpi_.usage().findings().add(call_signature_.call, site_,
                              "was called with different element types on different ranks [maquette-mpi-type-mismatch]",
                              rank_.id);
}

void Collective::check(const Envelope &message) {
  if (message.signature == signature_ || !mpi_.usage().checks().collectives)
    return;
  const std::uint64_t theirs = message.signature;
  if (((theirs ^ signature_) & ~(kKinds << kKindAt)) == 0)
    return checkKind(message);
  const auto name = [](std::uint64_t signature) { return std::string(nameOf(static_cast<CallId>(callOf(signature)))); };
  const Rank &other = mpi_.world().rank(message.origin);
  const void *const place = message.sentAt() != nullptr    ? message.sentAt()
                            : other.call == callOf(theirs) ? other.call_site
                                                           : nullptr;
  std::string what = "the ranks' calls do not match: rank " + std::to_string(rank_.id) + " calls " + name(signature_) +
                     " at " + mpi_.sites().siteText(site_) + ", rank " + std::to_string(message.origin) + " calls " +
                     name(theirs);
  if (place != nullptr)
    what += " at " + mpi_.sites().siteText(place);
  else if (other.call != 0) // It sent, and went on.
    what += " and is now in " + std::string(nameOf(static_cast<CallId>(other.call))) + " at " +
            mpi_.sites().siteText(other.call_site);
  if (callOf(theirs) == callOf(signature_)) {
    if (rootOf(theirs) != rootOf(signature_))
      what += "; the roots are " + std::to_string(rootOf(signature_)) + " and " + std::to_string(rootOf(theirs));
    else if ((theirs >> kSizeAt) != (signature_ >> kSizeAt))
      what += "; the amounts of data differ";
    else
      what += "; the operations differ";
  }
  mpi_.world().fail("mpi",
                    what + " [maquette-mpi-collective-mismatch]\n  fix: all ranks must call the same collectives in "
                           "the same order, with the same root, operation and amount of data\n",
                    rank_.id);
}

} // namespace maquette::mpi
