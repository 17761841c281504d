#include "viz/scene/access/bank_columns.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/cost/access_cost.h"
#include "viz/scene/draw/palette.h"

namespace warplens::scene {
namespace {

constexpr std::uint32_t kNeighbours = 8;

std::vector<std::uint32_t> rows_of(const BankQuestion& question) {
  std::vector<std::uint32_t> lanes;
  for (const ToldLane& told : question.told) lanes.push_back(told.lane);
  const std::uint32_t first = question.lane / kNeighbours * kNeighbours;
  for (std::uint32_t lane = first; lane < first + kNeighbours; ++lane)
    if ((question.mask >> lane & 1) != 0) lanes.push_back(lane);
  std::ranges::sort(lanes);
  lanes.erase(std::unique(lanes.begin(), lanes.end()), lanes.end());
  return lanes;
}

class Columns {
 public:
  Columns(const BankQuestion& question, Size size, const Style& style)
      : question_(question), size_(size), style_(style), theme_(theme(style.theme)) {
    list_.width = size.width;
    list_.height = size.height;
    label_ = label_size(style);
    top_ = label_ * 1.6f;
    gutter_ = std::min(style.measure("lane 31 ?", style.text_size, false) + style.text_size * 0.5f,
                       size.width * 0.15f);
    width_ = (size.width - gutter_) / analysis::kBanks;
  }

  DrawList paint() {
    if (size_.height < top_ * 2 || width_ < 2) return std::move(list_);
    for (std::uint32_t bank = 0; bank < analysis::kBanks; ++bank) paint_column(bank);
    const std::vector<std::uint32_t> lanes = rows_of(question_);
    const float height =
        (size_.height - top_) / static_cast<float>(std::max<std::size_t>(lanes.size(), 1));
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      const Box row{0, top_ + static_cast<float>(i) * height, size_.width, height};
      paint_row(lanes[i], row);
    }
    return std::move(list_);
  }

 private:
  [[nodiscard]] float left_of(std::uint32_t bank) const {
    return gutter_ + static_cast<float>(bank) * width_;
  }

  void paint_column(std::uint32_t bank) {
    list_.rectangles.push_back({left_of(bank) + 1,
                                top_,
                                width_ - 2,
                                size_.height - top_,
                                theme_.cell,
                                theme_.grid,
                                1,
                                2,
                                {MarkId::Kind::bank, bank, 0}});
    const float widest = style_.measure("31", label_, false) * 1.2f;
    if (bank % label_step(width_, widest) != 0) return;
    const float room = std::max(width_, widest);
    const float left = std::clamp(left_of(bank) + (width_ - room) / 2, 0.0f, size_.width - room);
    put_text(list_, {left, 0, room, top_}, fmt::format("{}", bank), label_,
             {.align = Text::Align::center, .color = theme_.muted_text});
  }

  void paint_row(std::uint32_t lane, const Box& row) {
    const bool is_asked = lane == question_.lane;
    if (is_asked) {
      list_.rectangles.push_back({gutter_,
                                  row.y + 1,
                                  size_.width - gutter_,
                                  row.height - 2,
                                  0,
                                  theme_.highlight,
                                  2,
                                  2,
                                  {MarkId::Kind::row, lane, 0}});
    }
    add_text(
        list_, style_, {0, row.y, gutter_ - style_.text_size * 0.4f, row.height},
        {fmt::format("lane {}{}", lane, is_asked ? " ?" : ""), fmt::format("{}", lane)},
        {.align = Text::Align::right, .color = is_asked ? theme_.highlight : theme_.muted_text});
    const auto told = std::ranges::find(question_.told, lane, &ToldLane::lane);
    if (told != question_.told.end() && !is_asked) paint_told(*told, row);
  }

  void paint_told(const ToldLane& told, const Box& row) {
    const std::uint32_t words = std::clamp(told.words, 1u, analysis::kBanks - told.bank);
    const float height = std::min(row.height * 0.7f, style_.text_size * 2);
    const Box mark{left_of(told.bank) + 1, row.y + (row.height - height) / 2,
                   width_ * static_cast<float>(words) - 2, height};
    const Color fill = lane_color(told.lane);
    list_.rectangles.push_back({mark.x,
                                mark.y,
                                mark.width,
                                mark.height,
                                fill,
                                0,
                                1,
                                3,
                                {MarkId::Kind::lane, told.lane, told.bank}});
    add_text(list_, style_, mark, {fmt::format("{}", told.lane)},
             {.align = Text::Align::center, .color = text_on(fill)});
  }

  const BankQuestion& question_;
  Size size_;
  const Style& style_;
  const Theme& theme_;
  float label_ = 0, top_ = 0, gutter_ = 0, width_ = 0;
  DrawList list_;
};

}  // namespace

DrawList bank_columns(const BankQuestion& question, Size size, const Style& style) {
  return Columns(question, size, style).paint();
}

}  // namespace warplens::scene
