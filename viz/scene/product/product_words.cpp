#include "viz/scene/product/product_words.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "viz/scene/tables/metrics_view.h"

namespace warplens::scene {
namespace {

using analysis::Factor;
using analysis::ProductCell;
using analysis::ProductFlow;
using analysis::ProductMoment;
using analysis::ProductTouch;

bool in_chinese(Language language) { return language == Language::zh; }

// "0–63"; one alone: "5".
std::string range_words(std::uint32_t first, std::uint32_t count) {
  const std::uint32_t last = first + (count == 0 ? 0 : count - 1);
  if (first == last) return with_separators(first);
  return fmt::format("{}–{}", with_separators(first), with_separators(last));
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", with_separators(count), count == 1 ? one : many);
}

std::string rows_words(Language language, const ProductWindow& window) {
  const std::string range = range_words(window.first_row, window.rows);
  if (in_chinese(language)) return "行 " + range;
  return (window.rows == 1 ? "row " : "rows ") + range;
}

std::string columns_words(Language language, const ProductWindow& window) {
  const std::string range = range_words(window.first_column, window.columns);
  if (in_chinese(language)) return "列 " + range;
  return (window.columns == 1 ? "column " : "columns ") + range;
}

// Of each factor: values that lanes read, and how many of them differ.
struct ReadOf {
  std::uint64_t values = 0;
  std::set<std::pair<std::uint32_t, std::uint32_t>> different;
};

std::string read_words(Language language, const char* letter, const ReadOf& read) {
  const bool zh = in_chinese(language);
  std::string words = zh ? fmt::format("{} 的 {} 个值", letter, with_separators(read.values))
                         : fmt::format("{} of {}", counted(read.values, "value", "values"), letter);
  if (read.different.size() != read.values) {
    words += fmt::format(fmt::runtime(zh ? "（{} 个不同）" : " ({} different)"),
                         with_separators(read.different.size()));
  }
  return words;
}

std::string reuse_words(Language language, const ProductMoment& moment) {
  const std::uint64_t reuse = moment.reuse();
  if (in_chinese(language)) return fmt::format("每个值参与 {} 次乘加", with_separators(reuse));
  return fmt::format("each takes part in {}", counted(reuse, "multiply-add", "multiply-adds"));
}

std::string stored_words(Language language, const ProductFlow& flow, std::size_t event) {
  std::uint64_t stored = 0;
  for (const ProductCell& cell : flow.cells) stored += cell.event == event ? 1 : 0;
  const bool zh = in_chinese(language);
  if (stored == 0) return zh ? "这次访问不读取 A 和 B" : "This access reads nothing of A and B";
  return zh ? fmt::format("这次访问写回 C 的 {} 个元素", with_separators(stored))
            : fmt::format("This access stores {} of C", counted(stored, "element", "elements"));
}

// "0.031", "2": for one multiply-add.
std::string for_one(const analysis::ProductCounts& counts, std::uint64_t count) {
  const double adds = counts.multiply_adds == 0 ? 1 : static_cast<double>(counts.multiply_adds);
  return fmt::format("{:.3g}", static_cast<double>(count) / adds);
}

bool has_no_loads(const analysis::ProductCounts& counts) {
  return counts.global.accesses == 0 && counts.shared.accesses == 0;
}

}  // namespace

std::string factor_a_words(Language language, const ProductWindow& window) {
  const bool zh = in_chinese(language);
  return fmt::format(fmt::runtime(zh ? "A · {}，k {}" : "A · {}, k {}"),
                     rows_words(language, window), range_words(window.first_step, window.steps));
}

std::string factor_a_words_short(const ProductWindow& window) {
  return fmt::format("A · k {}", range_words(window.first_step, window.steps));
}

std::string factor_b_words(Language language, const ProductWindow& window) {
  const bool zh = in_chinese(language);
  return fmt::format(fmt::runtime(zh ? "B · k {}，{}" : "B · k {}, {}"),
                     range_words(window.first_step, window.steps), columns_words(language, window));
}

std::string result_words(Language language, const ProductWindow& window) {
  const bool zh = in_chinese(language);
  return fmt::format(fmt::runtime(zh ? "C · {}，{}" : "C · {}, {}"), rows_words(language, window),
                     columns_words(language, window));
}

std::string access_words(Language language, const ProductFlow& flow, const ProductMoment& moment,
                         std::size_t event) {
  if (moment.values == 0) return stored_words(language, flow, event);
  ReadOf a, b;
  for (const ProductTouch& touch : flow.touches_of(event)) {
    ReadOf& read = touch.factor == Factor::a ? a : b;
    ++read.values;
    read.different.emplace(touch.element.row, touch.element.column);
  }
  const bool zh = in_chinese(language);
  std::string words = zh ? "这次访问读取 " : "This access reads ";
  if (a.values > 0) words += read_words(language, "A", a);
  if (a.values > 0 && b.values > 0) words += zh ? "、" : ", ";
  if (b.values > 0) words += read_words(language, "B", b);
  return words + (zh ? "；" : "; ") + reuse_words(language, moment);
}

std::string access_words_short(Language language, const ProductMoment& moment) {
  return moment.values == 0 ? std::string() : reuse_words(language, moment);
}

std::string loads_words(Language language, const analysis::ProductCounts& counts) {
  const bool zh = in_chinese(language);
  if (has_no_loads(counts)) {
    return zh ? "没有 lane 加载 A 或 B：bulk copy 搬来的不算访问"
              : "No lane loads A or B: what bulk copies bring is no access";
  }
  std::string words = fmt::format(
      fmt::runtime(zh ? "每次乘加：从全局内存读 {} 个值（{} 次加载）"
                      : "For each multiply-add: {} values from global memory ({} loads)"),
      for_one(counts, counts.global.values), for_one(counts, counts.global.accesses));
  if (counts.shared.values == 0) return words;
  return words + fmt::format(fmt::runtime(zh ? "，从共享内存读 {} 个值（{} 次加载）"
                                             : ", {} from shared memory ({} loads)"),
                             for_one(counts, counts.shared.values),
                             for_one(counts, counts.shared.accesses));
}

std::string loads_words_short(Language language, const analysis::ProductCounts& counts) {
  if (has_no_loads(counts)) {
    return in_chinese(language) ? "没有 lane 加载 A 或 B" : "no lane loads A or B";
  }
  return fmt::format(fmt::runtime(in_chinese(language) ? "每次乘加：全局 {}，共享 {}"
                                                       : "a multiply-add: global {}, shared {}"),
                     for_one(counts, counts.global.values), for_one(counts, counts.shared.values));
}

std::string product_words(Language language, const ProductFlow& flow) {
  const bool zh = in_chinese(language);
  return fmt::format(fmt::runtime(zh ? "线程块 {}：C 的 {} × {}，共 {} × {}，k = {}"
                                     : "block {}: {} × {} of C's {} × {}, k = {}"),
                     flow.block, flow.rows, flow.columns, with_separators(flow.shape.m),
                     with_separators(flow.shape.n), with_separators(flow.shape.k));
}

std::string cell_words(Language language, const ProductFlow& flow, const ProductMoment& moment,
                       analysis::MatrixElement element, bool tells) {
  const bool zh = in_chinese(language);
  std::string words = fmt::format("C[{}][{}]", element.row, element.column);
  if (const ProductCell* cell = flow.cell(element)) {
    words += fmt::format(" · warp {} lane {}", cell->thread / kWarpSize, cell->thread % kWarpSize);
    const auto at = static_cast<std::size_t>(cell - flow.cells.data());
    if (tells) {
      words += fmt::format(fmt::runtime(zh ? " · 已累加 {} / {} 项" : " · {} of {} terms"),
                           with_separators(moment.terms[at]), with_separators(flow.shape.k));
    }
  } else {
    words += zh ? " · 属于其他线程块" : " · another block's";
  }
  return words + fmt::format(fmt::runtime(zh ? "\n需要 A 的第 {} 行和 B 的第 {} 列"
                                             : "\nneeds row {} of A and column {} of B"),
                             with_separators(element.row), with_separators(element.column));
}

}  // namespace warplens::scene
