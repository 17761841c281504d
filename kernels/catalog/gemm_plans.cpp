#include "kernels/catalog/gemm_plans.h"

#include <algorithm>
#include <cmath>

#include "kernels/catalog/plan_parts.h"

namespace warplens::catalog {
namespace {

// The same constants as in gemm/*.cu.
constexpr std::uint32_t kRowThreads = 256;      // row_*, pitched: along x
constexpr std::uint32_t kSquareTile = 16;       // kahan*, double_*, pairwise
constexpr std::uint32_t kOuterOwn = 8;          // outer_*: a side of what a thread owns
constexpr std::uint32_t kRegisterThreads = 16;  // register_tile*, double_buffer, async_copy: a side
constexpr std::uint32_t kRegisterTile = 64;
constexpr std::uint32_t kSteps = 32;      // outer_shared, double_buffer, async_copy
constexpr std::uint32_t kCopyStages = 3;  // async_copy
// The multiple to which cudaMallocPitch rounds rows up on today's GPUs; the kernel takes any pitch.
constexpr std::uint64_t kPitchBytes = 512;
constexpr double kRounding = 0x1p-24;  // of a float's result, relative

struct Sizes {
  std::uint64_t m, n, k;
};

std::string product_entry(std::string_view kernel) { return mangled(kernel, "PKfS0_Pfiii"); }

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

// Sums of pairs round what they have reached, but a term about 16 + log2(k / 16) times, not k:
// about 0.4 √k 2⁻²⁴ for random terms, of which this is seven times (of 67 million elements at
// 8192² one is off by more than five times), and twice compensated_sum(), where a plain sum is not.
Tolerance pairwise_sum(std::uint64_t k) {
  return {.relative = 2 * kRounding, .absolute = 3 * std::sqrt(static_cast<double>(k)) * kRounding};
}

// Products of floats are exact in float64, and the reference adds them in the same order.
constexpr Tolerance kDoubleSum = {.relative = 2 * kRounding, .absolute = 0};

// A block for each row of c.
Plan plan_rows(const Parameters& p, std::string entry) {
  return gemm_plan(p, std::move(entry), {count(p, "m"), 1, 1}, {kRowThreads, 1, 1});
}

// A block of threads × threads for each square tile of c.
Plan plan_tiles(const Parameters& p, std::string entry, std::uint32_t tile, std::uint32_t threads) {
  return gemm_plan(p, std::move(entry), grid_over(p.at("m"), p.at("n"), {tile, tile, 1}),
                   {threads, threads, 1});
}

Plan with_tolerance(Plan plan, const Tolerance& tolerance) {
  plan.tolerance = tolerance;
  return plan;
}

Plan plan_square_tiles(const Parameters& p, std::string entry, std::uint32_t tile) {
  return with_layouts(plan_tiles(p, std::move(entry), tile, tile),
                      {{"tile_a", matrix(tile, tile)}, {"tile_b", matrix(tile, tile)}});
}

Plan plan_register_tiles(const Parameters& p, std::string_view kernel, const SharedLayout& tile_a,
                         const SharedLayout& tile_b) {
  return with_layouts(plan_tiles(p, product_entry(kernel), kRegisterTile, kRegisterThreads),
                      {{"tile_a", tile_a}, {"tile_b", tile_b}});
}

// Several pairs of tiles, one below the other in their array.
Plan plan_stages(const Parameters& p, std::string_view kernel, std::uint32_t stages) {
  return plan_register_tiles(p, kernel, matrix(stages * kRegisterTile, kSteps),
                             matrix(stages * kSteps, kRegisterTile));
}

ScalarArgument u64(std::uint64_t value) { return {ElementType::u64, value}; }

std::uint64_t pitch_for(std::uint64_t columns) {
  return (columns * sizeof(float) + kPitchBytes - 1) / kPitchBytes * kPitchBytes;
}

}  // namespace

Plan gemm_plan(const Parameters& p, std::string entry, Dim3 grid, Dim3 block) {
  const Sizes size{count(p, "m"), count(p, "n"), count(p, "k")};
  Plan plan;
  plan.buffers = {
      {"a", ElementType::f32, BufferRole::in, size.m, size.k, 0, {Fill::Kind::random, 1}},
      {"b", ElementType::f32, BufferRole::in, size.k, size.n, 0, {Fill::Kind::random, 2}},
      {"c", ElementType::f32, BufferRole::out, size.m, size.n, 0, kUnset},
  };
  plan.steps = {LaunchStep{std::move(entry),
                           grid,
                           block,
                           0,
                           {BufferArgument{"a"}, BufferArgument{"b"}, BufferArgument{"c"},
                            i32(p.at("m")), i32(p.at("n")), i32(p.at("k"))}}};
  plan.reference = [size](HostBuffers& buffers) { multiply(buffers, size); };
  plan.tolerance = float_sum(size.k);
  return plan;
}

Result<Plan> plan_gemm_row_loop(std::string_view kernel, const Parameters& p) {
  return plan_rows(p, product_entry(kernel));
}

Result<Plan> plan_gemm_row_shared(std::string_view kernel, const Parameters& p) {
  return with_layouts(plan_rows(p, product_entry(kernel)), {{"piece", matrix(1, kRowThreads)}});
}

Result<Plan> plan_gemm_pitched(std::string_view kernel, const Parameters& p) {
  Plan plan = plan_rows(p, mangled(kernel, "PKfmS0_mPfmiii"));
  std::vector<Argument>& arguments = first_launch(plan).arguments;
  std::size_t at = 1;
  for (BufferSpec& buffer : plan.buffers) {
    buffer.pitch = pitch_for(buffer.columns);
    arguments.insert(arguments.begin() + static_cast<std::ptrdiff_t>(at), u64(buffer.pitch));
    at += 2;
  }
  return plan;
}

Result<Plan> plan_gemm_chessboard(std::string_view kernel, const Parameters& p) {
  return plan_square_tiles(p, mangled(kernel, "PKfS1_Pfiii", {p.at("tile")}), count(p, "tile"));
}

Result<Plan> plan_gemm_kahan(std::string_view kernel, const Parameters& p) {
  return with_tolerance(plan_square_tiles(p, product_entry(kernel), kSquareTile),
                        compensated_sum(count(p, "k")));
}

Result<Plan> plan_gemm_double_sum(std::string_view kernel, const Parameters& p) {
  return with_tolerance(plan_square_tiles(p, product_entry(kernel), kSquareTile), kDoubleSum);
}

Result<Plan> plan_gemm_double_rounded(std::string_view kernel, const Parameters& p) {
  return plan_square_tiles(p, product_entry(kernel), kSquareTile);
}

Result<Plan> plan_gemm_pairwise(std::string_view kernel, const Parameters& p) {
  return with_tolerance(plan_square_tiles(p, product_entry(kernel), kSquareTile),
                        pairwise_sum(count(p, "k")));
}

Result<Plan> plan_gemm_outer_register(std::string_view kernel, const Parameters& p) {
  return plan_tiles(p, product_entry(kernel), kRegisterThreads * kOuterOwn, kRegisterThreads);
}

Result<Plan> plan_gemm_outer_shared(std::string_view kernel, const Parameters& p) {
  return with_layouts(
      plan_tiles(p, product_entry(kernel), kRegisterTile, kRegisterTile / kOuterOwn),
      {{"tile_a", matrix(kRegisterTile, kSteps)}, {"tile_b", matrix(kSteps, kRegisterTile)}});
}

Result<Plan> plan_gemm_register_tile(std::string_view kernel, const Parameters& p) {
  constexpr SharedLayout kTile = matrix(kRegisterTile, kRegisterTile);
  return plan_register_tiles(p, kernel, kTile, kTile);
}

Result<Plan> plan_gemm_register_tile_padded(std::string_view kernel, const Parameters& p) {
  constexpr SharedLayout kTile = matrix(kRegisterTile, kRegisterTile, kRegisterTile + 1);
  return plan_register_tiles(p, kernel, kTile, kTile);
}

Result<Plan> plan_gemm_double_buffer(std::string_view kernel, const Parameters& p) {
  return plan_stages(p, kernel, 2);
}

Result<Plan> plan_gemm_async_copy(std::string_view kernel, const Parameters& p) {
  return plan_stages(p, kernel, kCopyStages);
}

}  // namespace warplens::catalog
