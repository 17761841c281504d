#include <algorithm>

#include "viz/scene/charts/occupancy_parts.h"

namespace warplens::scene {
namespace {

using analysis::Need;

constexpr std::array<TextView, 3> kAxes{{
    tr("threads a block"),
    tr("registers a thread"),
    tr("shared memory a block (KB)"),
}};
constexpr TextView kWarps = tr("resident warps");
constexpr TextView kDots = tr("dots: the catalogue's kernels");
constexpr TextView kGain = tr("more with {}: {} warps");
constexpr TextView kNoGain = tr("no other value gives more warps");

constexpr std::uint32_t kKilobyte = 1024;
constexpr std::uint32_t kTicks = 4;

// "40", "33–40"; of shared memory in KB.
std::string values_text(Need need, const analysis::CurveStep& step) {
  const auto text = [&](std::uint32_t value) {
    if (need != Need::shared_bytes) return fmt::format("{}", value);
    return fmt::format("{:.4g}", static_cast<double>(value) / kKilobyte);
  };
  if (step.first == step.last) return text(step.last);
  return fmt::format("{}–{}", text(step.first), text(step.last));
}

class StairPainter {
 public:
  StairPainter(DrawList& list, const OccupancyScene& scene, const Box& box, const Style& style)
      : list_(list),
        scene_(scene),
        gpu_(scene.gpus[scene.chosen]),
        box_(box),
        style_(style),
        colors_(theme(style.theme)),
        most_(analysis::most_of(*gpu_.sm, scene.axis)),
        curve_(analysis::occupancy_curve(*gpu_.sm, *gpu_.needs, scene.axis)) {
    const float line = style.text_size * 1.4f;
    const float names = style.measure("64", style.text_size, false) + style.text_size * 0.6f;
    plot_ = {box.x + names, box.y + line * 1.7f, box.width - names - style.text_size,
             box.height - line * 3.7f};
  }

  void paint() {
    if (plot_.width < style_.text_size * 10 || plot_.height < style_.text_size * 2.5f) return;
    paint_title();
    paint_grid();
    paint_kernels();
    paint_curve();
    paint_here();
  }

 private:
  [[nodiscard]] float x_of(std::uint32_t value) const {
    return plot_.x +
           plot_.width * static_cast<float>(std::min(value, most_)) / static_cast<float>(most_);
  }
  [[nodiscard]] float y_of(std::uint32_t warps) const {
    return plot_.y +
           plot_.height * (1 - static_cast<float>(warps) / static_cast<float>(gpu_.sm->warps));
  }
  [[nodiscard]] TextView axis_name() const { return kAxes[static_cast<std::size_t>(scene_.axis)]; }

  void paint_title() {
    const Language language = style_.language;
    const float height = style_.text_size * 1.4f;
    const Box top{box_.x, box_.y, box_.width, height};
    const float half = box_.width / 2;
    add_text(list_, style_, {top.x, top.y, half, height}, {kWarps.in(language)},
             {.color = colors_.muted_text});
    add_text(list_, style_, {top.x + half, top.y, half, height}, {gain_phrase()},
             {.align = Text::Align::right, .color = colors_.text});
    const float y = box_.y + box_.height - height;
    add_text(list_, style_, {top.x + half, y, half - style_.text_size, height},
             {axis_name().in(language)},
             {.align = Text::Align::right, .color = colors_.muted_text});
    if (scene_.kernels.empty()) return;
    add_text(list_, style_, {plot_.x, y, half - (plot_.x - box_.x), height}, {kDots.in(language)},
             {.color = colors_.muted_text});
  }

  // Text: where the nearest place with more warps is.
  [[nodiscard]] std::string gain_phrase() const {
    const Language language = style_.language;
    const auto gain = analysis::nearest_gain(curve_, value_of(*gpu_.needs, scene_.axis));
    if (!gain) return std::string(kNoGain.in(language));
    return say(kGain, language, values_text(scene_.axis, *gain), gain->warps);
  }

  void paint_grid() {
    const float size = style_.text_size;
    for (std::uint32_t i = 0; i <= kTicks; ++i) {
      const std::uint32_t warps = gpu_.sm->warps * i / kTicks;
      const float y = y_of(warps);
      list_.lines.push_back({plot_.x, y, plot_.x + plot_.width, y, colors_.grid, 1});
      const bool has_room = plot_.height / kTicks >= size * 1.1f || i % kTicks == 0;
      if (!has_room) continue;
      const float top = std::clamp(y - size * 0.6f, 0.0f, list_.height - size * 1.2f);
      add_text(list_, style_, {box_.x, top, plot_.x - box_.x - size * 0.3f, size * 1.2f},
               {fmt::format("{}", warps)},
               {.align = Text::Align::right, .color = colors_.muted_text});
    }
    const std::uint32_t unit = scene_.axis == Need::shared_bytes ? kKilobyte : 1;
    const std::uint32_t step = scene_.axis == Need::threads     ? 128
                               : scene_.axis == Need::registers ? 32
                                                                : 16 * kKilobyte;
    const float apart = plot_.width * static_cast<float>(step) / static_cast<float>(most_);
    for (std::uint32_t value = step; value <= most_; value += step) {
      const float x = x_of(value);
      list_.lines.push_back(
          {x, plot_.y + plot_.height, x, plot_.y + plot_.height + size * 0.3f, colors_.grid, 1});
      const float width = std::min(apart, 2 * (box_.x + box_.width - x));
      add_text(list_, style_,
               {x - width / 2, plot_.y + plot_.height + size * 0.3f, width, size * 1.2f},
               {fmt::format("{}", value / unit)},
               {.align = Text::Align::center, .color = colors_.muted_text});
    }
  }

  void paint_curve() {
    const Color color = series_hue(0, style_.theme);
    for (std::size_t i = 0; i < curve_.size(); ++i) {
      const float y = y_of(curve_[i].warps), end = x_of(curve_[i].last);
      list_.lines.push_back({x_of(i == 0 ? 0 : curve_[i - 1].last), y, end, y, color, 2});
      if (i + 1 < curve_.size()) {
        list_.lines.push_back({end, y, end, y_of(curve_[i + 1].warps), color, 2});
      }
    }
  }

  void paint_dot(float x, float y, float radius, Color fill, MarkId id) {
    const float left = std::clamp(x - radius, 0.0f, list_.width - 2 * radius);
    const float top = std::clamp(y - radius, 0.0f, list_.height - 2 * radius);
    list_.rectangles.push_back(
        {left, top, 2 * radius, 2 * radius, fill, colors_.background, 1, radius, id});
  }

  void paint_kernels() {
    for (std::size_t i = 0; i < scene_.kernels.size(); ++i) {
      const std::vector<std::size_t> here = kernels_at(scene_, i);
      if (here.front() != i) continue;
      const analysis::BlockNeeds& needs = scene_.kernels[i].needs;
      const float radius =
          style_.text_size * std::min(0.28f + 0.03f * static_cast<float>(here.size() - 1), 0.5f);
      paint_dot(x_of(value_of(needs, scene_.axis)),
                y_of(analysis::occupancy(*gpu_.sm, needs).warps), radius,
                series_hue(std::nullopt, style_.theme),
                {MarkId::Kind::point, static_cast<std::uint32_t>(i), 0});
    }
  }

  void paint_here() {
    const float x = x_of(value_of(*gpu_.needs, scene_.axis));
    list_.lines.push_back({x, plot_.y, x, plot_.y + plot_.height, colors_.highlight, 1});
    paint_dot(x, y_of(occupancy_of(gpu_).warps), style_.text_size * 0.4f, colors_.highlight, {});
  }

  DrawList& list_;
  const OccupancyScene& scene_;
  const OccupancyOfGpu& gpu_;
  const Box box_;
  const Style& style_;
  const Theme& colors_;
  std::uint32_t most_;
  std::vector<analysis::CurveStep> curve_;
  Box plot_;
};

}  // namespace

std::vector<std::size_t> kernels_at(const OccupancyScene& scene, std::size_t first) {
  const analysis::Multiprocessor& sm = *scene.gpus[scene.chosen].sm;
  const auto place = [&](const PlacedKernel& kernel) {
    return std::pair(value_of(kernel.needs, scene.axis),
                     analysis::occupancy(sm, kernel.needs).warps);
  };
  std::vector<std::size_t> here;
  for (std::size_t i = 0; i < scene.kernels.size(); ++i) {
    if (place(scene.kernels[i]) == place(scene.kernels[first])) here.push_back(i);
  }
  return here;
}

void paint_stairs(DrawList& list, const OccupancyScene& scene, const Box& box, const Style& style) {
  StairPainter(list, scene, box, style).paint();
}

}  // namespace warplens::scene
