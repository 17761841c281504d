// The matrix products from vector_reads to fastest.
#include <algorithm>

#include "kernels/catalog/gemm_plans.h"
#include "kernels/catalog/plan_parts.h"

namespace warplens::catalog {
namespace {

// The same constants as in gemm/*.cu.
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

// The bytes of three pairs of tiles; rows of A's tile are four floats longer than the tile.
constexpr std::uint32_t kStageBytes = kLadderStages * kLadderSteps *
                                      (kLadderTile + kFloatsAVector + kLadderTile) *
                                      static_cast<std::uint32_t>(sizeof(float));

Plan in_stages(const Parameters& p, std::string_view kernel, Dim3 grid) {
  Plan plan = gemm_plan(p, entry_of(kernel), grid, {kLadderThreads, 1, 1});
  first_launch(plan).dynamic_shared_bytes = kStageBytes;
  return plan;
}

// One of gemm/fastest's kernels: kRows, kCols, kSteps, kSlices, kWhole.
struct TileConfig {
  std::uint32_t rows, cols, steps, slices;
  bool whole;
};
constexpr TileConfig kLargeTile{128, 256, 16, 1, true};
constexpr TileConfig kSmallTile{64, 128, 32, 4, true};
constexpr TileConfig kSmallEdges{64, 128, 32, 4, false};
constexpr std::uint32_t kWarpTile = 64;
constexpr std::uint32_t kPitchThreads = 256;
constexpr std::uint32_t kMostRowsOfBlocks = 65535;

// SMs of an H100 and an H200, each with room for one block of either config. Where both fill as
// much of the last round of blocks, the large config is 1.04 times as fast there
// (docs/ladders/gemm.md).
constexpr std::uint32_t kSms = 132;
constexpr double kLargeGain = 1.04;

bool has_whole(const Parameters& p, const TileConfig& config) {
  return p.at("m") % config.rows == 0 && p.at("n") % config.cols == 0;
}

std::uint32_t blocks_of(const Parameters& p, const TileConfig& config) {
  return blocks_for(p.at("m"), config.rows) * blocks_for(p.at("n"), config.cols);
}

// The share of the SMs' time that blocks fill, taken in rounds of one an SM.
double filled(const Parameters& p, const TileConfig& config) {
  const std::uint32_t blocks = blocks_of(p, config);
  return static_cast<double>(blocks) / (blocks_for(blocks, kSms) * kSms);
}

TileConfig small(const Parameters& p) {
  return has_whole(p, kSmallTile) ? kSmallTile : kSmallEdges;
}

TileConfig by_size(const Parameters& p) {
  const bool is_worth = filled(p, kLargeTile) * kLargeGain >= filled(p, kSmallTile);
  return has_whole(p, kLargeTile) && is_worth ? kLargeTile : small(p);
}

Result<TileConfig> config_of(const Parameters& p) {
  switch (p.at("block_tile")) {
    case gemm_tile_64x128:
      return small(p);
    case gemm_tile_128x256:
      if (has_whole(p, kLargeTile)) return kLargeTile;
      return fail(tr(
          "tiles of {} × {} need m a multiple of the first and n of the second: choose other sizes "
          "or block_tile=0",
          kLargeTile.rows, kLargeTile.cols));
    default:
      return by_size(p);
  }
}

std::string entry_of(std::string_view kernel, const TileConfig& config) {
  std::string values;
  for (const std::uint32_t value : {config.rows, config.cols, config.steps, config.slices}) {
    values += fmt::format("Li{}E", value);
  }
  return fmt::format("_Z{}{}I{}Lb{}EEvPKfS1_Pfiiii", kernel.size(), kernel, values,
                     config.whole ? 1 : 0);
}

// The shared memory of its tiles, or of what its slices give each other in the end.
std::uint32_t shared_bytes(const TileConfig& config) {
  const std::uint32_t tiles =
      kLadderStages * config.steps * (config.rows + kFloatsAVector + config.cols);
  const std::uint32_t sums = (config.slices - 1) * config.rows * config.cols;
  return std::max(tiles, sums) * static_cast<std::uint32_t>(sizeof(float));
}

// The pitch of b's rows in floats: their length, if that is a multiple of 16 bytes.
std::uint32_t pitch_of(const Parameters& p) {
  return blocks_for(p.at("n"), kFloatsAVector) * kFloatsAVector;
}

// Puts a launch before the product that gives b's rows this pitch.
void add_pitch(Plan& plan, std::string_view kernel, const Parameters& p, std::uint32_t pitch) {
  const std::uint32_t k = count(p, "k"), n = count(p, "n");
  plan.buffers.push_back({"pitched", ElementType::f32, BufferRole::out, k, pitch, 0, kUnset});
  first_launch(plan).arguments[1] = BufferArgument{"pitched"};
  plan.steps.insert(
      plan.steps.begin(),
      LaunchStep{mangled(std::string(kernel) + "_pitch", "PKfPfiii"),
                 {blocks_for(pitch, kPitchThreads), std::min(k, kMostRowsOfBlocks), 1},
                 {kPitchThreads, 1, 1},
                 0,
                 {BufferArgument{"b"}, BufferArgument{"pitched"}, i32(n), i32(k), i32(pitch)}});
  plan.reference = [k, n, pitch, product = plan.reference](HostBuffers& buffers) {
    product(buffers);
    const std::span<const float> b = buffers.as<float>("b");
    const std::span<float> pitched = buffers.as<float>("pitched");
    std::fill(pitched.begin(), pitched.end(), 0.0f);
    for (std::size_t row = 0; row < k; ++row) {
      std::copy_n(b.begin() + row * n, n, pitched.begin() + row * pitch);
    }
  };
}

}  // namespace

Result<Plan> plan_gemm_vector_reads(std::string_view kernel, const Parameters& p) {
  const Dim3 grid = grid_over(p.at("m"), p.at("n"), {kReadsTile, kReadsTile, 1});
  return with_layouts(gemm_plan(p, entry_of(kernel), grid, {kReadsThreads, kReadsThreads, 1}),
                      {{"tile_a", turned(kReadsSteps, kReadsTile, kFloatsAVector)},
                       {"tile_b", matrix(kReadsSteps, kReadsTile)}});
}

Result<Plan> plan_gemm_warp_tiles(std::string_view kernel, const Parameters& p) {
  const Dim3 grid = grid_over(p.at("m"), p.at("n"), kSquare);
  return with_layouts(gemm_plan(p, entry_of(kernel), grid, {kLadderThreads, 1, 1}),
                      {{"tile_a", turned(kLadderSteps, kLadderTile, 2 * kFloatsAVector)},
                       {"tile_b", matrix(kLadderSteps, kLadderTile)}});
}

Result<Plan> plan_gemm_placed(std::string_view kernel, const Parameters& p) {
  const Dim3 grid = grid_over(p.at("m"), p.at("n"), kSquare);
  return with_layouts(gemm_plan(p, entry_of(kernel), grid, {kLadderThreads, 1, 1}),
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
  TRY(const TileConfig config, config_of(p));
  const std::uint32_t warps = config.rows / kWarpTile * (config.cols / kWarpTile) * config.slices;
  Plan plan =
      gemm_plan(p, entry_of(kernel, config), {blocks_of(p, config), 1, 1}, {warps * 32, 1, 1});
  const std::uint32_t pitch = pitch_of(p);
  first_launch(plan).dynamic_shared_bytes = shared_bytes(config);
  first_launch(plan).arguments.push_back(i32(pitch));
  if (pitch != count(p, "n")) add_pitch(plan, kernel, p, pitch);
  return plan;
}

double gemm_pitched_element(HostBuffers& initial, const Parameters& p, std::uint64_t element) {
  const std::uint32_t n = count(p, "n"), pitch = pitch_of(p);
  const std::uint64_t row = element / pitch, col = element % pitch;
  return col < n ? initial.as<float>("b")[row * n + col] : 0;
}

}  // namespace warplens::catalog
