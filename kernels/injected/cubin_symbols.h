// What a cubin that the driver has loaded defines: kernels, and variables in device memory.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace warplens::injected {

struct CubinSymbols {
  std::vector<std::string> kernels;
  std::vector<std::string> variables;  // __device__, __constant__ and __managed__ ones
};

// Empty of what is no ELF of 64 bits.
[[nodiscard]] CubinSymbols symbols_of(std::span<const std::byte> cubin);

}  // namespace warplens::injected
