#include "viz/analysis/occupancy.h"

#include <algorithm>
#include <array>

#include "kernels/base/dim3.h"

namespace warplens::analysis {
namespace {

constexpr std::uint32_t kKilobyte = 1024;
constexpr std::uint32_t kRegisters = 64 * kKilobyte;  // of every SM since 7.5
constexpr std::uint32_t kRegisterUnit = 256;          // a warp's registers come in these
constexpr std::uint32_t kWarpUnit = 4;                // an SM's four parts hold equally many

struct Limits {
  std::uint32_t capability;
  std::uint32_t threads, blocks;
  std::uint32_t shared_bytes;
  std::uint32_t reserved_bytes;  // of shared memory, taken by CUDA for each block
  std::uint32_t shared_unit;
};
constexpr std::array kLimits = {
    Limits{75, 1024, 16, 64 * kKilobyte, 0, 256},
    Limits{80, 2048, 32, 164 * kKilobyte, kKilobyte, 128},
    Limits{86, 1536, 16, 100 * kKilobyte, kKilobyte, 128},
    Limits{89, 1536, 24, 100 * kKilobyte, kKilobyte, 128},
    Limits{90, 2048, 32, 228 * kKilobyte, kKilobyte, 128},
    Limits{100, 2048, 32, 228 * kKilobyte, kKilobyte, 128},
};

constexpr std::uint32_t up_to(std::uint32_t value, std::uint32_t unit) {
  return (value + unit - 1) / unit * unit;
}

std::uint32_t by_registers(const BlockNeeds& needs) {
  if (needs.registers == 0) return ~0u;
  const std::uint32_t a_warp = up_to(needs.registers * kWarpSize, kRegisterUnit);
  const std::uint32_t warps = kRegisters / a_warp / kWarpUnit * kWarpUnit;
  return warps / up_to((needs.threads + kWarpSize - 1) / kWarpSize, kWarpUnit);
}

std::uint32_t by_shared_memory(const Limits& limits, const BlockNeeds& needs) {
  const std::uint32_t a_block =
      up_to(needs.shared_bytes + limits.reserved_bytes, limits.shared_unit);
  return a_block == 0 ? ~0u : limits.shared_bytes / a_block;
}

}  // namespace

std::optional<std::uint32_t> blocks_an_sm(std::uint32_t capability, const BlockNeeds& needs) {
  for (const Limits& limits : kLimits) {
    if (limits.capability != capability) continue;
    return std::min({limits.blocks, limits.threads / up_to(needs.threads, kWarpSize),
                     by_registers(needs), by_shared_memory(limits, needs)});
  }
  return std::nullopt;
}

}  // namespace warplens::analysis
