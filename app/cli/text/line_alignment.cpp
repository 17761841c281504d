#include "app/cli/text/line_alignment.h"

#include <algorithm>

#include "app/cli/text/parse.h"
#include "kernels/base/trimmed.h"

namespace warplens::cli {

namespace {

using TextLines = std::vector<std::string_view>;

constexpr std::size_t kLargestTable = std::size_t{1} << 24;

TextLines trimmed_lines(std::string_view text) {
  TextLines lines = split(text, '\n');
  for (std::string_view& line : lines) line = trimmed(line);
  return lines;
}

// Lines between the equal beginnings and ends of two texts.
class Middle {
 public:
  Middle(const TextLines& before, const TextLines& after) : before_(before), after_(after) {
    const std::size_t most = std::min(before.size(), after.size());
    while (begin_ < most && before[begin_] == after[begin_]) ++begin_;
    while (end_ < most - begin_ &&
           before[before.size() - 1 - end_] == after[after.size() - 1 - end_])
      ++end_;
  }

  void align(std::vector<std::uint32_t>& lines) const {
    for (std::size_t i = 0; i < begin_; ++i) set(i, i, lines);
    for (std::size_t i = 0; i < end_; ++i)
      set(before_.size() - 1 - i, after_.size() - 1 - i, lines);
    align_rest(lines);
  }

 private:
  static void set(std::size_t before, std::size_t after, std::vector<std::uint32_t>& lines) {
    lines[before + 1] = static_cast<std::uint32_t>(after + 1);
  }

  [[nodiscard]] std::size_t rows() const { return before_.size() - begin_ - end_; }
  [[nodiscard]] std::size_t columns() const { return after_.size() - begin_ - end_; }
  [[nodiscard]] bool is_same(std::size_t row, std::size_t column) const {
    return before_[begin_ + row] == after_[begin_ + column];
  }

  // Rewritten lines, in turn.
  void pair(std::size_t row, std::size_t last_row, std::size_t column, std::size_t last_column,
            std::vector<std::uint32_t>& lines) const {
    for (; row < last_row && column < last_column; ++row, ++column)
      set(begin_ + row, begin_ + column, lines);
  }

  // The longest common subsequence of what is left.
  void align_rest(std::vector<std::uint32_t>& lines) const {
    const std::size_t rows = this->rows(), columns = this->columns();
    if (rows == 0 || columns == 0 || rows > kLargestTable / columns)
      return pair(0, rows, 0, columns, lines);
    const std::size_t width = columns + 1;
    std::vector<std::uint32_t> longest((rows + 1) * width);
    for (std::size_t row = rows; row-- > 0;) {
      for (std::size_t column = columns; column-- > 0;) {
        longest[row * width + column] =
            is_same(row, column)
                ? longest[(row + 1) * width + column + 1] + 1
                : std::max(longest[(row + 1) * width + column], longest[row * width + column + 1]);
      }
    }
    std::size_t row = 0, column = 0, changed_row = 0, changed_column = 0;
    while (row < rows && column < columns) {
      if (is_same(row, column)) {
        pair(changed_row, row, changed_column, column, lines);
        set(begin_ + row++, begin_ + column++, lines);
        changed_row = row;
        changed_column = column;
      } else if (longest[(row + 1) * width + column] >= longest[row * width + column + 1]) {
        ++row;
      } else {
        ++column;
      }
    }
    pair(changed_row, rows, changed_column, columns, lines);
  }

  const TextLines& before_;
  const TextLines& after_;
  std::size_t begin_ = 0, end_ = 0;
};

}  // namespace

std::vector<std::uint32_t> aligned_lines(std::string_view before, std::string_view after) {
  const TextLines from = trimmed_lines(before), to = trimmed_lines(after);
  std::vector<std::uint32_t> lines(from.size() + 1, 0);
  Middle(from, to).align(lines);
  return lines;
}

}  // namespace warplens::cli
