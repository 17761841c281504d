// The inversions: right at every size, at the costs they state.
#include <gtest/gtest.h>

#include "tests/catalogue/costs.h"
#include "tests/catalogue/every_setting.h"

namespace warplens {
namespace {

using catalog::Parameters;
using Sectors = std::set<std::uint32_t>;

constexpr std::int64_t kPixelsAThread[] = {1, 2, 4, 8, 16};

const catalog::Family& inversions() { return family("invert"); }

TEST(Inversions, AreRightAtEverySizeAndNumberOfPixelsAThread) {
  for (const catalog::Variant& variant : inversions().variants) {
    for (const auto& [width, height] :
         {std::pair{1, 1}, {1, 37}, {41, 1}, {2, 3}, {17, 31}, {64, 32}, {53, 97}}) {
      for (const std::int64_t threads : {1, 33, 128}) {
        const Parameters size = {{"width", width}, {"height", height}, {"threads", threads}};
        for_each_setting(inversions(), variant, size, {"pixels"}, [&](const Parameters& p) {
          expect_match_without_findings("invert/" + variant.name, p);
        });
      }
    }
  }
}

TEST(Inversions, APixelALaneIsFourSectorsARequestReadAndWrittenOnce) {
  EXPECT_EQ(sectors_of_full_warps("invert/pixel", {}), Sectors{4});
  const auto totals = totals_of("invert/pixel", {});
  EXPECT_EQ(totals.global_load.bytes_moved, 64u * 64 * 4);
  EXPECT_EQ(totals.global_store.bytes_moved, 64u * 64 * 4);
}

TEST(Inversions, PixelsABlocksWidthApartAreFourSectorsHoweverManyAThreadHas) {
  const auto one = totals_of("invert/pixel", {});
  for (const std::int64_t pixels : kPixelsAThread) {
    EXPECT_EQ(sectors_of_full_warps("invert/coarsened", {{"pixels", pixels}}), Sectors{4})
        << pixels;
    const auto totals = totals_of("invert/coarsened", {{"pixels", pixels}});
    EXPECT_EQ(totals.global_load.requests, one.global_load.requests) << pixels;
  }
}

TEST(Inversions, FewerInstructionsAPixelAreRunFromTwoPixelsOn) {
  const std::uint64_t one = instructions_of("invert/coarsened", {{"pixels", 1}});
  EXPECT_GE(one, instructions_of("invert/pixel", {}));
  for (const std::int64_t pixels : {2, 4, 8, 16}) {
    EXPECT_LT(instructions_of("invert/coarsened", {{"pixels", pixels}}), one) << pixels;
  }
}

TEST(Inversions, NeighbouringPixelsAThreadSpreadAWarpOverASectorALaneFromEightOn) {
  for (const std::int64_t pixels : kPixelsAThread) {
    const auto sectors = static_cast<std::uint32_t>(std::min<std::int64_t>(4 * pixels, 32));
    EXPECT_EQ(sectors_of_full_warps("invert/coarsened_contiguous", {{"pixels", pixels}}),
              Sectors{sectors});
  }
}

TEST(Inversions, VectorsAreSixteenSectorsARequestAndAQuarterOfTheRequests) {
  EXPECT_EQ(sectors_of_full_warps("invert/vector16", {}), Sectors{16});
  const auto vector = totals_of("invert/vector16", {});
  const auto scalar = totals_of("invert/pixel", {});
  EXPECT_EQ(vector.global_load.requests * 4, scalar.global_load.requests);
  EXPECT_EQ(vector.global_load.sectors, scalar.global_load.sectors);
}

TEST(Inversions, OfAnImageThatBeginsAnywhereAreRightAndLeaveWhatIsBeforeIt) {
  for (const std::int64_t offset : {0, 1, 4, 7, 8, 31, 32}) {
    for (const auto& [width, height] : {std::pair{1, 1}, {3, 2}, {7, 1}, {17, 31}, {64, 64}}) {
      expect_match_without_findings("invert/peeled",
                                    {{"width", width}, {"height", height}, {"offset", offset}});
    }
    EXPECT_EQ(sectors_of_full_warps("invert/peeled", {{"offset", offset}}), Sectors{16}) << offset;
  }
}

}  // namespace
}  // namespace warplens
