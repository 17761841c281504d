// Every matrix product on tensor cores against its CPU reference, over sizes that tiles do not
// divide, and what its comment says of its accesses.
#include <gtest/gtest.h>

#include "tests/catalogue/costs.h"
#include "tests/catalogue/every_setting.h"

namespace warplens {
namespace {

using catalog::Parameters;
using trace::EventKind;

struct TensorSize {
  std::int64_t m, n, k;
};
// One element, one row, one column; rows that 16 bytes divide and rows that they do not, of either
// matrix alone; a step or a tile and one more.
constexpr TensorSize kTensorSizes[] = {{1, 1, 1},     {1, 37, 5},    {41, 1, 3},   {16, 8, 16},
                                       {17, 9, 17},   {64, 64, 65},  {65, 63, 64}, {40, 72, 200},
                                       {129, 257, 8}, {30, 264, 131}};

TEST(TensorGemms, AreRightAtEverySizeAndType) {
  for (const catalog::Variant& variant : family("tensor_gemm").variants) {
    for (const TensorSize& size : kTensorSizes) {
      const Parameters settings = {{"m", size.m}, {"n", size.n}, {"k", size.k}};
      for_each_setting(family("tensor_gemm"), variant, settings, {"type"},
                       [&](const Parameters& p) {
                         expect_match_without_findings("tensor_gemm/" + variant.name, p);
                       });
    }
  }
}

TEST(TensorGemms, ATermLeftOutIsFarMoreThanTheToleranceAllows) {
  // Terms are products of two values in [-1, 1): a third in the mean square.
  for (const catalog::Variant& variant : family("tensor_gemm").variants) {
    if (variant.name.starts_with("fp8")) continue;
    for (const auto& [k, allowed] : {std::pair{64, 0.00001}, std::pair{16384, 0.02}}) {
      const auto plan = variant.plan(*complete(family("tensor_gemm"), variant, {{"k", k}}));
      EXPECT_LT(plan->tolerance.absolute, allowed) << variant.name;
    }
  }
}

// Of long sums of e4m3 that nobody promotes tensor cores may lose terms.
TEST(TensorGemms, ATermOfEightBitsLeftOutIsMoreThanTheToleranceAllows) {
  for (const auto& [name, k, allowed] :
       {std::tuple{"fp8", 64, 0.01}, std::tuple{"fp8_wgmma", 64, 0.01},
        std::tuple{"fp8_promoted", 64, 0.01}, std::tuple{"fp8_promoted", 16384, 0.1}}) {
    const catalog::Variant& variant = *family("tensor_gemm").find(name);
    const auto plan = variant.plan(*complete(family("tensor_gemm"), variant, {{"k", k}}));
    EXPECT_LT(plan->tolerance.absolute, allowed) << name;
  }
}

// Of all sites of a kind.
trace::SiteTotals totals_at(const std::string& variant, EventKind kind, trace::Space space,
                            const Parameters& settings) {
  const auto trace = totals_trace("tensor_gemm/" + variant, settings);
  trace::SiteTotals totals;
  for (std::size_t i = 0; i < trace->sites.size(); ++i) {
    const trace::Site& site = trace->sites[i];
    if (site.kind == kind && site.space == space) totals += trace->totals[i];
  }
  EXPECT_GT(totals.requests, 0u) << variant;
  return totals;
}

double wavefronts_a_request(const std::string& variant, EventKind kind) {
  const trace::SiteTotals totals = totals_at(variant, kind, trace::Space::shared, {});
  return static_cast<double>(totals.wavefronts) / static_cast<double>(totals.requests);
}

TEST(TensorGemmCosts, MatricesOfPlainRowsAreEightWayAndAnXorFreesThem) {
  EXPECT_EQ(wavefronts_a_request("ldmatrix", EventKind::load_matrix), 32);
  for (const char* name : {"swizzled", "warp_tiles", "stages", "wide_tiles", "tall_tiles"}) {
    EXPECT_EQ(wavefronts_a_request(name, EventKind::load_matrix), 4) << name;
  }
}

TEST(TensorGemmCosts, StoresOfWholeRowsAreFreeOfConflictsWithTheXorToo) {
  for (const char* name : {"shared", "ldmatrix", "swizzled", "warp_tiles"}) {
    EXPECT_EQ(wavefronts_a_request(name, EventKind::store), 4) << name;  // 512 bytes
  }
}

TEST(TensorGemmCosts, WarpTilesOf64ReadHalfAsManyMatricesAsThoseOf32) {
  const Parameters whole = {{"m", 128}, {"n", 256}, {"k", 128}};
  const auto requests = [&](const char* name) {
    return totals_at(name, EventKind::load_matrix, trace::Space::shared, whole).requests;
  };
  // Sides of 32: four instructions for 8 mma.sync; of 64: eight for 32.
  const std::uint64_t multiplies = 128ull * 256 * 128 / (16 * 8 * 16);
  EXPECT_EQ(requests("swizzled"), multiplies / 2);
  EXPECT_EQ(requests("warp_tiles"), multiplies / 4);
  EXPECT_EQ(requests("stages"), multiplies / 4);
}

TEST(TensorGemmCosts, CopiesOfSixteenBytesPassNoRegisterAndOthersDo) {
  for (const char* name : {"stages", "wide_tiles", "tall_tiles", "warpgroups", "producer"}) {
    const analysis::KernelTotals even =
        totals_of(std::string("tensor_gemm/") + name, {{"m", 384}, {"n", 256}, {"k", 64}});
    EXPECT_EQ(even.global_load.requests, 0u) << name << ": what is stored is zeros";
    EXPECT_GT(even.async_copy.requests, 0u) << name;
    const analysis::KernelTotals odd =
        totals_of(std::string("tensor_gemm/") + name, {{"n", 263}, {"k", 71}});
    EXPECT_EQ(odd.async_copy.requests, 0u) << name;
    EXPECT_GT(odd.shared_store.requests, 0u) << name;
  }
}

// For 1,024 multiply-adds of a block; wide_tiles reads a part more than it multiplies.
TEST(TensorGemmCosts, TallTilesAskForFewerBytesOfSharedMemoryAndOfL2) {
  const auto counted = [](const char* name, std::int64_t rows) {
    constexpr std::int64_t kTerms = 1024;
    const analysis::KernelTotals totals =
        totals_of(std::string("tensor_gemm/") + name, {{"m", rows}, {"n", 256}, {"k", kTerms}});
    const double thousands = static_cast<double>(rows) * 256 * kTerms / 1024;
    const double wavefronts = static_cast<double>(totals.shared_load.wavefronts);
    return std::pair(static_cast<double>(totals.async_copy.lanes) * 16 / thousands,
                     wavefronts / thousands);
  };
  const auto [wide_bytes, wide_wavefronts] = counted("wide_tiles", 128);
  const auto [tall_bytes, tall_wavefronts] = counted("tall_tiles", 192);
  EXPECT_EQ(tall_bytes, 56.0 / 3);
  EXPECT_NEAR(tall_wavefronts, 0.417, 0.005);
  EXPECT_GE(wide_bytes, 24);
  EXPECT_NEAR(wide_wavefronts, 0.5, 0.02);
}

// What wgmma reads of shared memory is no access of a lane.
TEST(TensorGemmCosts, WarpgroupsReadNothingOfSharedMemoryAndCopyAsWideTilesDoes) {
  const Parameters whole = {{"m", 128}, {"n", 512}, {"k", 128}};
  const analysis::KernelTotals before = totals_of("tensor_gemm/wide_tiles", whole);
  for (const char* name : {"warpgroups", "producer"}) {
    const analysis::KernelTotals totals = totals_of(std::string("tensor_gemm/") + name, whole);
    EXPECT_EQ(totals.shared_load.requests, 0u) << name;
    EXPECT_EQ(totals.async_copy.lanes, before.async_copy.lanes) << name;
    EXPECT_EQ(totals.async_copy.sectors, before.async_copy.sectors) << name;
  }
}

TEST(TensorGemms, TilesAtAnEdgeBeginFurtherInsideAndStoreTheirOwnAlone) {
  for (const char* name : {"tall_tiles", "warpgroups", "producer"}) {
    for (const auto& [m, n, k] : {std::tuple{192, 256, 64}, {193, 264, 128}, {383, 512, 192}}) {
      const Parameters size = {{"m", m}, {"n", n}, {"k", k}};
      expect_match_without_findings(std::string("tensor_gemm/") + name, size);
      const auto stored = totals_at(name, EventKind::store, trace::Space::global, size).lanes;
      EXPECT_EQ(stored * 2, static_cast<std::uint64_t>(m) * static_cast<std::uint64_t>(n)) << name;
    }
  }
}

// As many blocks as tiles, and fewer: the stages and their phases go on from tile to tile.
TEST(TensorGemms, AProducersBlocksGoFromTileToTile) {
  const catalog::Family& products = family("tensor_gemm");
  const catalog::Variant& producer = *products.find("producer");
  const auto blocks = [&](std::int64_t m, std::int64_t n) {
    const auto plan = producer.plan(*complete(products, producer, {{"m", m}, {"n", n}, {"k", 64}}));
    return std::get<catalog::LaunchStep>(plan->steps.at(0)).grid.count();
  };
  EXPECT_EQ(blocks(256, 512), 4u);
  EXPECT_EQ(blocks(2176, 2048), 132u);
  expect_match_without_findings("tensor_gemm/producer", {{"m", 2176}, {"n", 2048}, {"k", 192}});
}

}  // namespace
}  // namespace warplens
