#include "kernels/catalog/tensor_gemm_plans.h"

#include <algorithm>
#include <cmath>

#include "kernels/base/small_float.h"
#include "kernels/catalog/gemm_reference.h"
#include "kernels/catalog/pitched_rows.h"
#include "kernels/catalog/plan_parts.h"

namespace warplens::catalog {
namespace {

// The same constants as in tensor_gemm/*.cu.
constexpr std::uint32_t kMatrixRows = 16;        // of C, an mma.sync
constexpr std::uint32_t kWarpsAcross = 4;        // one_tile: of 8 columns each
constexpr std::uint32_t kBlockThreads = 128;     // all but wide_tiles
constexpr std::uint32_t kWideThreads = 256;      // wide_tiles, tall_tiles, warpgroups
constexpr std::uint32_t kSmallTile = 64;         // shared, ldmatrix, swizzled
constexpr std::uint32_t kLargeTile = 128;        // warp_tiles, stages; rows of the wide ones
constexpr std::uint32_t kWideColumns = 256;      // wide_tiles and those after it: columns
constexpr std::uint32_t kTallRows = 192;         // tall_tiles: rows
constexpr std::uint32_t kTileSteps = 64;         // of k
constexpr std::uint32_t kTileStages = 3;         // stages, wide_tiles, tall_tiles
constexpr std::uint32_t kFourStages = 4;         // warpgroups and those after it
constexpr std::uint32_t kProducerThreads = 384;  // and those after it
constexpr std::uint32_t kBoxRows = 64;           // tma_store, clusters: of C, a box
constexpr std::uint32_t kBoxColumns = 32;
constexpr std::uint32_t kAllBoxes = 4;  // of C, in shared memory
constexpr std::uint32_t kLargestCluster = 2;
constexpr std::uint32_t kLongSum =
    8192;  // of k: up to here a block of clusters takes tile after tile
constexpr std::uint32_t kMultiprocessors = 132;  // of an H100 and an H200
constexpr std::uint32_t kPromotedTerms = 128;    // fp8_promoted: of a sum on tensor cores
constexpr std::uint32_t kRowGroups = 8;          // of 16 bytes, a row in shared memory
constexpr std::uint32_t kGroupElements = 8;
constexpr std::uint32_t kElementBytes = 2;
constexpr std::uint32_t kGroupSize = kGroupElements * kElementBytes;

bool is_eight_bits(const Parameters& p) { return !p.contains("type"); }
bool is_bfloat(const Parameters& p) {
  return !is_eight_bits(p) && p.find("type")->second == tensor_bf16;
}

// The nearest e4m3, as cvt.rn.satfinite has it.
double to_eight_bits(double x) {
  constexpr double kLargest = 448;
  constexpr int kLeastExponent = -6, kFractionBits = 3;
  if (x == 0 || std::isnan(x)) return x;
  const int exponent = std::max(std::ilogb(x), kLeastExponent);
  const double unit = std::ldexp(1.0, exponent - kFractionBits);
  return std::clamp(std::nearbyint(x / unit) * unit, -kLargest, kLargest);
}

// Every value of 16 bits: looked up, a sum takes a tenth of the time.
std::vector<double> all_values(const Parameters& p) {
  std::vector<double> values(std::size_t{1} << 16);
  for (std::size_t bits = 0; bits < values.size(); ++bits) {
    values[bits] = tensor_factor(static_cast<std::uint16_t>(bits), p);
  }
  return values;
}

// Sums in float64, rounded once.
void multiply_halves(HostBuffers& buffers, const Parameters& p) {
  const std::size_t m = count(p, "m"), n = count(p, "n"), k = count(p, "k");
  const std::span<const std::uint16_t> a = buffers.as<std::uint16_t>("a");
  const std::span<const std::uint16_t> b = buffers.as<std::uint16_t>("b");
  const std::span<float> c = buffers.as<float>("c");
  const std::vector<double> values = all_values(p);
  std::vector<double> sums(n);
  for (std::size_t row = 0; row < m; ++row) {
    std::fill(sums.begin(), sums.end(), 0.0);
    for (std::size_t i = 0; i < k; ++i) {
      const double factor = values[a[row * k + i]];
      for (std::size_t col = 0; col < n; ++col) sums[col] += factor * values[b[i * n + col]];
    }
    for (std::size_t col = 0; col < n; ++col) c[row * n + col] = static_cast<float>(sums[col]);
  }
}

// Products of two f16 or bf16 are exact in a float. What tensor cores do to their sum PTX leaves
// open ("Floating point instructions: mma"): at worst each eight terms are cut off below 2⁻²³ of
// what the sum has reached, always towards zero. Random terms of either sign reach about √(k / 9);
// this allows for half the cut at every eight terms of a sum three times as large, absolute, since
// the sum itself may cancel, and for two more in the first.
Tolerance tensor_sum(std::uint64_t k) {
  constexpr double kHalfPlace = 0x1p-24;  // of a float, relative
  const auto terms = static_cast<double>(k);
  return {.relative = 2 * kHalfPlace, .absolute = (2 + terms / 8) * std::sqrt(terms) * kHalfPlace};
}

// Where factors are e4m3, at worst each 32 terms, and what is kept of the sum, are cut off 13 bits
// below it. Of `together` terms tensor cores make one sum.
Tolerance eight_bit_sum(std::uint64_t k, std::uint64_t together) {
  constexpr double kPlace = 0x1p-13;
  const auto terms = static_cast<double>(std::min(k, together));
  const double parts = std::ceil(static_cast<double>(k) / static_cast<double>(together));
  return {.relative = 2 * kPlace,
          .absolute = (2 + terms / 32) * std::sqrt(terms) * std::sqrt(parts) * kPlace};
}

struct Shape {
  Dim3 tile;  // columns and rows of C, a block
  std::uint32_t threads;
};

Plan tensor_product(std::string_view kernel, const Parameters& p, const Shape& shape) {
  const std::uint64_t m = count(p, "m"), n = count(p, "n"), k = count(p, "k");
  const ElementType type = is_bfloat(p) ? ElementType::bf16 : ElementType::f16;
  Plan plan;
  plan.buffers = {
      {"a", type, BufferRole::in, m, k, 0, {Fill::Kind::random, 1}},
      {"b", type, BufferRole::in, k, n, 0, {Fill::Kind::random, 2}},
      {"c", ElementType::f32, BufferRole::out, m, n, 0, kUnset},
  };
  plan.steps = {LaunchStep{mangled(kernel, "PKtS1_Pfiii", {p.at("type")}),
                           grid_over(p.at("m"), p.at("n"), shape.tile),
                           {shape.threads, 1, 1},
                           0,
                           {BufferArgument{"a"}, BufferArgument{"b"}, BufferArgument{"c"},
                            i32(p.at("m")), i32(p.at("n")), i32(p.at("k"))}}};
  plan.reference = [p](HostBuffers& buffers) { multiply_halves(buffers, p); };
  plan.tolerance = tensor_sum(k);
  return plan;
}

// Rows of 128 bytes, which 16-byte groups are read from.
SharedLayout rows_of_groups(std::uint32_t rows, Swizzle swizzle) {
  SharedLayout layout = matrix(rows, kRowGroups);
  layout.element_bytes = kGroupSize;
  layout.swizzle = swizzle;
  return layout;
}

// Of factors that the kernel makes e4m3.
Plan eight_bit_product(std::string_view kernel, const Parameters& p, const Shape& shape,
                       std::uint64_t together) {
  Parameters halves = p;
  halves["type"] = tensor_f16;
  Plan plan = tensor_product(kernel, halves, shape);
  first_launch(plan).entry = mangled(kernel, "PKtS0_Pfiii");
  plan.reference = [p](HostBuffers& buffers) { multiply_halves(buffers, p); };
  plan.tolerance = eight_bit_sum(count(p, "k"), together);
  return plan;
}

constexpr Shape kSmallShape{{kSmallTile, kSmallTile, 1}, kBlockThreads};
constexpr Shape kLargeShape{{kLargeTile, kLargeTile, 1}, kBlockThreads};
constexpr Shape kWideShape{{kWideColumns, kLargeTile, 1}, kWideThreads};
constexpr Shape kTallShape{{kWideColumns, kTallRows, 1}, kWideThreads};
constexpr Shape kGroupShape{{32, 64, 1}, kBlockThreads};
constexpr Shape kProducerShape{{kWideColumns, kLargeTile, 1}, kProducerThreads};

Plan two_tiles(std::string_view kernel, const Parameters& p, const Shape& shape,
               const SharedLayout& a, const SharedLayout& b) {
  return with_layouts(tensor_product(kernel, p, shape), {{"tile_a", a}, {"tile_b", b}});
}

// Panels of 64 columns, one below the other.
std::uint32_t panel_rows(std::uint32_t columns) {
  return columns / (kRowGroups * kGroupElements) * kTileSteps;
}

// Pairs of tiles, one below the other in dynamic shared memory.
Plan staged_tiles(std::string_view kernel, const Parameters& p, const Shape& shape,
                  std::uint32_t stages) {
  const std::uint32_t rows = stages * (shape.tile.y + panel_rows(shape.tile.x));
  Plan plan = with_layouts(tensor_product(kernel, p, shape),
                           {{"tiles", rows_of_groups(rows, Swizzle::exclusive_or)}});
  first_launch(plan).dynamic_shared_bytes = rows * kRowGroups * kGroupSize;
  return plan;
}

// staged_tiles by a kernel of kType, kAligned and kWhole.
Plan chosen_tiles(std::string_view kernel, const Parameters& p, const Shape& shape,
                  std::uint32_t stages) {
  const std::uint32_t m = count(p, "m"), n = count(p, "n"), k = count(p, "k");
  const bool is_aligned = n % kGroupElements == 0 && k % kGroupElements == 0;
  const bool is_whole = is_aligned && k % kTileSteps == 0 && m >= shape.tile.y && n >= shape.tile.x;
  Plan plan = staged_tiles(kernel, p, shape, stages);
  first_launch(plan).entry =
      fmt::format("_Z{}{}ILi{}ELb{}ELb{}EEvPKtS1_Pfiii", kernel.size(), kernel, p.at("type"),
                  is_aligned ? 1 : 0, is_whole ? 1 : 0);
  return plan;
}

ElementType factor_type(const Parameters& p) {
  return is_bfloat(p) ? ElementType::bf16 : ElementType::f16;
}
PitchedRows rows_of_a(const Parameters& p) {
  return {"a", "rows_a", factor_type(p), count(p, "m"), count(p, "k")};
}
PitchedRows rows_of_b(const Parameters& p) {
  return {"b", "rows_b", factor_type(p), count(p, "k"), count(p, "n")};
}
PitchedRows rows_of_c(const Parameters& p) {
  return {"c", "rows_c", ElementType::f32, count(p, "m"), count(p, "n")};
}

TensorMap map_of(const PitchedRows& rows, TensorMap::Type type) {
  TensorMap map;
  map.type = type;
  map.swizzle = TensorMap::Swizzle::bytes_128;
  map.sizes = {rows.columns, rows.rows};
  map.strides = {std::uint64_t{rows.pitch()} * size_of(rows.type)};
  return map;
}

// Whole rows are stored, with the zeros that stand behind each.
TensorMapArgument stored_boxes(const PitchedRows& rows) {
  TensorMap map = map_of(rows, TensorMap::Type::f32);
  map.sizes[0] = rows.pitch();
  map.box = {kBoxColumns, kBoxRows};
  return {rows.buffer(), map};
}

TensorMapArgument boxes_of(const PitchedRows& rows, std::uint32_t rows_of_box) {
  TensorMap map = map_of(rows, TensorMap::Type::u16);  // of either type; they are only copied
  map.l2_promotion = TensorMap::L2Promotion::bytes_256;
  map.box = {kRowGroups * kGroupElements, rows_of_box};
  return {rows.buffer(), map};
}

// A product that is brought its factors by tensor maps, in blocks of one row.
Plan mapped_product(std::string_view kernel, const Parameters& p) {
  Plan plan = staged_tiles(kernel, p, kProducerShape, kFourStages);
  LaunchStep& product = first_launch(plan);
  product.grid = {product.grid.x * product.grid.y, 1, 1};
  product.arguments[0] = boxes_of(rows_of_a(p), kLargeTile);
  product.arguments[1] = boxes_of(rows_of_b(p), kTileSteps);
  return plan;
}

// The same whose C leaves by a tensor map, too.
Plan stored_product(std::string_view kernel, const Parameters& p) {
  Plan plan = mapped_product(kernel, p);
  LaunchStep& product = first_launch(plan);
  product.entry = mangled(kernel, "9TensorMapS0_S0_iii", {p.at("type")});
  product.dynamic_shared_bytes += kAllBoxes * kBoxRows * kRowGroups * kGroupSize;
  product.arguments[2] = stored_boxes(rows_of_c(p));
  return plan;
}

void add_pitches(Plan& plan, std::string_view kernel, const Parameters& p) {
  for (const PitchedRows& rows : {rows_of_a(p), rows_of_b(p)})
    add_pitch(plan, mangled(std::string(kernel) + "_pitch", "PKtPtiii"), rows);
}

// The same, and C's.
void add_all_pitches(Plan& plan, std::string_view kernel, const Parameters& p) {
  add_pitches(plan, kernel, p);
  add_unpitch(plan, mangled(std::string(kernel) + "_unpitch", "PKfPfiii"), rows_of_c(p));
}

double pitched_element(HostBuffers& initial, const Parameters& p, const PitchedRows& rows,
                       std::uint64_t element) {
  const std::uint64_t row = element / rows.pitch(), column = element % rows.pitch();
  if (column >= rows.columns) return 0;
  return tensor_factor(initial.as<std::uint16_t>(rows.packed)[row * rows.columns + column], p);
}

}  // namespace

Result<Plan> plan_tensor_one_tile(std::string_view kernel, const Parameters& p) {
  return tensor_product(kernel, p, {{kWarpsAcross * 8, kMatrixRows, 1}, kBlockThreads});
}

Result<Plan> plan_tensor_shared(std::string_view kernel, const Parameters& p) {
  SharedLayout tile = matrix(kSmallTile, kTileSteps);
  tile.element_bytes = kElementBytes;
  return two_tiles(kernel, p, kSmallShape, tile, tile);
}

Result<Plan> plan_tensor_ldmatrix(std::string_view kernel, const Parameters& p) {
  const SharedLayout tile = rows_of_groups(kSmallTile, Swizzle::none);
  return two_tiles(kernel, p, kSmallShape, tile, tile);
}

Result<Plan> plan_tensor_swizzled(std::string_view kernel, const Parameters& p) {
  const SharedLayout tile = rows_of_groups(kSmallTile, Swizzle::exclusive_or);
  return two_tiles(kernel, p, kSmallShape, tile, tile);
}

Result<Plan> plan_tensor_warp_tiles(std::string_view kernel, const Parameters& p) {
  return two_tiles(kernel, p, kLargeShape, rows_of_groups(kLargeTile, Swizzle::exclusive_or),
                   rows_of_groups(panel_rows(kLargeTile), Swizzle::exclusive_or));
}

Result<Plan> plan_tensor_stages(std::string_view kernel, const Parameters& p) {
  return staged_tiles(kernel, p, kLargeShape, kTileStages);
}

Result<Plan> plan_tensor_wide_tiles(std::string_view kernel, const Parameters& p) {
  return staged_tiles(kernel, p, kWideShape, kTileStages);
}

Result<Plan> plan_tensor_tall_tiles(std::string_view kernel, const Parameters& p) {
  return chosen_tiles(kernel, p, kTallShape, kTileStages);
}

Result<Plan> plan_tensor_warpgroups(std::string_view kernel, const Parameters& p) {
  return chosen_tiles(kernel, p, kWideShape, kFourStages);
}

Result<Plan> plan_tensor_producer(std::string_view kernel, const Parameters& p) {
  Plan plan = chosen_tiles(kernel, p, kProducerShape, kFourStages);
  LaunchStep& launch = first_launch(plan);
  launch.grid = {std::min(launch.grid.x * launch.grid.y, kMultiprocessors), 1, 1};
  return plan;
}

Result<Plan> plan_tensor_tma(std::string_view kernel, const Parameters& p) {
  Plan plan = mapped_product(kernel, p);
  first_launch(plan).entry = fmt::format("_Z{}{}ILi{}ELb{}EEv9TensorMapS0_Pfiii", kernel.size(),
                                         kernel, p.at("type"), p.at("n") % 2 == 0 ? 1 : 0);
  add_pitches(plan, kernel, p);
  return plan;
}

Result<Plan> plan_tensor_tma_store(std::string_view kernel, const Parameters& p) {
  Plan plan = stored_product(kernel, p);
  add_all_pitches(plan, kernel, p);
  return plan;
}

Result<Plan> plan_tensor_clusters(std::string_view kernel, const Parameters& p) {
  Plan plan = stored_product(kernel, p);
  LaunchStep& product = first_launch(plan);
  const bool is_long = count(p, "k") > kLongSum;
  const bool is_small = product.grid.x <= kMultiprocessors;
  const std::uint32_t cluster = p.at("cluster") != 0  ? count(p, "cluster")
                                : is_long || is_small ? 1
                                                      : kLargestCluster;
  const std::uint32_t clusters =
      blocks_for(count(p, "m"), cluster * kLargeTile) * blocks_for(count(p, "n"), kWideColumns);
  const std::uint32_t together = kMultiprocessors / cluster;
  product.grid = {cluster * (is_long ? clusters : std::min(clusters, together)), 1, 1};
  product.entry = mangled(kernel, "9TensorMapS0_S0_iii", {p.at("type"), cluster});
  if (cluster > 1) product.cluster = Dim3{cluster, 1, 1};
  add_all_pitches(plan, kernel, p);
  return plan;
}

Result<Plan> plan_tensor_fp8(std::string_view kernel, const Parameters& p) {
  return eight_bit_product(kernel, p, {{kWarpsAcross * 8, kMatrixRows, 1}, kBlockThreads},
                           kMaximumSide);
}

Result<Plan> plan_tensor_fp8_wgmma(std::string_view kernel, const Parameters& p) {
  return eight_bit_product(kernel, p, kGroupShape, kMaximumSide);
}

Result<Plan> plan_tensor_fp8_promoted(std::string_view kernel, const Parameters& p) {
  return eight_bit_product(kernel, p, kGroupShape, kPromotedTerms);
}

double tensor_factor(std::uint16_t bits, const Parameters& p) {
  if (is_bfloat(p)) return from_bfloat(bits);
  return is_eight_bits(p) ? to_eight_bits(from_half(bits)) : from_half(bits);
}

double tensor_gemm_element(HostBuffers& initial, const Parameters& p, std::string_view buffer,
                           std::uint64_t element) {
  for (const PitchedRows& rows : {rows_of_a(p), rows_of_b(p)}) {
    if (buffer == rows.pitched) return pitched_element(initial, p, rows, element);
  }
  const std::span<const std::uint16_t> a = initial.as<std::uint16_t>("a");
  const std::span<const std::uint16_t> b = initial.as<std::uint16_t>("b");
  const std::uint64_t n = count(p, "n"), k = count(p, "k");
  const PitchedRows stored = rows_of_c(p);
  const std::uint64_t pitch = buffer == stored.pitched ? stored.pitch() : n;
  const std::uint64_t row = element / pitch, col = element % pitch;
  if (col >= n) return 0;
  double sum = 0;
  for (std::uint64_t i = 0; i < k; ++i) {
    sum += tensor_factor(a[row * k + i], p) * tensor_factor(b[i * n + col], p);
  }
  return sum;
}

bool tensor_gemm_rows(HostBuffers& initial, const Parameters& p, std::string_view buffer,
                      std::uint64_t first, std::span<double> rows) {
  if (buffer != "c") return false;
  const std::size_t n = count(p, "n"), k = count(p, "k");
  const RowMajor<std::uint16_t> left{initial.as<std::uint16_t>("a"), k};
  const RowMajor<std::uint16_t> right{initial.as<std::uint16_t>("b"), n};
  const std::vector<double> values = all_values(p);
  multiply_rows(left, right, first, n, k, rows, [&](std::uint16_t bits) { return values[bits]; });
  return true;
}

}  // namespace warplens::catalog
