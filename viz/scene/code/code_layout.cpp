#include "viz/scene/code/code_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace warplens::scene {
namespace {

using code::CodeColumn;
using code::CodeModel;
using code::Lit;

constexpr float kFewestSource = 46, kFewestPtx = 32;  // letters
constexpr float kMostSass = 44, kMostPtx = 50;
constexpr float kFigureLetters = 15;  // "131k×  15.8 W/R"
constexpr float kGapLetters = 1.5f;

float letter_width(const Style& style, float size) { return style.measure("0", size, true); }

// Letters with which nineteen of twenty rows are whole.
float usual_length(const CodeModel& model, CodeColumn column, float most) {
  std::vector<std::size_t> letters;
  for (std::size_t i = 0; i < model.rows(column); ++i) {
    letters.push_back(model.text(column, i).size());
  }
  if (letters.empty()) return 0;
  const auto usual = letters.begin() + static_cast<std::ptrdiff_t>(letters.size() * 19 / 20);
  std::ranges::nth_element(letters, usual);
  return std::min(static_cast<float>(*usual + 1), most);
}

bool has_figures(const CodeModel& model) {
  return !model.pressure.spills.empty() || std::ranges::any_of(model.sass, [](const auto& row) {
    return row.executions || !row.cost.empty();
  });
}

// Letters that each column wants, its numbers, bar and figures among them.
struct Wishes {
  float numbers_source = 0, numbers_ptx = 0, numbers_sass = 5;
  float bar = 12, figures = 0, sass = 0, ptx = 0;
  bool has_source = false, has_sass = false;

  [[nodiscard]] float sass_width() const { return numbers_sass + bar + sass + figures; }
};

float digits_of(std::uint32_t number) {
  return static_cast<float>(std::max<std::size_t>(fmt::formatted_size("{}", number), 3) + 2);
}

Wishes wishes_of(const CodeModel& model) {
  Wishes wishes;
  wishes.has_source = !model.source.empty();
  wishes.has_sass = !model.sass.empty();
  std::uint32_t last = 0;
  for (const auto& row : model.source) last = std::max(last, row.line);
  wishes.numbers_source = digits_of(last);
  last = 0;
  for (const auto& row : model.ptx) last = std::max(last, row.line);
  wishes.numbers_ptx = digits_of(last);
  if (!model.sass.empty()) {
    const std::size_t hex = fmt::formatted_size("{:04x}", model.sass.back().address);
    wishes.numbers_sass = static_cast<float>(hex) + 1;
  }
  wishes.sass = std::max(usual_length(model, CodeColumn::sass, kMostSass), 20.0f);
  if (has_figures(model)) wishes.figures = kFigureLetters;
  wishes.ptx = usual_length(model, CodeColumn::ptx, kMostPtx);
  return wishes;
}

class CodeLayouter {
 public:
  CodeLayouter(const CodeModel& model, const CodeLook& look, Size size, const Style& style)
      : model_(model), look_(look), size_(size), style_(style), wishes_(wishes_of(model)) {}

  CodeLayout make() {
    place_edges();
    choose_text();
    layout_.row_height = layout_.text * 1.32f;
    place_columns();
    return std::move(layout_);
  }

 private:
  void place_edges() {
    const float text = style_.text_size;
    area_ = {0, 0, size_.width, size_.height};
    if (size_.height > text * 22 && size_.width > text * 40) {
      layout_.header = {0, 0, size_.width, text * 3.1f};
      area_.y += layout_.header.height + text * 0.3f;
      area_.height -= layout_.header.height + text * 0.3f;
    }
    if (size_.height > text * 10) {
      layout_.phrase = {text * 0.3f, size_.height - text * 1.5f, size_.width - text * 0.6f,
                        text * 1.5f};
      area_.height -= layout_.phrase.height;
    }
    if (wishes_.has_sass && size_.width > text * 50) {
      const float width = text * 6;
      layout_.overview = {size_.width - width, area_.y, width, area_.height};
      area_.width -= width + text * 0.5f;
    }
  }

  // The largest text with which all columns have room; where none is, with which two have.
  void choose_text() {
    const float ptx = kFewestPtx + wishes_.numbers_ptx + kGapLetters;
    if (choose_text_for(wanted_beside_ptx() + ptx) || choose_text_for(wanted_beside_ptx())) return;
    if (!choose_text_for(wishes_.sass_width())) layout_.text = label_size(style_);
  }
  bool choose_text_for(float letters) {
    for (float text = style_.text_size; text >= label_size(style_); text -= 0.5f) {
      layout_.text = text;
      if (area_.width / letter_width(style_, text) >= letters) return true;
    }
    return false;
  }
  [[nodiscard]] float wanted_beside_ptx() const {
    return (wishes_.has_sass ? wishes_.sass_width() : 0) +
           (wishes_.has_source ? kFewestSource + wishes_.numbers_source + kGapLetters : 0);
  }

  void place_columns() {
    const float letter = letter_width(style_, layout_.text), gap = kGapLetters * letter;
    float right = area_.x + area_.width;
    if (wishes_.has_sass) {
      const float width = std::min(wishes_.sass_width() * letter, area_.width);
      add(CodeColumn::sass, right - width, width, letter);
      right -= width + gap;
    }
    const float least_ptx = (kFewestPtx + wishes_.numbers_ptx) * letter;
    const float least_source =
        wishes_.has_source ? (kFewestSource + wishes_.numbers_source) * letter : 0;
    const bool has_ptx = right - area_.x >= least_ptx + least_source + gap ||
                         (!wishes_.has_source && right - area_.x >= least_ptx) || !wishes_.has_sass;
    if (has_ptx) {
      const float wanted = (wishes_.ptx + wishes_.numbers_ptx) * letter;
      const float room = right - area_.x - (wishes_.has_source ? least_source + gap : 0);
      const float share = wishes_.has_source ? (right - area_.x) * 0.42f : room;
      const float width = std::clamp(std::min(wanted, share), std::min(least_ptx, room), room);
      add(CodeColumn::ptx, right - width, width, letter);
      right -= width + gap;
    }
    if (wishes_.has_source && right - area_.x >= least_source * 0.8f) {
      add(CodeColumn::source, area_.x, right - area_.x, letter);
    }
    std::ranges::reverse(layout_.columns);
  }

  // Costs are left out first, then addresses, then bars.
  void place_parts(CodeColumnPlace& place, float letter) const {
    constexpr float kFewestSass = 16;
    const float letters = place.rows.width / letter - kFewestSass;
    if (letters < wishes_.bar) {
      place.numbers = 0;
      return;
    }
    place.bar = letter * wishes_.bar;
    if (letters < wishes_.bar + wishes_.numbers_sass) place.numbers = 0;
    if (letters >= wishes_.bar + wishes_.numbers_sass + wishes_.figures) {
      place.figures = letter * wishes_.figures;
    }
  }

  void add(CodeColumn column, float x, float width, float letter) {
    CodeColumnPlace place;
    place.column = column;
    const float title = layout_.row_height * 1.2f;
    place.title = {x, area_.y, width, title};
    place.rows = {x, area_.y + title, width, std::max(area_.height - title, 0.0f)};
    const bool is_sass = column == CodeColumn::sass;
    place.numbers = letter * (is_sass                     ? wishes_.numbers_sass
                              : column == CodeColumn::ptx ? wishes_.numbers_ptx
                                                          : wishes_.numbers_source);
    if (is_sass) place_parts(place, letter);
    const auto fit = static_cast<std::uint32_t>(place.rows.height / layout_.row_height);
    const auto all = static_cast<std::uint32_t>(model_.rows(column));
    place.first =
        std::min(look_.first[static_cast<std::size_t>(column)], all > fit ? all - fit : 0);
    place.count = std::min(fit, all - place.first);
    layout_.columns.push_back(place);
  }

  const CodeModel& model_;
  const CodeLook& look_;
  Size size_;
  const Style& style_;
  Wishes wishes_;
  Box area_;
  CodeLayout layout_;
};

bool is_inside(const Box& box, float x, float y) {
  return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
}

// The first row that belongs to the mark, its own line before others.
std::optional<std::uint32_t> lit_row(const std::vector<Lit>& rows) {
  for (const Lit how : {Lit::yes, Lit::by_call}) {
    const auto found = std::ranges::find(rows, how);
    if (found != rows.end()) return static_cast<std::uint32_t>(found - rows.begin());
  }
  return std::nullopt;
}

}  // namespace

const CodeColumnPlace* CodeLayout::find(CodeColumn column) const {
  const auto found = std::ranges::find(columns, column, &CodeColumnPlace::column);
  return found == columns.end() ? nullptr : &*found;
}

CodeLayout code_layout(const CodeModel& model, const CodeLook& look, Size size,
                       const Style& style) {
  return CodeLayouter(model, look, size, style).make();
}

bool is_in_overview(const CodeLayout& layout, float x, float y) {
  return is_inside(layout.overview, x, y);
}

std::optional<code::CodeMark> code_at(const CodeModel& model, const CodeLayout& layout, float x,
                                      float y) {
  if (is_in_overview(layout, x, y) && !model.sass.empty()) {
    const float share = (y - layout.overview.y) / layout.overview.height;
    const auto row = static_cast<std::size_t>(share * static_cast<float>(model.sass.size()));
    return code::CodeMark{CodeColumn::sass,
                          static_cast<std::uint32_t>(std::min(row, model.sass.size() - 1))};
  }
  for (const CodeColumnPlace& place : layout.columns) {
    if (!is_inside(place.rows, x, y)) continue;
    const auto row =
        place.first + static_cast<std::uint32_t>((y - place.rows.y) / layout.row_height);
    if (place.has(row)) return code::CodeMark{place.column, row};
  }
  return std::nullopt;
}

CodeLook brought_into_sight(const CodeModel& model, CodeLook look, Size size, const Style& style,
                            std::optional<CodeColumn> but) {
  const CodeLayout layout = code_layout(model, look, size, style);
  const code::LitRows rows = code::lit(model, look.mark);
  for (const CodeColumnPlace& place : layout.columns) {
    const auto index = static_cast<std::size_t>(place.column);
    look.first[index] = place.first;
    if (but == place.column) continue;
    const bool is_own = look.mark && look.mark->column == place.column;
    const auto row = is_own ? std::optional(look.mark->row) : lit_row(rows[index]);
    if (!row || place.has(*row)) continue;
    const auto above = static_cast<std::uint32_t>(static_cast<float>(place.count) * 0.4f);
    look.first[index] = *row > above ? *row - above : 0;
  }
  return look;
}

}  // namespace warplens::scene
