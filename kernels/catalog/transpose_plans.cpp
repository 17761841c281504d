#include "kernels/catalog/transpose_plans.h"

#include "kernels/catalog/plan_parts.h"

namespace warplens::catalog {
namespace {

constexpr std::uint32_t kBlockRows = 8;     // as in transpose/tile*.cu
constexpr std::uint32_t kPackedTile = 32;   // as in transpose/packed_*.cu
constexpr std::uint32_t kPackedVector = 4;  // floats in a float4
constexpr std::int64_t kMaximumPadding =
    4;  // columns that transpose/tile_padded.cu is compiled for

std::string entry_name(std::string_view name, std::initializer_list<std::int64_t> values = {}) {
  return mangled(name, "PKfPfii", values);
}

void transpose(HostBuffers& buffers, std::size_t rows, std::size_t cols) {
  const std::span<float> in = buffers.as<float>("in");
  const std::span<float> out = buffers.as<float>("out");
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t col = 0; col < cols; ++col) out[col * rows + row] = in[row * cols + col];
  }
}

Plan make_plan(const Parameters& p, std::string entry, Dim3 grid, Dim3 block) {
  const auto rows = static_cast<std::uint64_t>(p.at("rows"));
  const auto cols = static_cast<std::uint64_t>(p.at("cols"));
  Plan plan;
  plan.buffers = {
      {"in", ElementType::f32, BufferRole::in, rows, cols, 0, {Fill::Kind::iota, 0}},
      {"out", ElementType::f32, BufferRole::out, cols, rows, 0, {}},
  };
  LaunchStep launch;
  launch.entry = std::move(entry);
  launch.grid = grid;
  launch.block = block;
  launch.arguments = {BufferArgument{"in"}, BufferArgument{"out"}, i32(p.at("rows")),
                      i32(p.at("cols"))};
  plan.steps = {std::move(launch)};
  plan.reference = [rows, cols](HostBuffers& buffers) { transpose(buffers, rows, cols); };
  return plan;
}

Dim3 chosen_block(const Parameters& p) {
  const auto shape = static_cast<std::uint32_t>(p.at("block_shape"));
  return {shape / 100, shape % 100, 1};
}

Plan plan_linear(const Parameters& p, std::string entry) {
  return make_plan(p, std::move(entry), {static_cast<std::uint32_t>(p.at("blocks")), 1, 1},
                   {static_cast<std::uint32_t>(p.at("threads")), 1, 1});
}

// Tells how the kernel's array `tile` is arranged.
Plan with_layout(Plan plan, const SharedLayout& layout) {
  std::get<LaunchStep>(plan.steps.front()).shared_layouts = {{"tile", layout}};
  return plan;
}

SharedLayout square(std::uint32_t side, std::uint32_t pitch) {
  return {.rows = side, .columns = side, .pitch = pitch};
}

// A block for each tile of `in`.
Plan plan_tiles(const Parameters& p, std::string entry, const SharedLayout& layout, Dim3 block) {
  const Dim3 grid{blocks_for(p.at("cols"), layout.columns), blocks_for(p.at("rows"), layout.rows),
                  1};
  return with_layout(make_plan(p, std::move(entry), grid, block), layout);
}

Plan plan_scalar_tiles(const Parameters& p, std::string entry, std::int64_t pitch) {
  const auto tile = static_cast<std::uint32_t>(p.at("tile"));
  return plan_tiles(p, std::move(entry), square(tile, static_cast<std::uint32_t>(pitch)),
                    {tile, kBlockRows, 1});
}

// Blocks that stay and walk over the tiles.
Plan plan_walked_tiles(const Parameters& p, std::string_view name) {
  const auto tile = static_cast<std::uint32_t>(p.at("tile"));
  const Dim3 grid{static_cast<std::uint32_t>(p.at("blocks")), 1, 1};
  return with_layout(make_plan(p, entry_name(name, {p.at("tile")}), grid, {tile, kBlockRows, 1}),
                     square(tile, tile + 1));
}

Plan plan_packed_tiles(const Parameters& p, std::string_view name, const SharedLayout& layout) {
  return plan_tiles(p, entry_name(name), layout, {kPackedTile / kPackedVector, kPackedTile, 1});
}

}  // namespace

Result<Plan> plan_linear_read(const Parameters& p) {
  return plan_linear(p, entry_name("transpose_linear_read"));
}

Result<Plan> plan_linear_write(const Parameters& p) {
  return plan_linear(p, entry_name("transpose_linear_write"));
}

Result<Plan> plan_coalesced_read(const Parameters& p) {
  const Dim3 block = chosen_block(p);
  const Dim3 grid{blocks_for(p.at("cols"), block.x), blocks_for(p.at("rows"), block.y), 1};
  return make_plan(p, entry_name("transpose_coalesced_read"), grid, block);
}

Result<Plan> plan_coalesced_write(const Parameters& p) {
  const Dim3 block = chosen_block(p);
  const Dim3 grid{blocks_for(p.at("rows"), block.x), blocks_for(p.at("cols"), block.y), 1};
  return make_plan(p, entry_name("transpose_coalesced_write"), grid, block);
}

Result<Plan> plan_tile(const Parameters& p) {
  return plan_scalar_tiles(p, entry_name("transpose_tile", {p.at("tile")}), p.at("tile"));
}

Result<Plan> plan_tile_fastpath(const Parameters& p) {
  return plan_scalar_tiles(p, entry_name("transpose_tile_fastpath", {p.at("tile")}), p.at("tile"));
}

Result<Plan> plan_tile_padded(const Parameters& p) {
  const std::int64_t tile = p.at("tile");
  const std::int64_t pitch = p.at("pitch");
  if (pitch < tile || pitch > tile + kMaximumPadding) {
    return fail("transpose/tile_padded: pitch is {}, with tile {} choose {} to {}", pitch, tile,
                tile, tile + kMaximumPadding);
  }
  return plan_scalar_tiles(p, entry_name("transpose_tile_padded", {tile, pitch}), pitch);
}

Result<Plan> plan_tile_gridstride(const Parameters& p) {
  return plan_walked_tiles(p, "transpose_tile_gridstride");
}

Result<Plan> plan_packed_padded(const Parameters& p) {
  return plan_packed_tiles(p, "transpose_packed_padded", square(kPackedTile, kPackedTile + 1));
}

Result<Plan> plan_packed_xor(const Parameters& p) {
  SharedLayout layout = square(kPackedTile, kPackedTile);
  layout.swizzle = Swizzle::exclusive_or;
  return plan_packed_tiles(p, "transpose_packed_xor", layout);
}

Result<Plan> plan_packed_shift(const Parameters& p) {
  SharedLayout layout = square(kPackedTile, kPackedTile);
  layout.swizzle = Swizzle::shift;
  return plan_packed_tiles(p, "transpose_packed_shift", layout);
}

Result<Plan> plan_packed_vector(const Parameters& p) {
  SharedLayout layout = square(kPackedTile, kPackedTile);
  layout.swizzle = Swizzle::exclusive_or;
  layout.group = kPackedVector;
  layout.row_shift = 2;  // row / 4
  return plan_packed_tiles(p, "transpose_packed_vector", layout);
}

Result<Plan> plan_tile_nobarrier(const Parameters& p) {
  return plan_scalar_tiles(p, entry_name("transpose_tile_nobarrier", {p.at("tile")}), p.at("tile"));
}

Result<Plan> plan_tile_gridstride_onebarrier(const Parameters& p) {
  return plan_walked_tiles(p, "transpose_tile_gridstride_onebarrier");
}

}  // namespace warplens::catalog
