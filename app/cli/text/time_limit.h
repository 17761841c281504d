// How long other programs may take (--time-limit), for commands that run no kernel; own_limits()
// reads it.
#pragma once

#include <CLI/CLI.hpp>

namespace warplens::cli {

class TimeLimit {
 public:
  void add_to(CLI::App& parser) {
    parser
        .add_option("--time-limit", seconds_,
                    "Seconds that nvcc, ptxas and nvdisasm may take, each (default: 600), and "
                    "finding how a file's kernel is launched (default: 60)")
        ->check(CLI::PositiveNumber);
  }

 private:
  double seconds_ = 0;
};

}  // namespace warplens::cli
