// Whether a kernel's lanes need their whole warp: they exchange values under a mask that names all
// of it, or do together what only a warp does.
#pragma once

#include "kernels/own/value_graph.h"
#include "kernels/ptx/module.h"

namespace warplens::own {

[[nodiscard]] bool needs_whole_warps(const ptx::Module& module, const ValueGraph& graph);

}  // namespace warplens::own
