// The names of PTX ISA 10, "Special Registers".
#pragma once

#include <string_view>

#include "kernels/ptx/module.h"

namespace warplens::ptx {

// "%laneid", "%tid", "%envreg7"; a component (".x") is not part of the name.
[[nodiscard]] bool is_special_register(std::string_view name);

// Whether a kernel synchronises across its grid (cooperative_groups::this_grid().sync()): it reads
// the address of what the blocks meet at, which CUDA's headers take from %envreg1 and %envreg2.
[[nodiscard]] bool reads_grid_workspace(const Function& entry);

}  // namespace warplens::ptx
