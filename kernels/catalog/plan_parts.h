// What the plans of several families need: grids that cover, names of kernels, settings as counts,
// shared arrays that are matrices.
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

// The grid that covers a matrix of rows × columns by blocks that take a_block.y × a_block.x
// elements each.
[[nodiscard]] constexpr Dim3 grid_over(std::int64_t rows, std::int64_t columns,
                                       const Dim3& a_block) {
  return {blocks_for(columns, a_block.x), blocks_for(rows, a_block.y), 1};
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

[[nodiscard]] inline LaunchStep& first_launch(Plan& plan) {
  return std::get<LaunchStep>(plan.steps.front());
}

// A shared array of `rows` rows, whose elements stand in order.
[[nodiscard]] constexpr SharedLayout matrix(std::uint32_t rows, std::uint32_t columns,
                                            std::uint32_t pitch) {
  return {.rows = rows, .columns = columns, .pitch = pitch};
}
[[nodiscard]] constexpr SharedLayout matrix(std::uint32_t rows, std::uint32_t columns) {
  return matrix(rows, columns, columns);
}

// Tells how the launch's shared arrays are arranged.
[[nodiscard]] inline Plan with_layouts(Plan plan, decltype(LaunchStep::shared_layouts) layouts) {
  first_launch(plan).shared_layouts = std::move(layouts);
  return plan;
}

}  // namespace warplens::catalog
