#include "kernels/catalog/gemm_plans.h"

#include <initializer_list>

namespace warplens::catalog {
namespace {

constexpr std::uint32_t kThreads = 16;       // a side, as in gemm/register_tile*.cu
constexpr std::uint32_t kRegisterTile = 64;  // as in gemm/register_tile*.cu
constexpr double kRounding = 0x1p-24;        // of a float's result, relative

struct Sizes {
  std::uint64_t m, n, k;
};

Sizes sizes_of(const Parameters& p) {
  return {static_cast<std::uint64_t>(p.at("m")), static_cast<std::uint64_t>(p.at("n")),
          static_cast<std::uint64_t>(p.at("k"))};
}

std::uint32_t blocks_for(std::uint64_t elements, std::uint32_t a_block) {
  return static_cast<std::uint32_t>((elements + a_block - 1) / a_block);
}

// The mangled name of NAME(const float*, const float*, float*, int, int, int).
std::string entry_name(std::string_view name) {
  return fmt::format("_Z{}{}PKfS0_Pfiii", name.size(), name);
}

// Sums in float64, rounded once.
void multiply(HostBuffers& buffers, const Sizes& size) {
  const std::span<float> a = buffers.as<float>("a");
  const std::span<float> b = buffers.as<float>("b");
  const std::span<float> c = buffers.as<float>("c");
  std::vector<double> sums(size.n);
  for (std::uint64_t row = 0; row < size.m; ++row) {
    std::fill(sums.begin(), sums.end(), 0.0);
    for (std::uint64_t i = 0; i < size.k; ++i) {
      const double factor = a[row * size.k + i];
      for (std::uint64_t col = 0; col < size.n; ++col) sums[col] += factor * b[i * size.n + col];
    }
    for (std::uint64_t col = 0; col < size.n; ++col) {
      c[row * size.n + col] = static_cast<float>(sums[col]);
    }
  }
}

// A float sum is rounded at each of its k steps, by up to 2⁻²⁴ of what it has reached. Random terms
// of either sign reach about √(k / 9), and their roundings, of either sign too, add up to about
// 0.1 k 2⁻²⁴: ten times that covers any element. The sum itself may cancel, so this is absolute.
// Both sides are rounded to float in the end.
Tolerance float_sum(std::uint64_t k) {
  return {.relative = 2 * kRounding, .absolute = static_cast<double>(k) * kRounding};
}

Plan make_plan(const Sizes& size, std::string entry, Dim3 grid, Dim3 block) {
  Plan plan;
  plan.buffers = {
      {"a", ElementType::f32, BufferRole::in, size.m, size.k, 0, {Fill::Kind::random, 1}},
      {"b", ElementType::f32, BufferRole::in, size.k, size.n, 0, {Fill::Kind::random, 2}},
      {"c", ElementType::f32, BufferRole::out, size.m, size.n, 0, {}},
  };
  LaunchStep launch;
  launch.entry = std::move(entry);
  launch.grid = grid;
  launch.block = block;
  launch.arguments = {BufferArgument{"a"},
                      BufferArgument{"b"},
                      BufferArgument{"c"},
                      i32(static_cast<std::int64_t>(size.m)),
                      i32(static_cast<std::int64_t>(size.n)),
                      i32(static_cast<std::int64_t>(size.k))};
  plan.steps = {std::move(launch)};
  plan.reference = [size](HostBuffers& buffers) { multiply(buffers, size); };
  plan.tolerance = float_sum(size.k);
  return plan;
}

// A block for each square tile of c.
Dim3 grid_of_tiles(const Sizes& size, std::uint32_t tile) {
  return {blocks_for(size.n, tile), blocks_for(size.m, tile), 1};
}

SharedLayout matrix(std::uint32_t rows, std::uint32_t columns, std::uint32_t pitch) {
  return {.rows = rows, .columns = columns, .pitch = pitch};
}

// Tells how the kernel's two shared tiles are arranged.
Plan with_layouts(Plan plan, const SharedLayout& tile_a, const SharedLayout& tile_b) {
  std::get<LaunchStep>(plan.steps.front()).shared_layouts = {{"tile_a", tile_a},
                                                             {"tile_b", tile_b}};
  return plan;
}

Plan plan_register_tile(const Parameters& p, std::string_view name, std::uint32_t pitch) {
  const Sizes size = sizes_of(p);
  const SharedLayout tile = matrix(kRegisterTile, kRegisterTile, pitch);
  return with_layouts(make_plan(size, entry_name(name), grid_of_tiles(size, kRegisterTile),
                                {kThreads, kThreads, 1}),
                      tile, tile);
}

}  // namespace

Result<Plan> plan_gemm_register_tile(const Parameters& p) {
  return plan_register_tile(p, "gemm_register_tile", kRegisterTile);
}

}  // namespace warplens::catalog
