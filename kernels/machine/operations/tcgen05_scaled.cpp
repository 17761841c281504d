#include "kernels/machine/operations/tcgen05_scaled.h"

#include <bit>

#include "kernels/machine/operations/operations_scalar.h"
#include "kernels/machine/operations/tcgen05_factors.h"

namespace warplens::machine {
namespace {

using enum MatrixElement;

constexpr std::uint32_t kRowsOfScaled = 128;

std::vector<ScaledLine> lines_of(const ScaledSum& how, MatrixElement element,
                                 const Tcgen05Factors& factors,
                                 const std::vector<ScaleBytes>& scales) {
  std::vector<ScaledLine> lines;
  std::vector<float> values(how.depth);
  for (std::uint32_t row = 0; row < scales.size(); ++row) {
    for (std::uint32_t k = 0; k < how.depth; ++k) values[k] = factors.at(row, k);
    lines.push_back(scaled_line(how, element, values.data(), scales[row]));
  }
  return lines;
}

// A byte's place where so many are to follow it.
bool may_begin_at(std::uint32_t byte, std::uint32_t chunks) { return byte % chunks == 0; }

std::optional<MatrixElement> scaled_element(Tcgen05Kind kind, std::uint32_t number) {
  if (kind == Tcgen05Kind::mxf8f6f4) return narrow_factor(number);
  return number == 1 ? std::optional(e2m1_packed) : std::nullopt;
}

// Whether the kind has scales of that type for so many blocks.
bool has_scales(Tcgen05Kind kind, std::uint32_t chunks, ScaleFormat format) {
  const bool is_ue8m0 = format == ScaleFormat::ue8m0;
  switch (kind) {
    case Tcgen05Kind::mxf8f6f4:
      return is_ue8m0 && chunks == 1;
    case Tcgen05Kind::mxf4:
      return is_ue8m0 && chunks == 2;
    default:
      return chunks == 4 || (is_ue8m0 && chunks == 2);
  }
}

}  // namespace

std::optional<Tcgen05Product> tcgen05_scaled_product(Tcgen05Kind kind, std::uint32_t chunks,
                                                     std::uint32_t bits, bool is_of_pair) {
  const auto field = [bits](std::uint32_t first, std::uint32_t count) {
    return bits >> first & ((1u << count) - 1);
  };
  const auto a = scaled_element(kind, field(7, 3)), b = scaled_element(kind, field(10, 3));
  // Sparsity and reserved bits; of four bits, k = 96.
  if (!a || !b || field(0, 4) != 0 || field(6, 1) != 0 || field(24, 3) != 0 || field(31, 1) != 0) {
    return std::nullopt;
  }
  Tcgen05Product product;
  product.a = *a;
  product.b = *b;
  product.d = f32;
  product.scales = {static_cast<ScaleFormat>(field(23, 1)), chunks, field(29, 2), field(4, 2)};
  product.a_is_negated = field(13, 1) != 0;
  product.b_is_negated = field(14, 1) != 0;
  product.a_is_mn_major = field(15, 1) != 0;
  product.b_is_mn_major = field(16, 1) != 0;
  product.columns = field(17, 6) << 3;
  product.is_of_pair = is_of_pair;
  product.rows = (field(27, 2) << 7) / (is_of_pair ? 2 : 1);
  const Tcgen05Scales& scales = *product.scales;
  if (!has_scales(kind, chunks, scales.format) || !may_begin_at(scales.a_byte, chunks) ||
      !may_begin_at(scales.b_byte, chunks) || !has_majors(product)) {
    return std::nullopt;
  }
  const bool is_known = product.rows == kRowsOfScaled && product.columns >= 8 &&
                        product.columns <= 256 && (!is_of_pair || product.columns % 16 == 0);
  return is_known ? std::optional(product) : std::nullopt;
}

void multiply_tcgen05_scaled(const Tcgen05Product& product, bool adds, const std::byte* a,
                             const std::byte* b, const std::vector<ScaleBytes>& a_scales,
                             const std::vector<ScaleBytes>& b_scales,
                             std::vector<std::uint32_t>& d) {
  const Tcgen05Scales& scales = *product.scales;
  const ScaledSum how =
      scaled_sum(product.a, product.b, scales.format, product.depth(), scales.chunks);
  const auto rows =
      lines_of(how, product.a,
               {product.a, a, product.rows, product.a_is_mn_major, product.a_is_negated}, a_scales);
  const auto columns = lines_of(
      how, product.b, {product.b, b, product.columns, product.b_is_mn_major, product.b_is_negated},
      b_scales);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t column = 0; column < columns.size(); ++column) {
      std::uint32_t& bits = d[row * columns.size() + column];
      const float start = adds ? std::bit_cast<float>(bits) : 0.0f;
      const float sum = sum_scaled(how, rows[row], columns[column], start);
      bits = std::bit_cast<std::uint32_t>(canonical(sum));
    }
  }
}

}  // namespace warplens::machine
