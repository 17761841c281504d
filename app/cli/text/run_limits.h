// How long a launch on the CPU may take, and what is said while one takes long.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>

#include "kernels/machine/launch/run_options.h"

namespace warplens::cli {

class RunLimits {
 public:
  void add_to(CLI::App& parser);
  // Of a long run one line on standard error says where it is.
  void apply(machine::RunOptions& options) const;

 private:
  const CLI::App* parser_ = nullptr;
  double seconds_ = machine::RunOptions().time_limit.count();
  std::uint64_t instructions_ = machine::RunOptions().instruction_budget;
};

}  // namespace warplens::cli
