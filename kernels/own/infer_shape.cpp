#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "kernels/own/fit_expression.h"
#include "kernels/own/inference.h"
#include "kernels/own/size_names.h"
#include "kernels/own/thread_bounds.h"

namespace warplens::own {
namespace {

constexpr std::array<std::string_view, 3> kAxes{"x", "y", "z"};
constexpr std::int64_t kMostThreads = 1024;

std::string block_name(std::size_t dimension) { return fmt::format("block.{}", kAxes[dimension]); }

// Shapes of a block that tell a step's dependence on them apart.
constexpr std::array<std::array<std::int64_t, 3>, 3> kShapes{
    {{128, 8, 2}, {96, 8, 2}, {128, 4, 2}}};

void set_block(Environment& environment, const std::array<std::int64_t, 3>& shape) {
  for (std::size_t d = 0; d < 3; ++d) {
    environment.specials[index_of(Special::ntid, d)] = shape[d];
    environment.specials[index_of(Special::nctaid, d)] = 1;
  }
}

// Values of something at several sizes and shapes of a block.
class Samples {
 public:
  Samples(const std::vector<FormSize>& sizes, const std::vector<std::string>& scalar_names)
      : sizes_(sizes), scalar_names_(scalar_names) {
    for (const FormSize& size : sizes) names_.push_back(size.name);
    for (std::size_t d = 0; d < 3; ++d) names_.push_back(block_name(d));
  }

  // `value` of an environment; nothing where it has none.
  template <class Value>
  [[nodiscard]] std::optional<std::string> fit(Value value) const {
    std::vector<Sample> samples;
    for (const auto& sizes : variations()) {
      for (const auto& shape : kShapes) {
        Environment environment = environment_of(sizes, scalar_names_);
        set_block(environment, shape);
        const auto found = value(environment);
        if (!found.has_value()) return std::nullopt;
        samples.push_back({values_at(sizes, shape), *found});
      }
    }
    return fit_expression(samples, names_);
  }

 private:
  // The sizes as they are, and each made larger by an odd amount of its own.
  [[nodiscard]] std::vector<std::vector<FormSize>> variations() const {
    std::vector<std::vector<FormSize>> all{sizes_};
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      all.push_back(sizes_);
      all.back()[i].value += 7 + 12 * static_cast<std::int64_t>(i);
    }
    return all;
  }
  static Values values_at(const std::vector<FormSize>& sizes,
                          const std::array<std::int64_t, 3>& shape) {
    Values values;
    for (const FormSize& size : sizes) values[size.name] = size.value;
    for (std::size_t d = 0; d < 3; ++d) values[block_name(d)] = shape[d];
    return values;
  }

  const std::vector<FormSize>& sizes_;
  const std::vector<std::string>& scalar_names_;
  std::vector<std::string> names_;
};

// What one bound wants of a dimension of the grid.
struct GridWish {
  std::int64_t blocks = 0;  // at the sizes as they are
  std::string size, step;
  bool is_plain = false;  // of a whole size: n, not n - 1
  std::uint32_t line = 0;
};

std::string in_parentheses(const std::string& text) {
  const bool is_simple = text.find_first_of(" +-*/") == std::string::npos;
  return is_simple || text.front() == '(' ? text : "(" + text + ")";
}

class Grid {
 public:
  Grid(const ptx::Module& module, const ValueGraph& graph, const std::vector<FormSize>& sizes,
       const std::vector<std::string>& scalar_names)
      : graph_(graph),
        scalar_names_(scalar_names),
        samples_(sizes, scalar_names),
        bounds_(thread_bounds(module, graph)),
        environment_(environment_of(sizes, scalar_names)) {
    set_block(environment_, kShapes[0]);
  }

  GridGuess guess() {
    const auto read = dimensions_read(graph_.function(), "%ctaid.");
    for (std::size_t d = 0; d < 3; ++d)
      if (read[d]) guess_dimension(d);
    for (std::size_t d = 0; d < 3; ++d)
      if (read[d] && guess_.grid[d].text.empty()) guess_unbounded(d);
    note_block_bounds();
    return std::move(guess_);
  }

 private:
  // Whether the bound is about this dimension: not a linear number of several.
  [[nodiscard]] bool is_about(const ThreadBound& bound, std::size_t dimension) const {
    const std::uint32_t blocks = graph_.sources(*bound.index).specials >> 3 & 0b111;
    const std::uint32_t lower = (1u << dimension) - 1;
    return (blocks >> dimension & 1) != 0 && (blocks & lower) == 0;
  }

  [[nodiscard]] std::optional<GridWish> wish(const ThreadBound& bound,
                                             std::size_t dimension) const {
    const std::int64_t step = step_of_blocks(graph_, *bound.index, environment_, dimension);
    const auto room = room_of(bound, environment_);
    const bool is_constant = graph_.sources(*bound.limit).parameters == 0;
    if (step <= 0 || !room.has_value() || *room <= 0 || (is_constant && *room < 32))
      return std::nullopt;
    const auto limit = samples_.fit([&](const Environment& at) { return room_of(bound, at); });
    const auto steps = samples_.fit([&](const Environment& at) {
      return std::optional(step_of_blocks(graph_, *bound.index, at, dimension));
    });
    if (!steps.has_value()) return std::nullopt;
    const std::string size = limit.value_or(std::to_string(*room));
    const bool is_plain = !bound.is_clamp && size.find_first_of(" *") == std::string::npos;
    return GridWish{(*room + step - 1) / step, size, *steps, is_plain, bound.line};
  }

  // The limit, less where the first thread begins.
  [[nodiscard]] std::optional<std::int64_t> room_of(const ThreadBound& bound,
                                                    const Environment& at) const {
    const auto limit = graph_.evaluate(*bound.limit, at);
    const auto first = graph_.evaluate(*bound.index, at);
    if (!limit.has_value() || !first.has_value()) return std::nullopt;
    return *limit + bound.beyond - *first;
  }

  // Several plain sizes: the largest of them.
  static void widen(GridWish& most, const GridWish& one) {
    const bool is_alike = most.is_plain && one.is_plain && most.step == one.step;
    if (std::pair(one.is_plain, one.blocks) > std::pair(most.is_plain, most.blocks)) {
      const GridWish before = most;
      most = one;
      if (is_alike && !mentions(before.size, one.size)) widen_size(most, before.size);
    } else if (is_alike && !mentions(most.size, one.size)) {
      widen_size(most, one.size);
    }
  }
  static void widen_size(GridWish& most, const std::string& size) {
    const bool is_number = size.find_first_not_of("0123456789") == std::string::npos;
    if (!is_number) most.size = fmt::format("max({}, {})", most.size, size);
  }

  static std::string text_of(const GridWish& wish) {
    if (wish.step == "1") return wish.size;
    const bool is_call = wish.size.starts_with("max(");
    return fmt::format("ceil({}/{})", is_call ? wish.size : in_parentheses(wish.size),
                       in_parentheses(wish.step));
  }

  void guess_dimension(std::size_t dimension) {
    GridWish most;
    for (const ThreadBound& bound : bounds_) {
      if (!is_about(bound, dimension)) continue;
      const auto one = wish(bound, dimension);
      if (!one.has_value()) continue;
      bounded_ |= graph_.sources(*bound.limit).parameters;
      widen(most, *one);
    }
    if (most.blocks == 0) return;
    guess_.grid[dimension] = {text_of(most),
                              most.line == 0
                                  ? tr("so that all indices are worked on")
                                  : tr("so that all indices of line {} are worked on", most.line)};
  }

  void guess_unbounded(std::size_t dimension) {
    for (std::size_t i = 0; i < scalar_names_.size() && i < 64; ++i) {
      const bool is_taken = (bounded_ >> i & 1) != 0;
      if (scalar_names_[i].empty() || is_taken || !is_outer_name(scalar_names_[i])) continue;
      bounded_ |= std::uint64_t{1} << i;
      guess_.grid[dimension] = {scalar_names_[i], tr("a block for each of {}", scalar_names_[i])};
      return;
    }
    const std::string name = dimension == 0 ? "blocks" : fmt::format("blocks_{}", kAxes[dimension]);
    const Text why = tr("nothing limits blockIdx.{}: any number", kAxes[dimension]);
    guess_.free_sizes.push_back({name, dimension == 0 ? 4 : 2, why, false});
    guess_.grid[dimension] = {name, why};
  }

  // A size that the threads of one block are held against, without a loop that goes on.
  void note_block_bounds() {
    for (const ThreadBound& bound : bounds_) {
      const Sources index = graph_.sources(*bound.index);
      if ((index.specials >> 3 & 0b111) != 0 || graph_.changes(*bound.index)) continue;
      if (loops_against(graph_.sources(*bound.limit).parameters)) continue;
      const auto name = only_name(graph_.sources(*bound.limit).parameters);
      if (!name.empty()) guess_.block_bound.push_back(name);
    }
  }

  [[nodiscard]] bool loops_against(std::uint64_t parameters) const {
    return std::any_of(bounds_.begin(), bounds_.end(), [&](const ThreadBound& bound) {
      return (graph_.sources(*bound.limit).parameters & parameters) != 0 &&
             (graph_.changes(*bound.index) ||
              (graph_.sources(*bound.index).specials >> 3 & 0b111) != 0);
    });
  }

  [[nodiscard]] std::string only_name(std::uint64_t parameters) const {
    for (std::size_t i = 0; i < scalar_names_.size() && i < 64; ++i)
      if (parameters == std::uint64_t{1} << i) return scalar_names_[i];
    return {};
  }

  const ValueGraph& graph_;
  const std::vector<std::string>& scalar_names_;
  Samples samples_;
  std::vector<ThreadBound> bounds_;
  Environment environment_;
  std::uint64_t bounded_ = 0;  // parameters that are limits already
  GridGuess guess_;
};

// Numbers of threads that some evidence speaks for, along one dimension.
using Sizes = std::vector<std::int64_t>;

constexpr std::int64_t kBeyondAnyClamp = 1'000'003;

Environment shape_environment(const ptx::Function& function) {
  Environment environment;
  environment.parameters.assign(function.parameters.size(), kBeyondAnyClamp);
  set_block(environment, kShapes[0]);
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

// `i += 32` where i began at threadIdx.x: the least such step.
std::optional<std::int64_t> stride_of_threads(const ValueGraph& graph,
                                              const Environment& environment) {
  std::optional<std::int64_t> least;
  for (const ptx::Instruction& instruction : graph.function().instructions) {
    if (instruction.opcode != "add" || instruction.operands.size() != 3) continue;
    const ptx::Operand& to = instruction.operands[0];
    const ptx::Operand& from = instruction.operands[1];
    const ptx::Operand& by = instruction.operands[2];
    const bool is_own = to.kind == ptx::Operand::Kind::reg && graph.changes(to) &&
                        from.kind == ptx::Operand::Kind::reg &&
                        by.kind == ptx::Operand::Kind::integer && from.index == to.index;
    if (!is_own || !counts_threads(graph, to, environment)) continue;
    const auto step = static_cast<std::int64_t>(by.bits);
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
  Blocks(const ptx::Module& module, const ValueGraph& graph,
         const std::vector<NamedConstant>& constants)
      : module_(module),
        graph_(graph),
        constants_(constants),
        environment_(shape_environment(graph.function())),
        most_(graph.function().required_threads.value_or(
            graph.function().max_threads.value_or(kMostThreads))) {}

  std::vector<BlockGuess> guess() {
    const auto read = dimensions_read(graph_.function(), "%tid.");
    const auto shaped = dimensions_read(graph_.function(), "%ntid.");
    if (read[2] || shaped[2])
      guess_volume();
    else if (read[1] || shaped[1])
      guess_plane();
    else
      guess_line();
    if (guesses_.empty()) guesses_.push_back({{std::min<std::int64_t>(most_, 32), 1, 1}, {}});
    return std::move(guesses_);
  }

 private:
  void add(std::array<std::int64_t, 3> threads, const Text& why) {
    const std::int64_t count = threads[0] * threads[1] * threads[2];
    const bool is_right = !graph_.function().required_threads.has_value() || count == most_;
    const bool is_new = std::none_of(guesses_.begin(), guesses_.end(),
                                     [&](const BlockGuess& one) { return one.threads == threads; });
    if (count >= 1 && count <= most_ && is_right && is_new) guesses_.push_back({threads, why});
  }

  static Text of_indices() { return tr("the distance of neighbouring blocks' indices"); }
  static Text usual() { return tr("usual, and it fits what the kernel touches"); }
  static Text of_constant(const NamedConstant& constant) {
    return tr("{} in the source", constant.name);
  }
  static Text of_bounds() { return tr("__launch_bounds__ or .reqntid says so"); }

  void guess_line() {
    for (const std::int64_t size : fixed_block_sizes(graph_, environment_, 0))
      add({size, 1, 1}, of_indices());
    if (const auto stride = stride_of_threads(graph_, environment_); stride.has_value())
      add({*stride, 1, 1}, tr("a loop goes on by {} threads", *stride));
    if (most_ < kMostThreads) add({most_, 1, 1}, of_bounds());
    for (const NamedConstant& constant : constants_)
      if (constant.value >= 16) add({constant.value, 1, 1}, of_constant(constant));
    Sizes sizes = lengths_of_shared_arrays(module_, graph_.function());
    sizes.insert(sizes.end(), {256, 128, 64, 32});
    std::sort(sizes.begin(), sizes.end(), std::greater<>());
    for (const std::int64_t size : sizes)
      if (size <= 256) add({size, 1, 1}, usual());
  }

  void guess_plane() {
    Sizes widths = fixed_block_sizes(graph_, environment_, 0);
    Sizes heights = fixed_block_sizes(graph_, environment_, 1);
    const bool is_fixed = !widths.empty() || !heights.empty();
    if (widths.empty()) widths = {16, 32, 8};
    if (heights.empty()) heights = {16, 8, 4};
    for (const std::int64_t width : widths)
      for (const std::int64_t height : heights)
        if (is_fixed) add_ever_lower(width, height);
    if (graph_.function().required_threads.has_value()) add_ever_lower(32, most_ / 32);
    for (const NamedConstant& constant : constants_)
      if (constant.value <= 32) add({constant.value, constant.value, 1}, of_constant(constant));
    for (const std::int64_t width : {16, 32, 8}) add({width, 256 / width, 1}, usual());
    for (const std::int64_t width : {32, 16, 8}) add({width, 4, 1}, usual());
    for (const std::int64_t width : {8, 4}) add({width, width, 1}, usual());
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
  const std::vector<NamedConstant>& constants_;
  Environment environment_;
  std::int64_t most_;
  std::vector<BlockGuess> guesses_;
};

bool names_special(const ptx::Operand& operand, std::string_view special) {
  if (operand.kind == ptx::Operand::Kind::special && operand.text == special) return true;
  return std::any_of(operand.elements.begin(), operand.elements.end(),
                     [&](const ptx::Operand& one) { return names_special(one, special); });
}

}  // namespace

std::array<bool, 3> dimensions_read(const ptx::Function& function, std::string_view special) {
  std::array<bool, 3> read{};
  for (const ptx::Instruction& instruction : function.instructions)
    for (const ptx::Operand& operand : instruction.operands)
      for (std::size_t d = 0; d < 3; ++d)
        read[d] |= names_special(operand, std::string(special) + std::string(kAxes[d]));
  return read;
}

Environment environment_of(const std::vector<FormSize>& sizes,
                           const std::vector<std::string>& scalar_names) {
  Environment environment;
  for (const std::string& name : scalar_names) {
    const auto size = std::find_if(sizes.begin(), sizes.end(),
                                   [&](const FormSize& one) { return one.name == name; });
    environment.parameters.push_back(size == sizes.end() ? std::nullopt
                                                         : std::optional(size->value));
  }
  return environment;
}

GridGuess infer_grid(const ptx::Module& module, const ValueGraph& graph,
                     const std::vector<FormSize>& sizes,
                     const std::vector<std::string>& scalar_names) {
  return Grid(module, graph, sizes, scalar_names).guess();
}

std::vector<BlockGuess> infer_blocks(const ptx::Module& module, const ValueGraph& graph,
                                     const std::vector<NamedConstant>& constants) {
  return Blocks(module, graph, constants).guess();
}

}  // namespace warplens::own
