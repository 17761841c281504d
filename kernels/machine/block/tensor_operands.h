// The operands of tcgen05.mma and tcgen05.cp, which one thread asks for.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/issue.h"
#include "kernels/machine/operations/matrix_descriptor.h"
#include "kernels/machine/program/address_operand.h"

namespace warplens::machine {

inline constexpr std::uint32_t kTensorWord = 4;  // bytes

// A lane's value of a register of so many bytes.
[[nodiscard]] std::uint64_t tensor_operand(const Issue& issue, std::uint32_t slot,
                                           std::uint32_t bytes, std::uint32_t lane);
[[nodiscard]] std::uint64_t tensor_address(const Issue& issue, const AddressOperand& address,
                                           std::uint32_t lane);
// A shared memory descriptor whose layout is known; else the run ends.
[[nodiscard]] std::optional<MatrixDescriptor> tile_descriptor(BlockContext& block,
                                                              const Issue& issue,
                                                              std::uint32_t slot,
                                                              std::uint32_t lane,
                                                              std::string_view opcode);
// The note that what is read of shared memory is counted by no one.
void note_uncounted(BlockContext& block, const Issue& issue, std::string_view opcode);

}  // namespace warplens::machine
