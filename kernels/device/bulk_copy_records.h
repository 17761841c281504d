// A copy by TMA as a GPU records it: some records in a row, each with one operand as its address.
//
//   shared address · global address, tensor map's, or source's · bytes · coordinates · offsets
//   · blocks · byte mask · the map's 128 bytes     those that the instruction has
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "kernels/device/address_map.h"
#include "kernels/device/instrument.h"
#include "kernels/machine/program/bulk_copy_form.h"
#include "kernels/trace/bulk_copy.h"

namespace warplens::device {

[[nodiscard]] std::uint32_t bulk_copy_records(const machine::BulkCopyForm& form);

// The copy that a lane's records are of; nothing if they hold no tensor map.
[[nodiscard]] std::optional<trace::BulkCopy> read_bulk_copy(const machine::BulkCopyForm& form,
                                                            std::uint32_t lane,
                                                            std::span<const Record> records,
                                                            const AddressMap& map);

}  // namespace warplens::device
