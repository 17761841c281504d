// Integer instructions on one lane, as far as indices are made of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "kernels/ptx/module.h"

namespace warplens::own {

[[nodiscard]] bool is_scalar_operation(const ptx::Instruction& instruction);

// `inputs`: its operands behind the destination. Nothing: a division by zero, too few inputs.
[[nodiscard]] std::optional<std::int64_t> scalar_operation(const ptx::Instruction& instruction,
                                                           std::span<const std::int64_t> inputs);

}  // namespace warplens::own
