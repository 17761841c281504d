#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "kernels/own/fit_expression.h"
#include "kernels/own/inference.h"
#include "kernels/own/row_steps.h"
#include "kernels/own/size_names.h"
#include "kernels/own/thread_bounds.h"

namespace warplens::own {
namespace {

constexpr std::array<std::string_view, 3> kAxes{"x", "y", "z"};

std::string block_name(std::size_t dimension) { return fmt::format("block.{}", kAxes[dimension]); }

using BlockShape = std::array<std::int64_t, 3>;

// Shapes of a block that tell a step's dependence on them apart; of 1 where it has no dimension.
std::vector<BlockShape> shapes_with(const std::array<bool, 3>& dimensions) {
  std::vector<BlockShape> shapes{{128, 8, 2}, {96, 8, 2}, {128, 4, 2}};
  for (BlockShape& shape : shapes)
    for (std::size_t d = 1; d < 3; ++d)
      if (!dimensions[d]) shape[d] = 1;
  return shapes;
}

void set_block(Environment& environment, const BlockShape& shape) {
  for (std::size_t d = 0; d < 3; ++d) {
    environment.specials[index_of(Special::ntid, d)] = shape[d];
    environment.specials[index_of(Special::nctaid, d)] = 1;
  }
}

// Values of something at several sizes and shapes of a block.
class Samples {
 public:
  Samples(const std::vector<FormSize>& sizes, const std::vector<std::string>& scalar_names,
          const std::array<bool, 3>& dimensions)
      : sizes_(sizes), scalar_names_(scalar_names), shapes_(shapes_with(dimensions)) {
    for (const FormSize& size : sizes) names_.push_back(size.name);
    for (std::size_t d = 0; d < 3; ++d)
      if (d == 0 || dimensions[d]) names_.push_back(block_name(d));
  }

  [[nodiscard]] const BlockShape& first_shape() const { return shapes_.front(); }

  // `value` of an environment; nothing where it has none.
  template <class Value>
  [[nodiscard]] std::optional<std::string> fit(Value value) const {
    std::vector<Sample> samples;
    for (const auto& sizes : variations()) {
      for (const BlockShape& shape : shapes_) {
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
  static Values values_at(const std::vector<FormSize>& sizes, const BlockShape& shape) {
    Values values;
    for (const FormSize& size : sizes) values[size.name] = size.value;
    for (std::size_t d = 0; d < 3; ++d) values[block_name(d)] = shape[d];
    return values;
  }

  const std::vector<FormSize>& sizes_;
  const std::vector<std::string>& scalar_names_;
  std::vector<BlockShape> shapes_;
  std::vector<std::string> names_;
};

// What one bound wants of a dimension of the grid.
struct GridWish {
  std::int64_t blocks = 0;  // at the sizes as they are
  std::string size, step;
  bool is_plain = false;  // of a whole size: n, not n - 1
  std::uint32_t line = 0;
};

// Whether its first parenthesis is closed by its last character.
bool is_enclosed(const std::string& text) {
  if (!text.starts_with('(') || !text.ends_with(')')) return false;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return false;
  }
  return true;
}

std::string in_parentheses(const std::string& text) {
  const bool is_simple = text.find_first_of(" +-*/") == std::string::npos;
  return is_simple || is_enclosed(text) ? text : "(" + text + ")";
}

std::string ceil_of(const std::string& size, const std::string& step) {
  if (step == "1") return size;
  const bool is_call = size.starts_with("max(");
  return fmt::format("ceil({}/{})", is_call ? size : in_parentheses(size), in_parentheses(step));
}

class Grid {
 public:
  Grid(const ptx::Module& module, const ValueGraph& graph, const GridEvidence& evidence)
      : graph_(graph),
        evidence_(evidence),
        scalar_names_(evidence.scalar_names),
        samples_(evidence.sizes, evidence.scalar_names, evidence.dimensions.block),
        bounds_(thread_bounds(module, graph)),
        environment_(environment_of(evidence.sizes, evidence.scalar_names)) {
    set_block(environment_, samples_.first_shape());
  }

  GridGuess guess() {
    const auto& has = evidence_.dimensions.grid;
    for (std::size_t d = 0; d < 3; ++d)
      if (has[d]) guess_dimension(d);
    find_row_steps();
    for (std::size_t d = 0; d < 3; ++d)
      if (has[d] && guess_.grid[d].text.empty()) guess_along_rows(d);
    for (std::size_t d = 0; d < 3; ++d)
      if (has[d] && guess_.grid[d].text.empty()) guess_unbounded(d);
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
    if (is_end_of_block(bound)) return limit;
    return *limit + bound.beyond - *first;
  }

  // min(blockIdx.x * group + group, n): where the next block begins.
  [[nodiscard]] bool is_end_of_block(const ThreadBound& bound) const {
    const std::uint32_t specials = graph_.sources(*bound.index).specials;
    if (!bound.is_clamp || (specials & 0b111) != 0) return false;
    const auto first = graph_.evaluate(*bound.index, environment_);
    const auto has_step = [&](std::size_t d) {
      return (specials >> 3 >> d & 1) != 0 &&
             first == step_of_blocks(graph_, *bound.index, environment_, d);
    };
    return first > 0 && (has_step(0) || has_step(1) || has_step(2));
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

  // Nothing but what can be read again.
  static std::string text_of(const GridWish& wish) {
    std::string text = ceil_of(wish.size, wish.step);
    return SizeExpression::parse(text).has_value() ? text : std::to_string(wish.blocks);
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

  void find_row_steps() {
    std::vector<bool> may_be_pitch;
    for (const std::string& name : scalar_names_) may_be_pitch.push_back(!name.empty());
    may_be_pitch.resize(environment_.parameters.size());
    rows_ = row_steps(graph_, environment_, may_be_pitch, evidence_.units);
  }

  // "64" elements that one block of them goes on in a row, "block.x".
  [[nodiscard]] std::optional<std::string> step_text(const RowStep& row) const {
    return samples_.fit([&](const Environment& at) {
      return std::optional(bytes_a_block(graph_, *row.address, at, row.along) / row.unit);
    });
  }

  // As many blocks as a row is long, where nothing else limits them.
  void guess_along_rows(std::size_t dimension) {
    for (const RowStep& row : rows_) {
      if (row.along != dimension) continue;
      const auto step = step_text(row);
      if (!step.has_value()) continue;
      const std::string& pitch = scalar_names_[row.pitch];
      bounded_ |= std::uint64_t{1} << row.pitch;
      note_whole(pitch, *step);
      guess_.grid[dimension] = {ceil_of(pitch, *step),
                                tr("so that the rows, {} long, are worked on", pitch)};
      return;
    }
  }

  // Without a bound of its own the kernel takes whole steps only.
  void note_whole(const std::string& size, const std::string& step) {
    const auto number = evaluate(step, {});
    if (!number.has_value() || *number < 2) return;
    std::int64_t& multiple = guess_.multiples.try_emplace(size, 1).first->second;
    multiple = std::lcm(multiple, *number);
  }

  // Rows of a matrix that each block works on; 1 where it is not known.
  [[nodiscard]] std::int64_t rows_across(std::size_t dimension) const {
    const auto row = std::ranges::find(rows_, dimension, &RowStep::across);
    return row == rows_.end() ? 1 : row->rows;
  }

  // A size that is called so, or one that the kernel never reads: it is for who launches it.
  [[nodiscard]] bool may_count_blocks(std::size_t parameter) const {
    const bool is_read = parameter >= evidence_.uses.size() || evidence_.uses[parameter].is_read;
    return !scalar_names_[parameter].empty() &&
           (is_outer_name(scalar_names_[parameter]) || !is_read);
  }

  void guess_unbounded(std::size_t dimension) {
    for (std::size_t i = 0; i < scalar_names_.size() && i < 64; ++i) {
      const bool is_taken = (bounded_ >> i & 1) != 0;
      if (is_taken || !may_count_blocks(i)) continue;
      bounded_ |= std::uint64_t{1} << i;
      const std::string rows = std::to_string(rows_across(dimension));
      note_whole(scalar_names_[i], rows);
      guess_.grid[dimension] = {ceil_of(scalar_names_[i], rows),
                                rows == "1"
                                    ? tr("a block for each of {}", scalar_names_[i])
                                    : tr("a block for each {} of {}", rows, scalar_names_[i])};
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
  const GridEvidence& evidence_;
  const std::vector<std::string>& scalar_names_;
  Samples samples_;
  std::vector<ThreadBound> bounds_;
  Environment environment_;
  std::vector<RowStep> rows_;
  std::uint64_t bounded_ = 0;  // parameters that are limits already
  GridGuess guess_;
};

}  // namespace

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
                     const GridEvidence& evidence) {
  return Grid(module, graph, evidence).guess();
}

}  // namespace warplens::own
