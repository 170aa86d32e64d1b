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
  template <class File> std::vector<NodeId> contentsOf(const File &file);
  Payload partsOf(NodeId contents);
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

/// Of a file that is opened, or used.
template <class File> std::vector<NodeId> FileConnector::contentsOf(const File &file) {
  std::vector<NodeId> contents;
  for (NodeId stream : objectsOf(file.streams))
    contents.push_back(file.is_contents ? stream : graph_.part(stream, "#file"));
  return contents;
}

/// What is in a file, of floating values and others.
Payload FileConnector::partsOf(NodeId contents) {
  return {graph_.part(contents, "#floating"), graph_.part(contents, "#other")};
}

void FileConnector::connectUses() {
  for (const Files::Use &read : graph_.files.reads)
    for (NodeId file : contentsOf(read)) {
      graph_.need(read.node, file);
      if (const auto payload = graph_.payloads.find(read.node); payload != graph_.payloads.end()) {
        graph_.need(payload->second.floating, partsOf(file).floating);
        graph_.need(payload->second.other, partsOf(file).other);
      }
    }
  for (const Files::Use &write : graph_.files.writes)
    for (NodeId file : contentsOf(write)) {
      const auto payload = graph_.payloads.find(write.node);
      const Payload written = payload != graph_.payloads.end() ? payload->second : Payload{write.node, write.node};
      for (NodeId part : {write.node, written.floating, written.other})
        graph_.need(file, part);
      graph_.need(partsOf(file).floating, written.floating);
      graph_.need(partsOf(file).other, written.other);
    }
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
          if (read != written) {
            graph_.need(read, written);
            graph_.need(partsOf(read).floating, partsOf(written).floating);
            graph_.need(partsOf(read).other, partsOf(written).other);
          }
    }
}

} // namespace

void connectFiles(DependenceGraph &graph, const PointsTo &points_to) { FileConnector(graph, points_to).connect(); }

} // namespace maquette::skeletonizer
