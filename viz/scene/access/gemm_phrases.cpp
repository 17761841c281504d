#include "viz/scene/access/gemm_phrases.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "viz/scene/access/metrics_view.h"

namespace warplens::scene {
namespace {

using analysis::Factor;
using analysis::GemmCell;
using analysis::GemmFlow;
using analysis::GemmMoment;
using analysis::GemmTouch;

// "0–63"; one alone: "5".
std::string range_phrase(std::uint32_t first, std::uint32_t count) {
  const std::uint32_t last = first + (count == 0 ? 0 : count - 1);
  if (first == last) return with_separators(first);
  return fmt::format("{}–{}", with_separators(first), with_separators(last));
}

warplens::Text window_rows(const GemmWindow& window) {
  return tr(window.rows == 1 ? tr("row {}") : tr("rows {}"),
            range_phrase(window.first_row, window.rows));
}

warplens::Text window_columns(const GemmWindow& window) {
  return tr(window.columns == 1 ? tr("column {}") : tr("columns {}"),
            range_phrase(window.first_column, window.columns));
}

// Of one factor: the values that lanes read, and how many of them differ.
struct ReadOf {
  std::uint64_t values = 0;
  std::set<std::pair<std::uint32_t, std::uint32_t>> different;
};

warplens::Text read_phrase(std::string_view letter, const ReadOf& read) {
  const warplens::Text words = tr(read.values == 1 ? tr("{} value of {}") : tr("{} values of {}"),
                                  with_separators(read.values), letter);
  if (read.different.size() == read.values) return words;
  return tr("{} ({} different)", words, with_separators(read.different.size()));
}

warplens::Text reuse_phrase(const GemmMoment& moment) {
  return counted(moment.reuse(), tr("each takes part in {} multiply-add"),
                 tr("each takes part in {} multiply-adds"));
}

warplens::Text stored_phrase(const GemmFlow& flow, std::size_t event) {
  std::uint64_t stored = 0;
  for (const GemmCell& cell : flow.cells) stored += cell.event == event ? 1 : 0;
  if (stored == 0) return tr("This access reads nothing of A and B");
  return counted(stored, tr("This access stores {} element of C"),
                 tr("This access stores {} elements of C"));
}

// "0.031", "2": for one multiply-add.
std::string for_one(const analysis::GemmCounts& counts, std::uint64_t count) {
  const double adds = counts.multiply_adds == 0 ? 1 : static_cast<double>(counts.multiply_adds);
  return fmt::format("{:.3g}", static_cast<double>(count) / adds);
}

bool has_no_loads(const analysis::GemmCounts& counts) {
  return counts.global.accesses == 0 && counts.shared.accesses == 0;
}

}  // namespace

std::string factor_a_phrase(Language language, const GemmWindow& window) {
  return tr("A · {}, k {}", window_rows(window), range_phrase(window.first_step, window.steps))
      .in(language);
}

std::string factor_a_phrase_short(const GemmWindow& window) {
  return fmt::format("A · k {}", range_phrase(window.first_step, window.steps));
}

std::string factor_b_phrase(Language language, const GemmWindow& window) {
  return tr("B · k {}, {}", range_phrase(window.first_step, window.steps), window_columns(window))
      .in(language);
}

std::string result_phrase(Language language, const GemmWindow& window) {
  return tr("C · {}, {}", window_rows(window), window_columns(window)).in(language);
}

std::string access_phrase(Language language, const GemmFlow& flow, const GemmMoment& moment,
                          std::size_t event) {
  if (moment.values == 0) return stored_phrase(flow, event).in(language);
  ReadOf a, b;
  for (const GemmTouch& touch : flow.touches_of(event)) {
    ReadOf& read = touch.factor == Factor::a ? a : b;
    ++read.values;
    read.different.emplace(touch.element.row, touch.element.column);
  }
  const warplens::Text reuse = reuse_phrase(moment);
  if (a.values > 0 && b.values > 0) {
    return tr("This access reads {}, {}; {}", read_phrase("A", a), read_phrase("B", b), reuse)
        .in(language);
  }
  const warplens::Text read = a.values > 0 ? read_phrase("A", a) : read_phrase("B", b);
  return tr("This access reads {}; {}", read, reuse).in(language);
}

std::string access_phrase_short(Language language, const GemmMoment& moment) {
  return moment.values == 0 ? std::string() : reuse_phrase(moment).in(language);
}

std::string loads_phrase(Language language, const analysis::GemmCounts& counts) {
  if (has_no_loads(counts)) {
    return std::string(tr("No lane loads A or B: TMA brings them").in(language));
  }
  const warplens::Text words =
      tr("For each multiply-add: {} values from global memory ({} loads)",
         for_one(counts, counts.global.values), for_one(counts, counts.global.accesses));
  if (counts.shared.values == 0) return words.in(language);
  return tr("{}, {} from shared memory ({} loads)", words, for_one(counts, counts.shared.values),
            for_one(counts, counts.shared.accesses))
      .in(language);
}

std::string loads_phrase_short(Language language, const analysis::GemmCounts& counts) {
  if (has_no_loads(counts)) return std::string(tr("no lane loads A or B").in(language));
  return tr("a multiply-add: global {}, shared {}", for_one(counts, counts.global.values),
            for_one(counts, counts.shared.values))
      .in(language);
}

std::string product_phrase(Language language, const GemmFlow& flow) {
  return tr("block {}: {} × {} of C's {} × {}, k = {}", flow.block, flow.rows, flow.columns,
            with_separators(flow.shape.m), with_separators(flow.shape.n),
            with_separators(flow.shape.k))
      .in(language);
}

std::string cell_phrase(Language language, const GemmFlow& flow, const GemmMoment& moment,
                        analysis::MatrixElement element, bool tells) {
  const GemmCell* cell = flow.cell(element);
  std::string place = fmt::format("C[{}][{}]", element.row, element.column);
  if (cell != nullptr) {
    place += fmt::format(" · warp {} lane {}", cell->thread / kWarpSize, cell->thread % kWarpSize);
  }
  warplens::Text words = place;
  if (cell == nullptr) {
    words = tr("{} · another block's", place);
  } else if (tells) {
    const auto at = static_cast<std::size_t>(cell - flow.cells.data());
    words = tr("{} · {} of {} terms", place, with_separators(moment.terms[at]),
               with_separators(flow.shape.k));
  }
  return tr("{}\nneeds row {} of A and column {} of B", words, with_separators(element.row),
            with_separators(element.column))
      .in(language);
}

}  // namespace warplens::scene
