#include "viz/analysis/limits/occupancy.h"

#include <algorithm>

#include "kernels/base/dim3.h"

namespace warplens::analysis {
namespace {

constexpr std::uint32_t kKilobyte = 1024;
constexpr std::uint32_t kRegisters = 64 * kKilobyte;  // of every SM since 7.5, and of a block
constexpr std::uint32_t kRegisterUnit = 256;          // a warp's registers come in these
constexpr std::uint32_t kParts = 4;  // of an SM, each with a quarter of the registers

constexpr std::array kMultiprocessors = {
    Multiprocessor{75, 32, 16, kRegisters, 64 * kKilobyte, 64 * kKilobyte, 0, 256},
    Multiprocessor{80, 64, 32, kRegisters, 164 * kKilobyte, 163 * kKilobyte, kKilobyte, 128},
    Multiprocessor{86, 48, 16, kRegisters, 100 * kKilobyte, 99 * kKilobyte, kKilobyte, 128},
    Multiprocessor{89, 48, 24, kRegisters, 100 * kKilobyte, 99 * kKilobyte, kKilobyte, 128},
    Multiprocessor{90, 64, 32, kRegisters, 228 * kKilobyte, 227 * kKilobyte, kKilobyte, 128},
    Multiprocessor{100, 64, 32, kRegisters, 228 * kKilobyte, 227 * kKilobyte, kKilobyte, 128},
    Multiprocessor{120, 48, 24, kRegisters, 100 * kKilobyte, 99 * kKilobyte, kKilobyte, 128},
};

constexpr std::uint32_t up_to(std::uint32_t value, std::uint32_t unit) {
  return (value + unit - 1) / unit * unit;
}

constexpr std::uint32_t warps_of(const BlockNeeds& needs) {
  return up_to(needs.threads, kWarpSize) / kWarpSize;
}

constexpr std::uint32_t registers_of_a_warp(const BlockNeeds& needs) {
  return up_to(needs.registers * kWarpSize, kRegisterUnit);
}

std::uint32_t by_warps(const Multiprocessor& sm, const BlockNeeds& needs) {
  return needs.threads > kMostThreads ? 0 : sm.warps / warps_of(needs);
}

// A warp lives in one part with its registers.
std::uint32_t by_registers(const Multiprocessor& sm, const BlockNeeds& needs) {
  if (needs.registers == 0) return kAnyNumber;
  const std::uint32_t warps_a_part = sm.registers / kParts / registers_of_a_warp(needs);
  return warps_a_part * kParts / warps_of(needs);
}

std::uint32_t shared_of_a_block(const Multiprocessor& sm, const BlockNeeds& needs) {
  return up_to(needs.shared_bytes + sm.reserved_bytes, sm.shared_unit);
}

std::uint32_t by_shared_memory(const Multiprocessor& sm, const BlockNeeds& needs) {
  const std::uint32_t a_block = shared_of_a_block(sm, needs);
  return a_block == 0 ? kAnyNumber : sm.shared_bytes / a_block;
}

}  // namespace

const Multiprocessor* multiprocessor(std::uint32_t capability) {
  const auto* const found =
      std::ranges::find(kMultiprocessors, capability, &Multiprocessor::capability);
  return found == kMultiprocessors.end() ? nullptr : found;
}

Occupancy occupancy(const Multiprocessor& sm, const BlockNeeds& needs) {
  Occupancy result;
  result.blocks_by = {by_warps(sm, needs), by_registers(sm, needs), by_shared_memory(sm, needs),
                      sm.blocks};
  result.a_block = {warps_of(needs), registers_of_a_warp(needs) * warps_of(needs),
                    shared_of_a_block(sm, needs), 1};
  result.blocks = std::ranges::min(result.blocks_by);
  result.warps = result.blocks * warps_of(needs);
  return result;
}

std::uint32_t capacity(const Multiprocessor& sm, SmLimit limit) {
  switch (limit) {
    case SmLimit::warps:
      return sm.warps;
    case SmLimit::registers:
      return sm.registers;
    case SmLimit::shared_memory:
      return sm.shared_bytes;
    case SmLimit::blocks:
      return sm.blocks;
  }
  return 0;
}

std::optional<std::uint32_t> blocks_an_sm(std::uint32_t capability, const BlockNeeds& needs) {
  const Multiprocessor* sm = multiprocessor(capability);
  if (sm == nullptr) return std::nullopt;
  return occupancy(*sm, needs).blocks;
}

}  // namespace warplens::analysis
