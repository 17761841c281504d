// The simplest expression of sizes that gives what was measured.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/own/expression.h"

namespace warplens::own {

struct Sample {
  Values sizes;  // the same names in all samples
  std::int64_t value = 0;
};

// `names`: what may be named, the likeliest first. Nothing when no simple expression gives all.
[[nodiscard]] std::optional<std::string> fit_expression(const std::vector<Sample>& samples,
                                                        const std::vector<std::string>& names);
// The tightest product of sizes (by a power of two, where no plain one does) that is nowhere
// smaller, and not four times as large where it was measured first.
[[nodiscard]] std::optional<std::string> fit_upper_bound(const std::vector<Sample>& samples,
                                                         const std::vector<std::string>& names);

}  // namespace warplens::own
