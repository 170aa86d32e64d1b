//===- runtime/mpi/objects/port_names.h - ports and published names -----------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_OBJECTS_PORT_NAMES_H
#define MAQUETTE_MPI_OBJECTS_PORT_NAMES_H

#include <map>
#include <set>
#include <string>

namespace maquette::mpi {

/// Those of one simulation.
class PortNames {
public:
  int nextNumber() { return next_++; }
  void open(const std::string &port) { ports_.insert(port); }
  bool close(const std::string &port) { return ports_.erase(port) > 0; }
  bool isOpen(const std::string &port) const { return ports_.count(port) > 0; }
  bool publish(const std::string &service, const std::string &port) { return services_.emplace(service, port).second; }
  bool unpublish(const std::string &service) { return services_.erase(service) > 0; }
  /// nullptr when nobody has published it.
  const std::string *lookUp(const std::string &service) const {
    const auto found = services_.find(service);
    return found == services_.end() ? nullptr : &found->second;
  }

private:
  int next_ = 0;
  std::set<std::string> ports_;
  std::map<std::string, std::string> services_;
};

} // namespace maquette::mpi

#endif
