// A captured launch's parameters as a person reads them: numbers, what pointers lead to, tensor
// maps in the words of docs/OWN_KERNELS.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/captured/program.h"
#include "kernels/ptx/module.h"

namespace warplens::captured {

struct DecodedPointer {
  std::uint32_t offset = 0;  // in the parameter
  std::uint64_t address = 0;
  std::string allocation;             // "device 0x7f0000000000"
  std::uint64_t inside = 0;           // bytes from its begin
  std::uint64_t bytes = 0, kept = 0;  // of the allocation
};

struct DecodedParameter {
  std::string name;  // "n"; "arg0" where no source says
  std::uint32_t bytes = 0;
  std::string type;        // "f32", as its PTX says; empty: none does
  std::string value;       // "1024", "0.5", or bytes as hexadecimal digits; of a map empty
  std::string tensor_map;  // "f16,[64,64],box=[64,64]"; empty: it is none
  std::vector<DecodedPointer> pointers;
};

// `module`: of the launch's image; null where it has no PTX that can be read. `sources` name
// parameters.
[[nodiscard]] std::vector<DecodedParameter> decoded_parameters(
    const Launch& launch, const Episode& episode, const ptx::Module* module,
    const std::vector<std::string>& sources = {});

}  // namespace warplens::captured
