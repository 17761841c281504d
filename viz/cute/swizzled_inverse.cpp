#include "viz/cute/swizzled_inverse.h"

#include <algorithm>
#include <bit>

#include "viz/cute/algebra.h"

namespace warplens::cute {
namespace {

bool is_power_of_two(std::int64_t number) {
  return number > 0 && std::has_single_bit(static_cast<std::uint64_t>(number));
}

std::uint32_t moved_bits(const Layout& layout, std::uint32_t bits) {
  return static_cast<std::uint32_t>(index_of(layout, std::int64_t{bits}));
}

// Whether each of these bits of a coordinate is a bit of the index, none that of two. The last mode
// has no end.
bool permutes_bits(const Layout& layout, std::uint32_t bits) {
  const std::vector<Layout> leaves = leaves_of(layout);
  const bool has_bits = std::all_of(leaves.begin(), leaves.end() - 1,
                                    [](const Layout& each) { return is_power_of_two(each.shape); });
  if (!has_bits) return false;
  std::uint32_t taken = 0;
  for (; bits != 0; bits &= bits - 1) {
    const std::uint32_t bit = moved_bits(layout, bits & (~bits + 1));
    if (!std::has_single_bit(bit) || (taken & bit) != 0) return false;
    taken |= bit;
  }
  return true;
}

bool lie_side_by_side(std::uint32_t bits) {
  return std::has_single_bit((bits >> std::countr_zero(bits)) + 1);
}

std::uint32_t target_mask(const Swizzle& swizzle) {
  const std::uint32_t from = swizzle.source_mask();
  return swizzle.shift >= 0 ? from >> swizzle.shift : from << -swizzle.shift;
}

// Whether each bit that is exchanged lies `shift` below the one that it is exchanged by.
bool pairs_stay(const Layout& layout, std::uint32_t from, std::uint32_t into, int shift) {
  while (from != 0) {
    const int y = std::countr_zero(moved_bits(layout, from & (~from + 1)));
    const int z = std::countr_zero(moved_bits(layout, into & (~into + 1)));
    if (y - z != shift) return false;
    from &= from - 1;
    into &= into - 1;
  }
  return true;
}

// The swizzle with its bits where the layout moves them, for coordinates of these bits, of which it
// exchanges by `met`. Nothing: they do not stay side by side, or fall onto others.
std::optional<Swizzle> moved(const Swizzle& swizzle, const Layout& layout, std::uint32_t bits,
                             std::uint32_t met) {
  if (!permutes_bits(layout, bits)) return std::nullopt;
  const std::uint32_t from = swizzle.source_mask(), into = target_mask(swizzle);
  if ((moved_bits(layout, from & ~met) & moved_bits(layout, bits)) != 0) return std::nullopt;
  const std::uint32_t y = moved_bits(layout, from), z = moved_bits(layout, into);
  const bool are_all =
      std::popcount(y) == swizzle.bits && std::popcount(z) == swizzle.bits && (y & z) == 0;
  if (!are_all || !lie_side_by_side(y) || !lie_side_by_side(z)) return std::nullopt;
  const int shift = std::countr_zero(y) - std::countr_zero(z);
  if (!pairs_stay(layout, from, into, shift)) return std::nullopt;
  return Swizzle{swizzle.bits, std::min(std::countr_zero(y), std::countr_zero(z)), shift};
}

// The bits that indices of the layout have.
std::uint32_t bits_of_indices(const Layout& layout) {
  std::uint64_t bits = 0;
  for (const Layout& each : leaves_of(layout)) {
    if (!is_power_of_two(each.shape) || each.stride == 0 || !is_power_of_two(each.stride)) {
      return static_cast<std::uint32_t>(std::bit_ceil(static_cast<std::uint64_t>(cosize(layout))) -
                                        1);
    }
    bits |= static_cast<std::uint64_t>(each.shape - 1) * static_cast<std::uint64_t>(each.stride);
  }
  return static_cast<std::uint32_t>(bits);
}

// inverse(swizzle(i)) as swizzle'(inverse(i)). Of a right inverse for the i that it has, of a left
// one for those that the swizzled layout gives.
Result<ComposedLayout> behind_inverse(const Swizzle& swizzle, const Layout& layout, Layout inverse,
                                      bool is_left) {
  ComposedLayout result;
  result.layout = std::move(inverse);
  if (swizzle.bits == 0) return result;
  const auto elements = static_cast<std::uint64_t>(size(result.layout));
  const auto within =
      is_left ? bits_of_indices(layout) : static_cast<std::uint32_t>(std::bit_ceil(elements) - 1);
  const std::uint32_t met = swizzle.source_mask() & within;
  const std::uint32_t reached = swizzle(met) ^ met;
  if (!is_left && met != 0 && (!std::has_single_bit(elements) || (reached & ~within) != 0)) {
    return fail(tr("{} moves indices beyond the {} elements of the inverse {}", text_of(swizzle),
                   elements, text_of(result.layout)));
  }
  result.swizzle = moved(swizzle, result.layout, within | reached, met);
  if (result.swizzle || met == 0) return result;
  return fail(tr("the inverse {} does not keep the bits of {} side by side", text_of(result.layout),
                 text_of(swizzle)));
}

Result<ComposedLayout> inverse_of(const ComposedLayout& composed,
                                  Result<Layout> (*inverse)(const Layout&), bool is_left) {
  if (composed.offset != 0) {
    return fail(
        tr("{}: the inverse of a layout with an offset is not known here", text_of(composed)));
  }
  if (composed.is_on_bytes && composed.element_bits == 0) {
    return fail(tr("smem_ptr: say of how many bits elements are, as in smem_ptr[16b]"));
  }
  const auto bytes = static_cast<std::uint32_t>(composed.element_bits / 8);
  TRY(const auto swizzle, swizzle_of_elements(composed, bytes));
  TRY(auto inverted, inverse(composed.layout));
  return behind_inverse(swizzle, composed.layout, std::move(inverted), is_left);
}

}  // namespace

Result<ComposedLayout> right_inverse(const ComposedLayout& composed) {
  return inverse_of(composed, right_inverse, false);
}

Result<ComposedLayout> left_inverse(const ComposedLayout& composed) {
  return inverse_of(composed, left_inverse, true);
}

}  // namespace warplens::cute
