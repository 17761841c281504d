// Latencies of instructions, in cycles of the SM's clock: assets/latencies.json quotes these rows.
//
//   nvcc -std=c++17 -O3 -gencode arch=compute_90a,code=sm_90a -o latency tests/probes/latency.cu &&
//   ./latency
//
// A row is a name, a tab, and the cycles from an instruction to the next one that needs its result.
// `of 32 warps`: what one step takes while eight warps of each scheduler do the same.
// `a+b` is the sum of two that were not told apart; `least … most` is how single loads spread.
#include "latency.cuh"
#include "latency_arithmetic.cuh"
#include "latency_memory.cuh"
#include "latency_tensor.cuh"

int main(int count, char** words) {
  const std::string part = count > 1 ? words[1] : "all";
  Arguments arguments{0, 1, 0.5f, nullptr, 4};
  check(cudaMalloc(&arguments.memory, 1 << 20), "cudaMalloc");
  check(cudaMemset(arguments.memory, 0, 1 << 20), "cudaMemset");
  Table table;
  if (part == "all" || part == "arithmetic") arithmetic(table, arguments);
  if (part == "all" || part == "memory") memory(table, arguments);
  if (part == "all" || part == "tensor") tensor(table, arguments);
  if (part == "all" || part == "busy") {
    busy_arithmetic(table, arguments);
    busy_memory(table, arguments);
    busy_tensor(table, arguments);
  }
}
