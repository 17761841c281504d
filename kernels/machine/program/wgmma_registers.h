// What wgmma.mma_async asks of registers: other instructions write its sums and a factor in
// registers before a wgmma.fence, and touch them again only behind the wgmma.wait_group for its
// group (PTX ISA, "wgmma.fence", "wgmma.mma_async").
//
// Found from the text, on all paths to an instruction, so that none that may be right is named.
// Copies of registers are followed and count for nothing: assemblers make one register of both.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/ptx/control_flow.h"
#include "kernels/ptx/module.h"

namespace warplens::machine {

struct EarlyUse {
  enum class Fault : std::uint8_t {
    unfenced,  // a wgmma takes a register that `other` has written since the last fence
    open,      // a register of the wgmma `other`, whose group no wait has been for
  };
  std::uint32_t instruction = 0, other = 0;  // of the function
  Fault fault = Fault::unfenced;
  friend bool operator==(const EarlyUse&, const EarlyUse&) = default;
};

// At most one an instruction, in their order.
[[nodiscard]] std::vector<EarlyUse> find_early_uses(const ptx::Function& function,
                                                    const ptx::ControlFlow& flow);

}  // namespace warplens::machine
