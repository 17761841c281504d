#include "viz/scene/charts/estimate_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace warplens::scene {
namespace {

using latency::Stall;

constexpr std::size_t kLongLines = 3;
constexpr double kLongShare = 0.1;  // of all cycles, and more
constexpr double kTold = 0.005;     // of all cycles: reasons below are not in the legend
constexpr float kLowestRow = 1.25f, kTallestRow = 2.4f;  // in text sizes

std::vector<double> cycles_of(const EstimateScene& scene) {
  std::vector<double> cycles;
  for (const EstimateLine& line : scene.lines) cycles.push_back(latency::sum_of(line.cycles));
  return cycles;
}

std::vector<std::size_t> longest_first(const std::vector<double>& cycles) {
  std::vector<std::size_t> order(cycles.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return cycles[a] > cycles[b]; });
  return order;
}

std::vector<Stall> reasons_of(const EstimateScene& scene) {
  latency::Stalls sums{};
  for (const EstimateLine& line : scene.lines) {
    for (std::size_t i = 0; i < latency::kStalls; ++i) sums[i] += line.cycles[i];
  }
  const double all = latency::sum_of(sums);
  std::vector<Stall> reasons;
  for (std::size_t i = 0; i < latency::kStalls; ++i) {
    if (sums[i] > kTold * all) reasons.push_back(static_cast<Stall>(i));
  }
  std::ranges::stable_sort(reasons, [&](Stall a, Stall b) {
    return sums[static_cast<std::size_t>(a)] > sums[static_cast<std::size_t>(b)];
  });
  return reasons;
}

// The longest that fit, and always the longest of all.
void choose_lines(const EstimateScene& scene, std::size_t most, EstimateLayout& layout) {
  const std::vector<double> cycles = cycles_of(scene);
  const double all = std::accumulate(cycles.begin(), cycles.end(), 0.0);
  const std::vector<std::size_t> order = longest_first(cycles);
  for (std::size_t i = 0; i < std::min(most, order.size()); ++i) {
    if (cycles[order[i]] <= 0) continue;
    layout.shown.push_back({order[i], i < kLongLines && cycles[order[i]] >= kLongShare * all});
    layout.longest = std::max(layout.longest, cycles[order[i]]);
  }
  std::ranges::sort(layout.shown, {}, &ShownLine::line);
}

void place_columns(const EstimateScene& scene, const Style& style, EstimateLayout& layout) {
  const float size = style.text_size, width = layout.rows.width;
  float number = 0;
  float text = 0;
  for (const ShownLine& shown : layout.shown) {
    const EstimateLine& line = scene.lines[shown.line];
    number = std::max(number, style.measure(line.number, size, false));
    text = std::max(text, style.measure(line.text, size, true));
  }
  constexpr float kNarrowest = 34;  // in text sizes: below there is no source beside the bars
  const bool has_text = width > kNarrowest * size;
  const float share = style.measure("100%", size, false) + size / 2;
  const float top = layout.rows.y, height = layout.row_height;
  layout.numbers = {size / 2, top, number, height};
  const float text_at = layout.numbers.x + number + size * 0.8f;
  layout.texts = {text_at, top, has_text ? std::min(text, width * 0.42f) : 0, height};
  const float bars = text_at + layout.texts.width + (has_text ? size * 0.8f : 0);
  layout.bars = {bars, top, std::max(0.0f, width - bars - share - size / 2), height};
  layout.shares = {width - share, top, share - size / 2, height};
}

// As the painter breaks them.
float legend_lines(const EstimateLayout& layout, const Style& style) {
  const float text = style.text_size;
  float lines = 1, x = 0;
  for (const Stall reason : layout.reasons) {
    const std::string words = std::string(latency::name_of(reason)) + " 00%";
    const float width = style.measure(words, text, false);
    if (x > 0 && x + text * 1.8f + width > layout.legend.width) {
      x = 0;
      ++lines;
    }
    x += width + text * 2.6f;
  }
  return lines;
}

}  // namespace

EstimateLayout estimate_layout(const EstimateScene& scene, Size size, const Style& style) {
  EstimateLayout layout;
  const float text = style.text_size;
  const bool is_low = size.height < 16 * text;
  const bool is_narrow = size.width < 30 * text;
  layout.reasons = reasons_of(scene);

  const float head = is_low ? 2.2f * text : 4.6f * text;
  const float time = std::min(size.width * (is_narrow ? 0.4f : 0.3f), 15 * text);
  layout.time = {text / 2, 0, time, head};
  layout.facts = {text + time, 0, size.width - time - text * 1.5f, head};
  float top = head + text * 0.3f;
  const float foot = is_low || !scene.agreement || layout.reasons.empty() ? 0 : 1.6f * text;
  if (!is_low && !layout.reasons.empty()) {
    layout.legend = {text / 2, top, size.width - text, 0};
    layout.legend.height = legend_lines(layout, style) * 1.6f * text;
    if (layout.legend.height + top + 3 * text > size.height) layout.legend.height = 0;
    top += layout.legend.height + text * 0.3f;
  }
  layout.rows = {0, top, size.width, std::max(0.0f, size.height - top - foot)};
  layout.foot = {text / 2, size.height - foot, size.width - text, foot};
  const auto most = static_cast<std::size_t>(layout.rows.height / (kLowestRow * text));
  choose_lines(scene, most, layout);
  if (layout.shown.empty()) return layout;
  layout.row_height =
      std::min(layout.rows.height / static_cast<float>(layout.shown.size()), kTallestRow * text);
  place_columns(scene, style, layout);
  return layout;
}

}  // namespace warplens::scene
