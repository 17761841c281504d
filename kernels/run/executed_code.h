// Finds the instructions that a GPU executes of a run's PTX: in the files that ship with it, else
// in the cache of what was assembled before, else by ptxas and nvdisasm of this machine.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "kernels/run/capabilities.h"
#include "kernels/run/toolkit/assemble.h"

namespace warplens::run {

struct CodeSources {
  std::filesystem::path assets;  // that hold sass/; empty: none
  Disassembler tools;
  AssembledCache cache{{}};
};

// This machine's, and its user's; programs run within `limits`.
[[nodiscard]] CodeSources code_sources(const ProcessLimits& limits = {});

struct PtxToExecute {
  std::string_view kernel;  // "gemm/register_tile" of the catalogue; others may have any name
  const std::string* text = nullptr;
};

// Errors: nothing ships for this PTX, and assemble()'s.
Result<sass::Assembled> executed_code(const CodeSources& sources, const PtxToExecute& ptx,
                                      std::uint32_t capability, const std::stop_token& stop = {});

// The same, with its listing: where what ships has the accesses alone, it is assembled here.
Result<sass::Assembled> listed_code(const CodeSources& sources, const PtxToExecute& ptx,
                                    std::uint32_t capability, const std::stop_token& stop = {});

// assets/sass/sm_90/gemm/register_tile.sass. Errors: no such file, a damaged one.
Result<sass::Assembled> shipped_code(const std::filesystem::path& assets, std::string_view kernel,
                                     std::uint32_t capability);

}  // namespace warplens::run
