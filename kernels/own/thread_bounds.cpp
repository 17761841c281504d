#include "kernels/own/thread_bounds.h"

#include <algorithm>
#include <string_view>

namespace warplens::own {
namespace {

using ptx::Instruction;
using ptx::Operand;

constexpr std::uint32_t kThreads = 0b111'111;  // tid and ctaid, in x, y and z

bool is_of_threads(const ValueGraph& graph, const Operand& operand) {
  return (graph.sources(operand).specials & kThreads) != 0;
}

bool is_limit(const ValueGraph& graph, const Operand& operand) {
  const Sources sources = graph.sources(operand);
  return (sources.specials & kThreads) == 0 && sources.loaded == 0;
}

bool is_less(const Instruction& instruction) {  // or its opposite: the limit itself is outside
  return instruction.has("lt") || instruction.has("ge") || instruction.has("lo") ||
         instruction.has("hs");
}
bool is_less_or_equal(const Instruction& instruction) {
  return instruction.has("le") || instruction.has("gt") || instruction.has("ls") ||
         instruction.has("hi");
}

std::optional<ThreadBound> bound_of(const ValueGraph& graph, const Instruction& instruction) {
  if (instruction.operands.size() < 3) return std::nullopt;
  const bool is_clamp = instruction.opcode == "min";
  if (instruction.opcode != "setp" && !is_clamp) return std::nullopt;
  const bool is_float = instruction.has("f32") || instruction.has("f64") || instruction.has("f16");
  if (is_float || (!is_clamp && !is_less(instruction) && !is_less_or_equal(instruction)))
    return std::nullopt;
  const Operand* a = &instruction.operands[1];
  const Operand* b = &instruction.operands[2];
  const bool is_swapped = is_of_threads(graph, *b);
  if (is_swapped) std::swap(a, b);
  if (!is_of_threads(graph, *a) || !is_limit(graph, *b)) return std::nullopt;
  const bool is_inside = is_swapped ? is_less(instruction) : is_less_or_equal(instruction);
  return ThreadBound{a, b, is_clamp || is_inside ? 1 : 0, is_clamp, 0};
}

std::uint32_t line_of(const ptx::Module& module, const Instruction& instruction) {
  return instruction.location < module.locations.size()
             ? module.locations[instruction.location].line
             : 0;
}

constexpr int kMostValues = 300;  // that are looked at in a large kernel
constexpr std::int64_t kAwayFromZero = 8;

std::int64_t growth(const ValueGraph& graph, const Operand& index, Environment environment,
                    std::size_t special) {
  environment.specials[special] = kAwayFromZero;  // where max(index - 1, 0) grows, too
  const auto first = graph.evaluate(index, environment);
  environment.specials[special] = kAwayFromZero + 1;
  const auto second = graph.evaluate(index, environment);
  std::int64_t difference = 0;
  const bool is_known = first.has_value() && second.has_value() &&
                        !__builtin_sub_overflow(*second, *first, &difference);
  return is_known ? difference : 0;
}

}  // namespace

std::vector<ThreadBound> thread_bounds(const ptx::Module& module, const ValueGraph& graph) {
  std::vector<ThreadBound> bounds;
  for (const Instruction& instruction : graph.function().instructions) {
    auto bound = bound_of(graph, instruction);
    if (!bound.has_value()) continue;
    bound->line = line_of(module, instruction);
    bounds.push_back(*bound);
  }
  return bounds;
}

std::int64_t step_of_blocks(const ValueGraph& graph, const Operand& index,
                            const Environment& environment, std::size_t dimension) {
  return growth(graph, index, environment, index_of(Special::ctaid, dimension));
}

std::int64_t step_of_threads(const ValueGraph& graph, const Operand& index,
                             const Environment& environment, std::size_t dimension) {
  return growth(graph, index, environment, index_of(Special::tid, dimension));
}

std::vector<std::int64_t> fixed_block_sizes(const ValueGraph& graph, const Environment& environment,
                                            std::size_t dimension) {
  Environment other = environment;
  for (std::size_t d = 0; d < 3; ++d) other.specials[index_of(Special::ntid, d)] += 3;
  const std::uint32_t wanted =
      1u << index_of(Special::tid, dimension) | 1u << index_of(Special::ctaid, dimension);
  std::map<std::int64_t, int> votes;
  int asked = 0;
  for (const Instruction& instruction : graph.function().instructions) {
    if (instruction.operands.empty() || written_registers(instruction).size() != 1) continue;
    const Operand& value = instruction.operands.front();
    if ((graph.sources(value).specials & wanted) != wanted) continue;
    if (++asked > kMostValues) break;
    const std::int64_t blocks = step_of_blocks(graph, value, environment, dimension);
    const std::int64_t threads = step_of_threads(graph, value, environment, dimension);
    const bool is_fixed = step_of_blocks(graph, value, other, dimension) == blocks &&
                          step_of_threads(graph, value, other, dimension) == threads;
    if (!is_fixed || threads <= 0 || blocks % threads != 0) continue;
    const std::int64_t size = blocks / threads;
    if (size > 1 && size <= 1024) ++votes[size];
  }
  std::vector<std::int64_t> sizes;
  for (const auto& [size, count] : votes) sizes.push_back(size);
  std::stable_sort(sizes.begin(), sizes.end(),
                   [&](std::int64_t a, std::int64_t b) { return votes[a] > votes[b]; });
  return sizes;
}

}  // namespace warplens::own
