#include "kernels/catalog/transpose_plans.h"

#include <bit>

#include "kernels/catalog/pitched_rows.h"
#include "kernels/catalog/plan_parts.h"

namespace warplens::catalog {
namespace {

constexpr std::uint32_t kBlockRows = 8;     // as in transpose/tile*.cu
constexpr std::uint32_t kPackedTile = 32;   // as in transpose/packed_*.cu
constexpr std::uint32_t kPackedVector = 4;  // floats in a float4
constexpr std::uint32_t kWideTile = 64;     // as in transpose/wide_tile*.cu
constexpr Dim3 kWideBlock = {16, 32, 1};
constexpr std::uint32_t kMaximumPadding = 4;  // columns, of transpose/tile_padded.cu

std::string transpose_entry(std::string_view kernel,
                            std::initializer_list<std::int64_t> values = {}) {
  return mangled(kernel, "PKfPfii", values);
}

void transpose(HostBuffers& buffers, std::size_t rows, std::size_t cols) {
  const std::span<float> in = buffers.as<float>("in");
  const std::span<float> out = buffers.as<float>("out");
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t col = 0; col < cols; ++col) out[col * rows + row] = in[row * cols + col];
  }
}

Plan transposition(const Parameters& p, std::string entry, Dim3 grid, Dim3 block) {
  const std::uint64_t rows = count(p, "rows");
  const std::uint64_t cols = count(p, "cols");
  Plan plan;
  plan.buffers = {
      {"in", ElementType::f32, BufferRole::in, rows, cols, 0, {Fill::Kind::iota, 0}},
      {"out", ElementType::f32, BufferRole::out, cols, rows, 0, kUnset},
  };
  plan.steps = {LaunchStep{
      std::move(entry),
      grid,
      block,
      0,
      {BufferArgument{"in"}, BufferArgument{"out"}, i32(p.at("rows")), i32(p.at("cols"))}}};
  plan.reference = [rows, cols](HostBuffers& buffers) { transpose(buffers, rows, cols); };
  return plan;
}

Dim3 chosen_block(const Parameters& p) {
  const std::uint32_t shape = count(p, "block_shape");
  return {shape / 100, shape % 100, 1};
}

// A block for each tile of `in`.
Plan plan_tiles(const Parameters& p, std::string entry, const SharedLayout& layout, Dim3 block) {
  const Dim3 grid = grid_over(p.at("rows"), p.at("cols"), {layout.columns, layout.rows, 1});
  return with_layouts(transposition(p, std::move(entry), grid, block), {{"tile", layout}});
}

SharedLayout swizzled_tile(Swizzle swizzle) {
  SharedLayout layout = matrix(kPackedTile, kPackedTile);
  layout.swizzle = swizzle;
  return layout;
}

Plan plan_packed_tiles(const Parameters& p, std::string_view kernel, const SharedLayout& layout) {
  return plan_tiles(p, transpose_entry(kernel), layout,
                    {kPackedTile / kPackedVector, kPackedTile, 1});
}

// Groups of four floats are moved by XOR with a quarter of the row's number.
SharedLayout swizzled_groups(std::uint32_t side) {
  SharedLayout layout = matrix(side, side);
  layout.swizzle = Swizzle::exclusive_or;
  layout.group = kPackedVector;
  layout.row_shift = 2;  // row / 4
  return layout;
}

TensorMap::Swizzle swizzle_of(std::uint32_t bytes) {
  using enum TensorMap::Swizzle;
  return bytes == 128 ? bytes_128 : bytes == 64 ? bytes_64 : bytes == 32 ? bytes_32 : none;
}

// A tile of 32 × 32 in boxes as wide as TMA's swizzle. Eight lines of 128 bytes are exchanged by
// their number, which is that of a row, or of two or four.
SharedLayout boxes_below_each_other(std::uint32_t swizzle) {
  constexpr std::uint32_t kLine = 128;
  const std::uint32_t width = swizzle == 0 ? kLine : swizzle, boxes = kLine / width;
  SharedLayout layout = matrix(kPackedTile * boxes, width / sizeof(float));
  if (swizzle == 0) return layout;
  layout.swizzle = Swizzle::exclusive_or;
  layout.group = kPackedVector;
  layout.row_shift = static_cast<std::uint32_t>(std::countr_zero(boxes));
  return layout;
}

// Blocks whose numbers follow each other stand below each other in `in`.
Dim3 grid_down(const Parameters& p, const SharedLayout& tile) {
  return grid_over(p.at("cols"), p.at("rows"), {tile.rows, tile.columns, 1});
}

// transpose/whole_sectors.cu, and fastest.cu for lengths that are no multiples of four.
struct AnySize {
  std::uint32_t rows, columns;  // of a tile
  std::uint32_t sector;         // elements that stores begin at a multiple of
};
constexpr std::uint32_t kAnySizeThreads = 512;
constexpr AnySize kWholeSectors{64, 128, 8};
constexpr AnySize kSquareSectors{64, 64, 8};
constexpr AnySize kPlainSquares{64, 64, 1};
// The number of elements from which whole sectors were done sooner on an H100, and from so many
// more in wider tiles on an H200: docs/ladders/transpose.md.
constexpr std::int64_t kWholeSectorsFrom = std::int64_t{2304} * 2304;
constexpr std::int64_t kWideSectorsFrom = std::int64_t{8192} * 8192;
// Up to as many, tiles of 32 × 32 were.
constexpr std::int64_t kSmallTilesUpTo = std::int64_t{1024} * 1024;

// `entry`, whose blocks take such tiles of `in`, one row of threads after the other.
Plan plan_any_size(const Parameters& p, std::string entry, const AnySize& with) {
  const std::uint32_t at_once = kAnySizeThreads / with.columns;
  const std::uint32_t rounds = blocks_for(with.rows + with.sector - 1, at_once);
  return with_layouts(
      transposition(p, std::move(entry), grid_down(p, matrix(with.rows, with.columns)),
                    {kAnySizeThreads, 1, 1}),
      {{"tile", matrix(rounds * at_once, with.columns, with.columns + 1)}});
}

}  // namespace

PitchedRows rows_of_input(const Parameters& p) {
  return {"in", "rows_in", ElementType::f32, count(p, "rows"), count(p, "cols")};
}

Result<Plan> plan_linear(std::string_view kernel, const Parameters& p) {
  return transposition(p, transpose_entry(kernel), {count(p, "blocks"), 1, 1},
                       {count(p, "threads"), 1, 1});
}

Result<Plan> plan_coalesced_read(std::string_view kernel, const Parameters& p) {
  const Dim3 block = chosen_block(p);
  return transposition(p, transpose_entry(kernel), grid_over(p.at("rows"), p.at("cols"), block),
                       block);
}

Result<Plan> plan_coalesced_write(std::string_view kernel, const Parameters& p) {
  const Dim3 block = chosen_block(p);
  return transposition(p, transpose_entry(kernel), grid_over(p.at("cols"), p.at("rows"), block),
                       block);
}

Result<Plan> plan_tile(std::string_view kernel, const Parameters& p) {
  const std::uint32_t tile = count(p, "tile");
  return plan_tiles(p, transpose_entry(kernel, {tile}), matrix(tile, tile), {tile, kBlockRows, 1});
}

Result<Plan> plan_tile_padded(std::string_view kernel, const Parameters& p) {
  const std::uint32_t tile = count(p, "tile");
  const std::uint32_t pitch = count(p, "pitch");
  if (pitch < tile || pitch > tile + kMaximumPadding) {
    return fail(tr("transpose/tile_padded: pitch is {}, with tile {} choose {} to {}", pitch, tile,
                   tile, tile + kMaximumPadding));
  }
  return plan_tiles(p, transpose_entry(kernel, {tile, pitch}), matrix(tile, tile, pitch),
                    {tile, kBlockRows, 1});
}

Result<Plan> plan_tile_xor(std::string_view kernel, const Parameters& p) {
  return plan_tiles(p, transpose_entry(kernel), swizzled_tile(Swizzle::exclusive_or),
                    {kPackedTile, kBlockRows, 1});
}

Result<Plan> plan_tile_shift(std::string_view kernel, const Parameters& p) {
  return plan_tiles(p, transpose_entry(kernel), swizzled_tile(Swizzle::shift),
                    {kPackedTile, kBlockRows, 1});
}

Result<Plan> plan_transpose_placed(std::string_view kernel, const Parameters& p) {
  Plan plan = transposition(p, transpose_entry(kernel),
                            grid_over(p.at("rows"), p.at("cols"), {kPackedTile, kPackedTile, 1}),
                            {kPackedTile, kBlockRows, 1});
  first_launch(plan).dynamic_shared_bytes = count(p, "room") * sizeof(float);
  return plan;
}

Result<Plan> plan_walked_tiles(std::string_view kernel, const Parameters& p) {
  const std::uint32_t tile = count(p, "tile");
  return with_layouts(transposition(p, transpose_entry(kernel, {tile}), {count(p, "blocks"), 1, 1},
                                    {tile, kBlockRows, 1}),
                      {{"tile", matrix(tile, tile, tile + 1)}});
}

Result<Plan> plan_packed_padded(std::string_view kernel, const Parameters& p) {
  return plan_packed_tiles(p, kernel, matrix(kPackedTile, kPackedTile, kPackedTile + 1));
}

Result<Plan> plan_packed_xor(std::string_view kernel, const Parameters& p) {
  return plan_packed_tiles(p, kernel, swizzled_tile(Swizzle::exclusive_or));
}

Result<Plan> plan_packed_shift(std::string_view kernel, const Parameters& p) {
  return plan_packed_tiles(p, kernel, swizzled_tile(Swizzle::shift));
}

Result<Plan> plan_packed_vector(std::string_view kernel, const Parameters& p) {
  return plan_packed_tiles(p, kernel, swizzled_groups(kPackedTile));
}

Result<Plan> plan_wide_tile(std::string_view kernel, const Parameters& p) {
  return plan_tiles(p, transpose_entry(kernel), swizzled_groups(kWideTile), kWideBlock);
}

Result<Plan> plan_wide_tile_down(std::string_view kernel, const Parameters& p) {
  const SharedLayout tile = swizzled_groups(kWideTile);
  return with_layouts(transposition(p, transpose_entry(kernel), grid_down(p, tile), kWideBlock),
                      {{"tile", tile}});
}

Result<Plan> plan_whole_sectors(std::string_view kernel, const Parameters& p) {
  return plan_any_size(p, transpose_entry(kernel), kWholeSectors);
}

Result<Plan> plan_transpose_fastest(std::string_view kernel, const Parameters& p) {
  const std::int64_t rows = p.at("rows"), cols = p.at("cols");
  if (rows % kPackedVector == 0 && cols % kPackedVector == 0) {
    const std::uint32_t side = rows * cols > kSmallTilesUpTo ? kWideTile : kPackedTile;
    const SharedLayout tile = swizzled_groups(side);
    return with_layouts(transposition(p, transpose_entry(fmt::format("{}_vectors", kernel), {side}),
                                      grid_down(p, tile), {side / kPackedVector, kWideBlock.y, 1}),
                        {{"tile", tile}});
  }
  const AnySize& tiles = rows * cols >= kWideSectorsFrom    ? kWholeSectors
                         : rows * cols >= kWholeSectorsFrom ? kSquareSectors
                                                            : kPlainSquares;
  return plan_any_size(p, transpose_entry(kernel, {tiles.columns, tiles.sector}), tiles);
}

Result<Plan> plan_transpose_tma(std::string_view kernel, const Parameters& p) {
  const PitchedRows rows = rows_of_input(p);
  const std::uint32_t swizzle = count(p, "swizzle");
  const SharedLayout layout = boxes_below_each_other(swizzle);
  TensorMap map;
  map.type = TensorMap::Type::f32;
  map.swizzle = swizzle_of(swizzle);
  map.sizes = {rows.columns, rows.rows};
  map.strides = {std::uint64_t{rows.pitch()} * sizeof(float)};
  map.box = {layout.columns, kPackedTile};
  const Dim3 grid = grid_over(p.at("rows"), p.at("cols"), {kPackedTile, kPackedTile, 1});
  Plan plan = with_layouts(transposition(p, mangled(kernel, "9TensorMapPfii", {p.at("swizzle")}),
                                         grid, {kPackedTile, kPackedTile / kPackedVector, 1}),
                           {{"tile", layout}});
  first_launch(plan).arguments[0] = TensorMapArgument{rows.buffer(), map};
  add_pitch(plan, mangled(std::string(kernel) + "_pitch", "PKfPfiii"), rows);
  return plan;
}

}  // namespace warplens::catalog
