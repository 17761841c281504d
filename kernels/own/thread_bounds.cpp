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

// How much `index` grows from special 0 to so many.
struct Until {
  std::size_t special = 0;
  std::int64_t many = 1;
};
std::int64_t growth_until(const ValueGraph& graph, const Operand& index, Environment environment,
                          Until until) {
  environment.specials[until.special] = 0;
  const auto first = graph.evaluate(index, environment);
  environment.specials[until.special] = until.many;
  const auto last = graph.evaluate(index, environment);
  std::int64_t difference = 0;
  const bool is_known =
      first.has_value() && last.has_value() && !__builtin_sub_overflow(*last, *first, &difference);
  return is_known ? difference : 0;
}

// The most frequent first.
std::vector<std::int64_t> by_votes(const std::map<std::int64_t, int>& votes) {
  std::vector<std::int64_t> sizes;
  for (const auto& [size, count] : votes) sizes.push_back(size);
  std::stable_sort(sizes.begin(), sizes.end(),
                   [&](std::int64_t a, std::int64_t b) { return votes.at(a) > votes.at(b); });
  return sizes;
}

// Threads after which a value that goes on in rows has grown as it does from block to block along
// the dimension, whatever the launch's block is; 0: none.
std::int64_t threads_of_rows(const ValueGraph& graph, const Operand& value,
                             const Environment& environment, std::size_t dimension) {
  constexpr std::int64_t kSizes[] = {64, 128, 256, 512, 1024};
  const std::size_t thread = index_of(Special::tid, 0);
  const std::int64_t blocks = step_of_blocks(graph, value, environment, dimension);
  Environment other = environment;
  for (std::size_t d = 0; d < 3; ++d) other.specials[index_of(Special::ntid, d)] *= 2;
  if (blocks <= 0 || step_of_blocks(graph, value, other, dimension) != blocks) return 0;
  const std::int64_t each = step_of_threads(graph, value, environment, 0);
  for (const std::int64_t size : kSizes) {
    const bool is_next = growth_until(graph, value, environment, {thread, size}) == blocks &&
                         growth_until(graph, value, environment, {thread, size - 1}) < blocks;
    if (is_next && each * size != blocks) return size;
  }
  return 0;
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
    const std::size_t thread = index_of(Special::tid, dimension);
    if (size <= 1 || size > 1024) continue;
    if (growth_until(graph, value, environment, {thread, size}) == blocks) ++votes[size];
  }
  return by_votes(votes);
}

std::vector<std::int64_t> row_block_sizes(const ValueGraph& graph, const Environment& environment) {
  const std::size_t thread = index_of(Special::tid, 0);
  const std::uint32_t blocks_of_any = 0b111'000;
  std::map<std::int64_t, int> votes;
  int asked = 0;
  for (const Instruction& instruction : graph.function().instructions) {
    if (instruction.operands.empty() || written_registers(instruction).size() != 1) continue;
    const Operand& value = instruction.operands.front();
    const std::uint32_t specials = graph.sources(value).specials;
    if ((specials >> thread & 1) == 0 || (specials & blocks_of_any) == 0) continue;
    if (++asked > kMostValues) break;
    for (std::size_t d = 0; d < 3; ++d) {
      const std::int64_t size = threads_of_rows(graph, value, environment, d);
      if (size > 0) ++votes[size];
    }
  }
  return by_votes(votes);
}

}  // namespace warplens::own
