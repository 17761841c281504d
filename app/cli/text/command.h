// What a subcommand is: its CLI11 parser, and what to do once that has read its options.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "kernels/base/result.h"

namespace warplens::cli {

// A value is the exit status; an error becomes one line on stderr and status 1.
struct Command {
  CLI::App* parser = nullptr;
  std::function<Result<int>()> run;
};

}  // namespace warplens::cli
