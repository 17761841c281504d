#include "viz/swizzle/find.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warplens::swizzle {
namespace {

Found found(const std::string& text) {
  const auto spec = parse_spec(text);
  EXPECT_TRUE(spec.has_value()) << spec.error().message.in(Language::en);
  auto result = find(*spec);
  EXPECT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  return result.has_value() ? *result : Found{};
}

TEST(Find, Swizzle334ForTheHalfTileInColumnOrder) {
  const Found best = found("element=2 tile=128x8 order=column write=groups read=ldmatrix.x4.trans");
  EXPECT_EQ(text_of(best.best.map), "Swizzle<3,3,4>") << best.reason.in(Language::en);
  EXPECT_EQ(best.best.wavefronts, best.ideal);
}

// 64 bytes a row: two rows a line of banks, so two bits of row / 2; 128 bytes a row: three of row.
TEST(Find, Swizzle233For64BytesARowAndSwizzle333For128) {
  EXPECT_EQ(text_of(found("element=2 tile=64x32 write=rows.16B read=ldmatrix").best.map),
            "Swizzle<2,3,3>");
  EXPECT_EQ(text_of(found("element=2 tile=64x64 write=rows.16B read=ldmatrix").best.map),
            "Swizzle<3,3,3>");
}

TEST(Find, Swizzle505ForFloatsAndTheBestPaddingBeside) {
  const Found best = found("element=4 tile=32x32 write=rows read=columns");
  EXPECT_EQ(text_of(best.best.map), "Swizzle<5,0,5>");
  ASSERT_TRUE(best.padding.has_value());
  EXPECT_EQ(text_of(best.padding->map), "padding 1");
  EXPECT_EQ(best.padding->bytes_lost, 128u);
  EXPECT_EQ(best.plain->wavefronts, 32u + 32 * 32);
}

// A warp's 32 lanes are two columns and a part of a third: only a pitch whose rows slide by an odd
// number of banks keeps those apart.
TEST(Find, PaddingWhereNoSwizzleTakesAsFew) {
  const Found best = found("element=4 tile=13x96 write=rows read=columns");
  EXPECT_EQ(text_of(best.best.map), "padding 5") << best.reason.in(Language::en);
  EXPECT_EQ(best.best.wavefronts, best.ideal);
  EXPECT_EQ(best.best.bytes_lost, 13u * 5 * 4);
  EXPECT_GT(best.swizzle->wavefronts, best.best.wavefronts);
  EXPECT_THAT(best.reason.in(Language::en), testing::HasSubstr(text_of(best.swizzle->map)));
  EXPECT_THAT(best.reason.in(Language::zh), testing::HasSubstr(text_of(best.swizzle->map)));
}

// Rows 0 and 1 differ in offset bit 5; every M with M + S = 5 would do.
TEST(Find, TheSmallestShiftOfThoseThatDo) {
  EXPECT_EQ(text_of(found("tile=32x32 write=rows read=lanes(0,32)").best.map), "Swizzle<1,4,1>");
}

TEST(Find, NoMapWhereNoneIsNeeded) {
  EXPECT_EQ(text_of(found("element=4 tile=32x32 write=rows read=rows").best.map), "none");
}

TEST(Find, SaysWhyWhereNoMapWorks) {
  const auto none = find(*parse_spec("element=4 tile=32x32 write=rows read=lanes.16B(lane + 1)"));
  ASSERT_FALSE(none.has_value());
  EXPECT_THAT(none.error().message.in(Language::en), testing::HasSubstr("multiple of 16"));
}

TEST(Find, CanBeCancelledAndTellsHowFarItIs) {
  std::stop_source stop;
  std::uint32_t seen = 0;
  FindOptions options;
  options.stop = stop.get_token();
  options.progress = [&](std::uint32_t done, std::uint32_t all) {
    EXPECT_LT(done, all);
    if (++seen == 3) stop.request_stop();
  };
  const auto cancelled = find(SwizzleSpec{}, options);
  ASSERT_FALSE(cancelled.has_value());
  EXPECT_EQ(cancelled.error().message.in(Language::en), "cancelled");
  EXPECT_EQ(seen, 3u);
}

}  // namespace
}  // namespace warplens::swizzle
