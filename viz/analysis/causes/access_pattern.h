// Recognises causes in the addresses of a single access: stride, misalignment, column read, bad
// swizzle.
#pragma once

#include <optional>
#include <set>

#include "viz/analysis/causes/suspect.h"

namespace warplens::analysis {

// Sites of shared memory that reach it through an XOR swizzle, by at least one of their accesses.
[[nodiscard]] std::set<std::uint32_t> swizzled_sites(const BlockAccesses& block);

// `is_swizzled`: the access's site is one of those. Nothing where the access costs no more than it
// must, or its lanes lie in no order.
[[nodiscard]] std::optional<Suspect> pattern_of(const Access& access, bool is_swizzled);

// Lanes that are apart on global memory: a structure's members look like this, too.
[[nodiscard]] bool is_strided_global(const Suspect& suspect);

}  // namespace warplens::analysis
