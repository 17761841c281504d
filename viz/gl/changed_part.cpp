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

using Mask = std::vector<std::uint8_t>;  // a byte a pixel, row by row

// Sets the pixels near one that is set, in a line of `length` pixels that are `stride` apart from
// `first` on.
void widen_line(Mask& mask, std::size_t first, std::size_t stride, std::uint32_t length,
                std::uint32_t margin) {
  std::vector<std::uint8_t> line(length);
  for (std::uint32_t i = 0; i < length; ++i) {
    if (mask[first + i * stride] == 0) continue;
    const std::uint32_t low = i < margin ? 0 : i - margin;
    const std::uint32_t high = std::min(length - 1, i + margin);
    for (std::uint32_t near = low; near <= high; ++near) line[near] = 1;
  }
  for (std::uint32_t i = 0; i < length; ++i) mask[first + i * stride] = line[i];
}

Mask mask_of(const Image& before, const Image& now, std::uint32_t margin) {
  Mask mask(std::size_t{now.width} * now.height);
  for_each_changed(before, now, [&](std::uint32_t x, std::uint32_t y) {
    mask[std::size_t{y} * now.width + x] = 1;
  });
  for (std::uint32_t y = 0; y < now.height; ++y) {
    widen_line(mask, std::size_t{y} * now.width, 1, now.width, margin);
  }
  for (std::uint32_t x = 0; x < now.width; ++x) {
    widen_line(mask, x, now.width, now.height, margin);
  }
  return mask;
}

}  // namespace

ChangedPart changed_part(const Image& before, const Image& now, std::uint32_t margin) {
  const Bounds changed = bounds_of(before, now);
  if (changed.right == 0) return {};
  const auto less = [margin](std::uint32_t at) { return at < margin ? 0 : at - margin; };
  const std::uint32_t left = less(changed.left), top = less(changed.top);
  const std::uint32_t right = std::min(now.width, changed.right + margin);
  const std::uint32_t bottom = std::min(now.height, changed.bottom + margin);
  const Mask mask = mask_of(before, now, margin);
  ChangedPart part{left, top, right - left, bottom - top, {}, {}};
  for (std::uint32_t y = top; y < bottom; ++y) {
    for (std::uint32_t x = left; x < right; ++x) {
      if (mask[std::size_t{y} * now.width + x] == 0) continue;
      part.colors.push_back(now.at(x, y) | 0xff);
      part.places.push_back(std::size_t{y - top} * part.width + (x - left));
    }
  }
  return part;
}

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
