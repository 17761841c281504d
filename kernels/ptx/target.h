// The GPUs that PTX text is for (PTX ISA, ".target"): that of sm_90 is for compute capability 9.0
// and newer ones, that of sm_90a for 9.0 alone, that of sm_100f for 10.0 and newer ones of its
// family.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "kernels/base/text.h"

namespace warplens::ptx {

struct Target {
  enum class Reach : std::uint8_t { newer, family, alone };
  std::uint32_t capability = 0;  // 10 × major + minor: 90 of sm_90; 0: the text names none
  Reach reach = Reach::newer;

  [[nodiscard]] bool runs_on(std::uint32_t other) const;
  // The architecture to assemble for: "sm_90a".
  [[nodiscard]] std::string architecture_on(std::uint32_t other) const;
  // "sm_90 and newer", "sm_90 alone".
  [[nodiscard]] Text who() const;
};

[[nodiscard]] Target target_of(std::string_view ptx);

}  // namespace warplens::ptx
