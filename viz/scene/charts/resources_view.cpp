#include "viz/scene/charts/resources_view.h"

#include <algorithm>

namespace warplens::scene {
namespace {

struct FigurePhrases {
  TextView words, brief;
};
constexpr std::array<FigurePhrases, kResourceFigures> kFigures{{
    {tr("registers a thread"), tr("registers")},
    {tr("spilled bytes"), tr("spills")},
    {tr("shared memory a block"), tr("shared bytes")},
    {tr("blocks an SM"), tr("blocks")},
    {tr("16-byte shared loads"), tr("16-byte loads")},
}};
constexpr TextView kOfAll = tr("{} of {}");

constexpr float kNameRow = 2.0f;  // heights, in text sizes
constexpr float kTitles = 2.2f;
constexpr float kTallestRow = 5.2f;
constexpr float kThickest = 2;       // bar
constexpr float kNameShare = 0.16f;  // of the width
constexpr float kBarShare = 0.5f;    // of a place

class ResourcesPainter {
 public:
  ResourcesPainter(const ResourcesScene& scene, Size size, const Style& style)
      : scene_(scene), size_(size), style_(style), theme_(theme(style.theme)) {
    list_.width = size.width;
    list_.height = size.height;
    names_ = kNameShare * size.width;
    place_width_ = (size.width - names_) / kResourceFigures;
    top_ = (kNameRow + kTitles) * style.text_size;
    const float rows = static_cast<float>(std::max<std::size_t>(scene.rows.size(), 1));
    row_height_ = std::min((size.height - top_) / rows, kTallestRow * style.text_size);
  }

  DrawList paint() {
    if (row_height_ < style_.smallest_text) return std::move(list_);
    paint_names();
    for (std::size_t i = 0; i < kResourceFigures; ++i) paint_title(i);
    for (std::size_t i = 0; i < scene_.rows.size(); ++i) paint_row(i);
    return std::move(list_);
  }

 private:
  [[nodiscard]] Color hue(std::size_t kernel) const { return series_hue(kernel, style_.theme); }

  void paint_names() {
    const float side = style_.text_size * 0.8f, gap = style_.text_size * 0.5f;
    const float height = kNameRow * style_.text_size;
    const float room =
        size_.width / static_cast<float>(std::max<std::size_t>(scene_.kernels.size(), 1));
    float x = 0;
    for (std::size_t i = 0; i < scene_.kernels.size(); ++i) {
      list_.rectangles.push_back({x,
                                  (height - side) / 2,
                                  side,
                                  side,
                                  hue(i),
                                  0,
                                  1,
                                  2,
                                  {MarkId::Kind::label, static_cast<std::uint32_t>(i), 0}});
      const Box box{x + side + gap, 0, room - side - 2 * gap, height};
      add_text(list_, style_, box, {scene_.kernels[i]}, {.color = theme_.text});
      x += side + 3 * gap +
           std::min(box.width, style_.measure(scene_.kernels[i], style_.text_size, false) + gap);
    }
  }

  [[nodiscard]] Box place(std::size_t row, std::size_t figure) const {
    return {names_ + place_width_ * static_cast<float>(figure),
            top_ + row_height_ * static_cast<float>(row), place_width_, row_height_};
  }

  void paint_title(std::size_t figure) {
    const Box below = place(0, figure);
    const Box box{below.x + style_.text_size * 0.3f, kNameRow * style_.text_size,
                  below.width - style_.text_size * 0.6f, kTitles * style_.text_size};
    add_text(
        list_, style_, box,
        {kFigures[figure].words.in(style_.language), kFigures[figure].brief.in(style_.language)},
        {.color = theme_.muted_text});
  }

  // The largest value of the figure in all rows.
  [[nodiscard]] std::uint32_t most(std::size_t figure) const {
    std::uint32_t most = 1;
    for (const ResourcesRow& row : scene_.rows) {
      for (const auto& kernel : row.of) {
        if (kernel) most = std::max(most, kernel->figures[figure].value_or(0));
      }
    }
    return most;
  }

  void paint_row(std::size_t number) {
    const ResourcesRow& row = scene_.rows[number];
    const Box first = place(number, 0);
    list_.lines.push_back({0, first.y, size_.width, first.y, theme_.grid, 1});
    const std::string whole =
        row.gpu.empty() ? row.architecture : fmt::format("{} · {}", row.architecture, row.gpu);
    add_text(list_, style_, {0, first.y, names_ - style_.text_size * 0.4f, row_height_},
             {whole, row.architecture}, {.color = theme_.text});
    for (std::size_t figure = 0; figure < kResourceFigures; ++figure) paint_place(number, figure);
  }

  void paint_place(std::size_t number, std::size_t figure) {
    const ResourcesRow& row = scene_.rows[number];
    const Box box = place(number, figure);
    const float inset = style_.text_size * 0.15f;
    const auto a = static_cast<std::uint32_t>(number), b = static_cast<std::uint32_t>(figure);
    const Rectangle whole{box.x + inset,
                          box.y + inset,
                          box.width - 2 * inset,
                          box.height - 2 * inset,
                          0,
                          0,
                          1,
                          3,
                          {MarkId::Kind::row, a, b}};
    list_.rectangles.push_back(whole);
    const auto which = static_cast<ResourceFigure>(figure);
    if (differs(row, which)) {
      Rectangle outline = whole;
      outline.outline = theme_.highlight;
      outline.outline_width = 1.5f;
      outline.id = {MarkId::Kind::group, a, b};
      list_.rectangles.push_back(outline);
    }
    const std::size_t bars = std::max<std::size_t>(scene_.kernels.size(), 1);
    const float height = (box.height - 4 * inset) / static_cast<float>(bars);
    for (std::size_t kernel = 0; kernel < scene_.kernels.size(); ++kernel) {
      if (!row.of[kernel]) continue;
      paint_bar({box.x + 3 * inset, box.y + 2 * inset + height * static_cast<float>(kernel),
                 box.width - 6 * inset, height},
                *row.of[kernel], figure, hue(kernel));
    }
  }

  void paint_bar(const Box& box, const KernelResources& kernel, std::size_t figure, Color color) {
    const auto value = kernel.figures[figure];
    if (!value) return;
    const float length =
        box.width * kBarShare * static_cast<float>(*value) / static_cast<float>(most(figure));
    const float thick = std::min(box.height * 0.62f, kThickest * style_.text_size);
    list_.rectangles.push_back({box.x,
                                box.y + (box.height - thick) / 2,
                                length,
                                thick,
                                *value > 0 ? color : 0,
                                0,
                                1,
                                2,
                                {MarkId::Kind::bar, static_cast<std::uint32_t>(figure), *value}});
    const float from = box.x + length + style_.text_size * 0.35f;
    std::string words = with_thousands(*value);
    const bool is_part = figure == static_cast<std::size_t>(ResourceFigure::wide_loads);
    const std::string whole = is_part ? say(kOfAll, style_.language, words, kernel.loads) : words;
    add_text(list_, style_, {from, box.y, box.x + box.width - from, box.height}, {whole, words},
             {.color = theme_.text});
  }

  static std::string with_thousands(std::uint32_t value) {
    std::string digits = std::to_string(value);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
    return digits;
  }

  const ResourcesScene& scene_;
  Size size_;
  const Style& style_;
  const Theme& theme_;
  DrawList list_;
  float names_ = 0, place_width_ = 0, top_ = 0, row_height_ = 0;
};

}  // namespace

bool differs(const ResourcesRow& row, ResourceFigure figure) {
  const auto at = static_cast<std::size_t>(figure);
  if (!row.of[0] || !row.of[1]) return false;
  const auto left = row.of[0]->figures[at], right = row.of[1]->figures[at];
  return left && right && *left != *right;
}

DrawList resources_view(const ResourcesScene& scene, Size size, const Style& style) {
  return ResourcesPainter(scene, size, style).paint();
}

}  // namespace warplens::scene
