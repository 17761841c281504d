// The orders of threads and copies in which a check runs a person's kernel by itself, beside the
// default one: what depends on them may be right in one and wrong in another.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/machine/launch/run_options.h"
#include "kernels/ptx/module.h"

namespace warplens::cli {

struct CheckedOrder {
  std::string option;                 // of trace, which does the same: "--copies early"
  std::optional<std::uint64_t> seed;  // of blocks and warps
  machine::CopiesLand copies = machine::CopiesLand::late;

  void apply(machine::RunOptions& options) const;
};

// `module`: of the kernels; null: nothing is known of them.
[[nodiscard]] std::vector<CheckedOrder> checked_orders(const ptx::Module* module);

}  // namespace warplens::cli
