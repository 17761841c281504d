// Every matrix product of the catalogue against its CPU reference, over sizes that tiles do not
// divide.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "tests/catalogue/costs.h"
#include "tests/catalogue/every_setting.h"
#include "tests/catalogue/running.h"

namespace warplens {
namespace {

using catalog::Parameters;

struct Size {
  std::int64_t m, n, k;
};
// One element, one row, one column, one step, primes, a tile of 16, 32 or 64 and one more or less.
constexpr Size kGemmSizes[] = {{1, 1, 1},    {1, 37, 5},    {41, 1, 3},   {5, 7, 1},
                               {16, 16, 16}, {17, 15, 33},  {31, 33, 32}, {64, 64, 64},
                               {63, 65, 66}, {65, 68, 131}, {2, 300, 4},  {3, 12, 257},
                               {130, 8, 36}};

const catalog::Family& gemms() { return family("gemm"); }

trace::Run result_of(const std::string& variant, const Parameters& settings) {
  run::Options options = quick();
  options.keep_buffers = true;
  auto result = run::run_variant(catalogue(), "gemm/" + variant, settings, options);
  EXPECT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  return std::move(*result);
}

TEST(Gemms, AreRightAtEverySize) {
  for (const catalog::Variant& variant : gemms().variants) {
    if (variant.broken) continue;
    for (const Size& size : kGemmSizes) {
      const Parameters settings = {{"m", size.m}, {"n", size.n}, {"k", size.k}};
      for_each_setting(gemms(), variant, settings, {"tile", "block_tile"},
                       [&](const Parameters& p) {
                         if (!variant.plan(*complete(gemms(), variant, p)).has_value())
                           return;  // a tile with edges
                         expect_match_without_findings("gemm/" + variant.name, p);
                       });
    }
  }
}

TEST(Gemms, ByRowsHaveNoLimitOf1024Columns) {
  for (const char* name : {"gemm/row_loop", "gemm/row_shared", "gemm/pitched"}) {
    expect_match_without_findings(name, {{"m", 1}, {"n", 1029}, {"k", 3}});
  }
}

std::vector<float> floats_of(const trace::Run& result, std::string_view buffer) {
  const auto found = std::ranges::find(result.buffers, buffer, &trace::NamedBytes::name);
  std::vector<float> values(found->bytes.size() / sizeof(float));
  std::memcpy(values.data(), found->bytes.data(), found->bytes.size());
  return values;
}

std::vector<float> product(const std::string& variant, const Parameters& settings) {
  return floats_of(result_of(variant, settings), "c");
}

TEST(Gemms, ThatSumInFloatAgreeToTheLastBitBecauseAllAddInTheOrderOfK) {
  const Parameters size = {{"m", 33}, {"n", 40}, {"k", 100}};
  const std::vector<float> plain = product("row_loop", size);
  for (const char* name :
       {"row_shared", "chessboard", "outer_register", "outer_shared", "register_tile",
        "register_tile_padded", "double_buffer", "async_copy", "vector_reads", "warp_tiles",
        "placed", "stages", "read_ahead", "grouped_blocks"}) {
    EXPECT_EQ(product(name, size), plain) << name;
  }
  EXPECT_NE(product("fastest", size), plain) << "of four slices of k";
  EXPECT_NE(product("kahan", size), plain);
}

// The largest distance from the float64 sum.
double error_of(const std::string& variant, std::int64_t k) {
  const Parameters size = {{"m", 16}, {"n", 32}, {"k", k}};
  const std::vector<float> right = product("double_sum", size);
  const std::vector<float> actual = product(variant, size);
  double error = 0;
  for (std::size_t i = 0; i < right.size(); ++i) {
    error = std::max(error, std::fabs(double{actual[i]} - double{right[i]}));
  }
  return error;
}

TEST(Kahan, LosesFarLessThanAPlainSumAndTheMoreSoTheLongerItIs) {
  EXPECT_LT(error_of("kahan", 256) * 4, error_of("chessboard", 256));
  EXPECT_LT(error_of("kahan", 2048) * 10, error_of("chessboard", 2048));
}

TEST(Kahan, WithoutItsCompensationIsCaughtByTheResultAlone) {
  for (const std::int64_t k : {64, 65, 256, 1000}) {
    const Parameters size = {{"k", k}};
    expect_match_without_findings("gemm/kahan", size);
    const trace::Run lost = result_of("kahan_lost", size);
    EXPECT_EQ(lost.verdict, trace::Verdict::mismatch) << k;
    EXPECT_TRUE(lost.traces.at(0)->findings.empty());
  }
}

TEST(Kahan, WithoutItsCompensationIsWithinWhatAPlainSumIsAllowed) {
  const catalog::Variant& plain = *gemms().find("chessboard");
  const auto plan = plain.plan(*complete(gemms(), plain, {{"k", 1000}}));
  EXPECT_LT(error_of("kahan_lost", 1000), plan->tolerance.absolute);
}

TEST(Tolerances, AreFarBelowOneMissingTerm) {
  // Terms are products of two values in [-1, 1): a third in the mean square.
  for (const catalog::Variant& variant : gemms().variants) {
    const auto plan = variant.plan(*complete(gemms(), variant, {{"k", 16384}}));
    EXPECT_LT(plan->tolerance.absolute, 0.01) << variant.name;
  }
}

TEST(DoubleSum, IsRoundedOnceAtAnyLength) {
  for (const std::int64_t k : {1, 100, 3000}) {
    expect_match_without_findings("gemm/double_sum", {{"m", 16}, {"n", 16}, {"k", k}});
  }
}

TEST(DoubleRounded, IsTheFloatSumButForRareLastBits) {
  const Parameters size = {{"m", 64}, {"n", 64}, {"k", 2000}};
  const std::vector<float> plain = product("chessboard", size);
  const std::vector<float> rounded = product("double_rounded", size);
  std::size_t differ = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) differ += plain[i] != rounded[i] ? 1 : 0;
  EXPECT_LT(differ, plain.size() / 100);
}

TEST(Pairwise, IsRightWhateverNumberOfTilesMeets) {
  for (const std::int64_t k : {1, 16, 17, 32, 48, 49, 100, 1000, 4096, 5000}) {
    expect_match_without_findings("gemm/pairwise", {{"m", 17}, {"n", 16}, {"k", k}});
  }
}

TEST(Pairwise, LosesFarLessThanAPlainSumAndTheMoreSoTheLongerItIs) {
  EXPECT_LT(error_of("pairwise", 256) * 2, error_of("chessboard", 256));
  EXPECT_LT(error_of("pairwise", 4096) * 6, error_of("chessboard", 4096));
}

TEST(Pairwise, APlainSumIsNotWithinWhatItIsAllowed) {
  const catalog::Variant& pairwise = *gemms().find("pairwise");
  const auto plan = pairwise.plan(*complete(gemms(), pairwise, {{"k", 4096}}));
  EXPECT_GT(error_of("chessboard", 4096), plan->tolerance.absolute);
}

TEST(Pitched, RowsStandOnMultiplesOf512Bytes) {
  const catalog::Variant& variant = *gemms().find("pitched");
  const auto plan = variant.plan(*complete(gemms(), variant, {{"m", 3}, {"n", 128}, {"k", 129}}));
  EXPECT_EQ(plan->buffers.at(0).pitch, 1024u);  // a: 129 floats
  EXPECT_EQ(plan->buffers.at(1).pitch, 512u);
  EXPECT_EQ(plan->buffers.at(2).pitch, 512u);
}

// Of fastest: the tile's template values as its entry's name has them.
std::string form_at(const Parameters& settings) {
  const catalog::Variant& variant = *gemms().find("fastest");
  const auto plan = variant.plan(*complete(gemms(), variant, settings));
  if (!plan.has_value()) return plan.error().message.in(Language::en);
  const std::string& entry = std::get<catalog::LaunchStep>(plan->steps.back()).entry;
  return entry.substr(entry.find('I'), entry.find("EEvPKf") - entry.find('I'));
}

Parameters square(std::int64_t side) { return {{"m", side}, {"n", side}, {"k", side}}; }

TEST(Fastest, TakesTheTileThatFillsTheGpuAndKeepsTheLoopWithoutEdges) {
  for (const std::int64_t side : {2048, 4096, 8192, 16384}) {
    EXPECT_EQ(form_at(square(side)), "ILi128ELi256ELi16ELi1ELb1") << side;
  }
  for (const std::int64_t side : {512, 1024, 3072}) {
    EXPECT_EQ(form_at(square(side)), "ILi64ELi128ELi32ELi4ELb1") << side;
  }
  for (const std::int64_t side : {61, 1000, 4097}) {
    EXPECT_EQ(form_at(square(side)), "ILi64ELi128ELi32ELi4ELb0") << side;
  }
}

TEST(Fastest, IsRightInEveryFormWithAndWithoutEdgesForAnyLengthOfASum) {
  for (const std::int64_t k : {1, 15, 16, 17, 33, 48}) {
    for (const auto& [m, n] : {std::pair{256, 512}, {127, 257}}) {
      const Parameters size = {{"m", m}, {"n", n}, {"k", k}};
      const catalog::Variant& variant = *gemms().find("fastest");
      for_each_setting(gemms(), variant, size, {"block_tile"}, [&](const Parameters& p) {
        if (variant.plan(*complete(gemms(), variant, p)).has_value()) {
          expect_match_without_findings("gemm/fastest", p);
        }
      });
    }
  }
}

TEST(Fastest, SaysWhichSizesTheLargestTileTakes) {
  Parameters asked = {{"m", 128}, {"n", 255}, {"block_tile", 2}};
  EXPECT_NE(form_at(asked).find("block_tile=0"), std::string::npos);
  asked["n"] = 512;
  EXPECT_EQ(form_at(asked), "ILi128ELi256ELi16ELi1ELb1");
}

TEST(Fastest, GivesRowsOfBAPitchWhereTheyDoNotStandOn16Bytes) {
  const catalog::Variant& variant = *gemms().find("fastest");
  const auto steps_at = [&](std::int64_t n) {
    return variant.plan(*complete(gemms(), variant, {{"n", n}}))->steps.size();
  };
  EXPECT_EQ(steps_at(60), 1u);
  EXPECT_EQ(steps_at(61), 2u);
  const auto plan = variant.plan(*complete(gemms(), variant, {{"n", 61}}));
  EXPECT_EQ(plan->buffers.back().columns, 64u);
}

TEST(SplitK, IsRightForAnyNumberOfPartsAlsoWhereThereAreMoreThanSteps) {
  for (const std::int64_t splits : {1, 3, 7, 40}) {
    for (const std::int64_t k : {1, 33, 250}) {
      expect_match_without_findings("gemm/split_k",
                                    {{"m", 65}, {"n", 129}, {"k", k}, {"splits", splits}});
    }
  }
}

TEST(SplitK, AddsItsPartsInTheOrderOfK) {
  const Parameters size = {{"m", 70}, {"n", 132}, {"k", 1000}};
  const auto split = [&](std::int64_t splits) {
    Parameters settings = size;
    settings["splits"] = splits;
    return result_of("split_k", settings);
  };
  EXPECT_EQ(floats_of(split(1), "c"), product("row_loop", size));
  const trace::Run result = split(5);
  const std::vector<float> partials = floats_of(result, "partials");
  std::vector<float> sums(70 * 132);
  for (std::size_t i = 0; i < partials.size(); ++i) sums[i % sums.size()] += partials[i];
  EXPECT_EQ(floats_of(result, "c"), sums);
  EXPECT_NE(sums, product("row_loop", size));
}

// The part of each block's k: the columns of a that it copies.
TEST(SplitK, SharesTheStepsOfKEvenlyAndTheFirstPartHasWhatIsLeftOver) {
  const auto trace =
      recorded("gemm/split_k", {{"m", 64}, {"n", 128}, {"k", 121}, {"splits", 3}}).at(0);
  const auto a = std::ranges::find(trace->buffers, "a", &trace::Buffer::name);
  std::map<std::uint32_t, std::set<std::uint64_t>> columns;
  for (std::size_t row = 0; row < trace->events.size(); ++row) {
    const trace::EventView event = trace->events.view(row);
    if (trace->sites[event.site].kind != trace::EventKind::async_copy) continue;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      const std::uint64_t at = event.address[lane] - a->address;
      if ((event.mask >> lane & 1) != 0 && at < a->bytes && at > 0) {
        columns[event.block].insert(at / sizeof(float) % 121);
      }
    }
  }
  ASSERT_EQ(columns.size(), 3u);  // eight steps: 9 + 16 terms, 48, 48
  EXPECT_EQ(*columns[0].rbegin(), 24u);
  EXPECT_EQ(*columns[1].begin(), 25u);
  EXPECT_EQ(*columns[1].rbegin(), 72u);
  EXPECT_EQ(*columns[2].begin(), 73u);
  EXPECT_EQ(*columns[2].rbegin(), 120u);
}

// Blocks of 128 × 128, by the first element of c that they store, in the order of their numbers.
std::vector<std::pair<std::uint64_t, std::uint64_t>> places_in_order(std::int64_t m,
                                                                     std::int64_t n) {
  const Parameters size = {{"m", m}, {"n", n}, {"k", 1}};
  const auto trace = recorded("gemm/grouped_blocks", size).at(0);
  std::map<std::uint32_t, std::uint64_t> first;
  for_each_global(*trace, trace::EventKind::store, [&](const auto& event, const trace::Site&) {
    const std::uint64_t at = event.address[0];
    const auto [found, is_new] = first.emplace(event.block, at);
    if (!is_new) found->second = std::min(found->second, at);
  });
  const auto c = std::ranges::find(trace->buffers, "c", &trace::Buffer::name);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> places;
  for (const auto& [block, address] : first) {
    const std::uint64_t element = (address - c->address) / sizeof(float);
    const auto columns = static_cast<std::uint64_t>(n);
    places.emplace_back(element / columns / 128, element % columns / 128);
  }
  return places;
}

TEST(GroupedBlocks, WalkDownEightRowsOfBlocksThenOnAndTheLastGroupIsLower) {
  const auto places = places_in_order(9 * 128 + 1, 129);
  ASSERT_EQ(places.size(), 20u);
  for (std::uint64_t i = 0; i < 16; ++i) EXPECT_EQ(places[i], std::pair(i % 8, i / 8)) << i;
  for (std::uint64_t i = 0; i < 4; ++i) {
    EXPECT_EQ(places[16 + i], std::pair(8 + i % 2, i / 2)) << i;
  }
}

TEST(AsyncCopy, NeedsComputeCapability8) {
  const auto found = *catalogue().find("gemm/async_copy");
  EXPECT_EQ((*catalogue().module(*found.family, *found.variant))->target, "sm_80");
}

}  // namespace
}  // namespace warplens
