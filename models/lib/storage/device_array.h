//===- models/lib/storage/device_array.h - equal devices as one: RAID ---------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_STORAGE_DEVICE_ARRAY_H
#define MAQUETTE_MODELS_LIB_STORAGE_DEVICE_ARRAY_H

#include "lib/storage/slots.h"
#include "maquette/models/storage/block_device.h"

#include <vector>

namespace maquette::models {

/// Chunks go to the devices in turn; with parity, a row of chunks has one or two more, on devices that change from row
/// to row. A write of part of a row reads the old data and parity first, then writes both: of one chunk with RAID 5,
/// four accesses. A write of a whole row reads nothing. With RAID 1 all devices have the same, and reads go to them in
/// turn.
/// Source  D. A. Patterson, G. Gibson, R. H. Katz: A Case for Redundant Arrays of Inexpensive Disks (RAID), SIGMOD 1988
class DeviceArray : public BlockDevice, private DeviceListener {
public:
  /// \pre with parity, more devices than parity chunks in a row.
  DeviceArray(const DeviceParameters &device, const ArrayParameters &array, sim::Engine &engine,
              DeviceListener &listener);
  void submit(const DeviceRequest &request) override;
  sim::SimDuration busy() const override;

private:
  struct Access {
    std::size_t device;
    DeviceRequest request;
  };
  struct Operation {
    std::uint64_t cookie = 0;
    std::int64_t open = 0;      ///< Accesses under way.
    std::vector<Access> writes; ///< After those.
  };
  std::int64_t parityChunks() const;
  void readRow(Operation &operation, std::uint64_t slot, std::int64_t begin, std::int64_t end);
  void writeRow(Operation &operation, std::uint64_t slot, std::int64_t row, std::int64_t begin, std::int64_t end);
  void mirror(Operation &operation, std::uint64_t slot, const DeviceRequest &request);
  void start(Operation &operation, const Access &access);
  std::size_t deviceOf(std::int64_t row, std::int64_t chunk) const;
  void done(std::uint64_t slot) override;

  DeviceListener &listener_;
  RaidLevel level_;
  std::int64_t chunk_;
  std::vector<std::unique_ptr<BlockDevice>> devices_;
  std::size_t next_mirror_ = 0;
  Slots<Operation> operations_;
};

} // namespace maquette::models

#endif
