#include <algorithm>

#include "viz/scene/charts/occupancy_parts.h"

namespace warplens::scene {
namespace {

constexpr float kOutline = 1.5f;

class GpuPainter {
 public:
  GpuPainter(DrawList& list, const OccupancyScene& scene, const Box& box, const Style& style)
      : list_(list), scene_(scene), box_(box), style_(style), colors_(theme(style.theme)) {
    const std::size_t rows = gpu_rows(scene, box.width, style);
    columns_ = std::max<std::size_t>((scene.gpus.size() + rows - 1) / rows, 1);
    width_ = box.width / static_cast<float>(columns_);
    height_ = box.height / static_cast<float>(rows);
  }

  void paint() {
    for (std::size_t i = 0; i < scene_.gpus.size(); ++i) paint_one(i);
  }

 private:
  [[nodiscard]] Box cell(std::size_t number) const {
    const auto column = static_cast<float>(number % columns_);
    const auto row = static_cast<float>(number / columns_);
    // A little apart, one row from the other.
    return {box_.x + width_ * column, box_.y + height_ * row, width_,
            height_ - style_.text_size * 0.2f};
  }

  void paint_one(std::size_t number) {
    const OccupancyOfGpu& gpu = scene_.gpus[number];
    const bool is_chosen = number == scene_.chosen;
    const float gap = style_.text_size * 0.3f;
    const Box all = cell(number);
    // The topmost line stays whole at the view's edge.
    const Box box{all.x + gap / 2, all.y + kOutline, all.width - gap, all.height - kOutline};
    list_.rectangles.push_back({box.x,
                                box.y,
                                box.width,
                                box.height,
                                is_chosen ? colors_.cell : 0,
                                is_chosen ? colors_.highlight : colors_.grid,
                                is_chosen ? 2.0f : 1.0f,
                                3,
                                {MarkId::Kind::bank, static_cast<std::uint32_t>(number), 0}});
    const Box inner{box.x + gap, box.y + gap / 2, box.width - 2 * gap, box.height - gap};
    const float line = inner.height * 0.62f;
    paint_phrase({inner.x, inner.y, inner.width, line}, gpu);
    paint_bar({inner.x, inner.y + line, inner.width, inner.height - line}, gpu);
  }

  void paint_phrase(const Box& box, const OccupancyOfGpu& gpu) {
    std::string count;
    if (gpu.needs && !scene_.is_hidden) {
      count = fmt::format("{}/{}", occupancy_of(gpu).warps, gpu.sm->warps);
    }
    const float room = style_.measure(count, style_.text_size, false) + style_.text_size * 0.4f;
    add_text(list_, style_, {box.x, box.y, std::max(box.width - room, 0.0f), box.height},
             {gpu.name}, {.color = gpu.needs ? colors_.text : colors_.muted_text});
    if (count.empty()) return;
    add_text(list_, style_, box, {count}, {.align = Text::Align::right, .color = colors_.text});
  }

  void paint_bar(const Box& box, const OccupancyOfGpu& gpu) {
    const float thick = box.height * 0.7f;
    list_.rectangles.push_back(
        {box.x, box.y, box.width, thick, colors_.outside, colors_.grid, 1, 0, {}});
    if (!gpu.needs || scene_.is_hidden) return;
    const float share =
        static_cast<float>(occupancy_of(gpu).warps) / static_cast<float>(gpu.sm->warps);
    list_.rectangles.push_back({box.x, box.y, box.width * share, thick, colors_.hit, 0, 1, 0, {}});
  }

  DrawList& list_;
  const OccupancyScene& scene_;
  const Box box_;
  const Style& style_;
  const Theme& colors_;
  std::size_t columns_ = 1;
  float width_ = 0, height_ = 0;
};

}  // namespace

analysis::Occupancy occupancy_of(const OccupancyOfGpu& gpu) {
  return analysis::occupancy(*gpu.sm, gpu.needs.value_or(analysis::BlockNeeds{}));
}

std::size_t gpu_rows(const OccupancyScene& scene, float width, const Style& style) {
  constexpr float kBeside = 1.8f;  // a name and its count, in text sizes
  float longest = 0;
  for (const OccupancyOfGpu& gpu : scene.gpus) {
    longest = std::max(longest, style.measure(gpu.name, style.text_size, false));
  }
  const float cell =
      longest + style.measure("64/64", style.text_size, false) + kBeside * style.text_size;
  return cell * static_cast<float>(scene.gpus.size()) <= width ? 1 : 2;
}

void paint_gpus(DrawList& list, const OccupancyScene& scene, const Box& box, const Style& style) {
  GpuPainter(list, scene, box, style).paint();
}

}  // namespace warplens::scene
