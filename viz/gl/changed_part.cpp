#include "viz/gl/changed_part.h"

#include <algorithm>

namespace warplens::gl {
namespace {

struct Bounds {
  std::uint32_t left = 0xffffffffu, top = 0xffffffffu, right = 0, bottom = 0;
};

bool is_changed(const Image& before, const Image& now, std::uint32_t x, std::uint32_t y) {
  return before.rgba.empty() || before.at(x, y) >> 8 != now.at(x, y) >> 8;
}

template <class Visit>
void for_each_changed(const Image& before, const Image& now, Visit visit) {
  for (std::uint32_t y = 0; y < now.height; ++y) {
    for (std::uint32_t x = 0; x < now.width; ++x) {
      if (is_changed(before, now, x, y)) visit(x, y);
    }
  }
}

Bounds bounds_of(const Image& before, const Image& now) {
  Bounds bounds;
  for_each_changed(before, now, [&bounds](std::uint32_t x, std::uint32_t y) {
    bounds = {std::min(bounds.left, x), std::min(bounds.top, y), std::max(bounds.right, x + 1),
              std::max(bounds.bottom, y + 1)};
  });
  return bounds;
}

}  // namespace

ChangedPart changed_part(const Image& before, const Image& now) {
  const Bounds bounds = bounds_of(before, now);
  if (bounds.right == 0) return {};
  ChangedPart part{bounds.left, bounds.top, bounds.right - bounds.left, bounds.bottom - bounds.top,
                   {},          {}};
  for_each_changed(before, now, [&](std::uint32_t x, std::uint32_t y) {
    part.colors.push_back(now.at(x, y) | 0xff);
    part.places.push_back(std::size_t{y - part.y} * part.width + (x - part.x));
  });
  return part;
}

}  // namespace warplens::gl
