#include "kernels/catalog/drawn_picture.h"

#include <algorithm>
#include <cmath>

namespace warplens::catalog {
namespace {

struct Ink {
  double red = 0, green = 0, blue = 0;
};

constexpr Ink kZenith{46, 118, 214}, kHorizon{196, 226, 246};
constexpr Ink kSun{255, 205, 60}, kHaze{255, 232, 170};
constexpr Ink kFarHill{104, 134, 178}, kMeadow{92, 168, 72}, kShade{44, 104, 48};
constexpr Ink kTrunk{96, 62, 36}, kLeaves{30, 92, 44};
constexpr Ink kWall{244, 232, 206}, kRoof{196, 58, 44}, kDoor{110, 70, 40};

Ink between(const Ink& a, const Ink& b, double part) {
  const double p = std::clamp(part, 0.0, 1.0);
  return {a.red + (b.red - a.red) * p, a.green + (b.green - a.green) * p,
          a.blue + (b.blue - a.blue) * p};
}

// 0 to 1 from left to right and from top to bottom; `aspect`: the width in heights.
struct Spot {
  double x = 0, y = 0, aspect = 1;

  // The distance in heights of the picture from a point given in parts of it.
  [[nodiscard]] double distance(double to_x, double to_y) const {
    return std::hypot((x - to_x) * aspect, y - to_y);
  }
  [[nodiscard]] bool is_in(double left, double top, double right, double bottom) const {
    return x >= left && x < right && y >= top && y < bottom;
  }
};

Ink sky(const Spot& at) {
  const Ink blue = between(kZenith, kHorizon, at.y / 0.6);
  const double from_sun = at.distance(0.78, 0.22);
  if (from_sun < 0.11) return kSun;
  return between(kHaze, blue, (from_sun - 0.11) / 0.14);
}

Ink ground(const Spot& at) {
  const double meadow = 0.70 + 0.06 * std::sin(4.2 * at.x + 2.4);
  if (at.y >= meadow) return between(kMeadow, kShade, (at.y - meadow) / 0.4);
  const double far_hill = 0.56 + 0.06 * std::sin(7.5 * at.x + 0.4);
  return at.y >= far_hill ? kFarHill : sky(at);
}

bool is_roof(const Spot& at) {
  constexpr double kTop = 0.47, kBottom = 0.60, kMiddle = 0.60, kHalf = 0.115;
  const double reach = kHalf * (at.y - kTop) / (kBottom - kTop);
  return at.y >= kTop && at.y < kBottom && std::fabs(at.x - kMiddle) < reach;
}

Ink ink(const Spot& at) {
  if (is_roof(at)) return kRoof;
  if (at.is_in(0.58, 0.67, 0.62, 0.78)) return kDoor;
  if (at.is_in(0.52, 0.60, 0.68, 0.78)) return kWall;
  if (at.distance(0.21, 0.46) < 0.16) return kLeaves;
  if (at.is_in(0.195, 0.60, 0.225, 0.80)) return kTrunk;
  return ground(at);
}

std::uint32_t channel(double value) {
  return static_cast<std::uint32_t>(std::lround(std::clamp(value, 0.0, 255.0)));
}

}  // namespace

std::uint32_t drawn_pixel(std::uint64_t row, std::uint64_t column, std::uint64_t rows,
                          std::uint64_t columns) {
  const double width = static_cast<double>(columns), height = static_cast<double>(rows);
  const Ink at = ink({(static_cast<double>(column) + 0.5) / width,
                      (static_cast<double>(row) + 0.5) / height, width / height});
  return channel(at.red) | channel(at.green) << 8 | channel(at.blue) << 16 | 0xff000000u;
}

}  // namespace warplens::catalog
