#include "viz/cute/functions.h"

#include <algorithm>
#include <array>

#include "viz/cute/algebra.h"
#include "viz/cute/swizzled_inverse.h"

namespace warplens::cute {

namespace {

using Operands = std::vector<Value>;

Value plain(Layout layout) {
  ComposedLayout composed;
  composed.layout = std::move(layout);
  return composed;
}

Value number(std::int64_t value) { return IntTuple{value}; }

// What the operation makes of the layout stands behind the swizzle that the layout had.
template <class Operation>
Result<Value> within(const Value& value, const Operation& operation) {
  TRY(auto composed, as_layout(value));
  TRY(composed.layout, operation(composed.layout));
  return composed;
}

template <Result<Layout> (*operation)(const Layout&, const Tiler&)>
Result<Value> by_tiler(const Operands& operands) {
  TRY(const auto tiler, as_tiler(operands[1]));
  return within(operands[0], [&](const Layout& layout) { return operation(layout, tiler); });
}

template <Result<Layout> (*operation)(const Layout&, const Layout&)>
Result<Value> by_layout(const Operands& operands) {
  TRY(const auto other, as_plain_layout(operands[1]));
  return within(operands[0], [&](const Layout& layout) { return operation(layout, other); });
}

template <Result<ComposedLayout> (*operation)(const ComposedLayout&)>
Result<Value> of_layout(const Operands& operands) {
  TRY(const auto layout, as_layout(operands[0]));
  TRY(auto result, operation(layout));
  return result;
}

Result<Value> composition_of(const Operands& operands) {
  if (std::holds_alternative<Swizzle>(operands[0])) return composed(operands[0], operands[1]);
  return by_tiler<composition>(operands);
}

Result<Value> coalesce_of(const Operands& operands) {
  IntTuple profile{1};
  if (operands.size() > 1) {
    TRY(profile, as_tuple(operands[1]));
  }
  return within(operands[0], [&](const Layout& layout) { return coalesce(layout, profile); });
}

Result<Value> complement_of(const Operands& operands) {
  TRY(const auto layout, as_plain_layout(operands[0]));
  std::int64_t places = 1;
  if (operands.size() > 1) {
    TRY(places, as_number(operands[1]));
  }
  TRY(auto result, complement(layout, places));
  return plain(std::move(result));
}

Result<Value> tile_to_shape_of(const Operands& operands) {
  TRY(const auto shape, as_tuple(operands[1]));
  std::optional<IntTuple> order;
  if (operands.size() > 2) {
    TRY(order, as_tuple(operands[2]));
  }
  return within(operands[0],
                [&](const Layout& layout) { return tile_to_shape(layout, shape, order); });
}

// make_layout(shape), make_layout(shape, stride)
Result<Value> layout_of(const Operands& operands) {
  TRY(const auto shape, as_tuple(operands[0]));
  if (operands.size() == 1) return as_layout(shape);
  TRY(const auto stride, as_tuple(operands[1]));
  TRY(auto layout, make_layout(shape, stride));
  return plain(std::move(layout));
}

Result<Value> size_of(const Operands& operands) {
  TRY(const auto composed, as_layout(operands[0]));
  return number(size(composed.layout));
}

Result<Value> cosize_of(const Operands& operands) {
  TRY(const auto layout, as_plain_layout(operands[0]));
  return number(cosize(layout));
}

Result<Value> rank_of(const Operands& operands) {
  TRY(const auto composed, as_layout(operands[0]));
  return number(static_cast<std::int64_t>(composed.layout.rank()));
}

Result<Value> depth_of(const Operands& operands) {
  TRY(const auto composed, as_layout(operands[0]));
  return number(static_cast<std::int64_t>(depth(composed.layout)));
}

// crd2idx(coordinate, layout), crd2idx(coordinate, shape, stride)
Result<Value> index_for(const Operands& operands) {
  TRY(const auto coordinate, as_tuple(operands[0]));
  TRY(auto layout, as_layout(operands[1]));
  if (operands.size() > 2) {
    TRY(const auto stride, as_tuple(operands[2]));
    TRY(layout.layout, make_layout(shape_of(layout.layout), stride));
  }
  TRY(const auto index, index_of(layout, coordinate));
  return number(index);
}

// idx2crd(position, shape)
Result<Value> coordinate_for(const Operands& operands) {
  TRY(const auto position, as_number(operands[0]));
  TRY(const auto layout, as_layout(operands[1]));
  return coordinate_of(layout.layout, position);
}

constexpr std::array kFunctions{
    Function{"composition", 2, 2, composition_of},
    Function{"logical_divide", 2, 2, by_tiler<logical_divide>},
    Function{"zipped_divide", 2, 2, by_tiler<zipped_divide>},
    Function{"tiled_divide", 2, 2, by_tiler<tiled_divide>},
    Function{"flat_divide", 2, 2, by_tiler<flat_divide>},
    Function{"logical_product", 2, 2, by_tiler<logical_product>},
    Function{"zipped_product", 2, 2, by_tiler<zipped_product>},
    Function{"tiled_product", 2, 2, by_tiler<tiled_product>},
    Function{"flat_product", 2, 2, by_tiler<flat_product>},
    Function{"blocked_product", 2, 2, by_layout<blocked_product>},
    Function{"raked_product", 2, 2, by_layout<raked_product>},
    Function{"tile_to_shape", 2, 3, tile_to_shape_of},
    Function{"complement", 1, 2, complement_of},
    Function{"coalesce", 1, 2, coalesce_of},
    Function{"right_inverse", 1, 1, of_layout<right_inverse>},
    Function{"left_inverse", 1, 1, of_layout<left_inverse>},
    Function{"make_layout", 1, 2, layout_of},
    Function{"size", 1, 1, size_of},
    Function{"cosize", 1, 1, cosize_of},
    Function{"rank", 1, 1, rank_of},
    Function{"depth", 1, 1, depth_of},
    Function{"crd2idx", 2, 3, index_for},
    Function{"idx2crd", 2, 2, coordinate_for},
};

}  // namespace

const Function* find_function(std::string_view name) {
  const auto found = std::ranges::find(kFunctions, name, &Function::name);
  return found == kFunctions.end() ? nullptr : &*found;
}

std::string function_names() {
  std::string names;
  for (const Function& each : kFunctions)
    names += (names.empty() ? "" : ", ") + std::string(each.name);
  return names;
}

}  // namespace warplens::cute
