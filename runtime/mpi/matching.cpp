//===- runtime/mpi/matching.cpp - posted receives meet arrived messages -----===//
// SPDX-License-Identifier: Apache-2.0
#include "mpi/matching.h"

namespace maquette::mpi {

namespace {

/// Takes the first element that \p wanted accepts out of a list.
template <class T, class Wanted> T *take(T *&first, T *&last, Wanted wanted) {
  T *before = nullptr;
  for (T *element = first; element != nullptr; before = element, element = element->next) {
    if (!wanted(*element))
      continue;
    (before != nullptr ? before->next : first) = element->next;
    if (last == element)
      last = before;
    element->next = nullptr;
    return element;
  }
  return nullptr;
}

template <class T> void append(T *&first, T *&last, T &element) {
  element.next = nullptr;
  (last != nullptr ? last->next : first) = &element;
  last = &element;
}

} // namespace

Request *takePosted(runtime::Rank &rank, const Envelope &message) {
  return take(rank.posted_first, rank.posted_last, [&](const Request &receive) { return matches(receive, message); });
}

void addPosted(runtime::Rank &rank, Request &receive) { append(rank.posted_first, rank.posted_last, receive); }

bool removePosted(runtime::Rank &rank, Request &receive) {
  return take(rank.posted_first, rank.posted_last, [&](const Request &other) { return &other == &receive; }) != nullptr;
}

Envelope *findArrived(runtime::Rank &rank, std::uint32_t context, std::int32_t source, std::int32_t tag) {
  Request wanted;
  wanted.context = context;
  wanted.peer = source;
  wanted.tag = tag;
  for (Envelope *message = rank.arrived_first; message != nullptr; message = message->next)
    if (matches(wanted, *message))
      return message;
  return nullptr;
}

Envelope *takeArrived(runtime::Rank &rank, const Request &receive) {
  return take(rank.arrived_first, rank.arrived_last, [&](const Envelope &message) { return matches(receive, message); });
}

void addArrived(runtime::Rank &rank, Envelope &message) { append(rank.arrived_first, rank.arrived_last, message); }

void removeArrived(runtime::Rank &rank, Envelope &message) {
  take(rank.arrived_first, rank.arrived_last, [&](const Envelope &other) { return &other == &message; });
}

} // namespace maquette::mpi
