// Which GPU features this machine can use: a line for each, with what to do where it is missing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/device/driver.h"

namespace warplens::device {

struct Capability {
  std::string name;  // "counters"
  Text what;         // "hardware counters (CUPTI)"
  Text there;        // "libcupti.so.13, open to all users"; empty when missing
  Text missing;      // why, and what to do; empty when there
  [[nodiscard]] bool is_there() const { return missing.empty(); }
};

// CUPTI, hardware counters, cuBLAS, CUB: what is opened besides the driver.
[[nodiscard]] std::vector<Capability> capabilities();

// May this user read hardware counters, by the text of /proc/driver/nvidia/params? Nothing when it
// does not say. Source: NVIDIA, "ERR_NVGPUCTRPERM", RmProfilingAdminOnly.
[[nodiscard]] std::optional<bool> counters_are_open(std::string_view params, bool is_root);

// "580.159.04" as the kernel module says, or "CUDA 13.0" where it says nothing.
[[nodiscard]] std::string driver_release(const Driver& driver);
// The release in the text of /proc/driver/nvidia/version; empty when there is none.
[[nodiscard]] std::string release_in(std::string_view text);

}  // namespace warplens::device
