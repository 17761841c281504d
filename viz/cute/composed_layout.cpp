#include "viz/cute/composed_layout.h"

#include <bit>

namespace warplens::cute {

namespace {

std::string middle_text(const ComposedLayout& composed) {
  if (!composed.is_on_bytes) return fmt::format("{}", composed.offset);
  if (composed.element_bits == 0) return "smem_ptr";
  return fmt::format("smem_ptr[{}b](unset)", composed.element_bits);
}

}  // namespace

Result<Swizzle> swizzle_of_elements(const ComposedLayout& composed, std::uint32_t element_bytes) {
  if (composed.element_bits != 0 &&
      static_cast<std::uint32_t>(composed.element_bits) != 8 * element_bytes)
    return fail(tr("smem_ptr[{}b] is of elements of {} bits: these have {}", composed.element_bits,
                   composed.element_bits, 8 * element_bytes));
  Swizzle swizzle = composed.swizzle.value_or(Swizzle{});
  if (!composed.is_on_bytes || swizzle.bits == 0) return swizzle;
  const int within = std::countr_zero(element_bytes);
  if (swizzle.base < within)
    return fail(
        tr("{} on bytes moves parts of an element of {} bytes", text_of(swizzle), element_bytes));
  swizzle.base -= within;
  return swizzle;
}

Result<std::int64_t> index_of(const ComposedLayout& composed, const IntTuple& coordinate) {
  TRY(const auto index, index_of(composed.layout, coordinate));
  if (composed.is_on_bytes && composed.element_bits == 0)
    return fail(tr("smem_ptr: say of how many bits elements are, as in smem_ptr[16b]"));
  const auto bytes = static_cast<std::uint32_t>(composed.element_bits / 8);
  TRY(const auto swizzle, swizzle_of_elements(composed, bytes));
  return swizzle(static_cast<std::uint32_t>(index + composed.offset));
}

std::string text_of(const Swizzle& swizzle) {
  return fmt::format("Sw<{},{},{}>", swizzle.bits, swizzle.base, swizzle.shift);
}

std::string text_of(const ComposedLayout& composed) {
  if (composed.is_plain()) return text_of(composed.layout);
  const std::string swizzle = composed.swizzle ? text_of(*composed.swizzle) + " o " : "";
  return fmt::format("{}{} o {}", swizzle, middle_text(composed), text_of(composed.layout));
}

}  // namespace warplens::cute
