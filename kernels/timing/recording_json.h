// JSON that all files of recordings share: the device. Private to this folder.
#pragma once

#include "kernels/base/json.h"
#include "kernels/base/json_fields.h"
#include "kernels/timing/timings.h"

namespace warplens::timing {

inline Json to_json(const Device& device) {
  return {{"name", device.name},         {"compute_capability", device.compute_capability},
          {"driver", device.driver},     {"memory_bytes", device.memory_bytes},
          {"l2_bytes", device.l2_bytes}, {"multiprocessors", device.multiprocessors}};
}

inline Device device(const JsonFields& fields) {
  return {fields.text("name"),
          fields.text("compute_capability"),
          fields.text("driver"),
          fields.integer<std::uint64_t>("memory_bytes"),
          fields.integer<std::uint64_t>("l2_bytes"),
          fields.integer<std::uint32_t>("multiprocessors")};
}

}  // namespace warplens::timing
