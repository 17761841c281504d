#include "kernels/own/tensor_map_form.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "kernels/own/tensor_map_text.h"

namespace warplens::own {
namespace {

std::int64_t number_in(const std::string& text) { return std::stoll(text); }

// Of a form whose expressions are numbers. What does not fit is 0, which check() refuses.
template <class Array>
void take_numbers(const std::vector<std::string>& list, Array& values) {
  using Value = typename Array::value_type;
  for (std::size_t i = 0; i < std::min(list.size(), values.size()); ++i) {
    const std::int64_t value = number_in(list[i]);
    values[i] =
        std::in_range<Value>(value) ? static_cast<Value>(value) : std::numeric_limits<Value>::min();
  }
}

std::uint32_t small_number(const std::string& text) {
  const std::int64_t value = number_in(text);
  return std::in_range<std::uint32_t>(value) ? static_cast<std::uint32_t>(value) : 0;
}

constexpr std::uint64_t kMostStrideElements = std::uint64_t{1} << 40;  // what TMA takes is less

// Bytes, from elements. Without strides nothing lies between.
Result<void> take_strides(const FormTensorMap& form, TensorMap& map) {
  std::array<std::uint64_t, TensorMap::kMostDimensions - 1> elements{};
  take_numbers(form.strides, elements);
  std::uint64_t packed = 1;
  for (std::uint32_t i = 0; i + 1 < map.dimensions; ++i) {
    const std::uint64_t size = std::max<std::uint64_t>(map.sizes[i], 1);
    packed = size > kMostStrideElements / packed ? kMostStrideElements : packed * size;
    const std::uint64_t stride = form.strides.empty() ? packed : elements[i];
    if (stride == 0 || stride > kMostStrideElements)
      return fail(tr("strides: {} to the next of dimension {}: choose at least 1", stride, i + 1));
    map.strides[i] = stride * map.element_bytes();
  }
  return {};
}

}  // namespace

catalog::ElementType element_type_of(TensorMap::Type type) {
  using enum TensorMap::Type;
  switch (type) {
    case f32_ftz:
    case tf32:
    case tf32_ftz:
      return catalog::ElementType::f32;
    default:
      return catalog::element_type(name_of(type)).value_or(catalog::ElementType::u8);
  }
}

Result<TensorMap> tensor_map_of(const FormTensorMap& map, const Values& values) {
  TRY(const auto form, with_numbers(map, values));
  TensorMap described;
  described.type = form.type;
  described.swizzle = form.swizzle;
  described.interleave = form.interleave;
  described.l2_promotion = form.l2_promotion;
  described.fill = form.fill;
  described.dimensions = static_cast<std::uint32_t>(form.sizes.size());
  take_numbers(form.sizes, described.sizes);
  take_numbers(form.box, described.box);
  take_numbers(form.elements, described.element_strides);
  if (form.pixels) {
    TensorMap::Im2col& pixels = described.im2col.emplace(TensorMap::Im2col{});
    take_numbers(form.pixels->lower, pixels.lower);
    take_numbers(form.pixels->upper, pixels.upper);
    pixels.channels = small_number(form.pixels->channels);
    pixels.pixels = small_number(form.pixels->pixels);
  }
  TRY(take_strides(form, described));
  TRY(described.check());
  return described;
}

Result<FormBuffer> elements_of(const FormTensorMap& map, const TensorMap& described) {
  constexpr double kMostBytes = 0x1p40;
  double last = static_cast<double>(described.sizes[0] - 1) * described.element_bytes();
  std::uint64_t bytes = described.sizes[0] * described.element_bytes();
  for (std::uint32_t i = 0; i + 1 < described.dimensions; ++i) {
    last +=
        static_cast<double>(described.sizes[i + 1] - 1) * static_cast<double>(described.strides[i]);
    bytes += (described.sizes[i + 1] - 1) * described.strides[i];
  }
  if (last >= kMostBytes) return fail(tr("sizes: these elements take more than 2^40 bytes"));
  FormBuffer buffer;
  buffer.name = map.name + ".data";
  buffer.type = element_type_of(map.type);
  buffer.count.text = std::to_string(bytes / described.element_bytes());
  buffer.fill = map.contents;
  buffer.file = map.file;
  return buffer;
}

std::optional<FormTensorMap> form_of(const TensorMap& map) {
  const std::uint64_t element = map.element_bytes();
  if (element == 0 || map.swizzle > TensorMap::Swizzle::bytes_128) return std::nullopt;
  FormTensorMap form;
  form.type = map.type;
  form.swizzle = map.swizzle;
  form.interleave = map.interleave;
  form.l2_promotion = map.l2_promotion;
  form.fill = map.fill;
  bool is_packed = true, has_element_strides = false;
  std::uint64_t stride = element;
  std::vector<std::string> strides, elements;
  for (std::uint32_t d = 0; d < map.dimensions; ++d) {
    form.sizes.push_back(std::to_string(map.sizes[d]));
    if (!map.im2col) form.box.push_back(std::to_string(map.box[d]));
    elements.push_back(std::to_string(map.element_strides[d]));
    has_element_strides = has_element_strides || map.element_strides[d] != 1;
    stride *= map.sizes[d];
    if (d + 1 == map.dimensions) break;
    is_packed = is_packed && map.strides[d] == stride;
    strides.push_back(std::to_string(map.strides[d] / element));
    stride = map.strides[d];
  }
  if (!is_packed) form.strides = std::move(strides);
  if (has_element_strides) form.elements = std::move(elements);
  if (map.im2col) {
    FormTensorMap::Pixels& pixels = form.pixels.emplace();
    for (std::uint32_t i = 0; i + 2 < map.dimensions; ++i) {
      pixels.lower.push_back(std::to_string(map.im2col->lower[i]));
      pixels.upper.push_back(std::to_string(map.im2col->upper[i]));
    }
    pixels.channels = std::to_string(map.im2col->channels);
    pixels.pixels = std::to_string(map.im2col->pixels);
  }
  return form;
}

}  // namespace warplens::own
