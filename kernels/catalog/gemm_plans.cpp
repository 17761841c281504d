#include "kernels/catalog/gemm_plans.h"

#include <algorithm>
#include <cmath>

namespace warplens::catalog {
namespace {

// As in gemm/*.cu.
constexpr std::uint32_t kRowThreads = 256;      // row_*, pitched: along x
constexpr std::uint32_t kSquareTile = 16;       // kahan*, double_sum
constexpr std::uint32_t kOuterOwn = 8;          // outer_*: a side of what a thread owns
constexpr std::uint32_t kRegisterThreads = 16;  // register_tile*, double_buffer, async_copy: a side
constexpr std::uint32_t kRegisterTile = 64;
constexpr std::uint32_t kSteps = 32;      // outer_shared, double_buffer, async_copy
constexpr std::uint32_t kCopyStages = 3;  // async_copy
// What cudaMallocPitch rounds rows up to on today's GPUs; the kernel takes any pitch.
constexpr std::uint64_t kPitchBytes = 512;
constexpr double kRounding = 0x1p-24;  // of a float's result, relative

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

// A row-major matrix as the reference sees it, `pitch` in elements.
struct MatrixView {
  std::span<float> elements;
  std::uint64_t pitch;
  float& at(std::uint64_t row, std::uint64_t col) const { return elements[row * pitch + col]; }
};

MatrixView view(HostBuffers& buffers, std::string_view name, std::uint64_t rows) {
  const std::span<float> elements = buffers.as<float>(name);
  return {elements, elements.size() / rows};
}

// Sums in float64, rounded once.
void multiply(HostBuffers& buffers, const Sizes& size) {
  const MatrixView a = view(buffers, "a", size.m);
  const MatrixView b = view(buffers, "b", size.k);
  const MatrixView c = view(buffers, "c", size.m);
  std::vector<double> sums(size.n);
  for (std::uint64_t row = 0; row < size.m; ++row) {
    std::fill(sums.begin(), sums.end(), 0.0);
    for (std::uint64_t i = 0; i < size.k; ++i) {
      const double factor = a.at(row, i);
      for (std::uint64_t col = 0; col < size.n; ++col) sums[col] += factor * b.at(i, col);
    }
    for (std::uint64_t col = 0; col < size.n; ++col) {
      c.at(row, col) = static_cast<float>(sums[col]);
    }
  }
}

// A float sum is rounded at each of its k steps, by up to 2⁻²⁴ of what it has reached. Random terms
// of either sign reach about √(k / 9), and their roundings, of either sign too, add up to about
// 0.1 k 2⁻²⁴: ten times that, absolute, since the sum itself may cancel. Where terms lean to one
// side the sum reaches more, and is off by about 0.25 √k 2⁻²⁴ of its value: four times that covers
// any element. Both sides are rounded to float in the end.
Tolerance float_sum(std::uint64_t k) {
  const auto terms = static_cast<double>(k);
  return {.relative = (2 + std::sqrt(terms)) * kRounding, .absolute = terms * kRounding};
}

// A compensated sum loses nothing to its additions, only to rounding each product (at most 1 of
// either sign) to float: about 0.15 √k 2⁻²⁴. This is ten times that, and below what a plain sum of
// 64 terms is off by.
Tolerance compensated_sum(std::uint64_t k) {
  return {.relative = 2 * kRounding,
          .absolute = 1.5 * std::sqrt(static_cast<double>(k)) * kRounding};
}

// Products of floats are exact in float64, and the reference adds them in the same order.
constexpr Tolerance kDoubleSum = {.relative = 2 * kRounding, .absolute = 0};

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

LaunchStep& launch_of(Plan& plan) { return std::get<LaunchStep>(plan.steps.front()); }

// A block for each row of c.
Plan plan_rows(const Sizes& size, std::string entry) {
  return make_plan(size, std::move(entry), {static_cast<std::uint32_t>(size.m), 1, 1},
                   {kRowThreads, 1, 1});
}

// A block of threads × threads for each square tile of c.
Plan plan_tiles(const Sizes& size, std::string entry, std::uint32_t tile, std::uint32_t threads) {
  return make_plan(size, std::move(entry), {blocks_for(size.n, tile), blocks_for(size.m, tile), 1},
                   {threads, threads, 1});
}

SharedLayout matrix(std::uint32_t rows, std::uint32_t columns, std::uint32_t pitch) {
  return {.rows = rows, .columns = columns, .pitch = pitch};
}

SharedLayout matrix(std::uint32_t rows, std::uint32_t columns) {
  return matrix(rows, columns, columns);
}

// Tells how the kernel's two shared tiles are arranged.
Plan with_layouts(Plan plan, const SharedLayout& tile_a, const SharedLayout& tile_b) {
  launch_of(plan).shared_layouts = {{"tile_a", tile_a}, {"tile_b", tile_b}};
  return plan;
}

Plan with_tolerance(Plan plan, const Tolerance& tolerance) {
  plan.tolerance = tolerance;
  return plan;
}

Plan plan_square_tiles(const Parameters& p, std::string entry, std::uint32_t tile) {
  return with_layouts(plan_tiles(sizes_of(p), std::move(entry), tile, tile), matrix(tile, tile),
                      matrix(tile, tile));
}

Plan plan_register_tile(const Parameters& p, std::string_view name, std::uint32_t pitch) {
  const SharedLayout tile = matrix(kRegisterTile, kRegisterTile, pitch);
  return with_layouts(plan_tiles(sizes_of(p), entry_name(name), kRegisterTile, kRegisterThreads),
                      tile, tile);
}

// Several pairs of tiles, one below the other in their array.
Plan plan_stages(const Parameters& p, std::string_view name, std::uint32_t stages) {
  return with_layouts(plan_tiles(sizes_of(p), entry_name(name), kRegisterTile, kRegisterThreads),
                      matrix(stages * kRegisterTile, kSteps),
                      matrix(stages * kSteps, kRegisterTile));
}

ScalarArgument u64(std::uint64_t value) { return {ElementType::u64, value}; }

std::uint64_t pitch_for(std::uint64_t columns) {
  return (columns * sizeof(float) + kPitchBytes - 1) / kPitchBytes * kPitchBytes;
}

}  // namespace

Result<Plan> plan_gemm_row_loop(const Parameters& p) {
  return plan_rows(sizes_of(p), entry_name("gemm_row_loop"));
}

Result<Plan> plan_gemm_row_shared(const Parameters& p) {
  Plan plan = plan_rows(sizes_of(p), entry_name("gemm_row_shared"));
  launch_of(plan).shared_layouts = {{"piece", matrix(1, kRowThreads)}};
  return plan;
}

Result<Plan> plan_gemm_pitched(const Parameters& p) {
  Plan plan = plan_rows(sizes_of(p), "_Z12gemm_pitchedPKfmS0_mPfmiii");
  std::vector<Argument>& arguments = launch_of(plan).arguments;
  std::size_t at = 1;
  for (BufferSpec& buffer : plan.buffers) {
    buffer.pitch = pitch_for(buffer.columns);
    arguments.insert(arguments.begin() + static_cast<std::ptrdiff_t>(at), u64(buffer.pitch));
    at += 2;
  }
  return plan;
}

Result<Plan> plan_gemm_chessboard(const Parameters& p) {
  const std::int64_t tile = p.at("tile");
  return plan_square_tiles(p, fmt::format("_Z15gemm_chessboardILi{}EEvPKfS1_Pfiii", tile),
                           static_cast<std::uint32_t>(tile));
}

Result<Plan> plan_gemm_kahan(const Parameters& p) {
  return with_tolerance(plan_square_tiles(p, entry_name("gemm_kahan"), kSquareTile),
                        compensated_sum(sizes_of(p).k));
}

Result<Plan> plan_gemm_double_sum(const Parameters& p) {
  return with_tolerance(plan_square_tiles(p, entry_name("gemm_double_sum"), kSquareTile),
                        kDoubleSum);
}

Result<Plan> plan_gemm_outer_register(const Parameters& p) {
  return plan_tiles(sizes_of(p), entry_name("gemm_outer_register"), kRegisterThreads * kOuterOwn,
                    kRegisterThreads);
}

Result<Plan> plan_gemm_outer_shared(const Parameters& p) {
  return with_layouts(plan_tiles(sizes_of(p), entry_name("gemm_outer_shared"), kRegisterTile,
                                 kRegisterTile / kOuterOwn),
                      matrix(kRegisterTile, kSteps), matrix(kSteps, kRegisterTile));
}

Result<Plan> plan_gemm_register_tile(const Parameters& p) {
  return plan_register_tile(p, "gemm_register_tile", kRegisterTile);
}

Result<Plan> plan_gemm_register_tile_padded(const Parameters& p) {
  return plan_register_tile(p, "gemm_register_tile_padded", kRegisterTile + 1);
}

Result<Plan> plan_gemm_double_buffer(const Parameters& p) {
  return plan_stages(p, "gemm_double_buffer", 2);
}

Result<Plan> plan_gemm_async_copy(const Parameters& p) {
  return plan_stages(p, "gemm_async_copy", kCopyStages);
}

Result<Plan> plan_gemm_kahan_lost(const Parameters& p) {
  return with_tolerance(plan_square_tiles(p, entry_name("gemm_kahan_lost"), kSquareTile),
                        compensated_sum(sizes_of(p).k));
}

}  // namespace warplens::catalog
