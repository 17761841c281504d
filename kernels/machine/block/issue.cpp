#include "kernels/machine/block/issue.h"

namespace warplens::machine {

Issue waiting_issue(Warp& warp, Fragment& fragment) {
  const FunctionImage& function = *fragment.frame->function;
  return {warp,
          fragment,
          *fragment.frame,
          function.code[fragment.pc],
          function.first_instruction + fragment.pc,
          fragment.mask,
          fragment.mask};
}

void pass_unguarded(const Issue& issue) {
  const std::uint32_t others = issue.fragment.mask & ~issue.mask;
  if (others == 0) return;
  Fragment& passed = issue.warp.split(issue.fragment, others);
  ++passed.pc;
}

}  // namespace warplens::machine
