// What people ask in public about swizzles, each answer run on the machine.
#include <gtest/gtest.h>

#include "viz/swizzle/checked/answer.h"

namespace warplens::swizzle {
namespace {

SwizzleAnswer answered(const std::string& text) {
  const auto spec = parse_spec(text);
  EXPECT_TRUE(spec.has_value()) << text << ": " << spec.error().message.en;
  if (!spec.has_value()) return {};
  auto result = answer(*spec);
  EXPECT_TRUE(result.has_value()) << text << ": " << result.error().message.en;
  return result.has_value() ? std::move(*result) : SwizzleAnswer{};
}

// The 128 halves of a column lie side by side, 256 bytes: the 8 rows of a transposed matrix all
// begin at one bank, and offset bits 7 to 9 are the column.
const std::string kHalfTile =
    "element=2 tile=128x8 order=column write=columns.16B read=ldmatrix.x4.trans map=";

TEST(Questions, APlainHalfTileOf128x8IsEightWayForTransposedMatrices) {
  const auto plain = answered(kHalfTile + "none");
  EXPECT_EQ(plain.read.after.ways, 8u);
  EXPECT_EQ(plain.read.accesses.warps.size(), 4u);
  EXPECT_EQ(plain.read.after.wavefronts, 4u * 4 * 8);
}

TEST(Questions, Swizzle334FreesItAndSwizzle333IsTwoWay) {
  const auto right = answered(kHalfTile + "Swizzle<3,3,4>");
  EXPECT_EQ(right.read.after.ways, 1u);
  EXPECT_EQ(right.read.after.conflicts(), 0u);
  EXPECT_EQ(right.write.after.conflicts(), 0u);
  EXPECT_EQ(right.run->verdict, run::Verdict::match);
  const auto wrong = answered(kHalfTile + "Swizzle<3,3,3>");
  EXPECT_EQ(wrong.read.after.ways, 2u);
  EXPECT_TRUE(wrong.works());
}

TEST(Questions, FloatTileOf32x32) {
  const std::string tile = "element=4 tile=32x32 order=row write=rows read=columns map=";
  EXPECT_EQ(answered(tile + "none").read.after.ways, 32u);
  for (const char* map : {"padding 1", "xor", "shift", "Swizzle<5,0,5>", "col ^ row"}) {
    const auto free = answered(tile + map);
    EXPECT_EQ(free.wavefronts(), 64u) << map;
    EXPECT_EQ(free.run->verdict, run::Verdict::match) << map;
  }
  EXPECT_EQ(answered(tile + "padding 1").after.bytes_lost, 32u * 4);
}

}  // namespace
}  // namespace warplens::swizzle
