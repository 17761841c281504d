#include "app/session/picture_file.h"

#include <stb_image.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fstream>
#include <memory>
#include <string>

namespace warplens::picture {
namespace {

constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";  // PNG specification, 5.2
constexpr int kChannels = 4;

struct Freed {
  void operator()(unsigned char* pixels) const { stbi_image_free(pixels); }
};

const stbi_uc* data_of(std::string_view bytes) {
  return reinterpret_cast<const stbi_uc*>(bytes.data());
}

tl::unexpected<Error> broken(std::string_view name) {
  return fail(tr("{} is broken: choose another PNG", name));
}

// Before anything is allocated for its pixels.
Result<void> check_header(std::string_view bytes, std::string_view name) {
  if (!bytes.starts_with(kSignature)) return fail(tr("{} is no PNG: choose another file", name));
  int width = 0, height = 0, channels = 0;
  const int size = static_cast<int>(bytes.size());
  if (stbi_info_from_memory(data_of(bytes), size, &width, &height, &channels) == 0)
    return broken(name);
  const auto limit = static_cast<int>(kLargestSide);
  if (width < 1 || height < 1 || width > limit || height > limit) {
    return fail(
        tr("{} is {} × {} pixels: choose one whose sides are 1 to {}", name, width, height, limit));
  }
  return {};
}

// The part of a side of `length` that is looked at, in pixels.
struct Cut {
  double first = 0, scale = 1;  // scale: pixels of the file for one that is wanted

  // Those that fall on wanted pixel `i`: never none.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> range(std::uint64_t i,
                                                              std::uint64_t length) const {
    const double begin = first + static_cast<double>(i) * scale;
    const auto from = static_cast<std::uint64_t>(std::max(0.0, std::floor(begin)));
    const auto to = static_cast<std::uint64_t>(std::max(0.0, std::floor(begin + scale)));
    const std::uint64_t low = std::min(from, length - 1);
    return {low, std::clamp(to, low + 1, length)};
  }
};

std::uint32_t average(const Pixels& pixels, std::pair<std::uint64_t, std::uint64_t> rows,
                      std::pair<std::uint64_t, std::uint64_t> columns) {
  std::array<std::uint64_t, kChannels> sums{};
  for (std::uint64_t row = rows.first; row < rows.second; ++row) {
    for (std::uint64_t column = columns.first; column < columns.second; ++column) {
      const std::uint32_t pixel = pixels.rgba[row * pixels.columns + column];
      for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += pixel >> (8 * c) & 0xff;
    }
  }
  const std::uint64_t count = (rows.second - rows.first) * (columns.second - columns.first);
  std::uint32_t mean = 0;
  for (std::size_t c = 0; c < sums.size(); ++c)
    mean |= static_cast<std::uint32_t>((sums[c] + count / 2) / count) << (8 * c);
  return mean;
}

// No more than a byte over what it may have.
std::string beginning_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes(kLargestFile + 1, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

}  // namespace

bool is_picture_file(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending == ".png";
}

Result<Pixels> decode_picture(std::string_view bytes, std::string_view name) {
  TRY(check_header(bytes, name));
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<unsigned char, Freed> decoded(stbi_load_from_memory(
      data_of(bytes), static_cast<int>(bytes.size()), &width, &height, &channels, kChannels));
  if (decoded == nullptr) return broken(name);
  Pixels pixels{static_cast<std::uint64_t>(height), static_cast<std::uint64_t>(width), {}};
  pixels.rgba.resize(pixels.rows * pixels.columns);
  for (std::size_t i = 0; i < pixels.rgba.size(); ++i) {
    const unsigned char* at = decoded.get() + kChannels * i;
    for (int c = 0; c < kChannels; ++c) pixels.rgba[i] |= std::uint32_t{at[c]} << (8 * c);
  }
  return pixels;
}

Result<Pixels> read_picture(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  std::error_code error;
  const bool is_file = std::filesystem::is_regular_file(path, error);
  const std::string bytes = is_file ? beginning_of(path) : std::string();
  if (bytes.empty()) return fail(tr("{} cannot be read: choose another PNG", path.string()));
  if (bytes.size() > kLargestFile) {
    return fail(tr("{} is too large: choose a PNG of at most {} MB", name, kLargestFile >> 20));
  }
  return decode_picture(bytes, name);
}

std::vector<std::uint32_t> fitted(const Pixels& pixels, std::uint64_t rows, std::uint64_t columns) {
  const auto height = static_cast<double>(pixels.rows), width = static_cast<double>(pixels.columns);
  const double scale =
      std::min(height / static_cast<double>(rows), width / static_cast<double>(columns));
  const Cut down{(height - scale * static_cast<double>(rows)) / 2, scale};
  const Cut across{(width - scale * static_cast<double>(columns)) / 2, scale};
  std::vector<std::uint32_t> wanted;
  wanted.reserve(rows * columns);
  for (std::uint64_t row = 0; row < rows; ++row) {
    const auto from = down.range(row, pixels.rows);
    for (std::uint64_t column = 0; column < columns; ++column)
      wanted.push_back(average(pixels, from, across.range(column, pixels.columns)));
  }
  return wanted;
}

}  // namespace warplens::picture
