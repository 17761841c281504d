// What the matrix products cost, as their comments and the lessons say.
#include <gtest/gtest.h>

#include "tests/catalogue/costs.h"

namespace warplens {
namespace {

using analysis::KernelTotals;
using catalog::Parameters;
using trace::EventKind;
using trace::SiteTotals;
using trace::Space;

class Traced {
 public:
  explicit Traced(const std::string& variant, const Parameters& settings = {})
      : trace_(totals_trace("gemm/" + variant, settings)),
        source_(family("gemm").find(variant)->source) {}

  [[nodiscard]] const trace::Trace& trace() const { return *trace_; }
  [[nodiscard]] KernelTotals totals() const { return analysis::kernel_totals(*trace_); }

  // The accesses of a kind whose source line, or the line that it is inlined into, has `text`.
  [[nodiscard]] SiteTotals at(std::string_view text, EventKind kind, Space space) const {
    SiteTotals totals;
    for (std::size_t i = 0; i < trace_->sites.size(); ++i) {
      const trace::Site& site = trace_->sites[i];
      if (site.kind != kind || site.space != space) continue;
      if (has(site.line, text) || has(site.call_line, text)) totals += trace_->totals[i];
    }
    EXPECT_GT(totals.requests, 0u) << "no access at " << text;
    return totals;
  }

 private:
  [[nodiscard]] bool has(std::uint32_t line, std::string_view text) const {
    return line > 0 && source_line(source_, line).find(text) != std::string::npos;
  }

  std::shared_ptr<const trace::Trace> trace_;
  std::string source_;
};

SiteTotals shared_loads(const Traced& kernel, std::string_view text) {
  return kernel.at(text, EventKind::load, Space::shared);
}

double per_request(std::uint64_t count, const SiteTotals& totals) {
  return static_cast<double>(count) / static_cast<double>(totals.requests);
}

// Loads of one lane for each multiply-add; sizes are multiples of every tile.
constexpr std::uint64_t kProducts = 128ull * 128 * 128;
const Parameters kEven = {{"m", 128}, {"n", 128}, {"k", 128}};

double a_multiply_add(const SiteTotals& totals) {
  return static_cast<double>(totals.lanes) / static_cast<double>(kProducts);
}

TEST(GemmCosts, LoadsAMultiplyAddFallFromTwoToAHalfAndAQuarter) {
  EXPECT_EQ(a_multiply_add(Traced("row_loop", kEven).totals().global_load), 2);
  for (const std::int64_t tile : {16, 32}) {
    Parameters settings = kEven;
    settings["tile"] = tile;
    const KernelTotals totals = Traced("chessboard", settings).totals();
    EXPECT_EQ(a_multiply_add(totals.shared_load), 2) << tile;
    EXPECT_EQ(a_multiply_add(totals.global_load), 2.0 / static_cast<double>(tile)) << tile;
  }
  for (const char* name : {"register_tile", "register_tile_padded", "double_buffer"}) {
    EXPECT_EQ(a_multiply_add(Traced(name, kEven).totals().shared_load), 0.5) << name;
  }
  EXPECT_EQ(a_multiply_add(Traced("outer_register", kEven).totals().global_load), 0.25);
  EXPECT_EQ(a_multiply_add(Traced("outer_shared", kEven).totals().shared_load), 0.25);
}

TEST(GemmCosts, RowLoopReadsASectorOfAAndFourOfB) {
  const Traced kernel("row_loop", kEven);
  const SiteTotals loads = kernel.totals().global_load;
  EXPECT_EQ(loads.sectors, kProducts / 32 * (1 + 4));
  EXPECT_EQ(loads.requests, kProducts / 32 * 2);
}

TEST(GemmCosts, RowSharedAsksForA256TimesLessAndReadsItByBroadcast) {
  const Parameters size = {{"m", 2}, {"n", 256}, {"k", 256}};
  const std::uint64_t for_b = 2ull * 256 * 256 / 32;
  const std::uint64_t looped = Traced("row_loop", size).totals().global_load.requests - for_b;
  const KernelTotals shared = Traced("row_shared", size).totals();
  EXPECT_EQ(looped, (shared.global_load.requests - for_b) * 256);
  EXPECT_EQ(shared.shared_load.requests, for_b);
  EXPECT_EQ(shared.shared_load.wavefronts, for_b);
}

TEST(GemmCosts, APitchSavesTheFifthSectorWhereRowsAreRagged) {
  const Parameters ragged = {{"m", 8}, {"n", 61}, {"k", 40}};
  // Rows of 61 floats are two requests and eight sectors from an aligned start; a word of A is one.
  const std::uint64_t aligned = 8ull * 40 * (8 + 2);
  EXPECT_EQ(Traced("pitched", ragged).totals().global_load.sectors, aligned);
  EXPECT_GT(Traced("row_loop", ragged).totals().global_load.sectors, aligned);
  Parameters even = ragged;
  even["n"] = 64;
  EXPECT_EQ(Traced("pitched", even).totals().global_load.sectors,
            Traced("row_loop", even).totals().global_load.sectors);
}

TEST(GemmCosts, ChessboardHasNoConflictAtEitherTile) {
  for (const std::int64_t tile : {16, 32}) {
    const KernelTotals totals = Traced("chessboard", {{"tile", tile}}).totals();
    EXPECT_EQ(totals.shared_load.max_way, 1u) << tile;
    EXPECT_EQ(totals.shared_store.max_way, 1u) << tile;
  }
}

TEST(GemmCosts, OtherSumsChangeNoAccessOfTheChessboard) {
  const KernelTotals plain = Traced("chessboard").totals();
  for (const char* name : {"kahan", "kahan_lost", "double_sum", "double_rounded", "pairwise"}) {
    const KernelTotals totals = Traced(name).totals();
    EXPECT_EQ(totals.global_load, plain.global_load) << name;
    EXPECT_EQ(totals.global_store, plain.global_store) << name;
    EXPECT_EQ(totals.shared_load, plain.shared_load) << name;
    EXPECT_EQ(totals.shared_store, plain.shared_store) << name;
  }
}

TEST(GemmCosts, ACompensatedStepTakesThreeInstructionsMore) {
  const std::uint64_t plain = Traced("chessboard", kEven).trace().lane_instructions;
  const std::uint64_t kahan = Traced("kahan", kEven).trace().lane_instructions;
  const auto more = static_cast<double>(kahan - plain) / static_cast<double>(kProducts);
  EXPECT_NEAR(more, 3, 0.01);
}

TEST(GemmCosts, OuterRegisterReadsTwoSectorsOfEachAndStoresFour) {
  const Traced kernel("outer_register", kEven);
  for (const char* text : {"own_a[y] =", "own_b[x] ="}) {
    const SiteTotals loads = kernel.at(text, EventKind::load, Space::global);
    EXPECT_EQ(per_request(loads.sectors, loads), 2) << text;
  }
  const SiteTotals stores = kernel.totals().global_store;
  EXPECT_EQ(per_request(stores.sectors, stores), 4);
}

TEST(GemmCosts, OuterSharedReadsAFourWayAndBTwoWayAndStoresToThirtyTwoSectors) {
  const Traced kernel("outer_shared", kEven);
  const SiteTotals from_a = shared_loads(kernel, "own_a[y] =");
  const SiteTotals from_b = shared_loads(kernel, "own_b[x] =");
  EXPECT_EQ(per_request(from_a.wavefronts, from_a), 4);
  EXPECT_EQ(per_request(from_b.wavefronts, from_b), 2);
  const SiteTotals stores = kernel.totals().global_store;
  EXPECT_EQ(per_request(stores.sectors, stores), 32);
}

TEST(GemmCosts, RegisterTileReadsATwoWayAndStoresFourWayAndPaddedNoneAndTwoWay) {
  struct Row {
    const char* variant;
    double read_a, stores;
  };
  for (const Row& row : {Row{"register_tile", 2, 4}, Row{"register_tile_padded", 1, 2}}) {
    const Traced kernel(row.variant, kEven);
    const SiteTotals from_a = shared_loads(kernel, "own_a[y] =");
    const SiteTotals from_b = shared_loads(kernel, "own_b[x] =");
    EXPECT_EQ(per_request(from_a.wavefronts, from_a), row.read_a) << row.variant;
    EXPECT_EQ(per_request(from_b.wavefronts, from_b), 1) << row.variant;
    for (const char* tile : {"tile_a[y]", "tile_b[y]"}) {
      const SiteTotals stores = kernel.at(tile, EventKind::store, Space::shared);
      EXPECT_EQ(per_request(stores.wavefronts, stores), row.stores) << row.variant << tile;
    }
  }
}

TEST(GemmCosts, RegisterTilesLoadSixteenBytesALaneWhereRowsAllowIt) {
  for (const char* name : {"register_tile", "register_tile_padded", "double_buffer"}) {
    const SiteTotals even = Traced(name, kEven).totals().global_load;
    EXPECT_EQ(even.bytes_used, even.lanes * 16) << name;
    const SiteTotals odd = Traced(name, {{"n", 61}, {"k", 63}}).totals().global_load;
    EXPECT_LE(odd.bytes_used, odd.lanes * 4) << name;
  }
}

std::uint64_t barriers(const Traced& kernel) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < kernel.trace().sites.size(); ++i) {
    const bool is_barrier = kernel.trace().sites[i].kind == EventKind::barrier;
    count += is_barrier ? kernel.trace().totals[i].events : 0;
  }
  return count / (256 / kWarpSize);  // a block's warps
}

TEST(GemmCosts, ASecondPairOfTilesHalvesTheBarriersAStep) {
  const Parameters size = {{"k", 640}};
  EXPECT_EQ(barriers(Traced("register_tile", size)), 2 * 640u / 64);
  EXPECT_EQ(barriers(Traced("double_buffer", size)), 640u / 32 + 1);
  EXPECT_EQ(barriers(Traced("async_copy", size)), 640u / 32);
}

TEST(GemmCosts, AsyncCopiesPassNoRegister) {
  for (const auto& [side, bytes] : {std::pair{64, 16}, {63, 4}}) {
    const KernelTotals totals = Traced("async_copy", {{"n", side}, {"k", side}}).totals();
    EXPECT_EQ(totals.global_load.requests, 0u);
    EXPECT_EQ(totals.shared_store.requests, 0u);
    EXPECT_EQ(totals.async_copy.lanes * static_cast<std::uint64_t>(bytes), 2u * 64 * 64 * 4);
  }
}

TEST(GemmCosts, AlignedTilesLetTheCompilerReadFourStepsOfAAtOnce) {
  const Traced kernel("async_copy", kEven);
  EXPECT_EQ(a_multiply_add(kernel.totals().shared_load), 5.0 / 16);
  const SiteTotals from_a = shared_loads(kernel, "own_a[y] =");
  EXPECT_EQ(from_a.lanes * 16, kProducts);  // four loads of four words for 64 multiply-adds
  EXPECT_EQ(per_request(from_a.wavefronts, from_a), 2);
}

struct LadderCost {
  const char* variant;
  double loads;       // of a lane, a multiply-add
  double wavefronts;  // of a warp, for 64 multiply-adds of each lane
};

TEST(GemmCosts, TheLaddersRungsReadLessAndLessOfSharedMemoryAMultiplyAdd) {
  const Parameters size = {{"m", 128}, {"n", 256}, {"k", 128}};
  constexpr double kLarger = 128.0 * 256 * 128;
  for (const LadderCost& rung : {LadderCost{"vector_reads", 0.125, 24},
                                 {"warp_tiles", 0.0625, 8},
                                 {"placed", 0.0625, 8},
                                 {"stages", 0.0625, 8}}) {
    const SiteTotals loads = Traced(rung.variant, size).totals().shared_load;
    EXPECT_EQ(static_cast<double>(loads.lanes) / kLarger, rung.loads) << rung.variant;
    EXPECT_EQ(static_cast<double>(loads.wavefronts) * 32 * 64 / kLarger, rung.wavefronts)
        << rung.variant;
  }
}

TEST(GemmCosts, AsPlacedIsWrittenTheStepsOfARowLieInOneBank) {
  const Parameters size = {{"m", 128}, {"n", 128}, {"k", 16}};
  const SiteTotals stores = Traced("placed", size).totals().shared_store;
  EXPECT_EQ(stores.max_way, 16u);
  EXPECT_EQ(stores.wavefronts, 64u * 16 + 64);
}

TEST(GemmCosts, ReadingAheadReadsOneStepMoreAndNothingElse) {
  const KernelTotals plain = Traced("stages", kEven).totals();
  const KernelTotals ahead = Traced("read_ahead", kEven).totals();
  EXPECT_EQ(ahead.shared_load.requests * 128, plain.shared_load.requests * 129);
  EXPECT_EQ(ahead.async_copy, plain.async_copy);
  EXPECT_EQ(ahead.global_store, plain.global_store);
}

TEST(GemmCosts, AnotherOrderOfTheBlocksChangesNoAccess) {
  const Parameters size = {{"m", 1100}, {"n", 257}, {"k", 20}};
  const KernelTotals plain = Traced("read_ahead", size).totals();
  const KernelTotals grouped = Traced("grouped_blocks", size).totals();
  EXPECT_EQ(grouped.shared_load, plain.shared_load);
  EXPECT_EQ(grouped.async_copy, plain.async_copy);
  EXPECT_EQ(grouped.global_store, plain.global_store);
}

TEST(GemmCosts, FastestReadsTwelveWavefrontsFor128MultiplyAddsWhateverTheBlocksTile) {
  for (const auto& [tile, slices] : {std::pair{1, 4}, {2, 1}}) {  // 64 × 128, 128 × 256
    const Parameters size = {{"m", 128}, {"n", 256}, {"k", 128}, {"block_tile", tile}};
    const SiteTotals loads = Traced("fastest", size).totals().shared_load;
    const double products = 128.0 * 256 * (128 + slices);  // each slice reads a step ahead
    const double added = (slices - 1) * 128.0 * 256;       // sums that slices give each other
    const double reads = static_cast<double>(loads.lanes) - added;
    const double wavefronts = static_cast<double>(loads.wavefronts) - added / 32;
    // The compiler reads a word of every pair of tiles twice.
    EXPECT_NEAR(reads * 128 / products, 6, 0.07) << tile;
    EXPECT_NEAR(wavefronts * 32 * 128 / products, 12, 0.07) << tile;
  }
}

TEST(GemmCosts, SplitKsSecondLaunchReadsEachPartOnceAndWritesCOnce) {
  const auto traces = recorded("gemm/split_k", {{"m", 64}, {"n", 128}, {"k", 160}, {"splits", 5}});
  ASSERT_EQ(traces.size(), 2u);
  const KernelTotals parts = analysis::kernel_totals(*traces[0]);
  const KernelTotals sum = analysis::kernel_totals(*traces[1]);
  EXPECT_EQ(parts.global_store.lanes, 5u * 64 * 128);
  EXPECT_EQ(sum.global_load.lanes, 5u * 64 * 128);
  EXPECT_EQ(sum.global_store.lanes, 64u * 128);
  EXPECT_EQ(sum.global_load.sectors, 5u * 64 * 128 / 8);
}

TEST(GemmCosts, TurningAConflictsNowhere) {
  for (const char* name : {"vector_reads", "warp_tiles"}) {
    const Traced kernel(name, kEven);
    EXPECT_EQ(kernel.totals().shared_store.conflicts, 0u) << name;
    EXPECT_EQ(kernel.totals().shared_load.conflicts, 0u) << name;
  }
}

TEST(GemmCosts, CopiesInStagesPassNoRegisterAndTakeTwoWavefrontsAndOneForZeros) {
  for (const char* name : {"stages", "read_ahead", "grouped_blocks"}) {
    const KernelTotals totals = Traced(name, kEven).totals();
    EXPECT_EQ(totals.async_copy.max_way, 3u) << name;
    EXPECT_EQ(totals.global_load.requests, 0u) << name;
    EXPECT_EQ(totals.shared_store.requests, 0u) << name;
  }
}

TEST(GemmCosts, CopiesInStagesLeaveABarrierAStep) {
  const Parameters size = {{"k", 640}};
  EXPECT_EQ(barriers(Traced("warp_tiles", size)), 2 * 640u / 16);
  EXPECT_EQ(barriers(Traced("stages", size)), 640u / 16);
}

}  // namespace
}  // namespace warplens
