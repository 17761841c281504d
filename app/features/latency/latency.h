// The longest chain of instructions that wait for each other, as a command.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::cli {
[[nodiscard]] Command latency_command(CLI::App& app);
}  // namespace warplens::cli
