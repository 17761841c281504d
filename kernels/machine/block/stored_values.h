// The bytes that a store from registers writes, lane by lane.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/base/dim3.h"
#include "kernels/machine/block/issue.h"

namespace warplens::machine {

class StoredValues {
 public:
  // Those of lane i from i × the access's width on; they hold until the next call.
  [[nodiscard]] const std::byte* of(const Issue& issue, const MemoryAccess& access,
                                    std::uint32_t mask);

 private:
  std::array<std::byte, kWarpSize * 32> values_{};
};

}  // namespace warplens::machine
