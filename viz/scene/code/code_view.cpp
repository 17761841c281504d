#include "viz/scene/code/code_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/base/result.h"
#include "viz/scene/code/code_header.h"

namespace warplens::scene {
namespace {

using code::CodeColumn;
using code::CodeModel;
using code::Lit;

constexpr std::uint8_t kLit = 0x38, kLitByCall = 0x1c;

// "FFMA R1, R2…": as much of it as there is room for.
std::string cut_to(const Style& style, std::string text, float size, float width) {
  if (style.measure(text, size, true) <= width) return text;
  const std::string dots = "…";
  while (!text.empty() && style.measure(text + dots, size, true) > width) {
    do text.pop_back();
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80);
    if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xc0) text.pop_back();
  }
  return text.empty() ? text : text + dots;
}

// "512", "131k", "1.5M": what is exact stands in the phrase.
std::string short_count(std::uint64_t count) {
  if (count < 10'000) return fmt::format("{}", count);
  if (count < 1'000'000) return fmt::format("{}k", (count + 500) / 1000);
  return fmt::format("{:.1f}M", static_cast<double>(count) / 1e6);
}

class CodePainter {
 public:
  CodePainter(const CodeModel& model, const CodeLook& look, Size size, const Style& style)
      : model_(model),
        look_(look),
        style_(style),
        theme_(theme(style.theme)),
        layout_(code_layout(model, look, size, style)),
        lit_(code::lit(model, look.mark)) {
    list_.width = size.width;
    list_.height = size.height;
    scale_ = std::max<float>(1, model.pressure.peak.general);
    if (model.needs) scale_ = std::max(scale_, static_cast<float>(model.needs->registers));
    for (const code::CodeMark& mark : code::found(model, look.found)) {
      matches_[static_cast<std::size_t>(mark.column)].push_back(mark.row);
    }
  }

  DrawList paint() {
    paint_header();
    for (const CodeColumnPlace& place : layout_.columns) paint_column(place);
    paint_overview();
    paint_phrase();
    return std::move(list_);
  }

 private:
  void paint_header() {
    const auto tiles = code_tiles(model_, style_.language);
    if (layout_.header.height == 0 || tiles.empty()) return;
    const float gap = style_.text_size * 0.6f;
    const float width = (layout_.header.width - gap * static_cast<float>(tiles.size() - 1)) /
                        static_cast<float>(tiles.size());
    for (std::size_t i = 0; i < tiles.size(); ++i) {
      paint_tile(tiles[i], static_cast<std::uint32_t>(i),
                 {layout_.header.x + static_cast<float>(i) * (width + gap), layout_.header.y, width,
                  layout_.header.height});
    }
  }

  void paint_tile(const CodeTile& tile, std::uint32_t index, const Box& box) {
    list_.rectangles.push_back({box.x,
                                box.y,
                                box.width,
                                box.height,
                                theme_.cell,
                                0,
                                1,
                                6,
                                {MarkId::Kind::label, index, 0}});
    const float inset = style_.text_size * 0.6f, text = style_.text_size;
    Style large = style_;
    large.text_size = text * 1.5f;
    add_text(list_, large,
             {box.x + inset, box.y + text * 0.15f, box.width - 2 * inset, text * 1.6f},
             {tile.value}, {.color = tile.is_bad ? theme_.conflict : theme_.text});
    Style small = style_;
    small.text_size = label_size(style_);
    add_text(list_, small,
             {box.x + inset, box.y + text * 1.75f, box.width - 2 * inset, text * 1.2f},
             {tile.caption, tile.brief}, {.color = theme_.muted_text});
  }

  void paint_column(const CodeColumnPlace& place) {
    paint_title(place);
    for (std::uint32_t i = place.first; i < place.first + place.count; ++i) {
      const Box row = place.row(i, layout_.row_height);
      paint_ground(place, i, row);
      if (place.column == CodeColumn::sass) {
        paint_sass(place, i, row);
      } else if (place.column == CodeColumn::ptx) {
        paint_line(place, row, model_.ptx[i].line, model_.ptx[i].text, model_.ptx[i].figures);
      } else {
        const auto& source = model_.source[i];
        paint_line(place, row, source.line, source.text, source.figures);
      }
    }
  }

  void paint_title(const CodeColumnPlace& place) {
    const Box& box = place.title;
    list_.lines.push_back(
        {box.x, box.y + box.height - 1, box.x + box.width, box.y + box.height - 1, theme_.grid, 1});
    Style small = style_;
    small.text_size = layout_.text;
    const float left = place.numbers + place.bar;
    const Box words{box.x + left, box.y, box.width - left - place.figures, box.height * 0.9f};
    const TextAttributes look{.color = theme_.muted_text};
    if (place.column == CodeColumn::source) {
      add_text(list_, small, words, {tr("source").in(style_.language)}, look);
    } else if (place.column == CodeColumn::ptx) {
      add_text(list_, small, words, {"PTX"}, look);
    } else {
      add_text(list_, small, words, {fmt::format("SASS sm_{}", model_.capability)}, look);
      add_text(list_, small, {box.x + place.numbers, box.y, place.bar, box.height * 0.9f},
               {tr("live").in(style_.language)}, look);
      if (!look_.hides_costs && has_figures() && place.figures > 0) {
        add_text(list_, small,
                 {box.x + box.width - place.figures, box.y, place.figures, box.height * 0.9f},
                 {tr("times, cost").in(style_.language)},
                 {.align = Text::Align::right, .color = theme_.muted_text});
      }
    }
  }

  [[nodiscard]] bool has_figures() const {
    return std::ranges::any_of(model_.sass,
                               [](const auto& row) { return row.executions || !row.cost.empty(); });
  }

  void paint_ground(const CodeColumnPlace& place, std::uint32_t row, const Box& box) {
    const auto column = static_cast<std::size_t>(place.column);
    const Lit how = lit_[column][row];
    const bool is_mark = look_.mark && *look_.mark == code::CodeMark{place.column, row};
    if (std::ranges::binary_search(matches_[column], row)) {
      list_.rectangles.push_back({box.x,
                                  box.y,
                                  box.width,
                                  box.height,
                                  with_alpha(series_hue(1, style_.theme), 0x40),
                                  0,
                                  1,
                                  0,
                                  {}});
    }
    if (how == Lit::no) return;
    list_.rectangles.push_back(
        {box.x,
         box.y,
         box.width,
         box.height,
         with_alpha(theme_.highlight, how == Lit::yes ? kLit : kLitByCall),
         is_mark ? theme_.highlight : 0,
         2,
         0,
         {MarkId::Kind::row, row, static_cast<std::uint32_t>(place.column)}});
  }

  void write(const Box& box, std::string_view words, const TextAttributes& look) {
    const std::string text = cut_to(style_, std::string(words), layout_.text, box.width);
    if (!text.empty()) put_text(list_, box, text, layout_.text, look);
  }

  [[nodiscard]] Color heat(float live) const { return ramp_color(std::min(live / scale_, 1.0f)); }

  void paint_line(const CodeColumnPlace& place, const Box& row, std::uint32_t line,
                  const std::string& words, const code::CodeFigures& figures) {
    const float letter = style_.measure("0", layout_.text, true);
    if (line == 0) {
      return write({row.x + letter * 0.5f, row.y, row.width - letter, row.height}, words,
                   {.color = theme_.muted_text});
    }
    write({row.x, row.y, place.numbers - letter * 1.6f, row.height}, fmt::format("{}", line),
          {.align = Text::Align::right, .color = theme_.muted_text, .monospace = true});
    if (figures.instructions > 0) {
      const float x = row.x + place.numbers - letter * 1.2f;
      const Color color = figures.spills > 0 ? theme_.conflict
                          : figures.live > 0 ? heat(figures.live)
                                             : theme_.muted_text;
      list_.rectangles.push_back({x, row.y, letter * 0.7f, row.height, color, 0, 1, 0, {}});
    }
    const std::size_t first = words.find_first_not_of(' ');
    const bool is_quiet = first != std::string::npos && words.compare(first, 2, "//") == 0;
    write({row.x + place.numbers, row.y, row.width - place.numbers, row.height}, words,
          {.color = is_quiet ? theme_.muted_text : theme_.text, .monospace = true});
  }

  void paint_sass(const CodeColumnPlace& place, std::uint32_t index, const Box& row) {
    const code::SassCodeRow& sass = model_.sass[index];
    const float letter = style_.measure("0", layout_.text, true);
    if (place.numbers > 0)
      write({row.x, row.y, place.numbers - letter * 0.6f, row.height},
            fmt::format("{:04x}", sass.address),
            {.align = Text::Align::right, .color = theme_.muted_text, .monospace = true});
    if (sass.live && place.bar > 0)
      paint_bar({row.x + place.numbers, row.y, place.bar - letter, row.height}, *sass.live);
    const float left = place.numbers + place.bar;
    const Color color = sass.is_spill              ? theme_.conflict
                        : sass.ptx == trace::kNone ? theme_.muted_text
                                                   : theme_.text;
    write({row.x + left, row.y, row.width - left - place.figures, row.height}, sass.text,
          {.color = color, .monospace = true});
    if (place.figures > 0)
      paint_figures({row.x + row.width - place.figures, row.y, place.figures, row.height}, sass);
  }

  void paint_bar(const Box& box, const sass::LiveRegisters& live) {
    const float letter = style_.measure("0", layout_.text, true);
    const float number = letter * 3.2f, room = box.width - number;
    const float share = std::min(static_cast<float>(live.general) / scale_, 1.0f);
    list_.rectangles.push_back({box.x + number,
                                box.y + box.height * 0.1f,
                                room,
                                box.height * 0.8f,
                                theme_.cell,
                                0,
                                1,
                                0,
                                {}});
    list_.rectangles.push_back({box.x + number,
                                box.y + box.height * 0.1f,
                                room * share,
                                box.height * 0.8f,
                                heat(live.general),
                                0,
                                1,
                                0,
                                {}});
    write({box.x, box.y, number - letter * 0.4f, box.height}, fmt::format("{}", live.general),
          {.align = Text::Align::right, .color = theme_.text, .monospace = true});
  }

  void paint_figures(const Box& box, const code::SassCodeRow& sass) {
    if (sass.is_spill) {
      return write(box, tr("spill").in(style_.language),
                   {.align = Text::Align::right, .color = theme_.conflict});
    }
    if (look_.hides_costs) return;
    const float half = box.width * 0.46f;
    if (!sass.cost.empty()) {
      const bool is_costly = sass.times >= kCostlyTimes;
      write({box.x + half, box.y, box.width - half, box.height}, sass.cost,
            {.align = Text::Align::right,
             .color = is_costly ? theme_.conflict : theme_.text,
             .monospace = true});
    }
    if (sass.executions) {
      write({box.x, box.y, half - layout_.text * 0.3f, box.height},
            short_count(*sass.executions) + "×",
            {.align = Text::Align::right, .color = theme_.muted_text, .monospace = true});
    }
  }

  // Of each stripe of the code the most that is live in it.
  void paint_overview() {
    const Box& box = layout_.overview;
    if (box.width == 0 || model_.sass.empty()) return;
    list_.rectangles.push_back({box.x, box.y, box.width, box.height, theme_.cell, 0, 1, 0, {}});
    constexpr float kStripe = 2;
    const auto stripes = static_cast<std::size_t>(box.height / kStripe);
    for (std::size_t i = 0; i < stripes; ++i) {
      const std::size_t begin = i * model_.sass.size() / stripes;
      const std::size_t end = std::max(begin + 1, (i + 1) * model_.sass.size() / stripes);
      paint_stripe({box.x, box.y + static_cast<float>(i) * kStripe, box.width, kStripe}, begin,
                   end);
    }
    if (model_.needs) {
      const float x = box.x + box.width * static_cast<float>(model_.needs->registers) / scale_;
      list_.lines.push_back({x - 1, box.y, x - 1, box.y + box.height, theme_.muted_text, 1});
    }
    paint_frame(box);
  }

  void paint_stripe(const Box& box, std::size_t begin, std::size_t end) {
    std::uint16_t live = 0;
    bool has_spill = false;
    for (std::size_t i = begin; i < std::min(end, model_.sass.size()); ++i) {
      if (model_.sass[i].live) live = std::max(live, model_.sass[i].live->general);
      has_spill = has_spill || model_.sass[i].is_spill;
    }
    const float width = box.width * std::min(static_cast<float>(live) / scale_, 1.0f);
    list_.rectangles.push_back({box.x, box.y, width, box.height, heat(live), 0, 1, 0, {}});
    if (!has_spill) return;
    list_.rectangles.push_back({box.x + box.width * 0.9f,
                                box.y,
                                box.width * 0.1f,
                                box.height,
                                theme_.conflict,
                                0,
                                1,
                                0,
                                {}});
  }

  void paint_frame(const Box& box) {
    const CodeColumnPlace* sass = layout_.find(CodeColumn::sass);
    if (sass == nullptr) return;
    const auto all = static_cast<float>(model_.sass.size());
    list_.rectangles.push_back({box.x,
                                box.y + box.height * static_cast<float>(sass->first) / all,
                                box.width,
                                std::max(box.height * static_cast<float>(sass->count) / all, 3.0f),
                                0,
                                theme_.highlight,
                                2,
                                0,
                                {MarkId::Kind::bar, 0, 0}});
  }

  void paint_phrase() {
    if (layout_.phrase.height == 0) return;
    if (!look_.mark || look_.mark->row >= model_.rows(look_.mark->column)) return;
    const CodeWords words = code_words(model_, *look_.mark, style_.language);
    add_text(list_, style_, layout_.phrase, {words.whole, words.brief}, {.color = theme_.text});
  }

  const CodeModel& model_;
  const CodeLook& look_;
  const Style& style_;
  const Theme& theme_;
  CodeLayout layout_;
  code::LitRows lit_;
  std::array<std::vector<std::uint32_t>, code::kCodeColumns> matches_;
  float scale_ = 1;
  DrawList list_;
};

}  // namespace

DrawList code_view(const CodeModel& model, const CodeLook& look, Size size, const Style& style) {
  return CodePainter(model, look, size, style).paint();
}

}  // namespace warplens::scene
