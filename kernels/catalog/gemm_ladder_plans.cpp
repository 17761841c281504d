// The matrix products from vector_reads to fastest.
#include <algorithm>

#include "kernels/catalog/gemm_plans.h"
#include "kernels/catalog/plan_parts.h"

namespace warplens::catalog {
namespace {

// As in gemm/*.cu.
constexpr std::uint32_t kFloatsAVector = 4;  // floats in a float4
constexpr std::uint32_t kLadderTile =
    128;  // warp_tiles, placed, stages, read_ahead, grouped_blocks
constexpr std::uint32_t kLadderThreads = 256;
constexpr std::uint32_t kLadderSteps = 16;
constexpr std::uint32_t kLadderStages = 3;
constexpr std::uint32_t kReadsTile = 64;  // vector_reads
constexpr std::uint32_t kReadsSteps = 32;
constexpr std::uint32_t kReadsThreads = 16;  // a side
constexpr Dim3 kSquare{kLadderTile, kLadderTile, 1};

std::string entry_of(std::string_view kernel) { return mangled(kernel, "PKfS0_Pfiii"); }

// The turned tile of A: columns are A's rows; groups of them are moved by the step / 4.
SharedLayout turned(std::uint32_t steps, std::uint32_t tile, std::uint32_t group) {
  SharedLayout layout = matrix(steps, tile);
  layout.swizzle = Swizzle::exclusive_or;
  layout.group = group;
  layout.row_shift = 2;
  return layout;
}

// Bytes of three pairs of tiles, rows of A's tile four floats longer than the tile.
std::uint32_t stage_bytes(std::uint32_t rows, std::uint32_t cols) {
  return kLadderStages * kLadderSteps * (rows + kFloatsAVector + cols) *
         static_cast<std::uint32_t>(sizeof(float));
}

Plan in_stages(const Parameters& p, std::string_view kernel, Dim3 grid) {
  Plan plan = gemm_product(p, entry_of(kernel), grid, {kLadderThreads, 1, 1});
  first_launch(plan).dynamic_shared_bytes = stage_bytes(kLadderTile, kLadderTile);
  return plan;
}

// One of gemm/fastest's kernels: kRows, kCols, kWarpRows, kWarpCols, kBlocks, kWide, kWhole.
struct Form {
  std::uint32_t rows, cols, warp_rows, warp_cols, blocks, wide;
  bool whole;
};
constexpr Form kLargeForm{128, 256, 64, 64, 1, 4, true};
constexpr Form kMiddleForm{128, 128, 64, 64, 2, 4, true};
constexpr Form kSmallForm{64, 128, 32, 64, 4, 4, true};
constexpr Form kSmallEdges{64, 128, 32, 64, 4, 4, false};
constexpr Form kSmallOdd{64, 128, 32, 64, 4, 1, false};

// Blocks from which on a larger tile took less time on an H200, with 132 SMs: below, too few of
// them fill it (docs/ladders/gemm.md).
constexpr std::uint32_t kEnoughMiddle = 200;
constexpr std::uint32_t kEnoughLarge = 512;

bool has_whole(const Parameters& p, const Form& form) {
  return p.at("m") % form.rows == 0 && p.at("n") % form.cols == 0;
}

std::uint32_t blocks_of(const Parameters& p, const Form& form) {
  return blocks_for(p.at("m"), form.rows) * blocks_for(p.at("n"), form.cols);
}

// Whether rows of B start on 16 bytes.
bool takes_vectors(const Parameters& p) { return p.at("n") % kFloatsAVector == 0; }

Form small(const Parameters& p) {
  if (has_whole(p, kSmallForm)) return kSmallForm;
  return takes_vectors(p) ? kSmallEdges : kSmallOdd;
}

bool is_worth(const Parameters& p, const Form& form, std::uint32_t enough) {
  return has_whole(p, form) && blocks_of(p, form) >= enough;
}

Form by_size(const Parameters& p) {
  if (is_worth(p, kLargeForm, kEnoughLarge)) return kLargeForm;
  return is_worth(p, kMiddleForm, kEnoughMiddle) ? kMiddleForm : small(p);
}

Result<Form> without_edges(const Parameters& p, const Form& form) {
  if (has_whole(p, form)) return form;
  return fail_in_both(
      "tiles of {} × {} need m a multiple of the first and n of the second: choose other sizes or "
      "block_tile=0",
      "{} × {} 的 tile 要求 m 是前者的倍数，n 是后者的倍数：请改大小，或选 block_tile=0", form.rows,
      form.cols);
}

Result<Form> form_of(const Parameters& p) {
  switch (p.at("block_tile")) {
    case gemm_tile_64x128:
      return small(p);
    case gemm_tile_128x128:
      return without_edges(p, kMiddleForm);
    case gemm_tile_128x256:
      return without_edges(p, kLargeForm);
    default:
      return by_size(p);
  }
}

std::string entry_of(std::string_view kernel, const Form& form) {
  std::string values;
  for (const std::uint32_t value :
       {form.rows, form.cols, form.warp_rows, form.warp_cols, form.blocks, form.wide}) {
    values += fmt::format("Li{}E", value);
  }
  return fmt::format("_Z{}{}I{}Lb{}EEvPKfS1_Pfiii", kernel.size(), kernel, values,
                     form.whole ? 1 : 0);
}

}  // namespace

Result<Plan> plan_gemm_vector_reads(std::string_view kernel, const Parameters& p) {
  const Dim3 grid = grid_over(p.at("m"), p.at("n"), {kReadsTile, kReadsTile, 1});
  return with_layouts(gemm_product(p, entry_of(kernel), grid, {kReadsThreads, kReadsThreads, 1}),
                      {{"tile_a", turned(kReadsSteps, kReadsTile, kFloatsAVector)},
                       {"tile_b", matrix(kReadsSteps, kReadsTile)}});
}

Result<Plan> plan_gemm_warp_tiles(std::string_view kernel, const Parameters& p) {
  const Dim3 grid = grid_over(p.at("m"), p.at("n"), kSquare);
  return with_layouts(gemm_product(p, entry_of(kernel), grid, {kLadderThreads, 1, 1}),
                      {{"tile_a", turned(kLadderSteps, kLadderTile, 2 * kFloatsAVector)},
                       {"tile_b", matrix(kLadderSteps, kLadderTile)}});
}

Result<Plan> plan_gemm_placed(std::string_view kernel, const Parameters& p) {
  const Dim3 grid = grid_over(p.at("m"), p.at("n"), kSquare);
  return with_layouts(gemm_product(p, entry_of(kernel), grid, {kLadderThreads, 1, 1}),
                      {{"tile_b", matrix(kLadderSteps, kLadderTile)}});
}

Result<Plan> plan_gemm_stages(std::string_view kernel, const Parameters& p) {
  return in_stages(p, kernel, grid_over(p.at("m"), p.at("n"), kSquare));
}

Result<Plan> plan_gemm_grouped_blocks(std::string_view kernel, const Parameters& p) {
  const Dim3 grid = grid_over(p.at("m"), p.at("n"), kSquare);
  return in_stages(p, kernel, {grid.x * grid.y, 1, 1});
}

Result<Plan> plan_gemm_fastest(std::string_view kernel, const Parameters& p) {
  const Result<Form> form = form_of(p);
  if (!form.has_value()) return fail(form.error());
  const std::uint32_t warps = form->rows / form->warp_rows * (form->cols / form->warp_cols);
  Plan plan =
      gemm_product(p, entry_of(kernel, *form), {blocks_of(p, *form), 1, 1}, {warps * 32, 1, 1});
  first_launch(plan).dynamic_shared_bytes = stage_bytes(form->rows, form->cols);
  return plan;
}

}  // namespace warplens::catalog
