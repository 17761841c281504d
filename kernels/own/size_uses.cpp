#include "kernels/own/size_uses.h"

#include "kernels/own/thread_bounds.h"

namespace warplens::own {
namespace {

using ptx::Instruction;
using ptx::Operand;

constexpr std::uint32_t kThreadsAndBlocks = 0b111'111;  // Sources::specials

class SizeUses {
 public:
  explicit SizeUses(const ValueGraph& graph)
      : graph_(graph), uses_(graph.function().parameters.size()) {}

  std::vector<SizeUse> take(const ptx::Module& module) {
    for (const Instruction& instruction : graph_.function().instructions) look_at(instruction);
    for (const ThreadBound& bound : thread_bounds(module, graph_))
      for_each(graph_.sources(*bound.limit).parameters,
               [](SizeUse& use) { use.limits_threads = true; });
    return std::move(uses_);
  }

 private:
  template <class Act>
  void for_each(std::uint64_t parameters, Act act) {
    for (std::size_t i = 0; i < uses_.size() && i < 64; ++i)
      if ((parameters >> i & 1) != 0) act(uses_[i]);
  }

  void look_at(const Instruction& instruction) {
    if (instruction.operands.size() < 2) return;
    if (instruction.opcode == "ld" && instruction.has("param")) {
      const std::uint32_t index = parameter_index(graph_.function(), instruction.operands[1]);
      if (index < uses_.size()) uses_[index].is_read = true;
    }
    if (instruction.opcode != "mul" && instruction.opcode != "mad") return;
    if (instruction.operands.size() < 3) return;
    note_product(instruction.operands[1], instruction.operands[2]);
    note_product(instruction.operands[2], instruction.operands[1]);
  }

  void note_product(const Operand& threads, const Operand& factor) {
    const Sources sources = graph_.sources(factor);
    const bool is_of_threads = (graph_.sources(threads).specials & kThreadsAndBlocks) != 0;
    if (!is_of_threads || sources.specials != 0 || sources.loaded != 0) return;
    for_each(sources.parameters, [](SizeUse& use) { use.is_pitch = true; });
  }

  const ValueGraph& graph_;
  std::vector<SizeUse> uses_;
};

}  // namespace

std::vector<SizeUse> size_uses(const ptx::Module& module, const ValueGraph& graph) {
  return SizeUses(graph).take(module);
}

}  // namespace warplens::own
