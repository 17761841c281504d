// A command of this program as the answer to a call: it runs as a process of its own, so that it
// can be cancelled, and what ends it ends nothing else.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "kernels/base/json.h"
#include "kernels/run/toolkit/process_limits.h"

namespace warplens::mcp {

inline constexpr std::size_t kLongestAnswer = std::size_t{8} << 20;  // bytes

struct Printed {
  int status = 0;
  std::string out, err;
};

// The result of tools/call: JSON that the command printed, as text and as it is, and what it said
// beside; or its error, as a text.
[[nodiscard]] Json call_result(const Printed& printed);
[[nodiscard]] Json call_error(std::string_view message);

// Runs `program` with `words`, an empty standard input and this process's folder. A program that
// prints more than kLongestAnswer is an error, too.
[[nodiscard]] Json answer_by(const std::string& program, const std::vector<std::string>& words,
                             const std::stop_token& stop, const run::ProcessLimits& limits);

}  // namespace warplens::mcp
