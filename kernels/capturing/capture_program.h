// Runs a program with the library that captures its launches.
//
//   capture_program({.kernels = "softmax"}, {"python3", "train.py"}) → its exit status, and what
//                                                                      was captured of it
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/capturing/program_of.h"

namespace warplens::capturing {

struct CaptureOptions {
  std::string kernels;         // an extended regular expression; empty: all
  std::uint64_t launches = 3;  // of each process
  std::uint64_t skipped = 0;
  std::uint64_t bytes = std::uint64_t{256} << 20;  // of memory, a launch
  std::string cupti;                               // a file; empty: looked for
};

struct CapturedRun {
  int status = 0;  // of the program; 128 + the signal that ended it
  Gathered gathered;
};

// Standard input, output and errors are the program's. While it runs, Ctrl+C is for it. Errors: it
// cannot be started, the expression is none, no room for what is captured.
Result<CapturedRun> capture_program(const CaptureOptions& options,
                                    const std::vector<std::string>& program);

}  // namespace warplens::capturing
