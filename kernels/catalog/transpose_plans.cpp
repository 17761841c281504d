#include "kernels/catalog/transpose_plans.h"

#include <initializer_list>

namespace warplens::catalog {
namespace {

constexpr std::uint32_t kBlockRows = 8;     // as in transpose/tile*.cu
constexpr std::uint32_t kPackedTile = 32;   // as in transpose/packed_*.cu
constexpr std::uint32_t kPackedVector = 4;  // floats in a float4
constexpr std::int64_t kMaximumPadding =
    4;  // columns that transpose/tile_padded.cu is compiled for

std::uint32_t blocks_for(std::int64_t elements, std::uint32_t a_block) {
  return static_cast<std::uint32_t>((elements + a_block - 1) / a_block);
}

// The mangled name of NAME<values...>(const float*, float*, int, int).
std::string entry_name(std::string_view name, std::initializer_list<std::int64_t> values = {}) {
  std::string values_part;
  for (const std::int64_t value : values) values_part += fmt::format("Li{}E", value);
  if (!values_part.empty()) values_part = fmt::format("I{}Ev", values_part);
  return fmt::format("_Z{}{}{}PKfPfii", name.size(), name, values_part);
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

// A block for each tile of `in`.
Plan plan_tiles(const Parameters& p, std::string entry, std::uint32_t tile, Dim3 block) {
  const Dim3 grid{blocks_for(p.at("cols"), tile), blocks_for(p.at("rows"), tile), 1};
  return make_plan(p, std::move(entry), grid, block);
}

Plan plan_scalar_tiles(const Parameters& p, std::string entry) {
  const auto tile = static_cast<std::uint32_t>(p.at("tile"));
  return plan_tiles(p, std::move(entry), tile, {tile, kBlockRows, 1});
}

Plan plan_packed_tiles(const Parameters& p, std::string entry) {
  return plan_tiles(p, std::move(entry), kPackedTile,
                    {kPackedTile / kPackedVector, kPackedTile, 1});
}

}  // namespace

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
  return plan_scalar_tiles(p, entry_name("transpose_tile", {p.at("tile")}));
}

Result<Plan> plan_tile_padded(const Parameters& p) {
  const std::int64_t tile = p.at("tile");
  const std::int64_t pitch = p.at("pitch");
  if (pitch < tile || pitch > tile + kMaximumPadding) {
    return fail("transpose/tile_padded: pitch is {}, with tile {} choose {} to {}", pitch, tile,
                tile, tile + kMaximumPadding);
  }
  return plan_scalar_tiles(p, entry_name("transpose_tile_padded", {tile, pitch}));
}

Result<Plan> plan_packed_padded(const Parameters& p) {
  return plan_packed_tiles(p, entry_name("transpose_packed_padded"));
}

Result<Plan> plan_packed_xor(const Parameters& p) {
  return plan_packed_tiles(p, entry_name("transpose_packed_xor"));
}

Result<Plan> plan_tile_nobarrier(const Parameters& p) {
  return plan_scalar_tiles(p, entry_name("transpose_tile_nobarrier", {p.at("tile")}));
}

}  // namespace warplens::catalog
