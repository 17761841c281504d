#include "kernels/machine/operations/fragment_map.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "kernels/machine/operations/matrix_numbers.h"
#include "kernels/machine/operations/quad_multiply.h"

namespace warplens::machine {
namespace {

FragmentMap empty_map(MatrixElement element, std::uint32_t rows, std::uint32_t columns,
                      std::uint32_t registers) {
  FragmentMap map;
  map.element = element;
  map.rows = rows;
  map.columns = columns;
  map.registers = registers;
  map.parts = register_bytes(element) * 8 / bits_of(element);
  return map;
}

// `place` says which element a part is.
template <class Place>
FragmentMap filled(FragmentMap map, Place place) {
  for (std::uint32_t lane = 0; lane < map.lanes; ++lane) {
    for (std::uint32_t reg = 0; reg < map.registers; ++reg) {
      for (std::uint32_t part = 0; part < map.parts; ++part) {
        map.elements.push_back(place(FragmentPart{lane, reg, part}));
      }
    }
  }
  return map;
}

// Rows and columns of a matrix whose shape is m×n×k.
FragmentMap map_of_role(const MatrixFragment& fragment, MatrixRole role, const MatrixShape& shape) {
  return empty_map(fragment.element, role == MatrixRole::b ? shape.k : shape.m,
                   role == MatrixRole::a ? shape.k : shape.n, fragment.registers * fragment.copies);
}

FragmentElement element_of_role(const MatrixFragment& fragment, MatrixRole role,
                                std::uint32_t outer, std::uint32_t inner) {
  const bool is_turned = role == MatrixRole::b || fragment.is_transposed;
  return is_turned ? FragmentElement{0, inner, outer} : FragmentElement{0, outer, inner};
}

FragmentMap map_of_quads(const MatrixMultiply& multiply, const MatrixFragment& fragment,
                         MatrixRole role) {
  FragmentMap map = map_of_role(fragment, role, multiply.shape);
  map.matrices = kQuadPairs;
  return filled(std::move(map), [&](const FragmentPart& part) {
    const QuadPlace place = quad_place(*multiply.quads, fragment.element, role, part.lane,
                                       part.reg * fragment.elements() + part.part);
    return FragmentElement{part.lane / 4 % kQuadPairs, place.row, place.column};
  });
}

// A warp's rows of A in registers.
FragmentMap map_of_rows(const WgmmaMultiply& multiply) {
  constexpr std::uint32_t kRowBits = WgmmaMultiply::kDepthBytes * 8;
  FragmentMap map =
      empty_map(multiply.a, WgmmaMultiply::kRows, multiply.stored_depth(), multiply.a_registers());
  const std::uint32_t bits = bits_of(multiply.a);
  return filled(std::move(map), [&](const FragmentPart& part) {
    const std::uint32_t bit = row_byte(part.lane, part.reg) * 8 + part.part * bits;
    return FragmentElement{0, bit / kRowBits, bit % kRowBits / bits};
  });
}

FragmentMap map_of_sums(const WgmmaMultiply& multiply) {
  FragmentMap map =
      empty_map(multiply.d, WgmmaMultiply::kRows, multiply.columns, d_registers(multiply));
  return filled(std::move(map), [parts = map.parts](const FragmentPart& part) {
    const std::uint32_t j = part.reg * parts + part.part;  // 4 of each panel
    const std::uint32_t at = first_sum(j % 4) + 2 * part.lane;
    return FragmentElement{0, at / kPanelColumns, j / 4 * kPanelColumns + at % kPanelColumns};
  });
}

// A factor as it is gathered from shared memory.
FragmentMap map_of_tile(const WgmmaMultiply& multiply, bool is_a) {
  const MatrixElement element = is_a ? multiply.a : multiply.b;
  const bool is_mn_major = is_a ? multiply.a_is_mn_major : multiply.b_is_mn_major;
  const std::uint32_t outer = is_a ? WgmmaMultiply::kRows : multiply.columns;
  const std::uint32_t depth = is_a ? multiply.stored_depth() : multiply.depth;
  FragmentMap map =
      is_a ? empty_map(element, outer, depth, 0) : empty_map(element, depth, outer, 0);
  map.lanes = 1;
  map.parts = WgmmaMultiply::kChunkBytes * 8 / bits_of(element);
  map.registers = outer * depth / map.parts;
  return filled(std::move(map), [&](const FragmentPart& part) {
    const std::uint32_t at = part.reg * map.parts + part.part;
    const std::uint32_t row = is_mn_major ? at % outer : at / depth;
    const std::uint32_t k = is_mn_major ? at / outer : at % depth;
    return is_a ? FragmentElement{0, row, k} : FragmentElement{0, k, row};
  });
}

}  // namespace

std::uint32_t FragmentMap::register_bytes() const { return parts * bits_of(element) / 8; }

std::vector<FragmentPart> FragmentMap::holders(const FragmentElement& wanted) const {
  std::vector<FragmentPart> found;
  for (std::uint32_t i = 0; i < elements.size(); ++i) {
    if (elements[i] == wanted) {
      found.push_back({i / parts / registers, i / parts % registers, i % parts});
    }
  }
  return found;
}

std::uint64_t FragmentMap::bits(const std::byte* all, const FragmentPart& first,
                                std::uint32_t count) const {
  const std::uint32_t each = bits_of(element), wanted = each * count;
  const std::uint32_t begin = first.part * each;
  std::uint64_t word = 0;
  std::memcpy(&word,
              all + (std::size_t{first.reg} * lanes + first.lane) * register_bytes() + begin / 8,
              std::max(wanted / 8, 1u));
  word >>= begin % 8;
  return wanted == 64 ? word : word & ((std::uint64_t{1} << wanted) - 1);
}

double FragmentMap::value(const std::byte* all, const FragmentPart& part) const {
  const std::uint64_t word = bits(all, part, 1);
  if (element == MatrixElement::b1) return static_cast<double>(word);
  if (is_integer(element))
    return static_cast<double>(element_value<std::int64_t>(element, word, 0));
  return element_value<double>(element, word, 0);
}

FragmentMap fragment_map(const MatrixFragment& fragment, MatrixRole role,
                         const MatrixShape& shape) {
  FragmentMap map = map_of_role(fragment, role, shape);
  map.elements.resize(std::size_t{kWarpSize} * map.registers * map.parts);
  const std::uint32_t bits = map.parts / fragment.elements();  // single bits come as words
  for (std::uint32_t reg = 0; reg < map.registers; ++reg) {
    each_element(
        fragment, reg % fragment.registers,
        [&](std::uint32_t lane, std::uint32_t outer, std::uint32_t inner, std::uint32_t i) {
          for (std::uint32_t bit = 0; bit < bits; ++bit) {
            map.elements[(lane * map.registers + reg) * map.parts + i * bits + bit] =
                element_of_role(fragment, role, outer, inner * bits + bit);
          }
        });
  }
  return map;
}

FragmentMap fragment_map(const MatrixMultiply& multiply, MatrixOperand operand) {
  const MatrixFragment* const fragments[] = {&multiply.a, &multiply.b, &multiply.c, &multiply.d};
  constexpr MatrixRole kRoles[] = {MatrixRole::a, MatrixRole::b, MatrixRole::sums,
                                   MatrixRole::sums};
  const auto index = static_cast<std::size_t>(operand);
  const MatrixFragment& fragment = *fragments[index];
  if (multiply.quads) return map_of_quads(multiply, fragment, kRoles[index]);
  MatrixShape shape = multiply.shape;
  if (multiply.sparsity && operand == MatrixOperand::a) shape.k /= 2;  // as it is stored
  return fragment_map(fragment, kRoles[index], shape);
}

FragmentMap fragment_map(const WgmmaMultiply& multiply, MatrixOperand operand) {
  if (operand == MatrixOperand::b) return map_of_tile(multiply, false);
  if (operand != MatrixOperand::a) return map_of_sums(multiply);
  return multiply.a_has_descriptor ? map_of_tile(multiply, true) : map_of_rows(multiply);
}

FragmentMap fragment_map_of_rows(std::uint32_t matrices, bool is_transposed) {
  FragmentMap map = empty_map(MatrixElement::f16, 8, 8, matrices);
  map.matrices = matrices;
  map.is_raw = true;
  return filled(std::move(map), [&](const FragmentPart& part) {
    const RowElement element = row_element(part.lane, part.part, is_transposed);
    return FragmentElement{part.reg, element.row, element.column};
  });
}

FragmentMap fragment_map(const TensorImage& image) {
  TensorImage together = image;
  together.split = 0;
  FragmentMap map = empty_map(image.is_packed ? MatrixElement::f16 : MatrixElement::f32,
                              image.lanes(), image.columns(), image.registers());
  map.matrices = image.shape == TensorImage::Shape::b32x2 ? 2 : 1;
  return filled(std::move(map), [&](const FragmentPart& part) {
    const TensorCell cell = together.cell(part.lane, part.reg);
    return FragmentElement{map.matrices == 1 ? 0 : part.lane / 16, cell.lane,
                           cell.column + part.part};
  });
}

}  // namespace warplens::machine
