#include "kernels/catalog/copy_plans.h"

#include <algorithm>

#include "kernels/catalog/plan_parts.h"

namespace warplens::catalog {
namespace {

constexpr std::uint32_t kCopyThreads = 256;  // as in copy/element.cu and copy/vector.cu
constexpr std::uint32_t kCopyVector = 4;     // floats in a float4
constexpr std::uint32_t kCopyTile = 64;      // as in copy/tiles*.cu
constexpr Dim3 kCopyTileBlock{16, 32, 1};

Plan copying(std::string_view kernel, const Parameters& p, Dim3 grid, Dim3 block) {
  const std::uint64_t rows = count(p, "rows");
  const std::uint64_t cols = count(p, "cols");
  Plan plan;
  plan.buffers = {
      {"in", ElementType::f32, BufferRole::in, rows, cols, 0, {Fill::Kind::iota, 0}},
      {"out", ElementType::f32, BufferRole::out, rows, cols, 0, kUnset},
  };
  plan.steps = {LaunchStep{
      mangled(kernel, "PKfPfii"),
      grid,
      block,
      0,
      {BufferArgument{"in"}, BufferArgument{"out"}, i32(p.at("rows")), i32(p.at("cols"))}}};
  plan.reference = [](HostBuffers& buffers) {
    std::ranges::copy(buffers.as<float>("in"), buffers.as<float>("out").begin());
  };
  return plan;
}

Plan copying_in_order(std::string_view kernel, const Parameters& p, std::int64_t threads) {
  return copying(kernel, p, {blocks_for(threads, kCopyThreads), 1, 1}, {kCopyThreads, 1, 1});
}

}  // namespace

Result<Plan> plan_copy_element(std::string_view kernel, const Parameters& p) {
  return copying_in_order(kernel, p, p.at("rows") * p.at("cols"));
}

Result<Plan> plan_copy_vector(std::string_view kernel, const Parameters& p) {
  // One thread at least, for a length below a vector's.
  return copying_in_order(kernel, p, p.at("rows") * p.at("cols") / kCopyVector + 1);
}

Result<Plan> plan_copy_tiles(std::string_view kernel, const Parameters& p) {
  return copying(kernel, p, grid_over(p.at("rows"), p.at("cols"), {kCopyTile, kCopyTile, 1}),
                 kCopyTileBlock);
}

Result<Plan> plan_copy_tiles_down(std::string_view kernel, const Parameters& p) {
  return copying(kernel, p, grid_over(p.at("cols"), p.at("rows"), {kCopyTile, kCopyTile, 1}),
                 kCopyTileBlock);
}

}  // namespace warplens::catalog
