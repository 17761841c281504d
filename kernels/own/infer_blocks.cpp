#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>

#include "kernels/own/inference.h"
#include "kernels/own/size_names.h"
#include "kernels/own/thread_bounds.h"
#include "kernels/own/whole_warps.h"

namespace warplens::own {
namespace {

constexpr std::int64_t kMostThreads = 1024;

// Numbers of threads that some evidence speaks for, along one dimension.
using Sizes = std::vector<std::int64_t>;

constexpr std::int64_t kBeyondAnyClamp = 1'000'003;

Environment shape_environment(const ptx::Function& function) {
  constexpr std::array<std::int64_t, 3> kShape{128, 8, 2};
  Environment environment;
  environment.parameters.assign(function.parameters.size(), kBeyondAnyClamp);
  for (std::size_t d = 0; d < 3; ++d) {
    environment.specials[index_of(Special::ntid, d)] = kShape[d];
    environment.specials[index_of(Special::nctaid, d)] = 1;
  }
  return environment;
}

// Whether it is the thread's number plus something: not its lane.
bool counts_threads(const ValueGraph& graph, const ptx::Operand& value, Environment environment) {
  if (step_of_threads(graph, value, environment, 0) != 1) return false;
  const auto at = [&](std::int64_t thread) {
    environment.specials[index_of(Special::tid, 0)] = thread;
    return graph.evaluate(value, environment).value_or(0);
  };
  return at(100) - at(8) == 92;
}

// Places in one array that accesses through one register reach, in bytes from it.
using Offsets = std::map<std::uint32_t, std::set<std::int64_t>>;

Offsets offsets_by_register(const ptx::Function& function) {
  Offsets offsets;
  for (const ptx::Instruction& instruction : function.instructions) {
    for (const ptx::Operand& operand : instruction.operands) {
      const bool is_place = operand.kind == ptx::Operand::Kind::memory &&
                            operand.elements.front().kind == ptx::Operand::Kind::reg;
      if (is_place)
        offsets[operand.elements.front().index].insert(static_cast<std::int64_t>(operand.bits));
    }
  }
  return offsets;
}

// How many trips an unrolled loop makes in one that goes on by `step` elements: accesses stand
// `step / trips` elements apart. 1: it is not unrolled.
std::int64_t trips_at_once(const Offsets& offsets, std::int64_t step) {
  for (const auto& [base, places] : offsets) {
    const auto count = static_cast<std::int64_t>(places.size());
    if (count < 2 || step % count != 0) continue;
    const std::int64_t apart = *std::next(places.begin()) - *places.begin();
    const bool is_even = *places.rbegin() - *places.begin() == apart * (count - 1);
    for (const std::int64_t width : {1, 2, 4, 8, 16})
      if (is_even && apart == step / count * width) return count;
  }
  return 1;
}

// `i += 32` where i began at threadIdx.x: the least such step.
std::optional<std::int64_t> stride_of_threads(const ValueGraph& graph,
                                              const Environment& environment) {
  std::optional<std::int64_t> least;
  const Offsets offsets = offsets_by_register(graph.function());
  for (const ptx::Instruction& instruction : graph.function().instructions) {
    if (instruction.opcode != "add" || instruction.operands.size() != 3) continue;
    const ptx::Operand& to = instruction.operands[0];
    const ptx::Operand& from = instruction.operands[1];
    const ptx::Operand& by = instruction.operands[2];
    const bool is_own = to.kind == ptx::Operand::Kind::reg && graph.changes(to) &&
                        from.kind == ptx::Operand::Kind::reg &&
                        by.kind == ptx::Operand::Kind::integer && from.index == to.index;
    if (!is_own || !counts_threads(graph, to, environment)) continue;
    const auto by_all = static_cast<std::int64_t>(by.bits);
    const std::int64_t step = by_all / trips_at_once(offsets, by_all);
    if (step >= 16 && step <= kMostThreads && step < least.value_or(kMostThreads + 1)) least = step;
  }
  return least;
}

// Elements that static shared arrays may have.
Sizes lengths_of_shared_arrays(const ptx::Module& module, const ptx::Function& function) {
  std::set<std::int64_t, std::greater<>> lengths;
  const auto add = [&](const ptx::Variable& variable) {
    if (variable.space != ptx::StateSpace::shared || variable.is_extern) return;
    for (const std::int64_t width : {1, 2, 4, 8, 16}) {
      const auto length = static_cast<std::int64_t>(variable.size) / width;
      if (length >= 16 && length <= kMostThreads) lengths.insert(length);
    }
  };
  for (const ptx::Variable& variable : module.variables) add(variable);
  for (const ptx::Variable& variable : function.variables) add(variable);
  return {lengths.begin(), lengths.end()};
}

class Blocks {
 public:
  Blocks(const ptx::Module& module, const ValueGraph& graph, const BlockEvidence& evidence)
      : module_(module),
        graph_(graph),
        evidence_(evidence),
        environment_(shape_environment(graph.function())),
        most_(graph.function().required_threads.value_or(
            graph.function().max_threads.value_or(kMostThreads))),
        whole_warps_(needs_whole_warps(module, graph)) {}

  std::vector<BlockGuess> guess() {
    const auto& has = evidence_.dimensions.block;
    if (has[2])
      guess_volume();
    else if (has[1])
      guess_plane();
    else
      guess_line();
    if (guesses_.empty()) guesses_.push_back({{std::min<std::int64_t>(most_, 32), 1, 1}, {}});
    std::stable_partition(guesses_.begin(), guesses_.end(),
                          [&](const BlockGuess& one) { return is_bound(one); });
    return std::move(guesses_);
  }

 private:
  using Threads = std::array<std::int64_t, 3>;

  static std::int64_t count_of(const Threads& threads) {
    return threads[0] * threads[1] * threads[2];
  }

  // As many threads as __launch_bounds__ or .reqntid names.
  [[nodiscard]] bool is_bound(const BlockGuess& one) const {
    return most_ < kMostThreads && count_of(one.threads) == most_;
  }

  void add(Threads threads, const Text& why) {
    const std::int64_t count = count_of(threads);
    const bool is_right = !graph_.function().required_threads.has_value() || count == most_;
    const bool is_whole = !whole_warps_ || count % 32 == 0;
    const bool is_new = std::none_of(guesses_.begin(), guesses_.end(),
                                     [&](const BlockGuess& one) { return one.threads == threads; });
    if (count >= 1 && count <= most_ && is_right && is_whole && is_new)
      guesses_.push_back({threads, why});
  }

  static Text of_indices() { return tr("the distance of neighbouring blocks' indices"); }
  static Text usual() { return tr("usual, and it fits what the kernel touches"); }
  static Text of_constant(const NamedConstant& constant) {
    return tr("{} in the source", constant.name);
  }
  static Text of_bounds() { return tr("__launch_bounds__ or .reqntid says so"); }
  static Text of_warps() { return tr("whole warps, whose lanes exchange values"); }

  void guess_line() {
    if (most_ < kMostThreads) add({most_, 1, 1}, of_bounds());
    for (const std::int64_t size : row_block_sizes(graph_, environment_))
      add({size, 1, 1}, of_indices());
    add_constants(true);
    for (const std::int64_t size : fixed_block_sizes(graph_, environment_, 0))
      add({size, 1, 1}, of_indices());
    if (const auto stride = stride_of_threads(graph_, environment_); stride.has_value())
      add({*stride, 1, 1}, tr("a loop goes on by {} threads", *stride));
    add_constants(false);
    Sizes sizes = lengths_of_shared_arrays(module_, graph_.function());
    sizes.insert(sizes.end(), {512, 256, 128, 64, 32});
    std::ranges::sort(sizes, std::greater<>());
    for (const bool is_large : {false, true})
      for (const std::int64_t size : sizes)
        if ((size > 256) == is_large) add({size, 1, 1}, usual());
  }

  void add_constants(bool of_threads) {
    for (const NamedConstant& constant : evidence_.constants)
      if (constant.value >= 16 && names_threads_of_block(constant.name) == of_threads)
        add({constant.value, 1, 1}, of_constant(constant));
  }

  void guess_plane() {
    Sizes widths = fixed_block_sizes(graph_, environment_, 0);
    Sizes heights = fixed_block_sizes(graph_, environment_, 1);
    const bool is_fixed = !widths.empty() || !heights.empty();
    const Sizes usual_widths = whole_warps_ ? Sizes{32} : Sizes{16, 32, 8};
    if (widths.empty()) widths = usual_widths;
    if (heights.empty()) heights = {16, 8, 4};
    for (const std::int64_t width : widths)
      for (const std::int64_t height : heights)
        if (is_fixed) add_ever_lower(width, height);
    if (graph_.function().required_threads.has_value()) add_ever_lower(32, most_ / 32);
    if (whole_warps_)
      for (const std::int64_t height : {8, 4, 16, 2, 32}) add({32, height, 1}, of_warps());
    for (const NamedConstant& constant : evidence_.constants)
      if (constant.value <= 32) add({constant.value, constant.value, 1}, of_constant(constant));
    for (const std::int64_t width : {16, 32, 8}) add({width, 256 / width, 1}, usual());
    for (const std::int64_t width : {32, 16, 8}) add({width, 4, 1}, usual());
    for (const std::int64_t width : {8, 4}) add({width, width, 1}, usual());
    add({32, 32, 1}, usual());
    if (most_ < kMostThreads && most_ % 32 == 0) add({32, most_ / 32, 1}, of_bounds());
  }

  void add_ever_lower(std::int64_t width, std::int64_t height) {
    for (; height >= 1; height /= 2) add({width, height, 1}, of_indices());
  }

  void guess_volume() {
    std::array<std::int64_t, 3> fixed{8, 8, 4};
    bool is_fixed = false;
    for (std::size_t d = 0; d < 3; ++d) {
      const Sizes sizes = fixed_block_sizes(graph_, environment_, d);
      if (sizes.empty()) continue;
      fixed[d] = sizes.front();
      is_fixed = true;
    }
    if (is_fixed) add(fixed, of_indices());
    add({8, 8, 4}, usual());
    add({4, 4, 4}, usual());
  }

  const ptx::Module& module_;
  const ValueGraph& graph_;
  const BlockEvidence& evidence_;
  Environment environment_;
  std::int64_t most_;
  bool whole_warps_;
  std::vector<BlockGuess> guesses_;
};

}  // namespace

std::vector<BlockGuess> infer_blocks(const ptx::Module& module, const ValueGraph& graph,
                                     const BlockEvidence& evidence) {
  return Blocks(module, graph, evidence).guess();
}

}  // namespace warplens::own
