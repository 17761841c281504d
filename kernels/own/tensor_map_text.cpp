#include "kernels/own/tensor_map_text.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "kernels/base/trimmed.h"
#include "kernels/own/fill_text.h"
#include "kernels/own/split_outside.h"

namespace warplens::own {
namespace {

using Part = TensorMapPart;
using List = std::vector<std::string>;

constexpr std::array<std::string_view, 15> kPartNames{
    "type",    "sizes",    "mode",    "box",        "lower", "upper", "channels", "pixels",
    "strides", "elements", "swizzle", "interleave", "l2",    "fill",  "contents"};
// Beside the enumerators of TensorMap.
constexpr std::array<std::string_view, 16> kTypes{
    "u8",  "u16",  "u32",     "i32",  "u64",      "i64",       "f16",        "f32",
    "f64", "bf16", "f32_ftz", "tf32", "tf32_ftz", "u4_align8", "u4_align16", "u6_align16"};
constexpr std::array<std::string_view, 4> kSwizzles{"none", "32", "64", "128"};
constexpr std::array<std::string_view, 3> kInterleaves{"none", "16", "32"};
constexpr std::array<std::string_view, 4> kPromotions{"none", "64", "128", "256"};
constexpr std::array<std::string_view, 2> kFills{"zero", "nan"};
constexpr std::array<std::string_view, 2> kModes{"tiled", "im2col"};

template <class Enumeration>
std::string word_of(std::span<const std::string_view> words, Enumeration value) {
  return std::string(words[static_cast<std::size_t>(value)]);
}

std::span<const std::string_view> words_of(Part part) {
  switch (part) {
    case Part::type:
      return kTypes;
    case Part::mode:
      return kModes;
    case Part::swizzle:
      return kSwizzles;
    case Part::interleave:
      return kInterleaves;
    case Part::l2:
      return kPromotions;
    case Part::fill:
      return kFills;
    default:
      return {};
  }
}

// nullptr: the part is none, or the map has none of it.
List* list_of(FormTensorMap& map, Part part) {
  switch (part) {
    case Part::sizes:
      return &map.sizes;
    case Part::box:
      return map.pixels ? nullptr : &map.box;
    case Part::strides:
      return &map.strides;
    case Part::elements:
      return &map.elements;
    case Part::lower:
      return map.pixels ? &map.pixels->lower : nullptr;
    case Part::upper:
      return map.pixels ? &map.pixels->upper : nullptr;
    default:
      return nullptr;
  }
}

std::string* number_of(FormTensorMap& map, Part part) {
  if (!map.pixels) return nullptr;
  return part == Part::channels ? &map.pixels->channels
         : part == Part::pixels ? &map.pixels->pixels
                                : nullptr;
}

bool is_list(Part part) {
  return part == Part::sizes || part == Part::box || part == Part::strides ||
         part == Part::elements || part == Part::lower || part == Part::upper;
}

bool is_of_pixels(Part part) {
  return part == Part::lower || part == Part::upper || part == Part::channels ||
         part == Part::pixels;
}

// How many numbers the list has; strides and elements may have none.
std::size_t length_of(const FormTensorMap& map, Part part) {
  const std::size_t sizes = map.sizes.size();
  if (part == Part::strides) return sizes - 1;
  if (is_of_pixels(part)) return sizes < 2 ? 0 : sizes - 2;
  return sizes;
}

Result<List> parse_list(std::string_view text) {
  List list;
  if (warplens::trimmed(text).empty()) return list;
  for (const std::string_view one : split_outside(text)) {
    TRY(SizeExpression::parse(one));
    list.emplace_back(one);
  }
  if (list.size() > TensorMap::kMostDimensions)
    return fail(
        tr("{} numbers: there are at most {} dimensions", list.size(), TensorMap::kMostDimensions));
  return list;
}

// Other lists get as many numbers as the sizes have.
void fit_to_sizes(FormTensorMap& map) {
  for (const Part part : {Part::box, Part::elements, Part::lower, Part::upper}) {
    List* list = list_of(map, part);
    if (list == nullptr || (part == Part::elements && list->empty())) continue;
    list->resize(length_of(map, part), is_of_pixels(part) ? "0" : "1");
  }
  if (map.strides.size() != length_of(map, Part::strides)) map.strides.clear();
}

Result<FormTensorMap> with_list(FormTensorMap map, Part part, std::string_view text) {
  TRY(auto list, parse_list(text));
  if (part == Part::sizes) {
    if (list.empty()) return fail(tr("sizes: write one to five, innermost first, as in 256,128"));
    map.sizes = std::move(list);
    fit_to_sizes(map);
    return map;
  }
  const bool may_be_empty = part == Part::strides || part == Part::elements;
  const std::size_t length = length_of(map, part);
  if (list.size() != length && !(list.empty() && may_be_empty))
    return fail(tr("{}: {} numbers for {} sizes: write {}", name_of(part), list.size(),
                   map.sizes.size(), length));
  *list_of(map, part) = std::move(list);
  return map;
}

Result<FormTensorMap> with_mode(FormTensorMap map, bool is_im2col) {
  if (is_im2col == map.pixels.has_value()) return map;
  if (!is_im2col) {
    map.box = {map.pixels->channels, map.pixels->pixels};
    map.pixels.reset();
    fit_to_sizes(map);
    return map;
  }
  const auto of_box = [&](std::size_t d) { return d < map.box.size() ? map.box[d] : "1"; };
  map.pixels = FormTensorMap::Pixels{{}, {}, of_box(0), of_box(1)};
  map.box.clear();
  fit_to_sizes(map);
  return map;
}

Result<FormTensorMap> with_word(FormTensorMap map, Part part, std::string_view text) {
  const auto words = words_of(part);
  const auto found = std::ranges::find(words, text);
  if (found == words.end())
    return fail(tr("{}: '{}' is none of {}", name_of(part), text,
                   fmt::format("{}", fmt::join(words, " "))));
  const auto index = found - words.begin();
  if (part == Part::mode) return with_mode(std::move(map), index == 1);
  if (part == Part::type) map.type = static_cast<TensorMap::Type>(index);
  if (part == Part::swizzle) map.swizzle = static_cast<TensorMap::Swizzle>(index);
  if (part == Part::interleave) map.interleave = static_cast<TensorMap::Interleave>(index);
  if (part == Part::l2) map.l2_promotion = static_cast<TensorMap::L2Promotion>(index);
  if (part == Part::fill) map.fill = static_cast<TensorMap::Fill>(index);
  return map;
}

std::string contents_text(const FormTensorMap& map) {
  if (!map.buffer.empty())
    return map.element.empty() ? "@" + map.buffer : fmt::format("@{}+{}", map.buffer, map.element);
  if (!map.file.empty()) return map.file;
  return map.contents ? fill_text(*map.contents) : std::string();
}

Result<FormTensorMap> with_contents(FormTensorMap map, std::string_view text) {
  map.buffer.clear();
  map.element.clear();
  map.file.clear();
  map.contents.reset();
  if (text.empty()) return map;
  if (text.front() != '@') {
    TRY(map.contents, parse_fill(text));
    if (!map.contents) map.file = std::string(text);
    return map;
  }
  const std::size_t plus = std::min(text.find('+'), text.size());
  map.buffer = std::string(text.substr(1, plus - 1));
  if (map.buffer.empty())
    return fail(tr("'{}' names no buffer: write @NAME or @NAME+ELEMENT", text));
  if (plus == text.size()) return map;
  map.element = std::string(text.substr(plus + 1));
  TRY(SizeExpression::parse(map.element));
  return map;
}

// "box=[64,64]", "swizzle=128", "im2col".
Result<FormTensorMap> with_said(FormTensorMap map, std::string_view said) {
  if (std::ranges::find(kModes, said) != kModes.end())
    return with_part(std::move(map), Part::mode, said);
  const std::size_t equals = std::min(said.find('='), said.size());
  const auto found = std::ranges::find(kPartNames, warplens::trimmed(said.substr(0, equals)));
  const auto part = static_cast<Part>(found - kPartNames.begin());
  const bool is_part = found != kPartNames.end() && part > Part::mode && part < Part::contents;
  if (equals == said.size() || !is_part)
    return fail(
        tr("'{}' is nothing that a tensor map has: write box=[…], strides=[…], "
           "elements=[…], swizzle=, interleave=, l2=, fill=, or im2col, lower=[…], "
           "upper=[…], channels=, pixels=",
           said));
  std::string_view text = warplens::trimmed(said.substr(equals + 1));
  if (is_list(part)) {
    if (text.size() < 2 || text.front() != '[' || text.back() != ']')
      return fail(tr("{}: '{}' is no list: write [NUMBER,NUMBER…]", name_of(part), text));
    text = text.substr(1, text.size() - 2);
  }
  return with_part(std::move(map), part, text);
}

bool says(std::string_view said, Part part) {
  return warplens::trimmed(said.substr(0, said.find('='))) == name_of(part);
}

bool is_said(std::span<const std::string_view> all, Part part) {
  return std::ranges::any_of(all, [&](std::string_view said) { return says(said, part); });
}

Result<void> check_complete(std::span<const std::string_view> said, bool is_im2col) {
  const std::vector<Part> needed =
      is_im2col ? std::vector{Part::channels, Part::pixels} : std::vector{Part::box};
  for (const Part part : needed)
    if (!is_said(said, part)) return fail(tr("{} is missing", name_of(part)));
  return {};
}

// The first expression of the map that cannot be evaluated is the error.
Result<void> evaluate_all(FormTensorMap& map, const Values& values) {
  const auto put = [&](Part part, std::string& text) -> Result<void> {
    const auto value = evaluate(text, values);
    if (!value.has_value()) return fail(tr("{}: {}", name_of(part), value.error().message));
    text = std::to_string(*value);
    return {};
  };
  for (const Part part : parts_of(map)) {
    if (std::string* number = number_of(map, part)) TRY(put(part, *number));
    if (List* list = list_of(map, part)) {
      for (std::string& text : *list) TRY(put(part, text));
    }
  }
  if (!map.element.empty()) TRY(put(Part::contents, map.element));
  return {};
}

}  // namespace

std::string_view name_of(TensorMapPart part) { return kPartNames[static_cast<std::size_t>(part)]; }

std::string_view name_of(TensorMap::Type type) { return kTypes[static_cast<std::size_t>(type)]; }

std::vector<TensorMapPart> parts_of(const FormTensorMap& map) {
  std::vector<Part> parts;
  for (std::size_t i = 0; i < kPartNames.size(); ++i) {
    const auto part = static_cast<Part>(i);
    const bool is_other =
        part == Part::box ? map.pixels.has_value() : is_of_pixels(part) && !map.pixels.has_value();
    if (!is_other) parts.push_back(part);
  }
  return parts;
}

std::vector<std::string_view> choices_of(TensorMapPart part) {
  const auto words = words_of(part);
  return {words.begin(), words.end()};
}

std::string part_text(const FormTensorMap& map, TensorMapPart part) {
  FormTensorMap copy = map;
  if (const List* list = list_of(copy, part)) return fmt::format("{}", fmt::join(*list, ","));
  if (const std::string* number = number_of(copy, part)) return *number;
  switch (part) {
    case Part::type:
      return word_of(kTypes, map.type);
    case Part::mode:
      return word_of(kModes, map.pixels.has_value());
    case Part::swizzle:
      return word_of(kSwizzles, map.swizzle);
    case Part::interleave:
      return word_of(kInterleaves, map.interleave);
    case Part::l2:
      return word_of(kPromotions, map.l2_promotion);
    case Part::fill:
      return word_of(kFills, map.fill);
    case Part::contents:
      return contents_text(map);
    default:
      return {};
  }
}

Result<FormTensorMap> with_part(FormTensorMap map, TensorMapPart part, std::string_view text) {
  text = warplens::trimmed(text);
  if (part == Part::contents) return with_contents(std::move(map), text);
  if (!words_of(part).empty()) return with_word(std::move(map), part, text);
  const std::vector<Part> parts = parts_of(map);
  if (std::ranges::find(parts, part) == parts.end())
    return fail(map.pixels ? tr("{}: a tensor map of im2col has none", name_of(part))
                           : tr("{}: a tensor map has it with im2col alone", name_of(part)));
  if (is_list(part)) return with_list(std::move(map), part, text);
  TRY(SizeExpression::parse(text));
  *number_of(map, part) = std::string(text);
  return map;
}

Result<FormTensorMap> parse_tensor_map(std::string_view text) {
  std::vector<std::string_view> said = split_outside(text);
  if (said.size() < 2 || said[1].size() < 2 || said[1].front() != '[' || said[1].back() != ']')
    return fail(tr("a tensor map begins with its type and sizes, as in f16,[256,128],box=[64,64]"));
  TRY(auto map, with_part({}, Part::type, said[0]));
  TRY(map, with_part(std::move(map), Part::sizes, said[1].substr(1, said[1].size() - 2)));
  said.erase(said.begin(), said.begin() + 2);
  const bool is_im2col = std::ranges::find(said, "im2col") != said.end();
  TRY(map, with_part(std::move(map), Part::mode, is_im2col ? "im2col" : "tiled"));
  TRY(check_complete(said, is_im2col));
  for (const std::string_view one : said) {
    TRY(map, with_said(std::move(map), one));
  }
  return map;
}

std::string tensor_map_text(const FormTensorMap& map) {
  std::string text = fmt::format("{},[{}]", part_text(map, Part::type), fmt::join(map.sizes, ","));
  for (const Part part : parts_of(map)) {
    if (part == Part::type || part == Part::sizes || part == Part::contents) continue;
    const std::string words = part_text(map, part);
    const auto choices = words_of(part);
    if (words.empty() || (!choices.empty() && words == choices.front())) continue;
    text += part == Part::mode ? fmt::format(",{}", words)
            : is_list(part)    ? fmt::format(",{}=[{}]", name_of(part), words)
                               : fmt::format(",{}={}", name_of(part), words);
  }
  return text;
}

bool is_same(const FormTensorMap& one, const FormTensorMap& other) {
  return tensor_map_text(one) == tensor_map_text(other) &&
         contents_text(one) == contents_text(other);
}

Result<FormTensorMap> with_numbers(FormTensorMap map, const Values& values) {
  TRY(evaluate_all(map, values));
  return map;
}

}  // namespace warplens::own
