// The four kinds of operator, by what a result needs of the inputs, and the product beside them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "kernels/base/text.h"

namespace warplens {

enum class OperatorKind : std::uint8_t {
  element_wise,   // the inputs at its own place
  reduction,      // many inputs, each in one result
  window,         // neighbours, which other results need, too
  rearrangement,  // one input from another place, unchanged
  product,        // a row and a column, each in many results
};
inline constexpr std::size_t kOperatorKinds = 5;

inline constexpr std::array<std::string_view, kOperatorKinds> kOperatorKindIds{
    "element_wise", "reduction", "window", "rearrangement", "product"};

[[nodiscard]] constexpr std::string_view id_of(OperatorKind kind) {
  return kOperatorKindIds[static_cast<std::size_t>(kind)];
}

[[nodiscard]] constexpr TextView name_of(OperatorKind kind) {
  constexpr std::array<TextView, kOperatorKinds> kNames{
      {tr("element-wise"), tr("reduction"), tr("window"), tr("rearrangement"), tr("product")}};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace warplens
