// What units of a multiprocessor do besides memory's, in the amounts that their rates are of.
//
//   LaunchCounts ──► WorkAmounts (launch_demand.h) ── Chip::rates ──► the units' least times
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warplens::analysis {

// Of tensor cores in multiply-adds, of textures in texels (lanes), of all others in warp
// instructions.
enum class Work : std::uint8_t {
  fp32,
  fp16,  // and bf16, one number or a pair
  fp64,
  special,           // special functions, conversions, bit counts: the unit that they share
  alu,               // integers but for multiplications, comparisons, minimum and maximum
  integer_multiply,  // and what ptxas makes a multiply-add of: additions, moves
  uniform,           // what all lanes have in common
  shuffle,
  reduction,  // of a warp: redux, match
  texture,
  mma_f16,  // from here on as trace::TensorKind
  mma_tf32,
  mma_f64,
  mma_f8,
  mma_s8,
  mma_s4,
  mma_b1,
  wgmma_f16,
  wgmma_tf32,
  wgmma_f8,
  wgmma_s8,
  wgmma_b1,
  mma_sparse,
  tcgen05_f16,
  tcgen05_tf32,
  tcgen05_f8,
  tcgen05_s8,
  tcgen05_f4,
};
inline constexpr std::size_t kWorks = 28;

using WorkAmounts = std::array<std::uint64_t, kWorks>;

// "fp64", "mma_f16": as assets/chips.json and assets/demands.json call it.
[[nodiscard]] std::string_view id_of(Work work);
[[nodiscard]] std::optional<Work> work_named(std::string_view id);
[[nodiscard]] constexpr bool is_of_tensor_cores(Work work) { return work >= Work::mma_f16; }

}  // namespace warplens::analysis
