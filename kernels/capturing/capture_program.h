// Runs a program with the library that captures its launches, here or on another machine.
//
//   capture_program({.kernels = "softmax"}, {"python3", "train.py"}) → its exit status, and what
//                                                                      was captured of it
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/capturing/program_of.h"

namespace warplens::capturing {

struct CaptureOptions {
  std::string kernels{};       // an extended regular expression; empty: all
  std::uint64_t launches = 3;  // of each process
  std::uint64_t skipped = 0;
  std::uint64_t bytes = std::uint64_t{256} << 20;     // of memory, a launch
  std::string cupti{};                                // a file; empty: looked for
  bool has_sources = true;                            // that its PTX names, beneath its folder
  std::vector<std::filesystem::path> source_roots{};  // and beneath these
};

struct CapturedRun {
  int status = 0;  // of the program; 128 + the signal that ended it
  Gathered gathered;
};

// Standard input, output and errors are the program's. While it runs, Ctrl+C is for it. Errors: it
// cannot be started, the expression is none, no room for what is captured.
Result<CapturedRun> capture_program(const CaptureOptions& options,
                                    const std::vector<std::string>& program);

// Errors: the pattern is no expression.
Result<void> check(const CaptureOptions& options);
// The environment that makes the driver load `library`, which leaves its files in `folder`.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> variables_for(
    const CaptureOptions& options, const std::string& library, const std::string& folder);
// The library for this machine: beside this program, or in ../lib.
Result<std::filesystem::path> injected_library();
// What is in the folder, whose files go.
Result<Gathered> gather(const std::filesystem::path& folder,
                        const std::vector<std::string>& program);

}  // namespace warplens::capturing
