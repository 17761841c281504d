#include "kernels/own/texture_text.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "kernels/base/trimmed.h"
#include "kernels/own/fill_text.h"
#include "kernels/own/split_outside.h"

namespace warplens::own {
namespace {

using TexturePartNames = std::array<std::string_view, 12>;

constexpr TexturePartNames kTextureParts{"type", "sizes",  "channels", "layers",
                                         "kind", "filter", "address",  "normalized",
                                         "read", "border", "memory",   "contents"};
// Beside the enumerators of Texture.
constexpr std::array<std::string_view, 8> kTexelTypes{"u8",  "i8",  "u16", "i16",
                                                      "u32", "i32", "f16", "f32"};
constexpr std::array<std::string_view, 2> kKinds{"plain", "cube"};
constexpr std::array<std::string_view, 2> kFilters{"point", "linear"};
constexpr std::array<std::string_view, 4> kAddressModes{"wrap", "clamp", "mirror", "border"};
constexpr std::array<std::string_view, 2> kNoOrYes{"no", "yes"};
constexpr std::array<std::string_view, 2> kReadModes{"element", "normalized"};
constexpr std::array<std::string_view, 2> kMemories{"array", "linear"};
constexpr std::array<std::string_view, 3> kChannels{"1", "2", "4"};

std::span<const std::string_view> texture_words(TexturePart part) {
  switch (part) {
    case TexturePart::type:
      return kTexelTypes;
    case TexturePart::channels:
      return kChannels;
    case TexturePart::kind:
      return kKinds;
    case TexturePart::filter:
      return kFilters;
    case TexturePart::address:
      return kAddressModes;
    case TexturePart::normalized:
      return kNoOrYes;
    case TexturePart::read:
      return kReadModes;
    case TexturePart::memory:
      return kMemories;
    default:
      return {};
  }
}

std::size_t place_of_channels(std::uint32_t channels) {
  return static_cast<std::size_t>(channels == 4 ? 2 : channels == 2 ? 1 : 0);
}

// Where the part's word stands among texture_words(part).
std::size_t word_index(const FormTexture& texture, TexturePart part) {
  switch (part) {
    case TexturePart::type:
      return static_cast<std::size_t>(texture.type);
    case TexturePart::channels:
      return place_of_channels(texture.channels);
    case TexturePart::kind:
      return texture.is_cube ? 1 : 0;
    case TexturePart::filter:
      return static_cast<std::size_t>(texture.filter);
    case TexturePart::address:
      return static_cast<std::size_t>(texture.address);
    case TexturePart::normalized:
      return texture.is_normalized ? 1 : 0;
    case TexturePart::read:
      return texture.reads_floats ? 1 : 0;
    default:
      return texture.is_linear_memory ? 1 : 0;
  }
}

void set_word(FormTexture& texture, TexturePart part, std::size_t index) {
  switch (part) {
    case TexturePart::type:
      texture.type = static_cast<Texture::Type>(index);
      break;
    case TexturePart::channels:
      texture.channels = 1u << index;
      break;
    case TexturePart::kind:
      texture.is_cube = index == 1;
      break;
    case TexturePart::filter:
      texture.filter = static_cast<Texture::Filter>(index);
      break;
    case TexturePart::address:
      texture.address = static_cast<Texture::Address>(index);
      break;
    case TexturePart::normalized:
      texture.is_normalized = index == 1;
      break;
    case TexturePart::read:
      texture.reads_floats = index == 1;
      break;
    default:
      texture.is_linear_memory = index == 1;
      break;
  }
}

Result<FormTexture> with_texture_word(FormTexture texture, TexturePart part,
                                      std::string_view text) {
  const auto words = texture_words(part);
  const auto found = std::ranges::find(words, text);
  if (found == words.end())
    return fail(tr("{}: '{}' is none of {}", name_of(part), text,
                   fmt::format("{}", fmt::join(words, " "))));
  set_word(texture, part, static_cast<std::size_t>(found - words.begin()));
  return texture;
}

Result<FormTexture> with_sizes(FormTexture texture, std::string_view text) {
  std::vector<std::string> sizes;
  for (const std::string_view one : split_outside(text)) {
    TRY(SizeExpression::parse(one));
    sizes.emplace_back(one);
  }
  if (sizes.size() > Texture::kMostDimensions)
    return fail(tr("sizes: write one to three, innermost first, as in 256,128"));
  texture.sizes = std::move(sizes);
  return texture;
}

Result<FormTexture> with_border(FormTexture texture, std::string_view text) {
  float value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc() && stop == text.data() + text.size();
  if (!text.empty() && (!is_number || !std::isfinite(value)))
    return fail(tr("border: '{}' is no number", text));
  texture.border = std::string(text);
  return texture;
}

std::string texels_text(const FormTexture& texture) {
  if (!texture.buffer.empty()) return "@" + texture.buffer;
  if (!texture.file.empty()) return texture.file;
  return texture.contents ? fill_text(*texture.contents) : std::string();
}

Result<FormTexture> with_texels(FormTexture texture, std::string_view text) {
  texture.buffer.clear();
  texture.file.clear();
  texture.contents.reset();
  if (text.empty()) return texture;
  if (text.front() == '@') {
    texture.buffer = std::string(text.substr(1));
    if (texture.buffer.empty() || texture.buffer.find('+') != std::string::npos)
      return fail(tr("'{}' names no buffer: write @NAME, whose elements are the texels", text));
    return texture;
  }
  TRY(texture.contents, parse_fill(text));
  if (!texture.contents) texture.file = std::string(text);
  return texture;
}

// "filter=linear".
Result<FormTexture> with_said_of_texture(FormTexture texture, std::string_view said) {
  const std::size_t equals = std::min(said.find('='), said.size());
  const auto found = std::ranges::find(kTextureParts, warplens::trimmed(said.substr(0, equals)));
  const auto part = static_cast<TexturePart>(found - kTextureParts.begin());
  const bool is_part =
      found != kTextureParts.end() && part > TexturePart::sizes && part < TexturePart::contents;
  if (equals != said.size() && is_part)
    return with_part(std::move(texture), part, said.substr(equals + 1));
  return fail(
      texture.is_surface
          ? tr("'{}' is nothing that a surface has: write channels=, layers= or kind=", said)
          : tr("'{}' is nothing that a texture has: write channels=, layers=, kind=, "
               "filter=, address=, normalized=, read=, border= or memory=",
               said));
}

// Of a cube map, whose coordinates are directions.
Result<FormTexture> with_directions(const FormTexture& texture, std::string_view text) {
  if (text == "yes" && !texture.is_surface) return texture;
  return fail(tr("normalized: a cube map is read by directions: leave it out"));
}

}  // namespace

std::string_view name_of(TexturePart part) { return kTextureParts[static_cast<std::size_t>(part)]; }

std::string_view kind_of(const FormTexture& texture) {
  return texture.is_surface ? "surface" : "texture";
}

std::vector<TexturePart> parts_of(const FormTexture& texture) {
  using enum TexturePart;
  if (texture.is_surface) return {type, sizes, channels, layers, kind, contents};
  if (texture.is_cube)
    return {type, sizes, channels, layers, kind, filter, address, read, border, memory, contents};
  return {type,    sizes,      channels, layers, kind,   filter,
          address, normalized, read,     border, memory, contents};
}

std::vector<std::string_view> choices_of(TexturePart part) {
  const auto words = texture_words(part);
  return {words.begin(), words.end()};
}

std::string part_text(const FormTexture& texture, TexturePart part) {
  if (const auto words = texture_words(part); !words.empty())
    return std::string(words[word_index(texture, part)]);
  switch (part) {
    case TexturePart::sizes:
      return fmt::format("{}", fmt::join(texture.sizes, ","));
    case TexturePart::layers:
      return texture.layers;
    case TexturePart::border:
      return texture.border;
    default:
      return texels_text(texture);
  }
}

Result<FormTexture> with_part(FormTexture texture, TexturePart part, std::string_view text) {
  text = warplens::trimmed(text);
  if (texture.is_cube && part == TexturePart::normalized) return with_directions(texture, text);
  const auto parts = parts_of(texture);
  if (std::ranges::find(parts, part) == parts.end())
    return fail(tr("{}: a surface has none", name_of(part)));
  if (!texture_words(part).empty()) return with_texture_word(std::move(texture), part, text);
  switch (part) {
    case TexturePart::sizes:
      return with_sizes(std::move(texture), text);
    case TexturePart::layers:
      if (!text.empty()) TRY(SizeExpression::parse(text));
      texture.layers = std::string(text);
      return texture;
    case TexturePart::border:
      return with_border(std::move(texture), text);
    default:
      return with_texels(std::move(texture), text);
  }
}

Result<FormTexture> parse_texture(std::string_view text, bool is_surface) {
  std::vector<std::string_view> said = split_outside(text);
  FormTexture texture;
  texture.is_surface = is_surface;
  if (said.size() < 2 || said[1].size() < 2 || said[1].front() != '[' || said[1].back() != ']')
    return fail(is_surface ? tr("a surface begins with its type and sizes, as in f32,[256,128]")
                           : tr("a texture begins with its type and sizes, as in "
                                "f32,[256,128],filter=linear"));
  TRY(texture, with_part(std::move(texture), TexturePart::type, said[0]));
  TRY(texture,
      with_part(std::move(texture), TexturePart::sizes, said[1].substr(1, said[1].size() - 2)));
  said.erase(said.begin(), said.begin() + 2);
  for (const std::string_view one : said) {
    TRY(texture, with_said_of_texture(std::move(texture), one));
  }
  return texture;
}

std::string texture_text(const FormTexture& texture) {
  std::string text =
      fmt::format("{},[{}]", part_text(texture, TexturePart::type), fmt::join(texture.sizes, ","));
  const FormTexture plain;
  for (const TexturePart part : parts_of(texture)) {
    const bool is_said = part > TexturePart::sizes && part < TexturePart::contents &&
                         part_text(texture, part) != part_text(plain, part);
    if (is_said) text += fmt::format(",{}={}", name_of(part), part_text(texture, part));
  }
  return text;
}

bool is_same(const FormTexture& one, const FormTexture& other) {
  return one.is_surface == other.is_surface && texture_text(one) == texture_text(other) &&
         texels_text(one) == texels_text(other);
}

Result<FormTexture> with_numbers(FormTexture texture, const Values& values) {
  const auto put = [&](TexturePart part, std::string& text) -> Result<void> {
    const auto value = evaluate(text, values);
    if (!value.has_value()) return fail(tr("{}: {}", name_of(part), value.error().message));
    text = std::to_string(*value);
    return {};
  };
  for (std::string& size : texture.sizes) TRY(put(TexturePart::sizes, size));
  if (!texture.layers.empty()) TRY(put(TexturePart::layers, texture.layers));
  return texture;
}

}  // namespace warplens::own
