#include "viz/cute/value.h"

#include "viz/cute/algebra.h"

namespace warplens::cute {

namespace {

Result<Tiler> tiler_of_shape(const IntTuple& shape) {
  if (shape.is_number()) {
    TRY(auto layout, make_layout(shape));
    return tiler_of(std::move(layout));
  }
  Tiler tiler;
  for (const IntTuple& part : shape.parts) {
    TRY(auto mode, tiler_of_shape(part));
    tiler.modes.push_back(std::move(mode));
  }
  return tiler;
}

Result<Value> behind_swizzle(const Swizzle& swizzle, const Value& right) {
  TRY(auto composed, as_layout(right));
  if (composed.swizzle) return fail(tr("one swizzle is enough"));
  composed.swizzle = swizzle;
  return composed;
}

Result<Value> behind_offset(std::int64_t offset, const Value& right) {
  TRY(auto composed, as_layout(right));
  if (!composed.is_plain())
    return fail(tr("an offset stands right before a layout: Sw<3,4,3> o {} o …", offset));
  if (offset + cosize(composed.layout) > kMostNumber)
    return fail(tr("the layout has more than {} elements or places", kMostNumber));
  composed.offset = offset;
  return composed;
}

Result<Value> behind_pointer(const SharedPointer& pointer, const Value& right) {
  TRY(auto composed, as_layout(right));
  if (!composed.is_plain()) return fail(tr("smem_ptr stands right before a layout"));
  composed.is_on_bytes = true;
  composed.element_bits = pointer.element_bits;
  return composed;
}

Result<Value> behind_layout(ComposedLayout left, const Value& right) {
  TRY(const auto inner, as_plain_layout(right));
  TRY(left.layout, composition(left.layout, inner));
  return left;
}

}  // namespace

Result<ComposedLayout> as_layout(const Value& value) {
  if (const auto* composed = std::get_if<ComposedLayout>(&value)) return *composed;
  if (const auto* tuple = std::get_if<IntTuple>(&value)) {
    ComposedLayout composed;
    TRY(composed.layout, make_layout(*tuple));
    return composed;
  }
  return fail(tr("a layout is wanted, as (8,64):(64,1): {} is none", text_of(value)));
}

Result<Layout> as_plain_layout(const Value& value) {
  TRY(const auto composed, as_layout(value));
  if (!composed.is_plain())
    return fail(
        tr("a layout without a swizzle and an offset is wanted: {} has some", text_of(composed)));
  return composed.layout;
}

Result<Tiler> as_tiler(const Value& value) {
  if (const auto* tiler = std::get_if<Tiler>(&value)) return *tiler;
  if (const auto* tuple = std::get_if<IntTuple>(&value)) return tiler_of_shape(*tuple);
  TRY(auto layout, as_plain_layout(value));
  return tiler_of(std::move(layout));
}

Result<IntTuple> as_tuple(const Value& value) {
  if (const auto* tuple = std::get_if<IntTuple>(&value)) return *tuple;
  return fail(tr("numbers are wanted, as (8,64): {} is none of them", text_of(value)));
}

Result<std::int64_t> as_number(const Value& value) {
  const auto* tuple = std::get_if<IntTuple>(&value);
  if (tuple != nullptr && tuple->is_number()) return tuple->value;
  return fail(tr("a number is wanted: {} is none", text_of(value)));
}

Result<Value> composed(const Value& left, const Value& right) {
  if (const auto* swizzle = std::get_if<Swizzle>(&left)) return behind_swizzle(*swizzle, right);
  if (const auto* pointer = std::get_if<SharedPointer>(&left))
    return behind_pointer(*pointer, right);
  const auto* tuple = std::get_if<IntTuple>(&left);
  if (tuple != nullptr && tuple->is_number()) return behind_offset(tuple->value, right);
  TRY(auto layout, as_layout(left));
  return behind_layout(std::move(layout), right);
}

std::string text_of(const Tiler& tiler) {
  if (tiler.layout) return text_of(*tiler.layout);
  if (tiler.leaves_as_is()) return "_";
  std::string text;
  for (const Tiler& mode : tiler.modes) text += (text.empty() ? "<" : ",") + text_of(mode);
  return text + ">";
}

std::string text_of(const Value& value) {
  if (const auto* pointer = std::get_if<SharedPointer>(&value))
    return pointer->element_bits == 0 ? "smem_ptr"
                                      : fmt::format("smem_ptr[{}b](unset)", pointer->element_bits);
  if (const auto* tuple = std::get_if<IntTuple>(&value)) return text_of(*tuple);
  if (const auto* composed = std::get_if<ComposedLayout>(&value)) return text_of(*composed);
  if (const auto* tiler = std::get_if<Tiler>(&value)) return text_of(*tiler);
  return text_of(std::get<Swizzle>(value));
}

}  // namespace warplens::cute
