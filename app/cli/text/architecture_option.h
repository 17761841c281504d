// For which GPUs figures are shown: --arch and --as-ptx.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::cli {

class ArchitectureOption {
 public:
  void add_to(CLI::App& parser);
  // Nothing: the PTX's own figures. `usual`: where none was chosen. Errors: it is no architecture.
  Result<std::optional<std::uint32_t>> read(std::uint32_t usual) const;

 private:
  std::string name_;
  bool as_ptx_ = false;
};

// "sm_80,sm_90": each of them. Errors: one is no architecture.
Result<std::vector<std::uint32_t>> architectures_named(const std::string& names);

}  // namespace warplens::cli
