// What people ask in public about swizzles, each answer run on the machine.
#include <gtest/gtest.h>

#include "viz/swizzle/answer.h"

namespace warplens::swizzle {
namespace {

SwizzleAnswer asked(const std::string& text) {
  const auto spec = parse_spec(text);
  EXPECT_TRUE(spec.has_value()) << text << ": " << spec.error().message.in(Language::en);
  if (!spec.has_value()) return {};
  auto result = answer(*spec);
  EXPECT_TRUE(result.has_value()) << text << ": " << result.error().message.in(Language::en);
  return result.has_value() ? std::move(*result) : SwizzleAnswer{};
}

// The 128 halves of a column lie side by side, 256 bytes: the 8 rows of a transposed matrix all
// begin at one bank, and offset bits 7 to 9 are the column.
const std::string kHalfTile =
    "element=2 tile=128x8 order=column write=columns.16B read=ldmatrix.x4.trans map=";

TEST(Questions, APlainHalfTileOf128x8IsEightWayForTransposedMatrices) {
  const auto plain = asked(kHalfTile + "none");
  EXPECT_EQ(plain.read.after.ways, 8u);
  EXPECT_EQ(plain.read.accesses.warps.size(), 4u);
  EXPECT_EQ(plain.read.after.wavefronts, 4u * 4 * 8);
}

TEST(Questions, Swizzle334FreesItAndSwizzle333IsTwoWay) {
  const auto right = asked(kHalfTile + "Swizzle<3,3,4>");
  EXPECT_EQ(right.read.after.ways, 1u);
  EXPECT_EQ(right.read.after.conflicts(), 0u);
  EXPECT_EQ(right.write.after.conflicts(), 0u);
  EXPECT_EQ(right.run->verdict, trace::Verdict::match);
  const auto wrong = asked(kHalfTile + "Swizzle<3,3,3>");
  EXPECT_EQ(wrong.read.after.ways, 2u);
  EXPECT_TRUE(wrong.works());
}

TEST(Questions, FloatTileOf32x32) {
  const std::string tile = "element=4 tile=32x32 order=row write=rows read=columns map=";
  EXPECT_EQ(asked(tile + "none").read.after.ways, 32u);
  for (const char* map : {"padding 1", "xor", "shift", "Swizzle<5,0,5>", "col ^ row"}) {
    const auto free = asked(tile + map);
    EXPECT_EQ(free.wavefronts(), 64u) << map;
    EXPECT_EQ(free.run->verdict, trace::Verdict::match) << map;
  }
  EXPECT_EQ(asked(tile + "padding 1").after.bytes_lost, 32u * 4);
}

// 64 bytes a row: two rows fill the banks once, so rows 0, 2, 4 and 6 of a matrix begin at one
// bank, the others at another: 4-way. What tells those four apart is row / 2, offset bits 6 and 7;
// moved into the 16-byte groups' bits 3 and 4 that is Swizzle<2,3,3>.
TEST(Questions, Bf16RowsOf64Bytes) {
  const std::string tile = "element=2 tile=64x32 write=rows.16B read=ldmatrix.x4 map=";
  EXPECT_EQ(asked(tile + "none").read.after.ways, 4u);
  const auto right = asked(tile + "Swizzle<2,3,3>");
  EXPECT_EQ(right.read.after.conflicts(), 0u);
  EXPECT_EQ(right.write.after.conflicts(), 0u);
  EXPECT_EQ(right.after.vector_bytes, 16u);
  EXPECT_EQ(asked(tile + "Swizzle<1,3,3>").read.after.ways, 2u);
}

// 128 bytes a row: every row begins at bank 0, 8-way; the row's low three bits, bits 6 to 8, go
// into bits 3 to 5: Swizzle<3,3,3>, which on bytes is the Swizzle<3,4,3> of 128-byte swizzles.
TEST(Questions, Bf16RowsOf128Bytes) {
  const std::string tile = "element=2 tile=64x64 write=rows.16B read=ldmatrix.x4 map=";
  EXPECT_EQ(asked(tile + "none").read.after.ways, 8u);
  const auto right = asked(tile + "Swizzle<3,3,3>");
  EXPECT_EQ(right.read.after.conflicts(), 0u);
  EXPECT_EQ(right.write.after.conflicts(), 0u);
  EXPECT_EQ(asked(tile + "Swizzle<2,3,3>").read.after.ways, 2u);
  EXPECT_EQ(asked(tile + "padding 8").read.after.conflicts(), 0u);
}

// 8 lanes that write 16 bytes each take 128 bytes at once: one row of 128 bytes, or two of 64,
// which are all banks in whatever order the groups stand.
TEST(Questions, VectorsWrittenByRowsAreFreeOfConflictsWithAndWithoutTheSwizzle) {
  for (const char* columns : {"32", "64"}) {
    for (const char* map : {"none", "Swizzle<2,3,3>", "Swizzle<3,3,3>"}) {
      const auto written = asked(
          fmt::format("element=2 tile=64x{} write=rows.16B read=rows.16B map={}", columns, map));
      EXPECT_EQ(written.write.after.ways, 1u) << columns << map;
      EXPECT_EQ(written.write.after.wavefronts, 4 * written.write.accesses.warps.size());
    }
  }
}

// A float4's four floats move together; with 128 bytes a row its group goes by the row's low three
// bits.
TEST(Questions, Float4GroupsReadDownAColumnOfGroups) {
  const std::string tile = "element=4 tile=32x32 write=rows.16B read=columns.16B map=";
  EXPECT_EQ(asked(tile + "none").read.after.ways, 8u);
  for (const char* map : {"xor(4)", "shift(4)", "Swizzle<3,2,3>", "padding 4"}) {
    const auto free = asked(tile + map);
    EXPECT_TRUE(free.works()) << map;
    EXPECT_EQ(free.read.after.ways, 1u) << map;
    EXPECT_EQ(free.write.after.ways, 1u) << map;
  }
  EXPECT_FALSE(asked(tile + "padding 1").works());
  EXPECT_FALSE(asked(tile + "xor").works());
}

// Down a column a float keeps its place in its group of four, so whatever moves whole groups leaves
// it 8 of the 32 banks: 4-way is the least for 32 floats.
TEST(Questions, Float4GroupsReadFloatByFloat) {
  const std::string tile = "element=4 tile=32x32 write=rows.16B read=columns map=";
  EXPECT_EQ(asked(tile + "none").read.after.ways, 32u);
  EXPECT_EQ(asked(tile + "xor(4)").read.after.ways, 4u);
  EXPECT_EQ(asked(tile + "padding 4").read.after.ways, 4u);
}

}  // namespace
}  // namespace warplens::swizzle
