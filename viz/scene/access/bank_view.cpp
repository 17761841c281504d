#include "viz/scene/access/bank_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "viz/scene/access/bank_layout.h"

namespace warplens::scene {
namespace {

constexpr std::uint32_t kBanks = analysis::kBanks;
constexpr float kMarkRounding = 2;

class BankPainter {
 public:
  BankPainter(const BankViewInput& input, Size size, const Style& style)
      : input_(input), size_(size), style_(style), theme_(theme(style.theme)) {
    list_.width = size.width;
    list_.height = size.height;
  }

  DrawList paint() {
    if (input_.shared_bytes == 0 && input_.access->words.empty()) {
      add_text(list_, style_, {0, 0, size_.width, size_.height},
               {phrases::no_shared_memory.in(style_.language)},
               {.align = Text::Align::center, .color = theme_.muted_text});
      return std::move(list_);
    }
    at_ = bank_layout(input_, size_, style_);
    if (at_.panels.empty()) return std::move(list_);
    bank_header();
    for (const BankLayout::Panel& panel : at_.panels) paint_panel(panel);
    return std::move(list_);
  }

 private:
  [[nodiscard]] bool in_motion() const {
    return input_.motion != nullptr && input_.motion->is_under_way();
  }
  [[nodiscard]] double progress(std::uint32_t pass) const {
    return in_motion() ? input_.motion->progress(pass) : 1;
  }
  // A word is served once its last lane is.
  [[nodiscard]] bool is_served(const analysis::WordUse& use) const {
    if (!in_motion()) return true;
    const auto index = static_cast<std::size_t>(&use - input_.access->words.data());
    return progress(last_pass(input_.motion->service.words[index], use)) >= 1;
  }
  [[nodiscard]] Color lit(Color color, const analysis::WordUse& use) const {
    return is_served(use) ? color : waiting_color(color, style_.theme);
  }

  // The banks that give a word in the wavefront under way.
  [[nodiscard]] std::uint32_t banks_at_work(std::uint32_t group) const {
    std::uint32_t banks = 0;
    if (!in_motion()) return banks;
    const auto& words = input_.access->words;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const WordTurn& turn = input_.motion->service.words[i];
      const bool at_work = progress(turn.first) > 0 && progress(last_pass(turn, words[i])) < 1;
      if (words[i].group == group && at_work) banks |= 1u << words[i].bank();
    }
    return banks;
  }

  void gutter_text(std::string text, float y, float height, Color color, MarkId id = {}) {
    put_text(list_, {0, y, at_.gutter - style_.text_size * 0.4f, height}, std::move(text),
             at_.label_size, {.align = Text::Align::right, .color = color, .id = id});
  }

  void bank_header() {
    gutter_text(std::string(phrases::bank.in(style_.language)), 0, at_.line_height,
                theme_.muted_text);
    const float widest = style_.measure("31", at_.label_size, false) * 1.2f;
    const std::uint64_t step = label_step(at_.cell_width, widest);
    for (std::uint32_t bank = 0; bank < kBanks; ++bank) {
      const Box box = at_.cell(bank, 0, at_.line_height);
      const MarkId id{MarkId::Kind::bank, bank, 0};
      list_.rectangles.push_back({box.x, box.y, box.width, box.height, 0, 0, 1, 0, id});
      if (bank % step != 0) continue;
      put_text(list_, box, fmt::format("{}", bank), at_.label_size,
               {.align = Text::Align::center, .color = theme_.muted_text, .id = id});
    }
  }

  void paint_panel(const BankLayout::Panel& panel) {
    if (!in_motion() && at_.has_titles) paint_title(panel.content, panel.title);
    if (panel.content.group) paint_depths(*panel.content.group, panel.depths);
    paint_rows(panel.content, panel.rows);
    if (panel.content.group) paint_phrase(panel);
  }

  void paint_title(const BankPanel& panel, float y) {
    if (!panel.group) {
      add_text(list_, style_, {at_.gutter, y, size_.width - at_.gutter, at_.line_height},
               {phrases::no_shared_access.in(style_.language)}, {.color = theme_.muted_text});
      return;
    }
    const analysis::SharedGroup& group = input_.access->groups[*panel.group];
    std::string full = group_label(style_.language, *panel.group, group.lanes, group.wavefronts);
    std::string brief = group_label_short(style_.language, *panel.group, group.wavefronts);
    if (group.wavefronts > *std::ranges::max_element(group.depth)) {
      full += fmt::format(" · {}", phrases::source_columns.in(style_.language));
    }
    if (panel.hidden_rows > 0) {
      const std::string more = "  " + hidden_rows_label(style_.language, panel.hidden_rows);
      full += more;
      brief += more;
    }
    const MarkId id{MarkId::Kind::group, *panel.group, 0};
    const Box box{at_.gutter, y, size_.width - at_.gutter, at_.line_height};
    list_.rectangles.push_back({box.x, box.y, box.width, box.height, 0, 0, 1, 0, id});
    const Color color = group.wavefronts > 1 ? theme_.conflict : theme_.text;
    add_text(list_, style_, box, {full, brief}, {.color = color, .id = id});
  }

  void paint_depths(std::uint32_t group, float y) {
    gutter_text(std::string(phrases::wavefronts.in(style_.language)), y, at_.line_height,
                theme_.text);
    const auto& depths = input_.access->groups[group].depth;
    const float size = fitting_size(style_, "32", {at_.cell_width - 1, at_.line_height});
    const std::uint32_t at_work = banks_at_work(group);
    for (std::uint32_t bank = 0; bank < kBanks; ++bank) {
      const Box box = at_.cell(bank, y, at_.line_height);
      const Color fill = depth_color(depths[bank], style_.theme);
      list_.rectangles.push_back({box.x + 0.5f,
                                  box.y + 1,
                                  box.width - 1,
                                  box.height - 2,
                                  fill,
                                  (at_work >> bank & 1) != 0 ? theme_.highlight : 0,
                                  2,
                                  2,
                                  {MarkId::Kind::bank, bank, group}});
      if (depths[bank] == 0 || size == 0) continue;
      put_text(list_, box, fmt::format("{}", depths[bank]), size,
               {.align = Text::Align::center, .color = text_on(fill)});
    }
  }

  bool in_array(std::uint64_t offset) const {
    return std::any_of(input_.arrays.begin(), input_.arrays.end(), [offset](const auto& array) {
      return offset >= array.offset && offset - array.offset < array.bytes;
    });
  }

  // The words at rest as one grid of cells, thin lines between them, and offsets beside.
  void paint_rows(const BankPanel& panel, float y) {
    CellGrid grid{at_.gutter,
                  y,
                  at_.cell_width,
                  at_.row_height,
                  kBanks,
                  static_cast<std::uint32_t>(panel.rows.size()),
                  {}};
    for (const std::uint64_t row : panel.rows)
      for (std::uint64_t bank = 0; bank < kBanks; ++bank)
        grid.colors.push_back(in_array(row * kRowBytes + bank * 4) ? theme_.cell : theme_.outside);
    list_.grids.push_back(std::move(grid));
    paint_lines(panel, y);
    const std::uint64_t step = label_step(at_.row_height, at_.label_size * 1.15);
    for (std::size_t i = 0; i < panel.rows.size(); i += step) {
      // A label may be higher than its row; it then reaches over the rows below, which have none.
      const float height = std::max(at_.row_height, at_.label_size);
      if (i + step > panel.rows.size() && height > at_.row_height && i > 0) break;
      gutter_text(offset_label(input_.arrays, panel.rows[i] * kRowBytes),
                  y + static_cast<float>(i) * at_.row_height, height, theme_.muted_text,
                  {MarkId::Kind::row, static_cast<std::uint32_t>(panel.rows[i]), 0});
    }
  }

  void paint_lines(const BankPanel& panel, float y) {
    const float bottom = y + static_cast<float>(panel.rows.size()) * at_.row_height;
    for (std::uint32_t bank = 0; bank <= kBanks; ++bank) {
      const float x = at_.gutter + static_cast<float>(bank) * at_.cell_width;
      list_.lines.push_back({x, y, x, bottom, theme_.grid, 1});
    }
    const float right = at_.gutter + kBanks * at_.cell_width;
    for (std::size_t i = 0; i <= panel.rows.size(); ++i) {
      // A stronger line where rows between were left out.
      const bool jump = i > 0 && i < panel.rows.size() && panel.rows[i] != panel.rows[i - 1] + 1;
      const float line_y = y + static_cast<float>(i) * at_.row_height;
      list_.lines.push_back({at_.gutter, line_y, right, line_y,
                             jump ? theme_.muted_text : theme_.grid, jump ? 2.0f : 1.0f});
    }
  }

  void paint_phrase(const BankLayout::Panel& panel) {
    std::vector<bool> taken(panel.content.rows.size() * kBanks);
    for (const analysis::WordUse& use : input_.access->words) {
      const auto row = at_.row_of(use, panel);
      if (row) taken[*row * kBanks + use.bank()] = true;
      if (const auto box = at_.box_of(use, panel)) paint_word(use, *box);
    }
    const float smallest = smallest_mark(style_);
    if (at_.row_height * 0.88f >= smallest || at_.row_height * 2 < smallest) return;
    for (const analysis::WordUse& use : input_.access->words)
      if (const auto row = at_.row_of(use, panel))
        number_beside(use, *row * kBanks + use.bank(), taken, panel.rows);
  }

  // Rows too low for numbers: a lane's number, or how many lanes share the word, takes two rows'
  // height in free cells below its mark, above it, or beside it, left and right in turn down a
  // column.
  void number_beside(const analysis::WordUse& use, std::size_t place, std::vector<bool>& taken,
                     float y) {
    const auto row = static_cast<std::int64_t>(place / kBanks);
    const auto bank = static_cast<std::int64_t>(place % kBanks);
    const auto rows = static_cast<std::int64_t>(taken.size() / kBanks);
    const auto is_free = [&](std::int64_t r, std::int64_t b) {
      return r >= 0 && r < rows && b >= 0 && b < kBanks &&
             !taken[static_cast<std::size_t>(r * kBanks + b)];
    };
    const bool is_shared = !std::has_single_bit(use.lanes);
    const float size = fitting_mark(style_, is_shared ? "×32" : "31",
                                    {at_.cell_width * 0.95f, at_.row_height * 2});
    if (size == 0) return;
    const std::int64_t side = bank + (row % 2 == 0 ? -1 : 1);
    const bool below = is_free(row + 1, bank) && is_free(row + 2, bank);
    const bool above = is_free(row - 1, bank) && is_free(row - 2, bank);
    const bool beside = is_free(row, side) && (row == 0 || is_free(row - 1, side)) &&
                        (row + 1 == rows || is_free(row + 1, side));
    if (!below && !above && !beside) return;
    const auto column = static_cast<std::uint32_t>(below || above ? bank : side);
    const auto at = static_cast<float>(row);
    const float middle = below ? at + 2 : above ? at - 1 : at + 0.5f;
    const std::int64_t way = below ? 1 : above ? -1 : 0;
    for (const std::int64_t rows_on : {1, 2})
      taken[static_cast<std::size_t>((row + way * rows_on) * kBanks + column)] = true;
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(use.lanes));
    put_text(list_, at_.cell(column, y + (middle - 1) * at_.row_height, 2 * at_.row_height),
             is_shared ? fmt::format("×{}", std::popcount(use.lanes)) : fmt::format("{}", lane),
             size,
             {.align = Text::Align::center,
              .color = is_served(use) ? theme_.text : theme_.muted_text,
              .id = is_shared ? MarkId{} : MarkId{MarkId::Kind::lane, lane, use.group},
              .in_cell = true});
  }

  void paint_word(const analysis::WordUse& use, const Box& box) {
    const MarkId word_id{MarkId::Kind::word, static_cast<std::uint32_t>(use.word), use.group};
    const std::uint32_t depth = input_.access->depth(use);
    list_.rectangles.push_back({box.x, box.y, box.width, box.height,
                                lit(depth_color(depth, style_.theme), use), 0, 1, 0, word_id});
    const Box mark = mark_box(box, depth > 1);
    if (std::has_single_bit(use.lanes))
      paint_lane(use, mark);
    else
      paint_broadcast(use, mark, word_id);
  }

  void paint_lane(const analysis::WordUse& use, const Box& mark) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(use.lanes));
    const Color fill = lit(lane_color(lane), use);
    list_.rectangles.push_back({mark.x,
                                mark.y,
                                mark.width,
                                mark.height,
                                fill,
                                0,
                                1,
                                kMarkRounding,
                                {MarkId::Kind::lane, lane, use.group}});
    mark_text(fmt::format("{}", lane), "31", mark, text_on(fill));
  }

  // Two plates, one behind the other, and how many lanes share the word.
  void paint_broadcast(const analysis::WordUse& use, const Box& mark, MarkId id) {
    const Color fill =
        lit(lane_color(static_cast<std::uint32_t>(std::countr_zero(use.lanes))), use);
    const float shift = std::min(mark.width, mark.height) * 0.1f;
    const Box front{mark.x, mark.y, mark.width - shift, mark.height - shift};
    list_.rectangles.push_back({front.x + shift, front.y + shift, front.width, front.height,
                                mix(fill, theme_.background, 0.4f), 0, 1, kMarkRounding, id});
    list_.rectangles.push_back(
        {front.x, front.y, front.width, front.height, fill, 0, 1, kMarkRounding, id});
    mark_text(fmt::format("×{}", std::popcount(use.lanes)), widest_share(), front, text_on(fill));
  }

  // "×16": the words of the access are shared by so many lanes at most.
  [[nodiscard]] std::string widest_share() const {
    int most = 0;
    for (const analysis::WordUse& use : input_.access->words)
      most = std::max(most, std::popcount(use.lanes));
    return fmt::format("×{}", most);
  }

  // All marks use the size at which the widest fits, so that they look alike.
  void mark_text(std::string text, std::string_view widest, const Box& box, Color color) {
    const float size = fitting_mark(style_, widest, {box.width, box.height});
    if (size == 0) return;
    put_text(list_, box, std::move(text), size,
             {.align = Text::Align::center, .color = color, .in_cell = true});
  }

  const BankViewInput& input_;
  Size size_;
  const Style& style_;
  const Theme& theme_;
  BankLayout at_;
  DrawList list_;
};

}  // namespace

std::string offset_label(std::span<const trace::SharedArray> arrays, std::uint64_t offset) {
  for (const trace::SharedArray& array : arrays)
    if (offset >= array.offset && offset - array.offset < array.bytes)
      return fmt::format("{} +{}", array.name, offset - array.offset);
  return fmt::format("{}", offset);
}

DrawList bank_view(const BankViewInput& input, Size size, const Style& style) {
  return BankPainter(input, size, style).paint();
}

}  // namespace warplens::scene
