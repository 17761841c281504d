#include "viz/gl/indexed_image.h"

#include <algorithm>
#include <unordered_map>

namespace warplens::gl {
namespace {

using scene::Color;

constexpr std::size_t kMostColors = 256;
constexpr Color kOpaque = 0xff;

std::vector<Color> colors_by_frequency(std::span<const Color> pixels) {
  std::unordered_map<Color, std::size_t> counts;
  for (const Color pixel : pixels) ++counts[pixel];
  std::vector<Color> colors;
  for (const auto& [color, count] : counts) colors.push_back(color);
  std::ranges::sort(colors, [&](Color a, Color b) {
    return counts[a] != counts[b] ? counts[a] > counts[b] : a < b;
  });
  return colors;
}

// Squared, over the three channels.
int distance(Color a, Color b) {
  int sum = 0;
  for (int shift = 8; shift < 32; shift += 8) {
    const int apart = static_cast<int>(a >> shift & 0xff) - static_cast<int>(b >> shift & 0xff);
    sum += apart * apart;
  }
  return sum;
}

std::size_t nearest(const std::vector<Color>& palette, Color color) {
  const auto at =
      std::ranges::min_element(palette, {}, [color](Color each) { return distance(each, color); });
  return static_cast<std::size_t>(at - palette.begin());
}

// The most frequent colours, and of the others those that are more than `apart` away from every
// more frequent one; one too many when they do not fit.
std::vector<Color> palette_of(const std::vector<Color>& colors, std::size_t most, int apart) {
  const std::size_t exact = most / 2;
  std::vector<Color> palette;
  for (const Color color : colors) {
    const auto is_near = [&](Color kept) { return distance(kept, color) <= apart * apart; };
    if (palette.size() < exact || std::ranges::none_of(palette, is_near)) palette.push_back(color);
    if (palette.size() > most) break;
  }
  return palette;
}

std::vector<Color> palette_of(const std::vector<Color>& colors, std::size_t most) {
  int apart = 0;
  std::vector<Color> palette = palette_of(colors, most, apart);
  while (palette.size() > most) palette = palette_of(colors, most, apart += 2);
  return palette;
}

}  // namespace

Indexed indexed_colors(std::span<const Color> pixels, std::size_t most) {
  const std::vector<Color> colors = colors_by_frequency(pixels);
  Indexed result{palette_of(colors, most), {}};
  std::unordered_map<Color, std::uint8_t> index;
  for (const Color color : colors) {
    index[color] = static_cast<std::uint8_t>(nearest(result.palette, color));
  }
  result.indices.reserve(pixels.size());
  for (const Color pixel : pixels) result.indices.push_back(index[pixel]);
  return result;
}

IndexedImage indexed(const Image& image) {
  std::vector<Color> pixels(std::size_t{image.width} * image.height);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    pixels[i] = Color{image.rgba[4 * i]} << 24 | Color{image.rgba[4 * i + 1]} << 16 |
                Color{image.rgba[4 * i + 2]} << 8 | kOpaque;
  }
  Indexed colors = indexed_colors(pixels, kMostColors);
  return {image.width, image.height, std::move(colors.palette), std::move(colors.indices), false};
}

IndexedImage indexed(const ChangedPart& part) {
  Indexed colors = indexed_colors(part.colors, kMostColors - 1);
  IndexedImage image{part.width, part.height, {0}, {}, true};
  image.palette.insert(image.palette.end(), colors.palette.begin(), colors.palette.end());
  image.indices.resize(std::size_t{part.width} * part.height);
  for (std::size_t i = 0; i < part.places.size(); ++i) {
    image.indices[part.places[i]] = static_cast<std::uint8_t>(colors.indices[i] + 1);
  }
  return image;
}

}  // namespace warplens::gl
