#include "viz/scene/access/cache_requests.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "viz/scene/access/cache_phrases.h"

namespace warplens::scene {
namespace {

constexpr std::size_t kCellsARow = 8;                           // as many as keep their labels
constexpr float kHighestRequest = 3.2f, kLowestRequest = 1.4f;  // in text sizes
constexpr float kHighestPart = 0.4f;  // of a cell's width, where that is more
constexpr float kAccessGap = 0.8f;    // between accesses, likewise

std::vector<std::size_t> events_with_lookups(const analysis::CacheReplay& replay) {
  std::vector<std::size_t> events;
  for (std::size_t lookup = 0; lookup < replay.lookups().size();) {
    events.push_back(replay.event_of(lookup));
    lookup += std::max<std::size_t>(replay.lookups_of(events.back()).size(), 1);
  }
  return events;
}

class Requests {
 public:
  Requests(DrawList& list, const analysis::CacheReplay& replay, const trace::Trace& trace,
           std::size_t event, const Style& style)
      : list_(list),
        replay_(replay),
        trace_(trace),
        event_(event),
        style_(style),
        theme_(theme(style.theme)),
        events_(events_with_lookups(replay)) {}

  bool paint(const Box& box) {
    if (!lay_out(box)) return false;
    const std::size_t end = std::min(events_.size(), first_ + rows_ * in_row_);
    for (std::size_t i = first_; i < end; ++i) paint_access(i);
    if (end - first_ < events_.size()) paint_rest(box, end);
    return true;
  }

 private:
  bool lay_out(const Box& box) {
    for (const std::size_t event : events_) {
      cells_ = std::max(cells_, replay_.lookups_of(event).size());
    }
    const auto fitting =
        static_cast<std::size_t>(std::max(0.0f, box.height / (style_.text_size * kLowestRequest)));
    if (cells_ == 0 || fitting < 2) return false;
    in_row_ = std::max<std::size_t>(kCellsARow / cells_, 1);
    const std::size_t all = (events_.size() + in_row_ - 1) / in_row_;
    rows_ = all <= fitting ? all : fitting - 1;  // below them stands which these are
    const float lines = static_cast<float>(all <= fitting ? rows_ : rows_ + 1);
    const std::string widest = fmt::format("{}", events_.size());
    tag_ = style_.measure(widest, style_.text_size, false) + style_.text_size * 0.5f;
    width_ = box.width / static_cast<float>(in_row_);
    cell_ = (width_ - tag_ - style_.text_size * kAccessGap) / static_cast<float>(cells_);
    height_ = std::min(box.height / lines,
                       std::max(style_.text_size * kHighestRequest, cell_ * kHighestPart));
    top_ = box.y;
    left_ = box.x;
    const std::size_t page = rows_ * in_row_;
    first_ = static_cast<std::size_t>(std::ranges::lower_bound(events_, event_) - events_.begin());
    first_ = std::min(first_, events_.size() - 1) / page * page;
    return cell_ >= style_.text_size * 0.5f;
  }

  void paint_access(std::size_t index) {
    const std::size_t place = index - first_;
    const float x = left_ + static_cast<float>(place % in_row_) * width_;
    const float y = top_ + static_cast<float>(place / in_row_) * height_;
    const float height = height_ * 0.86f;
    put_text(list_, {x, y, tag_ - style_.text_size * 0.5f, height}, fmt::format("{}", index + 1),
             label_size(style_), {.align = Text::Align::right, .color = theme_.muted_text});
    const std::size_t lookup = replay_.before(events_[index]);
    const std::size_t count = replay_.lookups_of(events_[index]).size();
    const Box cells{x + tag_, y, cell_ * static_cast<float>(count), height};
    for (std::size_t i = 0; i < count; ++i) {
      paint_wanted({cells.x + cell_ * static_cast<float>(i), y, cell_, height}, lookup + i);
    }
    if (events_[index] == event_) {
      list_.rectangles.push_back(
          {cells.x, cells.y, cells.width, cells.height, 0, theme_.highlight, 2, 0, {}});
    }
  }

  void paint_wanted(const Box& box, std::size_t lookup) {
    list_.rectangles.push_back(
        {box.x, box.y, box.width, box.height, theme_.cell, theme_.grid, 1, 0, {}});
    add_text(
        list_, style_, {box.x + 2, box.y, box.width - 4, box.height},
        {wanted_label(replay_, trace_, lookup, false), wanted_label(replay_, trace_, lookup, true)},
        {.align = Text::Align::center, .color = theme_.text, .monospace = true});
  }

  void paint_rest(const Box& box, std::size_t end) {
    add_text(list_, style_, {box.x, top_ + static_cast<float>(rows_) * height_, box.width, height_},
             {requests_in_sight(style_.language, first_ + 1, end, events_.size())},
             {.color = theme_.muted_text});
  }

  DrawList& list_;
  const analysis::CacheReplay& replay_;
  const trace::Trace& trace_;
  std::size_t event_;
  const Style& style_;
  const Theme& theme_;
  std::vector<std::size_t> events_;  // ascending
  std::size_t cells_ = 0, in_row_ = 1, rows_ = 0, first_ = 0;
  float height_ = 0, tag_ = 0, width_ = 0, cell_ = 0, top_ = 0, left_ = 0;
};

}  // namespace

bool paint_cache_requests(DrawList& list, const analysis::CacheReplay& replay,
                          const trace::Trace& trace, std::size_t event, const Box& box,
                          const Style& style) {
  return Requests(list, replay, trace, event, style).paint(box);
}

}  // namespace warplens::scene
