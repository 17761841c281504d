#include "kernels/machine/block/tensor_operands.h"

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/lane_addresses.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

// Fixed bits of a shared memory descriptor ("Shared memory descriptor"): 46 to 48 are 0b001, 53 to
// 60 nothing; bit 52 is another mode of sm_103a's. Swizzles are 0, 2, 4 and 6; 1 has atoms of 32
// bytes.
bool is_known_descriptor(std::uint64_t bits) {
  return (bits >> 46 & 0x7) == 1 && (bits >> 52 & 0x1ff) == 0 && (bits >> 61 & 1) == 0;
}

}  // namespace

std::uint64_t tensor_operand(const Issue& issue, std::uint32_t slot, std::uint32_t bytes,
                             std::uint32_t lane) {
  return read_slot(issue.frame.slots + slot, bytes, lane);
}

std::uint64_t tensor_address(const Issue& issue, const AddressOperand& address,
                             std::uint32_t lane) {
  LaneAddresses addresses;
  compute_addresses(issue, address, addresses);
  return addresses[lane];
}

std::optional<MatrixDescriptor> tile_descriptor(BlockContext& block, const Issue& issue,
                                                std::uint32_t slot, std::uint32_t lane,
                                                std::string_view opcode) {
  const std::uint64_t bits = tensor_operand(issue, slot, 8, lane);
  if (is_known_descriptor(bits)) return MatrixDescriptor::of(bits);
  block.end_launch(trace::FindingKind::opaque_instruction,
                   {issue.instruction, issue.warp.index, lane},
                   finding_text::unknown_descriptor(opcode, bits));
  return std::nullopt;
}

void note_uncounted(BlockContext& block, const Issue& issue, std::string_view opcode) {
  block.report.add_lazily(trace::FindingKind::uncounted_read,
                          {issue.instruction, issue.warp.index, first_lane(issue.mask)},
                          [&] { return finding_text::uncounted_read(opcode); });
}

}  // namespace warplens::machine
