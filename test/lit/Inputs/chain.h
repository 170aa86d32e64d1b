/* A library whose lists own their nodes: no destructor of theirs is written by anybody. */
#ifndef CHAIN_H
#define CHAIN_H
#pragma GCC system_header
#include <memory>
#include <utility>
#include <vector>
template <class T> struct link {
  std::unique_ptr<link> next;
  std::vector<std::unique_ptr<link>> others;
  T value;
  explicit link(int n) : value(n) {}
};
template <class T> struct chain {
  std::unique_ptr<link<T>> first;
};
#endif
