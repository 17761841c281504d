// PTX text → what a GPU of one compute capability runs of it, as nvdisasm writes it.
//
//   const Disassembler tools = find_disassembler();
//   Result<Disassembled> text = disassemble(tools, ptx, 90);
//   sass::list(text->code)
//
// ptxas is the driver's own assembler when both are of one CUDA version: the same PTX then gives
// the same code. Line information, which names PTX lines, does not change it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

#include "kernels/base/result.h"
#include "kernels/run/toolkit/process_limits.h"

namespace warplens::run {

struct Disassembler {
  std::optional<std::filesystem::path> ptxas, nvdisasm;
  ProcessLimits limits{};
};

// Looks where nvcc is looked for (compiler.h), and in the virtual environment's NVIDIA packages.
[[nodiscard]] Disassembler find_disassembler();

// Errors: which of the two is missing, and how to get it.
Result<void> check_complete(const Disassembler& tools);

struct Disassembled {
  std::string code;         // every instruction, with the PTX lines
  std::string life_ranges;  // how many registers are live at each; empty: nvdisasm cannot tell
};

// `capability` is 10 × major + minor. Errors: a program is not here; the assembler's first error;
// "cancelled" by a stop.
Result<Disassembled> disassemble(const Disassembler& tools, const std::string& ptx,
                                 std::uint32_t capability, const std::stop_token& stop = {});

// Machine code that is there already, an ELF: instructions without lines of PTX. Errors: nvdisasm
// is not here, or its first error; "cancelled" by a stop.
Result<std::string> disassemble_image(const Disassembler& tools, std::span<const std::byte> image,
                                      const std::stop_token& stop = {});

}  // namespace warplens::run
