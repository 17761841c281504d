#include "kernels/own/whole_warps.h"

#include <algorithm>
#include <string_view>

namespace warplens::own {
namespace {

using ptx::Instruction;

constexpr std::uint32_t kAllLanes = 0xffffffffu;

bool is_of_warps(const Instruction& instruction) {
  constexpr std::string_view kOpcodes[] = {"mma",   "wmma",      "ldmatrix", "stmatrix",
                                           "wgmma", "movmatrix", "elect"};
  return std::ranges::find(kOpcodes, instruction.opcode) != std::end(kOpcodes);
}

bool exchanges(const Instruction& instruction) {
  constexpr std::string_view kOpcodes[] = {"shfl", "vote", "match", "redux"};
  return std::ranges::find(kOpcodes, instruction.opcode) != std::end(kOpcodes) &&
         instruction.has("sync") && !instruction.operands.empty();
}

bool names_all_lanes(const ValueGraph& graph, const Instruction& instruction) {
  const auto mask = graph.evaluate(instruction.operands.back(), {});
  return mask.has_value() && static_cast<std::uint32_t>(*mask) == kAllLanes;
}

bool needs_whole_warps(const ValueGraph& graph) {
  return std::ranges::any_of(graph.function().instructions, [&](const Instruction& instruction) {
    return is_of_warps(instruction) ||
           (exchanges(instruction) && names_all_lanes(graph, instruction));
  });
}

}  // namespace

bool needs_whole_warps(const ptx::Module& module, const ValueGraph& graph) {
  return needs_whole_warps(graph) ||
         std::ranges::any_of(module.functions, [](const ptx::Function& function) {
           return !function.is_entry && needs_whole_warps(ValueGraph(function));
         });
}

}  // namespace warplens::own
