#include "kernels/machine/block/divisions.h"

#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;

// Operands are the result, the dividend, the divisor.
constexpr std::size_t kDivisor = 2;

template <class Integer>
std::uint32_t zero_lanes(const std::byte* slot, std::uint32_t mask) {
  const auto* values = reinterpret_cast<const Integer*>(slot);
  std::uint32_t zeros = 0;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    zeros |= std::uint32_t{values[lane] == 0} << lane;
  }
  return zeros & mask;
}

std::uint32_t zero_divisors(const Issue& issue) {
  const std::byte* const slot = issue.frame.slots + issue.code.operands[kDivisor];
  switch (issue.code.detail) {
    case 2:
      return zero_lanes<std::uint16_t>(slot, issue.mask);
    case 4:
      return zero_lanes<std::uint32_t>(slot, issue.mask);
    default:
      return zero_lanes<std::uint64_t>(slot, issue.mask);
  }
}

// nvcc hoists divisions above the test that decides whether they matter.
void note_zeros(BlockContext& block, const Issue& issue, std::uint32_t zeros) {
  ValueTracker::Load first = ValueTracker::kNotFollowed;
  if (block.values.is_on()) {
    first = block.values.follow_result(issue, issue.code.operands[0], zeros);
  }
  each_lane(zeros, [&](std::uint32_t lane) {
    const FindingPlace place{issue.instruction, issue.warp.index, lane};
    const auto load = ValueTracker::load_of(first, lane);
    if (!block.asks_for_text(FindingKind::division_by_zero, place, load)) return;
    block.report_if_used(FindingKind::division_by_zero, place, load,
                         finding_text::division_by_zero());
  });
}

}  // namespace

void divide(BlockContext& block, const Issue& issue) {
  const std::uint32_t zeros = zero_divisors(issue);
  issue.code.function(issue.frame.slots, issue.mask, issue.code.operands);
  if (block.values.is_on()) {
    block.values.propagate(issue, issue.frame.function->flows[issue.fragment.pc]);
  }
  if (zeros != 0 && block.launch->options->detect_races) note_zeros(block, issue, zeros);
}

}  // namespace warplens::machine
