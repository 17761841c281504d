// What the plans of several families need: grids that cover, names of kernels, settings as counts.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "kernels/catalog/family.h"

namespace warplens::catalog {

[[nodiscard]] constexpr std::uint32_t blocks_for(std::int64_t elements, std::uint32_t a_block) {
  return static_cast<std::uint32_t>((elements + a_block - 1) / a_block);
}

// The mangled name of NAME<values...>(parameters), `parameters` as C++ mangles them: "PKfPfii".
[[nodiscard]] inline std::string mangled(std::string_view name, std::string_view parameters,
                                         std::initializer_list<std::int64_t> values = {}) {
  std::string values_part;
  for (const std::int64_t value : values) values_part += fmt::format("Li{}E", value);
  if (!values_part.empty()) values_part = fmt::format("I{}Ev", values_part);
  return fmt::format("_Z{}{}{}{}", name.size(), name, values_part, parameters);
}

// A setting as a number of blocks, threads or the like.
[[nodiscard]] inline std::uint32_t count(const Parameters& p, std::string_view name) {
  return static_cast<std::uint32_t>(p.find(name)->second);
}

}  // namespace warplens::catalog
