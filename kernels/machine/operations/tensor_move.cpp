#include "kernels/machine/operations/tensor_move.h"

#include <array>

namespace warplens::machine {

TensorCell TensorImage::cell(std::uint32_t lane, std::uint32_t reg) const {
  const std::uint32_t wide = cells();
  switch (shape) {
    case Shape::b32:
      return {lane, reg * wide};
    case Shape::b64:
      return {lane / 4 + 8 * (lane % 2), (lane / 2 % 2 + 2 * reg) * wide};
    case Shape::b128:
      return {lane / 4 + 8 * (reg % 2), (lane % 4 + 4 * (reg / 2)) * wide};
    case Shape::b256:
      return {lane / 4 + 8 * (reg / 2 % 2), (reg % 2 + 2 * (lane % 4) + 8 * (reg / 4)) * wide};
    case Shape::b32x2:
      break;
  }
  return {lane % 16, reg * wide + lane / 16 * split};
}

std::optional<TensorImage::Shape> tensor_shape(std::string_view name) {
  using Shape = TensorImage::Shape;
  struct Row {
    std::string_view name;
    Shape shape;
  };
  constexpr std::array<Row, 5> kRows{{{"32x32b", Shape::b32},
                                      {"16x64b", Shape::b64},
                                      {"16x128b", Shape::b128},
                                      {"16x256b", Shape::b256},
                                      {"16x32bx2", Shape::b32x2}}};
  for (const Row& row : kRows) {
    if (row.name == name) return row.shape;
  }
  return std::nullopt;
}

}  // namespace warplens::machine
