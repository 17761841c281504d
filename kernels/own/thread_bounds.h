// How many threads a kernel wants: where it compares thread numbers with sizes, and how far apart
// neighbouring blocks work.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "kernels/own/value_graph.h"

namespace warplens::own {

// `index < limit`, as `setp` or min() say it.
struct ThreadBound {
  const ptx::Operand* index = nullptr;
  const ptx::Operand* limit = nullptr;
  std::int64_t beyond = 0;  // 1 for `index <= limit`
  bool is_clamp = false;    // min(index, limit): threads beyond it go on
  std::uint32_t line = 0;   // in the source; 0: not known
};

[[nodiscard]] std::vector<ThreadBound> thread_bounds(const ptx::Module& module,
                                                     const ValueGraph& graph);

// How much `index` grows from a block to the next along `dimension`, in this environment; 0: not at
// all, or not known.
[[nodiscard]] std::int64_t step_of_blocks(const ValueGraph& graph, const ptx::Operand& index,
                                          const Environment& environment, std::size_t dimension);
[[nodiscard]] std::int64_t step_of_threads(const ValueGraph& graph, const ptx::Operand& index,
                                           const Environment& environment, std::size_t dimension);

// Threads along a dimension for which some index counts through without gaps whatever the launch's
// block is (blockIdx.x * 16 + threadIdx.x: 16), the most frequent first.
[[nodiscard]] std::vector<std::int64_t> fixed_block_sizes(const ValueGraph& graph,
                                                          const Environment& environment,
                                                          std::size_t dimension);
// The same of threads along x that go on in rows: with threadIdx.x / 8 counted to 64 a block there
// are 512.
[[nodiscard]] std::vector<std::int64_t> row_block_sizes(const ValueGraph& graph,
                                                        const Environment& environment);

}  // namespace warplens::own
