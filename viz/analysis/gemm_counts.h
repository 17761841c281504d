// Loads for each multiply-add of a product, counted from what was executed.
#pragma once

#include "viz/analysis/gemm_shape.h"

namespace warplens::analysis {

// Loads of all blocks; each lane counts by itself, also if several lanes read the same element.
struct GemmLoads {
  std::uint64_t accesses = 0;  // a lane's part in a load instruction or an asynchronous copy
  std::uint64_t values = 0;    // elements of A and B that they bring, by their bytes
};

struct GemmCounts {
  GemmLoads global;  // loads of global memory and copies out of it
  GemmLoads shared;  // loads of shared memory, ldmatrix with all rows that it reads
  // m × n × k: those of the product, not what a kernel computes past the matrices' edges.
  std::uint64_t multiply_adds = 0;

  // `count` for 1,000 multiply-adds, rounded to the nearest.
  [[nodiscard]] std::uint64_t for_a_thousand(std::uint64_t count) const;
};

// Counts the trace's sites as they were executed: in a trace of executed accesses those that the
// assembler made, a wide load being one access of several values.
[[nodiscard]] GemmCounts gemm_counts(const trace::Trace& trace, const GemmShape& shape);

}  // namespace warplens::analysis
