//===- runtime/trace_formats/lib/recording/arguments.cpp - what recorded arguments mean ---------===//
// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include <fmt/format.h>

#include <algorithm>

namespace maquette::traces::recording {
namespace {

constexpr Constant kPeers[] = {
    {"MPI_ANY_SOURCE", kAnySource}, {"MPI_PROC_NULL", kProcNull}, {"MPI_ROOT", kRoot}, {"MPI_UNDEFINED", kUndefined}};
constexpr Constant kTags[] = {{"MPI_ANY_TAG", kAnyTag}};
constexpr Constant kSplitTypes[] = {{"MPI_COMM_TYPE_SHARED", 1}, {"MPI_UNDEFINED", kUndefined}};
constexpr Constant kColors[] = {{"MPI_UNDEFINED", kUndefined}};
constexpr Constant kArrays[] = {{"MPI_ORDER_C", 56},           {"MPI_ORDER_FORTRAN", 57},
                                {"MPI_DISTRIBUTE_BLOCK", 121}, {"MPI_DISTRIBUTE_CYCLIC", 122},
                                {"MPI_DISTRIBUTE_NONE", 123},  {"MPI_DISTRIBUTE_DFLT_DARG", -49767}};
constexpr Constant kLocks[] = {{"MPI_LOCK_EXCLUSIVE", 1}, {"MPI_LOCK_SHARED", 2}};
constexpr Constant kAsserts[] = {{"MPI_MODE_NOCHECK", 1024},
                                 {"MPI_MODE_NOSTORE", 2048},
                                 {"MPI_MODE_NOPUT", 4096},
                                 {"MPI_MODE_NOPRECEDE", 8192},
                                 {"MPI_MODE_NOSUCCEED", 16384}};

/// The constants that an argument can be.
std::span<const Constant> constantsOf(const Argument &argument) {
  const std::string_view name = argument.name;
  if (argument.kind == "Peer" || argument.kind == "Root" || name == "source" || name == "dest")
    return kPeers;
  if (argument.kind == "Tag")
    return kTags;
  if (name == "split_type")
    return kSplitTypes;
  if (name == "color" || name == "index")
    return kColors;
  if (name == "order" || name == "distributions" || name == "arguments")
    return kArrays;
  if (name == "lock_type")
    return kLocks;
  return {};
}

/// The datatype of C that is like one of Fortran, of so many bytes; 0: none.
std::int64_t likeFortran(std::string_view name, std::int64_t bytes) {
  struct Alike {
    std::string_view fortran;
    std::int64_t bytes;
    std::string_view c;
  };
  constexpr Alike kAlike[] = {{"MPI_INTEGER", 4, "MPI_INT"},
                              {"MPI_INTEGER", 8, "MPI_INT64_T"},
                              {"MPI_LOGICAL", 4, "MPI_INT"},
                              {"MPI_LOGICAL", 8, "MPI_INT64_T"},
                              {"MPI_REAL", 4, "MPI_FLOAT"},
                              {"MPI_REAL", 8, "MPI_DOUBLE"},
                              {"MPI_DOUBLE_PRECISION", 8, "MPI_DOUBLE"},
                              {"MPI_COMPLEX", 8, "MPI_C_FLOAT_COMPLEX"},
                              {"MPI_DOUBLE_COMPLEX", 16, "MPI_C_DOUBLE_COMPLEX"},
                              {"MPI_CHARACTER", 1, "MPI_CHAR"},
                              {"MPI_2INTEGER", 8, "MPI_2INT"}};
  for (const Alike &alike : kAlike)
    if (alike.fortran == name && alike.bytes == bytes)
      return named(ArgumentType::Datatype, alike.c);
  return 0;
}

ArgumentType typeOfLetter(unsigned letter) {
  switch (letter) {
  case 'c':
    return ArgumentType::Comm;
  case 'g':
    return ArgumentType::Group;
  case 'o':
    return ArgumentType::Op;
  case 'd':
    return ArgumentType::Datatype;
  case 'w':
    return ArgumentType::Window;
  case 'f':
    return ArgumentType::File;
  case 'r':
    return ArgumentType::Request;
  default:
    return ArgumentType::None;
  }
}

/// Whether an argument of \p type can stand in a piece of \p form.
bool fits(unsigned form, ArgumentType type) {
  switch (type) {
  case ArgumentType::Integer:
    return form == MAQUETTE_PIECE_NUMBER || form == MAQUETTE_PIECE_WIDE;
  case ArgumentType::Integers:
    return form == MAQUETTE_PIECE_NUMBERS;
  case ArgumentType::Text:
    return form == MAQUETTE_PIECE_TEXT;
  case ArgumentType::Datatypes:
  case ArgumentType::Requests:
    return form == MAQUETTE_PIECE_HANDLES;
  case ArgumentType::Statuses:
    return form == MAQUETTE_PIECE_STATUSES;
  case ArgumentType::None:
  case ArgumentType::Info:
    return false;
  default:
    return form == MAQUETTE_PIECE_HANDLE || form == MAQUETTE_PIECE_WIDE_HANDLE;
  }
}

} // namespace

void Arguments::learn(const RecordView &record) {
  const std::uint64_t *at = record.begin;
  Piece piece, name;
  while (nextPiece(at, record.end, piece) && nextPiece(at, record.end, name) && name.form == MAQUETTE_PIECE_TEXT) {
    const std::string text = textOf(name);
    if (piece.form == MAQUETTE_PIECE_CONSTANT) {
      constants_[text] = piece.number;
      continue;
    }
    if (piece.form != MAQUETTE_PIECE_NAMED)
      continue;
    const ArgumentType type = typeOfLetter(piece.place);
    const auto bytes = static_cast<std::int64_t>(piece.data[1]);
    const std::int64_t number = std::min(named(type, text), likeFortran(text, bytes));
    if (type == ArgumentType::Request)
      null_request_ = piece.number;
    else if (number < 0)
      handles_[type].numbers.emplace(piece.number, number); // Of two names of one the first counts.
    else
      sizes_.emplace(piece.number, bytes);
  }
}

std::int64_t Arguments::oursOfFlags(std::int64_t flags) const {
  std::int64_t value = 0;
  for (const Constant &constant : kAsserts)
    if (const auto theirs = constants_.find(constant.name); theirs != constants_.end() && (flags & theirs->second) != 0)
      value |= constant.value;
  return value;
}

std::int64_t Arguments::oursOf(std::span<const Constant> constants, std::int64_t value) const {
  for (const Constant &constant : constants)
    if (const auto theirs = constants_.find(constant.name); theirs != constants_.end() && theirs->second == value)
      return constant.value;
  return value;
}

std::int64_t Arguments::ours(const Argument &argument, std::int64_t value) const {
  return argument.name == "assertion" ? oursOfFlags(value) : oursOf(constantsOf(argument), value);
}

std::int64_t Arguments::give(ArgumentType type, std::int64_t handle) {
  Known &known = handles_[type];
  const auto found = known.numbers.find(handle);
  if (found != known.numbers.end() && found->second < 0)
    return found->second;
  return known.numbers[handle] = known.next++;
}

std::optional<std::int64_t> Arguments::describe(std::int64_t datatype, std::vector<Event> &made) {
  const auto size = sizes_.find(datatype);
  if (size == sizes_.end())
    return std::nullopt;
  const std::int64_t number = give(ArgumentType::Datatype, datatype);
  Event contiguous, commit;
  contiguous.call = *findCall("MPI_Type_contiguous");
  contiguous.set(0, size->second);
  contiguous.set(1, named(ArgumentType::Datatype, "MPI_BYTE"));
  contiguous.set(2, number);
  commit.call = *findCall("MPI_Type_commit");
  commit.set(0, number);
  made.push_back(std::move(contiguous));
  made.push_back(std::move(commit));
  return number;
}

std::optional<std::int64_t> Arguments::numberOf(ArgumentType type, std::int64_t handle, std::vector<Event> &made) {
  const Known &known = handles_[type];
  if (const auto found = known.numbers.find(handle); found != known.numbers.end())
    return found->second;
  return type == ArgumentType::Datatype ? describe(handle, made) : give(type, handle);
}

std::optional<std::string> Arguments::take(const Piece &piece, const Argument &argument, Event &event,
                                           std::vector<Event> &made) {
  const bool is_request = argument.type == ArgumentType::Request || argument.type == ArgumentType::Requests;
  const auto handle = [&](std::int64_t word, ArgumentType type) -> std::optional<std::int64_t> {
    if (is_request)
      return word == null_request_ ? -1 : word;
    return argument.kind.ends_with("Out") && argument.kind != "InOut" ? give(type, word) : numberOf(type, word, made);
  };
  switch (piece.form) {
  case MAQUETTE_PIECE_NUMBER:
  case MAQUETTE_PIECE_WIDE:
    event.set(piece.place, ours(argument, piece.number));
    break;
  case MAQUETTE_PIECE_HANDLE:
  case MAQUETTE_PIECE_WIDE_HANDLE: {
    const auto number = handle(piece.number, argument.type);
    if (!number)
      return fmt::format("the datatype in argument {} was made by a call that was not recorded", argument.name);
    event.set(piece.place, *number);
    break;
  }
  case MAQUETTE_PIECE_NUMBERS:
  case MAQUETTE_PIECE_HANDLES: {
    std::vector<std::int64_t> values(piece.data, piece.data + piece.number);
    for (std::int64_t &value : values) {
      const std::optional<std::int64_t> number =
          piece.form == MAQUETTE_PIECE_NUMBERS ? ours(argument, value) : handle(value, ArgumentType::Datatype);
      if (!number)
        return fmt::format("a datatype in argument {} was made by a call that was not recorded", argument.name);
      value = *number;
    }
    event.set(piece.place, std::move(values));
    break;
  }
  case MAQUETTE_PIECE_TEXT:
    event.set(piece.place, textOf(piece));
    break;
  case MAQUETTE_PIECE_STATUSES:
    for (std::int64_t i = 0; i < piece.number; ++i) {
      const std::uint64_t who = piece.data[2 * i];
      event.received.push_back({static_cast<std::int32_t>(oursOf(kPeers, static_cast<std::int32_t>(who))),
                                static_cast<std::int32_t>(who >> 32),
                                static_cast<std::int64_t>(piece.data[2 * i + 1])});
    }
    break;
  default:
    break;
  }
  return std::nullopt;
}

std::optional<std::string> Arguments::fill(const RecordView &record, Event &event, std::vector<Event> &made) {
  const std::span<const Argument> arguments = allCalls()[event.call].arguments;
  const std::uint64_t *at = record.begin;
  for (Piece piece; at != record.end;) {
    if (!nextPiece(at, record.end, piece) || piece.place >= arguments.size() ||
        !fits(piece.form, arguments[piece.place].type))
      return "a piece of it does not belong to the call";
    if (const auto wrong = take(piece, arguments[piece.place], event, made))
      return wrong;
  }
  return std::nullopt;
}

} // namespace maquette::traces::recording
