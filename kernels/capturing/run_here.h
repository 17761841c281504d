// A program that runs in the place of this one: with its terminal, its standard input and output.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::capturing {

struct RunHere {
  std::vector<std::string> words;                              // the program and its arguments
  std::vector<std::pair<std::string, std::string>> variables;  // beside this process' own
  std::optional<std::filesystem::path> input, output, errors;  // files in place of its own
};

// Its exit status, or 128 + the signal that ended it. While it runs, Ctrl+C is for it. Errors:
// there is no such program, it cannot be started.
Result<int> run_here(const RunHere& what);

// As a shell reads one word.
[[nodiscard]] std::string quoted(const std::string& word);

}  // namespace warplens::capturing
