#include "viz/scene/charts/estimate_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "viz/analysis/limits/limits_text.h"
#include "viz/scene/charts/estimate_layout.h"

namespace warplens::scene {
namespace {

using latency::Stall;

class EstimatePainter {
 public:
  EstimatePainter(const EstimateScene& scene, Size size, const Style& style)
      : scene_(scene),
        style_(style),
        theme_(theme(style.theme)),
        layout_(estimate_layout(scene, size, style)) {
    list_.width = size.width;
    list_.height = size.height;
    for (const EstimateLine& line : scene.lines) all_ += latency::sum_of(line.cycles);
  }

  DrawList paint() {
    if (!paint_error()) return std::move(list_);
    paint_time();
    if (layout_.legend.height > 0) paint_legend();
    for (std::size_t i = 0; i < layout_.shown.size(); ++i) paint_row(i);
    if (layout_.foot.height > 0) paint_foot();
    return std::move(list_);
  }

 private:
  [[nodiscard]] std::string say(const warplens::Text& words) const {
    return words.in(style_.language);
  }

  // The time stands nowhere without it.
  bool paint_error() {
    const latency::EstimateError& error = scene_.error;
    const double median = 100 * error.median, ninetieth = 100 * error.ninetieth;
    const std::string whole =
        say(tr("±: half of {} recordings were off by less than {:.0f}%, nine in ten by less than "
               "{:.0f}%",
               error.recordings, median, ninetieth));
    const std::string brief = say(
        tr("± {:.0f}% (half of {}), {:.0f}% (nine in ten)", median, error.recordings, ninetieth));
    const std::string least = fmt::format("± {:.0f}% / {:.0f}%", median, ninetieth);
    const Box& facts = layout_.facts;
    const bool has_two = facts.height > 3 * style_.text_size;
    return add_text(list_, style_,
                    {facts.x, facts.y, facts.width, has_two ? facts.height / 2 : facts.height},
                    {whole, brief, least}, {.color = theme_.text}) &&
           (!has_two ||
            paint_measured({facts.x, facts.y + facts.height / 2, facts.width, facts.height / 2}));
  }

  bool paint_measured(const Box& box) {
    if (!scene_.measured) {
      add_text(list_, style_, box, {say(tr("not measured at this size"))},
               {.color = theme_.muted_text});
      return true;
    }
    const std::string time = analysis::time_phrase(scene_.measured->seconds);
    const std::string words =
        say(scene_.measured->is_live ? tr("measured here: {}", time) : tr("recorded: {}", time));
    add_text(list_, style_, box, {words, time}, {.color = theme_.highlight});
    return true;
  }

  void paint_time() {
    const Box& box = layout_.time;
    Style large = style_;
    large.text_size = box.height * 0.62f;
    const bool has_name = box.height > 3 * style_.text_size;
    const float name = has_name ? style_.text_size * 1.1f : 0;
    add_text(list_, large, {box.x, box.y, box.width, box.height - name},
             {analysis::time_phrase(scene_.seconds)}, {.color = theme_.highlight});
    if (!has_name) return;
    add_text(list_, style_, {box.x, box.y + box.height - name, box.width, name},
             {say(tr("estimated"))}, {.color = theme_.muted_text});
  }

  [[nodiscard]] double sum_of(Stall reason) const {
    double sum = 0;
    for (const EstimateLine& line : scene_.lines) {
      sum += line.cycles[static_cast<std::size_t>(reason)];
    }
    return sum;
  }

  void paint_legend() {
    const float text = style_.text_size, line = text * 1.6f;
    float x = layout_.legend.x, y = layout_.legend.y;
    for (const Stall reason : layout_.reasons) {
      const std::string words =
          fmt::format("{} {:.0f}%", latency::name_of(reason), 100 * sum_of(reason) / all_);
      const float width = style_.measure(words, text, false);
      if (x > layout_.legend.x && x + text * 1.3f + width > layout_.legend.width) {
        x = layout_.legend.x;
        y += line;
      }
      list_.rectangles.push_back({x,
                                  y + line / 2 - text * 0.4f,
                                  text * 0.8f,
                                  text * 0.8f,
                                  stall_color(reason, style_.theme),
                                  0,
                                  1,
                                  2,
                                  {}});
      add_text(list_, style_, {x + text * 1.2f, y, width + text, line}, {words},
               {.color = theme_.text});
      x += width + text * 2.6f;
    }
  }

  [[nodiscard]] Box in_row(const Box& column, std::size_t row) const {
    return {column.x, column.y + layout_.row_height * static_cast<float>(row), column.width,
            column.height};
  }

  void paint_row(std::size_t row) {
    const ShownLine& shown = layout_.shown[row];
    const EstimateLine& line = scene_.lines[shown.line];
    const auto number = static_cast<std::uint32_t>(shown.line);
    const Box whole = in_row({0, layout_.rows.y, list_.width, layout_.row_height}, row);
    list_.rectangles.push_back({whole.x,
                                whole.y,
                                whole.width,
                                whole.height,
                                shown.is_long ? theme_.cell : 0,
                                0,
                                1,
                                3,
                                {MarkId::Kind::row, number, 0}});
    const Color color = shown.is_long ? theme_.text : theme_.muted_text;
    add_text(list_, style_, in_row(layout_.numbers, row), {line.number},
             {.align = Text::Align::right, .color = color});
    if (layout_.texts.width > 0) paint_text(in_row(layout_.texts, row), line.text, color);
    paint_parts(in_row(layout_.bars, row), line, number);
    const double share = 100 * latency::sum_of(line.cycles) / all_;
    add_text(list_, style_, in_row(layout_.shares, row),
             {share < 1 ? "<1%" : fmt::format("{:.0f}%", share)},
             {.align = Text::Align::right, .color = color});
  }

  // As much of it as fits, at the usual size: lines below each other are read like code.
  void paint_text(const Box& box, std::string text, Color color) {
    const float size = style_.text_size * 0.92f;
    if (box.height < size) return;
    const auto width = [&](const std::string& words) { return style_.measure(words, size, true); };
    bool is_cut = false;
    while (!text.empty() && width(is_cut ? text + "…" : text) > box.width) {
      do text.pop_back();
      while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0u) == 0x80u);
      if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xc0u) text.pop_back();
      is_cut = true;
    }
    if (!text.empty()) {
      put_text(list_, box, is_cut ? text + "…" : text, size, {.color = color, .monospace = true});
    }
  }

  void paint_parts(const Box& box, const EstimateLine& line, std::uint32_t number) {
    const float thick = std::min(box.height * 0.72f, style_.text_size * 1.6f);
    float x = box.x;
    for (std::size_t i = 0; i < latency::kStalls; ++i) {
      if (line.cycles[i] <= 0) continue;
      const auto reason = static_cast<Stall>(i);
      const auto width = box.width * static_cast<float>(line.cycles[i] / layout_.longest);
      const Color color = stall_color(reason, style_.theme);
      const Box part{x, box.y + (box.height - thick) / 2, width, thick};
      list_.rectangles.push_back({part.x,
                                  part.y,
                                  part.width,
                                  part.height,
                                  color,
                                  0,
                                  1,
                                  0,
                                  {MarkId::Kind::bar, number, static_cast<std::uint32_t>(i)}});
      const float inset = style_.text_size * 0.3f;
      Style whole = style_;
      whole.smallest_text = style_.text_size * 0.8f;
      add_text(list_, whole, {part.x + inset, part.y, part.width - 2 * inset, part.height},
               {latency::name_of(reason)}, {.color = text_on(color)});
      x += width;
    }
  }

  void paint_foot() {
    const latency::StallAgreement& held = *scene_.agreement;
    const std::string whole = say(
        tr("The reasons are the model's: of {} kernels sampled on an {}, the longest reason was "
           "the same in {}; of the {} that wait for another than Long Scoreboard, in {}.",
           held.kernels, held.device, held.same, held.others, held.others_same));
    const std::string brief =
        say(tr("Reasons by the model; sampled on an {}: {} of {} the same, {} of {} others than "
               "Long Scoreboard",
               held.device, held.same, held.kernels, held.others_same, held.others));
    add_text(list_, style_, layout_.foot, {whole, brief}, {.color = theme_.muted_text});
  }

  const EstimateScene& scene_;
  const Style& style_;
  const Theme& theme_;
  EstimateLayout layout_;
  DrawList list_;
  double all_ = 0;
};

}  // namespace

Color stall_color(Stall stall, ThemeName name) {
  const auto category = static_cast<std::size_t>(stall) - static_cast<std::size_t>(Stall::wait);
  if (stall == Stall::selected) return theme(name).hit;
  if (stall == Stall::not_selected) return series_hue(std::nullopt, name);
  // wait, math pipe, MIO, LG, short and long scoreboard, barrier, drain
  constexpr std::array<std::size_t, kWarpColors> kOfStalls{6, 4, 2, 5, 1, 0, 3, 7};
  return category_color(kOfStalls[category]);
}

DrawList estimate_view(const EstimateScene& scene, Size size, const Style& style) {
  return EstimatePainter(scene, size, style).paint();
}

}  // namespace warplens::scene
