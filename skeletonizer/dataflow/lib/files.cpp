//===- skeletonizer/dataflow/lib/files.cpp - what the program writes to files and reads again ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/dataflow/files.h"

#include <algorithm>
#include <map>

namespace maquette::skeletonizer {
namespace {

class FileConnector {
public:
  FileConnector(DependenceGraph &graph, const PointsTo &points_to) : graph_(graph), points_to_(points_to) {}

  void connect();

private:
  /// What two names may have in common: an object that they lie in, or all that they are made of.
  struct Name {
    NodeSet objects;
    std::vector<NodeSet> texts;
    bool mayMean(const Name &other) const;
  };

  NodeSet objectsOf(const AbstractLocation &location) const;
  Name nameOf(const Files::Opened &file) const;
  std::vector<NodeId> contentsOf(const Files::Opened &file);
  void connectUses();

  DependenceGraph &graph_;
  const PointsTo &points_to_;
  std::map<NodeId, NodeSet> texts_; ///< Of a string, what it is made of.
};

NodeSet FileConnector::objectsOf(const AbstractLocation &location) const {
  NodeSet objects;
  for (NodeId object : location.objects)
    objects.insert(object);
  for (NodeId pointer : location.pointers)
    objects |= points_to_.of(pointer);
  return objects;
}

bool FileConnector::Name::mayMean(const Name &other) const {
  NodeSet common = objects;
  common &= other.objects;
  return !common.empty() || std::any_of(texts.begin(), texts.end(), [&other](const NodeSet &text) {
    return std::find(other.texts.begin(), other.texts.end(), text) != other.texts.end();
  });
}

FileConnector::Name FileConnector::nameOf(const Files::Opened &file) const {
  Name name;
  if (file.composed) {
    if (NodeSet sources = objectsOf(file.name); !sources.empty())
      name.texts.push_back(std::move(sources));
    return name;
  }
  name.objects = objectsOf(file.name);
  for (NodeId object : name.objects)
    if (const auto text = texts_.find(object); text != texts_.end())
      name.texts.push_back(text->second);
  return name;
}

std::vector<NodeId> FileConnector::contentsOf(const Files::Opened &file) {
  std::vector<NodeId> contents;
  for (NodeId stream : objectsOf(file.streams))
    contents.push_back(file.is_contents ? stream : graph_.part(stream, "#file"));
  return contents;
}

void FileConnector::connectUses() {
  for (const Files::Use &read : graph_.files.reads)
    for (NodeId stream : objectsOf(read.streams))
      graph_.need(read.node, graph_.part(stream, "#file"));
  for (const Files::Use &write : graph_.files.writes)
    for (NodeId stream : objectsOf(write.streams))
      graph_.need(graph_.part(stream, "#file"), write.node);
}

void FileConnector::connect() {
  connectUses();
  for (const Files::Text &text : graph_.files.texts)
    if (const NodeSet sources = objectsOf(text.sources); !sources.empty())
      for (NodeId buffer : objectsOf(text.buffer))
        texts_[buffer] |= sources;
  std::vector<Name> names;
  for (const Files::Opened &file : graph_.files.opened)
    names.push_back(nameOf(file));
  for (std::size_t to = 0; to < names.size(); ++to)
    for (std::size_t from = 0; from < names.size(); ++from) {
      const Files::Opened &reader = graph_.files.opened[to], &writer = graph_.files.opened[from];
      if (to == from || !reader.read || !writer.written || !names[to].mayMean(names[from]))
        continue;
      for (NodeId read : contentsOf(reader))
        for (NodeId written : contentsOf(writer))
          if (read != written)
            graph_.need(read, written);
    }
}

} // namespace

void connectFiles(DependenceGraph &graph, const PointsTo &points_to) { FileConnector(graph, points_to).connect(); }

} // namespace maquette::skeletonizer
