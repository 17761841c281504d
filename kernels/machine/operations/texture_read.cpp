#include "kernels/machine/operations/texture_read.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/base/small_float.h"
#include "kernels/machine/operations/cube_face.h"
#include "kernels/machine/operations/texture_filter.h"

namespace warplens::machine {
namespace {

using Address = Texture::Address;
using Type = Texture::Type;

// Farther out nothing is: all texels lie within 2^28.
constexpr double kFarthest = 1 << 29;

// NaN lies at 0.
double near_texture(double value) {
  return std::isnan(value) ? 0 : std::clamp(value, -kFarthest, kFarthest);
}

std::int64_t modulo(std::int64_t value, std::int64_t period) {
  const std::int64_t rest = value % period;
  return rest < 0 ? rest + period : rest;
}

template <class T>
T element_at(const std::byte* element) {
  T value;
  std::memcpy(&value, element, sizeof value);
  return value;
}

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

template <class T>
std::uint32_t normalized(T value) {
  constexpr auto kLargest = static_cast<float>(std::numeric_limits<T>::max());
  return bits_of(std::max(static_cast<float>(value) / kLargest, -1.0f));
}

template <class T>
std::uint32_t integer_bits(const std::byte* element, bool as_floats) {
  const T value = element_at<T>(element);
  if (as_floats) return normalized(value);
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(value));
}

}  // namespace

// In texels. Of normalized ones 21 bits of fraction are left.
double TextureReader::coordinate(const TexturePlace& place, std::uint32_t dimension) const {
  const double at = near_texture(place.at[dimension]);
  if (!texture_->is_normalized) return at;
  constexpr double kFraction = 1 << 21;
  const auto size = static_cast<double>(texture_->sizes[dimension]);
  return near_texture(std::floor(at * kFraction) / kFraction * size);
}

TexelBits TextureReader::sample(const TexturePlace& place) const {
  if (!texture_->is_cube) return sample_plane(place, 0);
  const CubePlace hit = cube_place(place.at);
  return sample_plane({{hit.x, hit.y, 0}, place.layer}, hit.face);
}

TexelBits TextureReader::sample_plane(const TexturePlace& place, std::uint32_t face) const {
  if (texture_->filter == Texture::Filter::linear) return filtered(place, face);
  TexelIndex index{{}, place.layer, face};
  for (std::uint32_t d = 0; d < texture_->dimensions; ++d) {
    index.at[d] = static_cast<std::int64_t>(std::floor(coordinate(place, d))) + place.offsets[d];
  }
  return addressed(index);
}

// .clamp is of the place, before its fraction is taken.
TextureReader::Corner TextureReader::corner(const TexturePlace& place, std::uint32_t dimension,
                                            bool is_clamped) const {
  double at = coordinate(place, dimension) - 0.5;
  if (is_clamped) at = std::clamp(at, 0.0, static_cast<double>(texture_->sizes[dimension] - 1));
  const auto steps =
      static_cast<std::int64_t>(std::floor(at * static_cast<double>(kFilterSteps) + 0.5));
  const std::int64_t weight = modulo(steps, kFilterSteps);
  return {(steps - weight) / kFilterSteps + place.offsets[dimension], weight};
}

TexelBits TextureReader::filtered(const TexturePlace& place, std::uint32_t face) const {
  std::array<Corner, Texture::kMostDimensions> corners{};
  std::array<std::int64_t, Texture::kMostDimensions> second{};
  for (std::uint32_t d = 0; d < texture_->dimensions; ++d) {
    corners[d] = corner(place, d, texture_->address[d] == Address::clamp);
    second[d] = corners[d].weight;
  }
  const FilterWeights weights = filter_weights(second);
  std::array<TexelBits, 8> texels{};
  for (std::size_t which = 0; which < texels.size(); ++which) {
    if (weights[which] == 0) continue;
    TexelIndex index{{}, place.layer, face};
    for (std::uint32_t d = 0; d < texture_->dimensions; ++d) {
      index.at[d] = corners[d].index + static_cast<std::int64_t>(which >> d & 1);
    }
    texels[which] = addressed(index);
  }
  TexelBits bits{};
  for (std::uint32_t c = 0; c < texture_->channels; ++c) {
    std::array<std::uint32_t, 8> channel{};
    std::ranges::transform(texels, channel.begin(), [c](const TexelBits& one) { return one[c]; });
    bits[c] = filtered_channel(texture_->type, weights, channel);
  }
  return bits;
}

TexelBits TextureReader::gather(const TexturePlace& place, std::uint32_t channel) const {
  const Corner x = corner(place, 0, false), y = corner(place, 1, false);
  const auto at = [&](std::int64_t right, std::int64_t down) {
    return addressed({{x.index + right, y.index + down, 0}, place.layer})[channel];
  };
  return {at(0, 1), at(1, 1), at(1, 0), at(0, 0)};
}

TexelBits TextureReader::fetch(const TexelIndex& index) const {
  for (std::uint32_t d = 0; d < texture_->dimensions; ++d) {
    const auto size = static_cast<std::int64_t>(texture_->sizes[d]);
    if (index.at[d] < 0 || index.at[d] >= size) return {};
  }
  return texel(index);
}

bool TextureReader::bring_inside(TexelIndex& index) const {
  for (std::uint32_t d = 0; d < texture_->dimensions; ++d) {
    const auto size = static_cast<std::int64_t>(texture_->sizes[d]);
    std::int64_t& at = index.at[d];
    if (at >= 0 && at < size) continue;
    switch (texture_->address[d]) {
      case Address::border:
        return false;
      case Address::wrap:
        at = modulo(at, size);
        break;
      case Address::mirror:
        at = modulo(at, 2 * size);
        at = std::min(at, 2 * size - 1 - at);
        break;
      case Address::clamp:
        at = std::clamp<std::int64_t>(at, 0, size - 1);
        break;
    }
  }
  return true;
}

TexelBits TextureReader::addressed(TexelIndex index) const {
  return bring_inside(index) ? texel(index) : border();
}

TexelBits TextureReader::border() const {
  TexelBits bits{};
  for (std::uint32_t c = 0; c < texture_->channels; ++c) {
    bits[c] = texture_->gives_floats()
                  ? bits_of(texture_->border)
                  : static_cast<std::uint32_t>(static_cast<std::int64_t>(texture_->border));
  }
  return bits;
}

TexelBits TextureReader::texel(const TexelIndex& index) const {
  std::uint64_t place = 0;
  if (texture_->layers != 0) place = std::min<std::uint64_t>(index.layer, texture_->layers - 1);
  if (texture_->is_cube) place = place * Texture::kFaces + index.face;
  for (std::uint32_t d = texture_->dimensions; d-- > 0;) {
    place = place * texture_->sizes[d] + static_cast<std::uint64_t>(index.at[d]);
  }
  const std::byte* const first = texels_.data() + place * texture_->texel_bytes();
  TexelBits bits{};
  for (std::uint32_t c = 0; c < texture_->channels; ++c) {
    bits[c] = channel_bits(first + c * texture_->element_bytes());
  }
  return bits;
}

std::uint32_t TextureReader::channel_bits(const std::byte* element) const {
  switch (texture_->type) {
    case Type::u8:
      return integer_bits<std::uint8_t>(element, texture_->reads_floats);
    case Type::i8:
      return integer_bits<std::int8_t>(element, texture_->reads_floats);
    case Type::u16:
      return integer_bits<std::uint16_t>(element, texture_->reads_floats);
    case Type::i16:
      return integer_bits<std::int16_t>(element, texture_->reads_floats);
    case Type::f16:
      return bits_of(static_cast<float>(from_half(element_at<std::uint16_t>(element))));
    default:
      return element_at<std::uint32_t>(element);
  }
}

}  // namespace warplens::machine
