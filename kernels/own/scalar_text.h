// Numbers that people write, as the bits that kernels take.
#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/catalog/family.h"

namespace warplens::own {

// The bits of `text` as a value of `type`; f16 and bf16 are rounded to nearest even. Fails when the
// type cannot hold it.
Result<std::uint64_t> scalar_bits(catalog::ElementType type, std::string_view text);

}  // namespace warplens::own
