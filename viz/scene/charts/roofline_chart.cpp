#include "viz/scene/charts/roofline_chart.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "viz/analysis/limits/roofline_text.h"
#include "viz/scene/charts/chart.h"
#include "viz/scene/charts/chart_phrases.h"
#include "viz/scene/charts/roofline_layout.h"

namespace warplens::scene {
namespace {

using analysis::Roofline;
using analysis::RooflineKernel;
using Place = RooflineLayout::Place;

constexpr TextView kRateTitle = tr("FP32 operations a second, a multiply-add is two");
constexpr TextView kRateTitleShort = tr("FLOP/s");
constexpr TextView kIntensityTitle = tr("FLOP a byte");
constexpr TextView kColumnTitle = tr("no FP32 operations: bytes a second");
constexpr TextView kSharedIntensityTitle = tr("FLOP a byte of shared memory");
constexpr TextView kSharedColumnTitle = tr("no FP32 operations: bytes of shared memory a second");
constexpr TextView kColumnTitleShort = tr("no operations");
constexpr TextView kRidge = tr("ridge: {}");
constexpr TextView kRateMeasured = tr("measured");
constexpr TextView kRatePublished = tr("by data sheet");
constexpr TextView kHollow = tr("hollow: not measured, the most that it can be");
constexpr TextView kHollowShort = tr("hollow: not measured");

constexpr float kMark = 0.42f, kGreyMark = 0.28f;  // radii, in text sizes

bool is_among(const std::vector<std::string>& named, const RooflineKernel& kernel) {
  return std::ranges::any_of(named, [&](const std::string& name) {
    return name == kernel.family || name == kernel.name();
  });
}

// Corners on a circle: a shape a kind.
std::vector<Polygon::Corner> corners_of(std::optional<OperatorKind> kind, const Place& at,
                                        float radius) {
  struct Shape {
    int corners;
    float turn;  // of the first corner, in quarter turns from the right, downwards
    float scale;
  };
  constexpr std::array<Shape, kOperatorKinds> kShapes{
      {{12, 0, 1}, {3, 1, 1.3f}, {4, 0.5f, 1.15f}, {4, 0, 1.25f}, {3, -1, 1.3f}}};
  const Shape shape = kind ? kShapes[static_cast<std::size_t>(*kind)] : kShapes.front();
  std::vector<Polygon::Corner> corners;
  for (int i = 0; i < shape.corners; ++i) {
    const float angle =
        (shape.turn / 4 + static_cast<float>(i) / static_cast<float>(shape.corners)) * 2 *
        std::numbers::pi_v<float>;
    corners.push_back({at.x + radius * shape.scale * std::cos(angle),
                       at.y + radius * shape.scale * std::sin(angle)});
  }
  return corners;
}

bool do_meet(const Box& a, const Box& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

class RooflinePainter {
 public:
  RooflinePainter(const Roofline& roofline, const RooflineLook& look, Size size, const Style& style)
      : roofline_(roofline),
        look_(look),
        style_(style),
        theme_(theme(style.theme)),
        layout_(roofline_layout(roofline, size, style)),
        line_(style.text_size * 1.3f) {
    list_.width = size.width;
    list_.height = size.height;
  }

  DrawList paint() {
    if (!layout_.has_room()) return std::move(list_);
    paint_legend();
    paint_axes();
    if (layout_.column.width > 0) paint_column();
    paint_roofs();
    find_named();
    for (const bool named : {false, true}) paint_marks(named);
    paint_names();
    return std::move(list_);
  }

 private:
  [[nodiscard]] std::string_view say_in(const TextView& words) const {
    return words.in(style_.language);
  }
  [[nodiscard]] float width_of(std::string_view words) const {
    return style_.measure(words, style_.text_size, false);
  }
  [[nodiscard]] Color color_of(std::optional<OperatorKind> kind) const {
    return kind ? category_color(static_cast<std::size_t>(*kind)) : theme_.highlight;
  }
  void paint_line(float x0, float y0, float x1, float y1, Color color, float width) {
    list_.lines.push_back({x0, y0, x1, y1, color, width});
  }

  void paint_shape(std::optional<OperatorKind> kind, const Place& at, float radius, Color color,
                   bool is_hollow) {
    const auto corners = corners_of(kind, at, radius);
    if (!is_hollow) return list_.polygons.push_back({corners, color});
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const auto& from = corners[i];
      const auto& to = corners[(i + 1) % corners.size()];
      paint_line(from.x, from.y, to.x, to.y, color, 1.5f);
    }
  }

  [[nodiscard]] bool is_of_shared() const {
    return roofline_.roofs.memory == analysis::RooflineMemory::shared;
  }

  // Of the catalogue: a person's own kernel has its name beside it.
  [[nodiscard]] bool has_kind(std::optional<OperatorKind> kind) const {
    return std::ranges::any_of(roofline_.kernels, [&](const RooflineKernel& each) {
      return each.kind == kind && !each.variant.empty();
    });
  }
  [[nodiscard]] std::string legend_name(std::optional<OperatorKind> kind) const {
    return std::string(kind ? say_in(name_of(*kind)) : say_in(tr("other kernels")));
  }
  void paint_legend() {
    const float gap = style_.text_size * 0.6f, mark = style_.text_size * 1.2f;
    std::vector<std::optional<OperatorKind>> kinds;
    for (std::size_t i = 0; i < kOperatorKinds; ++i) kinds.push_back(static_cast<OperatorKind>(i));
    kinds.push_back(std::nullopt);
    std::erase_if(kinds, [&](const auto& kind) { return !has_kind(kind); });
    float width = 0;
    for (const auto& kind : kinds) width += mark + width_of(legend_name(kind)) + 2 * gap;
    if (width > layout_.legend.width) return;
    float x = 0;
    const float y = layout_.legend.y + line_ / 2;
    for (const auto& kind : kinds) {
      paint_shape(kind, {x + mark / 2, y}, style_.text_size * kMark, color_of(kind), false);
      const std::string name = legend_name(kind);
      const float wide = width_of(name);
      put_text(list_, {x + mark, layout_.legend.y, wide, line_}, name, style_.text_size,
               {.color = theme_.text});
      x += mark + wide + 2 * gap;
    }
    paint_chip(x);
  }

  // Right of the legend, with what is hollow, where something is.
  void paint_chip(float left) {
    const std::string& chip = roofline_.chip.name;
    const bool has_hollow = std::ranges::any_of(
        roofline_.kernels,
        [this](const RooflineKernel& each) { return !each.point.seconds && !is_asked_for(each); });
    std::vector<std::string> wordings{chip};
    for (const TextView& hollow : {kHollowShort, kHollow}) {
      if (has_hollow)
        wordings.insert(wordings.begin(), fmt::format("{} · {}", chip, say_in(hollow)));
    }
    const float room = layout_.legend.width - left;
    for (const std::string& words : wordings) {
      if (words.empty() || width_of(words) > room) continue;
      return put_text(list_, {left, layout_.legend.y, room, line_}, words, style_.text_size,
                      {.align = Text::Align::right, .color = theme_.muted_text});
    }
  }

  // A title above a box, over its ticks too, in the longest wording that fits.
  void paint_title(const Box& box, float left, const TextView& words, const TextView& shorter) {
    add_text(list_, style_, {left, line_, box.x + box.width - left, line_},
             {say_in(words), say_in(shorter)}, {.color = theme_.muted_text});
  }

  void paint_values(const Box& box, const Axis& axis, bool of_bytes) {
    const float size = style_.text_size * 0.9f;
    const auto most = static_cast<std::size_t>(box.height / (line_ * 1.5f));
    for (const double tick : nice_ticks(axis, most)) {
      const float y = axis.at(tick);
      paint_line(box.x, y, box.x + box.width, y, theme_.grid, 1);
      const std::string words = si_phrase(tick, of_bytes ? "B/s" : "", 3, true);
      const float wide = style_.measure(words, size, false);
      put_text(list_, {box.x - wide - style_.text_size * 0.4f, y - line_ / 2, wide, line_}, words,
               size, {.align = Text::Align::right, .color = theme_.muted_text});
    }
    paint_line(box.x, box.y, box.x, box.y + box.height, theme_.padding, 1);
    paint_line(box.x, box.y + box.height, box.x + box.width, box.y + box.height, theme_.padding, 1);
  }

  void paint_axes() {
    const Box& plot = layout_.plot;
    const float before = layout_.column.x + layout_.column.width;
    paint_title(plot, before + style_.text_size, kRateTitle, kRateTitleShort);
    paint_values(plot, layout_.rates, false);
    const float size = style_.text_size * 0.9f, bottom = plot.y + plot.height;
    const auto most = static_cast<std::size_t>(plot.width / (style_.text_size * 4));
    for (const double tick : nice_ticks(layout_.intensities, most)) {
      const float x = layout_.intensities.at(tick);
      const std::string words = fmt::format("{:.4g}", tick);
      const float wide = style_.measure(words, size, false);
      if (x + wide / 2 > list_.width || x - wide / 2 < plot.x) continue;
      paint_line(x, plot.y, x, bottom, theme_.grid, 1);
      put_text(list_, {x - wide / 2, bottom, wide, line_}, words, size,
               {.align = Text::Align::center, .color = theme_.muted_text});
    }
    add_text(list_, style_, {plot.x, bottom + line_, plot.width, line_},
             {say_in(is_of_shared() ? kSharedIntensityTitle : kIntensityTitle)},
             {.align = Text::Align::center, .color = theme_.muted_text});
  }

  void paint_column() {
    const Box& column = layout_.column;
    paint_title(column, 0, is_of_shared() ? kSharedColumnTitle : kColumnTitle, kColumnTitleShort);
    paint_values(column, layout_.bytes, true);
    if (look_.asks_for_named) return;  // nobody is to learn who stands here
    const auto& families = layout_.families;
    const float wide = column.width / static_cast<float>(families.size());
    // Every other one a line lower where they do not fit beside each other.
    const bool is_narrow = std::ranges::any_of(
        families, [&](const std::string& name) { return width_of(name) > wide - 4; });
    for (std::size_t i = 0; i < families.size(); ++i) {
      const float over = is_narrow ? wide / 2 : 0;
      const float left = std::max(0.0f, column.x + wide * static_cast<float>(i) - over);
      const float below = is_narrow && i % 2 == 1 ? line_ : 0;
      add_text(list_, style_,
               {left + 2, column.y + column.height + below, wide + 2 * over - 4, line_},
               {families[i]}, {.align = Text::Align::center, .color = theme_.muted_text});
    }
  }

  void paint_fixed_text(const Box& box, const std::string& words, Text::Align align, Color color) {
    if (!add_text(list_, style_, box, {words}, {.align = align, .color = color})) return;
    taken_.push_back(box);
  }

  // With where its rate comes from, where there is room: at the right end of the box.
  void paint_roof_name(Box box, const std::string& rate, bool is_measured) {
    const std::string_view source = say_in(is_measured ? kRateMeasured : kRatePublished);
    std::string words = fmt::format("{}, {}", rate, source);
    if (width_of(words) + 1 > box.width) words = rate;
    const float width = std::min(box.width, width_of(words) + 1);
    box.x += box.width - width;
    box.width = width;
    paint_fixed_text(box, words, Text::Align::right, theme_.text);
  }

  // The memory's rises to the ridge, FP32's goes on from there.
  void paint_roofs() {
    const double bytes = roofline_.roofs.bytes_a_second, flop = roofline_.roofs.flop_a_second;
    const bool is_measured = roofline_.roofs.are_bytes_measured;
    const Box& plot = layout_.plot;
    const double ridge = roofline_.roofs.ridge();
    const double first = std::max(layout_.intensities.low, layout_.rates.low / bytes);
    const float x = layout_.intensities.at(ridge), y = layout_.rates.at(flop);
    paint_line(layout_.intensities.at(first), layout_.rates.at(first * bytes), x, y, theme_.text,
               2);
    paint_line(x, y, plot.x + plot.width, y, theme_.text, 2);
    add_dashed_line(list_, {x, y, x, plot.y + plot.height, theme_.padding, 1});
    const std::string fp32 = "FP32 " + analysis::rate_phrase(flop, true);
    const std::string memory = analysis::name_of(roofline_.roofs.memory).in(style_.language) + " " +
                               analysis::rate_phrase(bytes, false);
    const auto& chip = roofline_.chip;
    paint_roof_name({plot.x, y - line_, plot.width, line_}, fp32,
                    chip.clock.is_measured && chip.fp32_lanes.is_measured);
    // Left of the rising roof, half way up, where nothing can be.
    const double middle = std::sqrt(first * ridge);
    const float at = layout_.intensities.at(middle), gap = style_.text_size * 0.6f;
    paint_roof_name(
        {plot.x + gap, layout_.rates.at(middle * bytes) - line_, at - plot.x - 2 * gap, line_},
        memory, is_measured);
    const std::string words = say(kRidge, style_.language, analysis::intensity_phrase(ridge));
    const float wide = width_of(words);
    if (x + gap / 2 + wide < plot.x + plot.width) {
      paint_fixed_text({x + gap / 2, plot.y + plot.height - line_, wide + 1, line_}, words,
                       Text::Align::left, theme_.muted_text);
    }
    if (layout_.column.width <= 0) return;
    const Box& column = layout_.column;
    const float roof = layout_.bytes.at(bytes);
    paint_line(column.x, roof, column.x + column.width, roof, theme_.text, 2);
    paint_roof_name({column.x, roof - line_, column.width, line_}, memory, is_measured);
  }

  [[nodiscard]] bool is_asked_for(const RooflineKernel& kernel) const {
    return look_.asks_for_named && std::ranges::any_of(look_.named, [&](const std::string& name) {
             return name.substr(0, name.find('/')) == kernel.family;
           });
  }
  [[nodiscard]] bool is_special(std::size_t index) const {
    return look_.chosen == index || look_.pointed_at == index;
  }
  [[nodiscard]] double nearness(const RooflineKernel& kernel) const {
    return share_of_roof(kernel.point, roofline_.roofs).value_or(0);
  }
  // Finds the kernels whose names are in the picture.
  void find_named() {
    const auto& kernels = roofline_.kernels;
    named_.assign(kernels.size(), false);
    if (look_.asks_for_named) return;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      if (!look_.named.empty()) named_[i] = is_among(look_.named, kernels[i]);
      if (is_special(i)) named_[i] = true;
      if (!look_.named.empty() || !kernels[i].point.has_flop()) continue;
      const bool is_nearest = std::ranges::none_of(kernels, [&](const RooflineKernel& other) {
        return other.family == kernels[i].family && other.point.has_flop() &&
               nearness(other) > nearness(kernels[i]);
      });
      if (is_nearest && nearness(kernels[i]) > 0) named_[i] = true;
    }
  }

  void paint_marks(bool named) {
    for (std::size_t i = 0; i < roofline_.kernels.size(); ++i) {
      if (named_[i] == named && !is_asked_for(roofline_.kernels[i])) paint_mark(i);
    }
  }
  void paint_mark(std::size_t index) {
    const RooflineKernel& kernel = roofline_.kernels[index];
    const bool is_grey = !look_.named.empty() && !named_[index];
    const Place at = layout_.place(roofline_, kernel);
    const float radius = style_.text_size * (is_grey ? kGreyMark : kMark);
    const Color color = is_grey ? series_hue(std::nullopt, style_.theme) : color_of(kernel.kind);
    if (is_special(index)) paint_way_to_roof(kernel, at);
    paint_shape(kernel.kind, at, radius, color, !kernel.point.seconds);
    const float reach = radius * 1.5f;
    const Box around{at.x - reach, at.y - reach, 2 * reach, 2 * reach};
    const Color ring = is_special(index) ? theme_.highlight : 0;
    list_.rectangles.push_back({around.x,
                                around.y,
                                around.width,
                                around.height,
                                0,
                                ring,
                                2,
                                reach,
                                {MarkId::Kind::point, static_cast<std::uint32_t>(index), 0}});
    (named_[index] ? taken_ : unnamed_).push_back(around);
  }
  void paint_way_to_roof(const RooflineKernel& kernel, const Place& from) {
    const Place roof = layout_.roof(roofline_, kernel);
    add_dashed_line(list_, {from.x, std::min(from.y, roof.y), from.x, std::max(from.y, roof.y),
                            theme_.highlight, 1.5f});
  }

  void paint_names() {
    for (const bool special : {true, false}) {
      for (std::size_t i = 0; i < roofline_.kernels.size(); ++i) {
        if (named_[i] && is_special(i) == special) paint_name(i);
      }
    }
  }
  // Beside its mark where there is room, over marks that have no name only where there is no other;
  // else the mark alone, which says its name to who points.
  void paint_name(std::size_t index) {
    for (const bool covers : {false, true}) {
      for (const std::string& words :
           {roofline_.kernels[index].name(), roofline_.kernels[index].variant}) {
        if (!words.empty() && put_name(index, words, covers)) return;
      }
    }
  }
  bool put_name(std::size_t index, const std::string& words, bool covers) {
    const RooflineKernel& kernel = roofline_.kernels[index];
    const Place at = layout_.place(roofline_, kernel);
    const Box& within = kernel.point.has_flop() ? layout_.plot : layout_.column;
    const float size = style_.text_size * 0.9f, off = style_.text_size * 0.75f;
    const float wide = style_.measure(words, size, false) + 1;
    const float last = std::max(within.x, within.x + within.width - wide);
    const float over = std::clamp(at.x - wide / 2, within.x, last);
    for (const Place& left :
         {Place{at.x + off, at.y - size * 0.6f}, Place{at.x - off - wide, at.y - size * 0.6f},
          Place{over, at.y - off - size * 1.2f}, Place{over, at.y + off},
          Place{at.x + off, at.y + size * 0.6f}, Place{at.x - off - wide, at.y + size * 0.6f},
          Place{at.x + off, at.y - size * 1.8f}, Place{at.x - off - wide, at.y - size * 1.8f}}) {
      const Box box{left.x, left.y, wide, size * 1.2f};
      if (!is_free(box, within) || (!covers && meets_any(unnamed_, box))) continue;
      put_text(list_, box, words, size, {.color = theme_.text});
      taken_.push_back(box);
      return true;
    }
    return false;
  }
  static bool meets_any(const std::vector<Box>& boxes, const Box& box) {
    return std::ranges::any_of(boxes, [&](const Box& other) { return do_meet(box, other); });
  }
  [[nodiscard]] bool is_free(const Box& box, const Box& within) const {
    const bool is_inside = box.x >= within.x && box.x + box.width <= within.x + within.width &&
                           box.y >= within.y && box.y + box.height <= within.y + within.height;
    return is_inside && !meets_roof(box) && !meets_any(taken_, box);
  }

  // The rising roof goes through it.
  [[nodiscard]] bool meets_roof(const Box& box) const {
    if (box.x < layout_.plot.x) return false;
    const float first = layout_.intensities.at(layout_.rates.low / roofline_.roofs.bytes_a_second);
    const float top = layout_.rates.at(roofline_.roofs.flop_a_second);
    const float ridge = layout_.intensities.at(roofline_.roofs.ridge());
    const auto roof_at = [&](float x) {
      const float along = (x - first) / (ridge - first);
      return std::max(top, layout_.rates.begin + along * (top - layout_.rates.begin));
    };
    return roof_at(box.x) > box.y && roof_at(box.x + box.width) < box.y + box.height;
  }

  const Roofline& roofline_;
  const RooflineLook& look_;
  const Style& style_;
  const Theme& theme_;
  RooflineLayout layout_;
  float line_ = 0;
  DrawList list_;
  std::vector<bool> named_;
  std::vector<Box> taken_;    // by texts, and by marks that have a name
  std::vector<Box> unnamed_;  // by the other marks
};

}  // namespace

DrawList roofline_chart(const Roofline& roofline, const RooflineLook& look, Size size,
                        const Style& style) {
  return RooflinePainter(roofline, look, size, style).paint();
}

}  // namespace warplens::scene
