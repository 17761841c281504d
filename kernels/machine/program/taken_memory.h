// Memory that a kernel takes while it runs.
#pragma once

#include "kernels/machine/program/program.h"

namespace warplens::machine {

// malloc or free, and alloca, anywhere that the kernel may come to.
[[nodiscard]] bool takes_heap(const Program& program);
[[nodiscard]] bool takes_stack(const Program& program);

}  // namespace warplens::machine
