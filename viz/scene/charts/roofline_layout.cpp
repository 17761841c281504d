#include "viz/scene/charts/roofline_layout.h"

#include <algorithm>

namespace warplens::scene {
namespace {

using analysis::Roofline;
using analysis::RooflineKernel;

constexpr float kColumnShare = 0.26f;        // of the width
constexpr float kLeastPlot = 6;              // in text sizes, both ways
constexpr double kBeside = 2.5, kAbove = 2;  // free room at an axis' ends, as a factor

double rate_or_roof(const Roofline& roofline, const RooflineKernel& kernel) {
  return kernel.point.rate().value_or(roof_over(kernel.point, roofline.roofs));
}

struct Range {
  double low = 0, high = 0;
  void take(double value) {
    low = low == 0 ? value : std::min(low, value);
    high = std::max(high, value);
  }
};

Axis logarithmic(Range range, double below, double above) {
  return {range.low / below, range.high * above, 0, 1, true};
}

void set_axes(const Roofline& roofline, RooflineLayout& layout) {
  Range intensities, rates, bytes;
  intensities.take(roofline.roofs.ridge());
  rates.take(roofline.roofs.flop_a_second);
  bytes.take(roofline.roofs.bytes_a_second);
  for (const RooflineKernel& kernel : roofline.kernels) {
    const double rate = rate_or_roof(roofline, kernel);
    (kernel.point.has_flop() ? rates : bytes).take(rate);
    if (kernel.point.has_flop() && kernel.point.bytes > 0) {
      intensities.take(kernel.point.intensity());
    }
  }
  layout.intensities = logarithmic(intensities, kBeside, kBeside);
  layout.rates = logarithmic(rates, kAbove, kAbove);
  layout.bytes = logarithmic(bytes, kAbove, kAbove);
}

void set_families(const Roofline& roofline, RooflineLayout& layout) {
  for (const RooflineKernel& kernel : roofline.kernels) {
    if (kernel.point.has_flop()) continue;
    if (std::ranges::find(layout.families, kernel.family) == layout.families.end()) {
      layout.families.push_back(kernel.family);
    }
  }
}

}  // namespace

RooflineLayout::Place RooflineLayout::at(const RooflineKernel& kernel, double rate) const {
  if (kernel.point.has_flop()) {
    const double x = kernel.point.bytes > 0 ? kernel.point.intensity() : intensities.high;
    return {intensities.at(x), rates.at(rate)};
  }
  const auto family = std::ranges::find(families, kernel.family);
  const auto lane = static_cast<float>(family - families.begin()) + 0.5f;
  return {column.x + column.width * lane / static_cast<float>(families.size()), bytes.at(rate)};
}

RooflineLayout::Place RooflineLayout::place(const Roofline& roofline,
                                            const RooflineKernel& kernel) const {
  return at(kernel, rate_or_roof(roofline, kernel));
}

RooflineLayout::Place RooflineLayout::roof(const Roofline& roofline,
                                           const RooflineKernel& kernel) const {
  return at(kernel, roof_over(kernel.point, roofline.roofs));
}

RooflineLayout roofline_layout(const Roofline& roofline, Size size, const Style& style) {
  RooflineLayout layout;
  set_axes(roofline, layout);
  set_families(roofline, layout);
  const float line = style.text_size * 1.3f, gap = style.text_size * 0.5f;
  const float ticks = style.measure("100 GB/s", style.text_size * 0.9f, false) + gap;
  const float top = 2 * line + gap, bottom = 2 * line;
  const float height = size.height - top - bottom;
  const float column = layout.families.empty() ? 0 : ticks + size.width * kColumnShare;
  const float left = column + ticks, width = size.width - left - style.text_size;
  const float least = kLeastPlot * style.text_size;
  if (width < least || height < least) return layout;
  layout.legend = {0, 0, size.width, line};
  layout.plot = {left, top, width, height};
  if (column > 0) layout.column = {ticks, top, column - ticks, height};
  layout.intensities.begin = left;
  layout.intensities.end = left + width;
  layout.rates.begin = layout.bytes.begin = top + height;
  layout.rates.end = layout.bytes.end = top;
  return layout;
}

}  // namespace warplens::scene
