#include "viz/scene/swizzle/workshop_layout.h"

#include <algorithm>
#include <cmath>

#include "viz/scene/swizzle/workshop_phrases.h"

namespace warplens::scene {
namespace {

// Heights in units of the text size.
constexpr float kStripHeight = 1.75f;
constexpr float kLineHeight = 1.4f;    // of words
constexpr float kLabelHeight = 1.25f;  // of the letters of numbers
constexpr float kGapHeight = 0.5f;
constexpr float kRowHighest = 1.5f;
constexpr float kLowestMap = 5;
constexpr std::uint32_t kUsualLines = 32;
// The share of the wavefronts' tables in the height below the words.
constexpr float kRowsShare = 0.42f;
constexpr float kLeastRow = 2.5f;     // pixels
constexpr float kWidestCell = 2.2f;   // times its height
constexpr float kWidestGroup = 8;     // likewise, of cells of several elements
constexpr float kHighestCell = 1.4f;  // times its width

class LayoutMaker {
 public:
  LayoutMaker(const WorkshopScene& scene, Size size, const Style& style)
      : scene_(scene), answer_(*scene.answer), size_(size), style_(style), text_(style.text_size) {
    at_.label_size = label_size(style);
    half_ = (size.width - text_) / 2;
  }

  WorkshopLayout make() {
    place_strips();
    place_phrase();
    float left = size_.height - y_;
    const float rows = rows_height(left);
    if (left - rows >= kLowestMap * text_ && half_ > 0) place_maps(left - rows);
    left = size_.height - y_;
    if (rows > 0) place_rows(left);
    return at_;
  }

 private:
  Box next(float height) {
    const Box box{0, y_, size_.width, height};
    y_ += height;
    return box;
  }
  [[nodiscard]] float width_of(std::string_view words, float size) const {
    return style_.measure(words, size, false);
  }
  [[nodiscard]] float label_height() const { return at_.label_size * kLabelHeight; }
  [[nodiscard]] Box half(bool is_after, const Box& of) const {
    return {is_after ? half_ + text_ : 0, of.y, half_, of.height};
  }

  void place_strips() {
    if (size_.height < 2 * kStripHeight * text_) return;
    using swizzle::Direction;
    float name = 0, change = 0;
    for (const Direction direction : {Direction::write, Direction::read}) {
      name = std::max(name, width_of(pattern_phrase(style_.language, answer_, direction), text_));
      change = std::max(change, width_of(change_phrase(style_.language, answer_, direction),
                                         text_ * kChangeLetters));
    }
    name = std::min(name, size_.width * 0.3f);
    change = std::min(change, size_.width * 0.45f);
    for (WorkshopLayout::Strip& strip : at_.strips) {
      const Box row = next(kStripHeight * text_);
      const float bars = size_.width - name - change - 2 * text_;
      strip = {{0, row.y, name, row.height},
               {name + text_, row.y, std::max(bars, 0.0f), row.height},
               {size_.width - change, row.y, change, row.height}};
    }
  }
  void place_phrase() {
    const float left = size_.height - y_;
    if (left < 2 * kLineHeight * text_) return;
    at_.proof = next(kLineHeight * text_);
    at_.run = next(kLineHeight * text_);
  }

  [[nodiscard]] std::uint32_t most_wavefronts() const {
    std::uint32_t most = 1;
    for (const bool is_after : {false, true}) {
      const WorkshopCost at = cost_of(answer_, scene_.access.direction, is_after);
      if (at.cost->fault.has_value()) continue;
      most = std::max(most, at.cost->accesses[scene_.access.index].wavefronts);
    }
    return most;
  }
  [[nodiscard]] float rows_overhead() const {
    return kLineHeight * text_ + label_height() + kGapHeight * text_;
  }
  [[nodiscard]] float lowest_cell() const { return style_.smallest_text; }
  [[nodiscard]] float maps_overhead() const {
    return kLineHeight * text_ + label_height() + kGapHeight * text_;
  }
  // The height of the wavefronts' tables with their titles, so that 32 lines of the tile are in
  // sight above them; the height they like if those have no room anyhow; 0: no room.
  [[nodiscard]] float rows_height(float left) const {
    const auto rows = static_cast<float>(most_wavefronts());
    const float most = left * kRowsShare;
    const float least = rows_overhead() + rows * kLeastRow;
    if (least > most) return 0;
    const auto lines = static_cast<float>(std::min(answer_.spec.tile.lines(), kUsualLines));
    const float beside_maps = left - maps_overhead() - lines * lowest_cell() - 1;
    const float liked = rows_overhead() + rows * kRowHighest * text_;
    const bool has_lines = beside_maps >= least;
    return std::clamp(has_lines ? std::min(liked, beside_maps) : liked, least, most);
  }

  // A range of places in a line, or of lines: from the first that the access wants to the last.
  struct Range {
    std::uint32_t first = ~0u, last = 0;
    void take(std::uint32_t at) {
      first = std::min(first, at);
      last = std::max(last, at);
    }
  };
  // The first of `count` that are in sight of `all`: `wanted`, or so that what is aimed at is among
  // them. Neighbouring accesses stand in one picture where that is possible.
  static std::uint32_t first_of(std::optional<std::uint32_t> wanted, Range aimed,
                                std::uint32_t count, std::uint32_t all) {
    if (count >= all) return 0;
    if (aimed.first > aimed.last) aimed = {0, 0};
    const std::uint32_t page = aimed.first / count * count;
    const bool is_on_page = aimed.last < page + count;
    return std::min(wanted.value_or(is_on_page ? page : aimed.first), all - count);
  }
  [[nodiscard]] Range aimed_at(bool lines) const {
    const auto& accesses = pattern_of(answer_, scene_.access.direction).accesses;
    const swizzle::WarpAccess& warp = accesses.warps[scene_.access.index];
    Range range;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if ((warp.mask >> lane & 1u) == 0) continue;
      range.take(lines ? at_.cells.line_of(warp.element[lane])
                       : at_.cells.cell_of(warp.element[lane]));
    }
    return range;
  }

  void place_maps(float room) {
    const float numbers = width_of("31", style_.smallest_text) / 0.9f;
    at_.gutter =
        width_of(fmt::format("{}", answer_.spec.tile.lines() - 1), at_.label_size) + text_ * 0.4f;
    const float across = half_ - at_.gutter;
    const float down = room - maps_overhead();
    if (across < 4 * numbers || down < 2 * style_.smallest_text) return;
    at_.cells = map_cells(answer_, across, numbers);
    at_.part.cells = std::min(at_.cells.across(), static_cast<std::uint32_t>(across / numbers));
    at_.part.lines = std::min(at_.cells.lines, static_cast<std::uint32_t>(down / lowest_cell()));
    at_.part.first_line =
        first_of(scene_.first_line, aimed_at(true), at_.part.lines, at_.cells.lines);
    at_.part.first_cell =
        first_of(scene_.first_cell, aimed_at(false), at_.part.cells, at_.cells.across());
    const float widest = at_.cells.elements > 1 ? kWidestGroup : kWidestCell;
    const float wide = across / static_cast<float>(at_.part.cells);
    const float high = down / static_cast<float>(at_.part.lines);
    at_.cell_width = std::min(wide, high * widest);
    at_.cell_height = std::min(high, at_.cell_width * kHighestCell);
    const Box title = next(kLineHeight * text_);
    const Box labels = next(label_height());
    const Box cells = next(at_.cell_height * static_cast<float>(at_.part.lines));
    y_ += kGapHeight * text_;
    for (const bool is_after : {false, true}) {
      const Box box = half(is_after, cells);
      at_.map_titles[is_after ? 1 : 0] = half(is_after, title);
      at_.maps[is_after ? 1 : 0] = {box.x + at_.gutter, labels.y + labels.height,
                                    at_.cell_width * static_cast<float>(at_.part.cells),
                                    cells.height};
    }
  }

  void place_rows(float room) {
    const float down = room - rows_overhead();
    const auto rows = static_cast<float>(most_wavefronts());
    const float gutter = std::max(at_.gutter, width_of("32", at_.label_size) + text_ * 0.4f);
    const float across = half_ - gutter;
    if (across <= 0 || down < rows * 1.5f) return;
    at_.row_height = std::min(down / rows, kRowHighest * text_);
    const Box title = next(kLineHeight * text_);
    const Box labels = next(label_height());
    for (const bool is_after : {false, true}) {
      at_.row_titles[is_after ? 1 : 0] = half(is_after, title);
      const Box box = half(is_after, labels);
      at_.rows[is_after ? 1 : 0] = {box.x + gutter, labels.y + labels.height, across,
                                    at_.row_height * rows};
    }
  }

  static constexpr float kChangeLetters = 1.25f;

  const WorkshopScene& scene_;
  const swizzle::SwizzleAnswer& answer_;
  const Size size_;
  const Style& style_;
  float text_, half_ = 0, y_ = 0;
  WorkshopLayout at_;
};

}  // namespace

WorkshopLayout workshop_layout(const WorkshopScene& scene, Size size, const Style& style) {
  return LayoutMaker(scene, size, style).make();
}

}  // namespace warplens::scene
