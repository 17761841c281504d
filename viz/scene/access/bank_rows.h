// The rows of shared memory that the bank view draws, panel by panel, and their height.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/cost/shared_breakdown.h"

namespace warplens::scene {

inline constexpr std::uint64_t kRowBytes = std::uint64_t{analysis::kBanks} * analysis::kBankBytes;

// One group of lanes drawn apart; no group: shared memory at rest.
struct BankPanel {
  std::optional<std::uint32_t> group;
  std::vector<std::uint64_t> rows;  // ascending; row r holds bytes [128 r, 128 r + 128)
  std::uint64_t hidden_rows = 0;    // touched, but no room for them
};

struct BankRows {
  std::vector<BankPanel> panels;
  float row_height = 0;
};

struct BankRoom {
  float height = 0;          // for the whole view below the bank numbers
  float panel_overhead = 0;  // title, wavefronts and the gap below
  float smallest_row = 0, largest_row = 0;
  float readable_row = 0;  // high enough that a number stands in a mark
  // Numbers in their marks before rows that nobody touches.
  bool wants_numbers = false;
};

[[nodiscard]] BankRows choose_bank_rows(const analysis::SharedBreakdown& access,
                                        std::uint32_t shared_bytes, const BankRoom& room);

}  // namespace warplens::scene
