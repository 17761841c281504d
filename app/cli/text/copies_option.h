// --copies: when asynchronous copies land.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/base/result.h"
#include "kernels/machine/launch/run_options.h"

namespace warplens::cli {

// "late", "early", "at-once" or "seed:N"; as by default where it is empty.
Result<void> read_copies(const std::string& text, machine::RunOptions& options);

// N of "seed:N".
[[nodiscard]] std::optional<std::uint64_t> read_seed(std::string_view text);

}  // namespace warplens::cli
