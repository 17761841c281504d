// An ELF with the symbols that a module's cubin has, and no code.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/ptx/module.h"

namespace warplens::simulated {

[[nodiscard]] std::vector<std::byte> made_cubin(const ptx::Module& module);

}  // namespace warplens::simulated
