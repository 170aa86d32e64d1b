//===- maquette/sim/id_vector.h - a vector indexed by ids -------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// An IdVector holds something of each thing of one kind, by its StrongId: an id of another kind does not index it.
///
/// Example
///   IdVector<NodeId, double> load(count, 0.0);
///   for (NodeId node : load.ids())
///     load[node] += 1;
#ifndef MAQUETTE_SIM_ID_VECTOR_H
#define MAQUETTE_SIM_ID_VECTOR_H

#include "maquette/sim/assert.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace maquette::sim {

/// The ids from the first one up to \p end, which is not among them.
template <class Id> class IdRange {
public:
  explicit constexpr IdRange(Id end) : end_(end) {}
  class Iterator {
  public:
    explicit constexpr Iterator(Id id) : id_(id) {}
    constexpr Id operator*() const { return id_; }
    constexpr Iterator &operator++() {
      ++id_;
      return *this;
    }
    constexpr bool operator==(const Iterator &) const = default;

  private:
    Id id_;
  };
  constexpr Iterator begin() const { return Iterator(Id()); }
  constexpr Iterator end() const { return Iterator(end_); }

private:
  Id end_;
};

template <class Id, class T> class IdVector {
public:
  IdVector() = default;
  explicit IdVector(std::size_t count, const T &value = T()) : items_(count, value) {}

  /// \pre there is one of \p id.
  T &operator[](Id id) {
    MAQUETTE_ASSERT(id.index() < items_.size());
    return items_[id.index()];
  }
  const T &operator[](Id id) const {
    MAQUETTE_ASSERT(id.index() < items_.size());
    return items_[id.index()];
  }
  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  /// The id that the next item gets.
  Id nextId() const { return Id(items_.size()); }
  IdRange<Id> ids() const { return IdRange<Id>(nextId()); }

  /// Returns its id.
  Id add(T item) {
    items_.push_back(std::move(item));
    return Id(items_.size() - 1);
  }
  T &back() { return items_.back(); }
  void assign(std::size_t count, const T &value) { items_.assign(count, value); }
  void resize(std::size_t count) { items_.resize(count); }
  auto begin() { return items_.begin(); }
  auto begin() const { return items_.begin(); }
  auto end() { return items_.end(); }
  auto end() const { return items_.end(); }

private:
  std::vector<T> items_;
};

} // namespace maquette::sim

#endif
