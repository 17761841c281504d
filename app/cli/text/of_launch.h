// Which of a run's launches, and which of its blocks, a command looks at.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>

namespace warplens::cli {

// --of-launch: from 1 on.
inline void add_of_launch(CLI::App& parser, std::size_t& launch) {
  parser.add_option("--of-launch", launch, "The launch, from 1 on (default: 1)")
      ->check(CLI::PositiveNumber);
}

// --of-block
inline void add_of_block(CLI::App& parser, std::uint64_t& block) {
  parser.add_option("--of-block", block, "The block, by its linear index (default: 0)");
}

}  // namespace warplens::cli
