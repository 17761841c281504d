// What the files of recordings share: the device. Private to this folder.
#pragma once

#include "kernels/timing/json_reading.h"
#include "kernels/timing/timings.h"

namespace warplens::timing {

using namespace json_reading;

inline Json to_json(const Device& device) {
  return {{"name", device.name},         {"compute_capability", device.compute_capability},
          {"driver", device.driver},     {"memory_bytes", device.memory_bytes},
          {"l2_bytes", device.l2_bytes}, {"multiprocessors", device.multiprocessors}};
}

inline Device device(const Json& json) {
  return {text(json, "name"),
          text(json, "compute_capability"),
          text(json, "driver"),
          integer<std::uint64_t>(json, "memory_bytes"),
          integer<std::uint64_t>(json, "l2_bytes"),
          integer<std::uint32_t>(json, "multiprocessors")};
}

}  // namespace warplens::timing
