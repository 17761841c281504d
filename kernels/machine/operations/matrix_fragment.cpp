#include "kernels/machine/operations/matrix_fragment.h"

#include <algorithm>

namespace warplens::machine {
namespace {

using enum MatrixElement;

struct NamedElement {
  std::string_view name;
  MatrixElement element;
  std::uint32_t bits;
};
constexpr NamedElement kElements[] = {
    {"f16", f16, 16},  {"bf16", bf16, 16}, {"tf32", tf32, 32},
    {"e4m3", e4m3, 8}, {"e5m2", e5m2, 8},  {"e2m3", e2m3, 8},
    {"e3m2", e3m2, 8}, {"e2m1", e2m1, 8},  {"e2m1", e2m1_packed, 4},
    {"f32", f32, 32},  {"f64", f64, 64},   {"s8", s8, 8},
    {"u8", u8, 8},     {"s4", s4, 4},      {"u4", u4, 4},
    {"b1", b1, 1},     {"s32", s32, 32},
};

struct NamedShape {
  std::string_view name;
  MatrixShape shape;
};
constexpr NamedShape kWmmaShapes[] = {
    {"m16n16k16", {16, 16, 16}}, {"m32n8k16", {32, 8, 16}}, {"m8n32k16", {8, 32, 16}},
    {"m16n16k8", {16, 16, 8}},   {"m8n8k4", {8, 8, 4}},     {"m8n8k32", {8, 8, 32}},
    {"m8n8k128", {8, 8, 128}},
};

// The k of wmma's shapes for elements of a type.
std::uint32_t wmma_depth(MatrixElement factor) {
  switch (factor) {
    case f16:
    case bf16:
    case s8:
    case u8:
      return 16;
    case tf32:
      return 8;
    case f64:
      return 4;
    case s4:
    case u4:
      return 32;
    case b1:
      return 128;
    default:
      return 0;
  }
}

// Tile `t` of a fragment of `rows`·8 by `columns` tiles. mma's A goes down first, 16 rows at a
// time, its B along k.
FragmentTile tile_at(std::uint32_t t, std::uint32_t rows, std::uint32_t columns,
                     std::uint32_t width, bool is_like_a) {
  const std::uint32_t high = rows == 1 ? 1 : 2;
  const std::uint32_t part = high * columns;
  const std::uint32_t row = is_like_a ? t / part * high + t % high : t / columns;
  const std::uint32_t column = is_like_a ? t % part / high : t % columns;
  return {static_cast<std::uint8_t>(8 * row), static_cast<std::uint8_t>(width * column)};
}

}  // namespace

std::optional<MatrixElement> matrix_element(std::string_view name) {
  const auto found = std::ranges::find(kElements, name, &NamedElement::name);
  if (found == std::end(kElements)) return std::nullopt;
  return found->element;
}

std::string_view name_of(MatrixElement element) {
  return std::ranges::find(kElements, element, &NamedElement::element)->name;
}

std::uint32_t bits_of(MatrixElement element) {
  return std::ranges::find(kElements, element, &NamedElement::element)->bits;
}

std::uint32_t register_bytes(MatrixElement element) { return element == f64 ? 8 : 4; }

bool is_integer(MatrixElement element) { return element >= s8; }

bool is_padded(MatrixElement element) { return element >= e2m3 && element <= e2m1; }

bool is_byte_float(MatrixElement element) { return element >= e4m3 && element <= e2m1; }

std::optional<MatrixShape> wmma_shape(std::string_view name) {
  const auto found = std::ranges::find(kWmmaShapes, name, &NamedShape::name);
  if (found == std::end(kWmmaShapes)) return std::nullopt;
  return found->shape;
}

bool has_wmma(const MatrixShape& shape, MatrixElement factor, MatrixElement sum) {
  if (wmma_depth(factor) != shape.k) return false;
  if (is_integer(factor)) return sum == s32;
  if (factor == f64) return sum == f64;
  return sum == f32 || (sum == f16 && factor == f16);
}

std::optional<MatrixFragment> wmma_fragment(MatrixRole role, const MatrixShape& shape,
                                            MatrixElement element) {
  const bool is_sum = role == MatrixRole::sums;
  const auto makes = [&](const NamedElement& factor) {
    return has_wmma(shape, factor.element, element);
  };
  if (is_sum ? std::ranges::none_of(kElements, makes) : wmma_depth(element) != shape.k) {
    return std::nullopt;
  }
  const bool is_turned = shape.n == 32;
  MatrixFragment fragment;
  fragment.element = element;
  fragment.is_transposed = is_sum && is_turned;
  fragment.span = is_sum ? 2 : fragment.elements();
  const bool is_along_m = is_sum ? !is_turned : role == MatrixRole::a;
  const std::uint32_t rows = (is_along_m ? shape.m : shape.n) / 8;
  const std::uint32_t inner = !is_sum     ? element == b1 ? shape.k / 32 : shape.k
                              : is_turned ? shape.m
                                          : shape.n;
  const std::uint32_t width = 4 * fragment.span;
  const std::uint32_t columns = inner / width;
  const bool is_like_a = role == MatrixRole::b ? is_turned : true;
  for (std::uint32_t t = 0; t < rows * columns; ++t) {
    fragment.tiles[t] = tile_at(t, rows, columns, width, is_like_a);
  }
  fragment.registers = rows * columns * fragment.span / fragment.elements();
  if (element == f16 && !is_sum) fragment.copies = 8 / fragment.registers;
  return fragment;
}

}  // namespace warplens::machine
