#include <algorithm>
#include <bit>

#include "viz/analysis/gemm_flow.h"

namespace warplens::analysis {
namespace {

constexpr std::uint32_t kBits = 64;

// The steps of k that have been read, for each line.
class StepsRead {
 public:
  explicit StepsRead(const GemmFlow& flow)
      : words_((flow.shape.k + kBits - 1) / kBits), bits_(std::size_t{flow.lines} * words_) {}

  void add(const GemmTouch& touch) {
    bits_[at(touch.line) + touch.step() / kBits] |= std::uint64_t{1} << touch.step() % kBits;
  }
  // The terms whose factors were both read, for all pairs of lines together.
  [[nodiscard]] std::uint32_t terms(const std::vector<GemmLines>& lines) const {
    std::uint32_t count = 0;
    for (const GemmLines& of : lines) {
      for (std::size_t i = 0; i < words_; ++i) {
        count += static_cast<std::uint32_t>(std::popcount(both(of, i)));
      }
    }
    return count;
  }
  // Which of the first kBits steps they are.
  [[nodiscard]] std::uint64_t first_steps(const std::vector<GemmLines>& lines) const {
    std::uint64_t steps = 0;
    for (const GemmLines& of : lines) steps |= words_ == 0 ? 0 : both(of, 0);
    return steps;
  }

 private:
  // A word of the steps for which a pair's two lines were read.
  [[nodiscard]] std::uint64_t both(const GemmLines& of, std::size_t word) const {
    if (of.a == trace::kNone || of.b == trace::kNone) return 0;
    return bits_[at(of.a) + word] & bits_[at(of.b) + word];
  }
  [[nodiscard]] std::size_t at(std::uint32_t line) const { return std::size_t{line} * words_; }
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

// The lines that the event's reads feed: lines of threads, and whole rows and columns of the block.
struct Fed {
  explicit Fed(const GemmFlow& flow)
      : lines(flow.lines), rows(flow.shape.m), columns(flow.shape.n) {}
  std::vector<std::uint32_t> lines, rows, columns;  // how many values of each

  void add(const GemmTouch& touch) {
    if (!touch.is_brought) {
      ++lines[touch.line];
    } else {
      ++(touch.factor == Factor::a ? rows : columns)[touch.along()];
    }
  }
  [[nodiscard]] std::uint64_t values_for(const GemmCell& cell) const {
    std::uint64_t values = std::uint64_t{rows[cell.element.row]} + columns[cell.element.column];
    for (const GemmLines& of : cell.lines) {
      if (of.a != trace::kNone) values += lines[of.a];
      if (of.b != trace::kNone) values += lines[of.b];
    }
    return values;
  }
};

}  // namespace

std::span<const GemmTouch> GemmFlow::touches_of(std::size_t event) const {
  const auto wanted = static_cast<std::uint32_t>(event);
  return {std::ranges::lower_bound(touches, wanted, {}, &GemmTouch::event),
          std::ranges::upper_bound(touches, wanted, {}, &GemmTouch::event)};
}

const GemmCell* GemmFlow::cell(MatrixElement element) const {
  const auto place = [](const GemmCell& cell) {
    return std::pair(cell.element.row, cell.element.column);
  };
  const auto found =
      std::ranges::lower_bound(cells, std::pair(element.row, element.column), {}, place);
  return found == cells.end() || found->element != element ? nullptr : &*found;
}

GemmMoment gemm_moment(const GemmFlow& flow, std::size_t event) {
  StepsRead read(flow);
  Fed fed(flow);
  GemmMoment moment;
  for (const GemmTouch& touch : flow.touches) {
    if (touch.event > event) break;
    if (touch.line != trace::kNone) read.add(touch);
    if (touch.event != event) continue;
    fed.add(touch);
    ++moment.values;
  }
  for (const GemmCell& cell : flow.cells) {
    const std::uint64_t values = fed.values_for(cell);
    moment.terms.push_back(read.terms(cell.lines));
    moment.steps.push_back(read.first_steps(cell.lines));
    moment.is_fed.push_back(values > 0);
    moment.is_stored.push_back(cell.event <= event);
    moment.served += values;
  }
  return moment;
}

}  // namespace warplens::analysis
