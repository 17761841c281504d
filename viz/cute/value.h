// What a text comes to: a layout, mostly; also what operations take and give beside layouts.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "viz/cute/composed_layout.h"
#include "viz/cute/tiler.h"

namespace warplens::cute {

struct SharedPointer {
  int element_bits = 0;  // 0: not told
  friend bool operator==(const SharedPointer&, const SharedPointer&) = default;
};

using Value = std::variant<IntTuple, ComposedLayout, Tiler, Swizzle, SharedPointer>;

// A layout as it is; a shape with its first mode side by side. Errors: something else.
Result<ComposedLayout> as_layout(const Value& value);
// Without a swizzle and an offset.
Result<Layout> as_plain_layout(const Value& value);
// A tuple is a tiler by mode: (8,16) is <8:1,16:1>.
Result<Tiler> as_tiler(const Value& value);
Result<IntTuple> as_tuple(const Value& value);
Result<std::int64_t> as_number(const Value& value);

// left o right. Errors: what cannot stand there.
Result<Value> composed(const Value& left, const Value& right);

[[nodiscard]] std::string text_of(const Tiler& tiler);
[[nodiscard]] std::string text_of(const Value& value);

}  // namespace warplens::cute
