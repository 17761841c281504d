#include "viz/swizzle/traced/source_patch.h"

#include <gtest/gtest.h>

namespace warplens::swizzle {
namespace {

const Map kRowXor = map_of({5, 0, 5});
constexpr std::string_view kSquare =
    "void k() {\n"
    "  __shared__ float tile[32][32];\n"
    "  tile[threadIdx.y][threadIdx.x] = 1;\n"
    "  f(tile[threadIdx.x][threadIdx.y + j]);\n"
    "}\n";

TracedLine line_at(std::uint32_t line, std::uint8_t width = 4) {
  TracedLine traced;
  traced.line = line;
  traced.site.space = trace::Space::shared;
  traced.site.width = width;
  return traced;
}

// The source with the map in it, or why it cannot be.
std::string patched(std::string_view source, const Map& map,
                    std::vector<TracedLine> lines = {line_at(3), line_at(4)}) {
  const auto array = read_source_array(source, "tile", 99);
  if (!array.has_value()) return array.error().message.in(Language::en);
  TracedArray traced;
  traced.lines = std::move(lines);
  const Tile tile;
  auto edits = edits_for({*array, traced, tile, tile.rows}, map);
  return edits.has_value() ? with_edits(source, std::move(*edits))
                           : edits.error().message.in(Language::en);
}

std::string with(std::string_view source,
                 const std::vector<std::pair<std::string, std::string>>& changes) {
  std::string text(source);
  for (const auto& [from, to] : changes) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  }
  return text;
}

TEST(SourcePatch, PaddingChangesTheLastExtentAlone) {
  EXPECT_EQ(patched(kSquare, padding_of(1)), with(kSquare, {{"[32][32]", "[32][33]"}}));
  const std::string named = with(kSquare, {{"[32][32]", "[kTile][kTile]"}});
  EXPECT_EQ(patched(named, padding_of(4)), with(named, {{"[kTile][kTile]", "[kTile][kTile + 4]"}}));
}

TEST(SourcePatch, AnXorOfTheRowChangesEverySubscript) {
  EXPECT_EQ(patched(kSquare, kRowXor),
            with(kSquare, {{"[threadIdx.x] =", "[threadIdx.x ^ threadIdx.y] ="},
                           {"[threadIdx.y + j]", "[(threadIdx.y + j) ^ threadIdx.x]"}}));
}

TEST(SourcePatch, AnXorOfSomeOfTheRowsBitsMovesGroups) {
  EXPECT_EQ(patched(kSquare, map_of({2, 2, 4})),
            with(kSquare,
                 {{"[threadIdx.x] =", "[threadIdx.x ^ (((threadIdx.y >> 1) & 3) << 2)] ="},
                  {"[threadIdx.y + j]", "[(threadIdx.y + j) ^ (((threadIdx.x >> 1) & 3) << 2)]"}}));
}

constexpr std::string_view kFlat =
    "constexpr int kPitch = 32;\n"
    "void k() { __shared__ float tile[32 * kPitch];\n"
    "  tile[threadIdx.y * kPitch + threadIdx.x] = 1;\n"
    "  f(tile[threadIdx.x * kPitch + threadIdx.y]); }\n";

TEST(SourcePatch, APitchOfItsOwnIsChangedWhereItIsDefined) {
  EXPECT_EQ(patched(kFlat, padding_of(1)), with(kFlat, {{"kPitch = 32", "kPitch = 33"}}));
}

TEST(SourcePatch, APitchThatStandsForMoreIsChangedWhereItIsThePitch) {
  const std::string shared = std::string(kFlat) + "int other = kPitch;\n";
  EXPECT_EQ(patched(shared, padding_of(1)),
            with(shared, {{"[32 * kPitch]", "[32 * (kPitch + 1)]"},
                          {"threadIdx.y * kPitch", "threadIdx.y * (kPitch + 1)"},
                          {"threadIdx.x * kPitch", "threadIdx.x * (kPitch + 1)"}}));
}

TEST(SourcePatch, AnExtentThatIsOneNumberGrowsWithThePitch) {
  const std::string number = with(kFlat, {{"32 * kPitch", "1024"},
                                          {"kPitch = 32", "kP = 32"},
                                          {"* kPitch", "* 32"},
                                          {"* kPitch", "* 32"}});
  EXPECT_EQ(patched(number, padding_of(1)),
            with(number, {{"[1024]", "[1056]"},
                          {"threadIdx.y * 32", "threadIdx.y * 33"},
                          {"threadIdx.x * 32", "threadIdx.x * 33"}}));
}

TEST(SourcePatch, TheColumnOfASumIsXored) {
  EXPECT_EQ(patched(kFlat, kRowXor),
            with(kFlat, {{"kPitch + threadIdx.x", "kPitch + (threadIdx.x ^ threadIdx.y)"},
                         {"kPitch + threadIdx.y", "kPitch + (threadIdx.y ^ threadIdx.x)"}}));
}

TEST(SourcePatch, AnotherUseOfTheArrayIsSaidAndNotGuessed) {
  const auto refused = [](const char* from, const char* to) {
    return patched(with(kSquare, {{from, to}}), kRowXor);
  };
  EXPECT_EQ(refused("f(tile[threadIdx.x][threadIdx.y + j])", "f(tile)"),
            "line 4 uses tile otherwise than by row and column");
  EXPECT_EQ(refused("f(tile[threadIdx.x]", "f(&tile[threadIdx.x]"),
            "line 4 takes an address of tile, and what is reached by it is not known");
  EXPECT_EQ(refused("f(tile[threadIdx.x]", "f(tile[i++]"),
            "line 4: the row 'i++' changes something and would be computed twice");
  EXPECT_EQ(patched(kSquare, kRowXor, {line_at(3), line_at(4), line_at(9)}),
            "line 9 reaches tile without naming it");
  EXPECT_EQ(patched(with(kSquare, {{"__shared__", "extern __shared__"}}), padding_of(1)),
            "tile is extern: padding it takes more bytes at the launch, which is elsewhere");
}

// One thread of a warp at a byte of the array.
TracedLine line_at_byte(std::uint32_t line, std::uint32_t byte) {
  TracedLine traced = line_at(line);
  TracedLine::Event event{1, {}, 1};
  event.byte[0] = byte;
  traced.events.push_back(event);
  return traced;
}

TEST(SourcePatch, AColumnThatLeavesItsRowIsSeenInTheTrace) {
  const std::string first = with(kSquare, {{"tile[threadIdx.y][threadIdx.x] =", "tile[0][i] ="}});
  EXPECT_EQ(patched(first, padding_of(1), {line_at_byte(3, 4 * 32), line_at(4)}),
            "line 3 leaves the row or column that it names");
  EXPECT_EQ(patched(first, padding_of(1), {line_at_byte(3, 4 * 31), line_at(4)}),
            with(first, {{"[32][32]", "[32][33]"}}));
}

TEST(SourcePatch, TheAddressOfAVectorIsAnAccess) {
  const std::string vector = with(kSquare, {{"f(tile", "f(*(float4*)&tile"}});
  EXPECT_NE(patched(vector, map_of({3, 2, 3}), {line_at(3), line_at(4, 16)})
                .find("&tile[threadIdx.x][(threadIdx.y + j) ^ ((threadIdx.x & 7) << 2)]"),
            std::string::npos);
}

TEST(RowXorOfAMap, OnlyBitsOfTheRowThatGoIntoTheColumnAreOne) {
  EXPECT_TRUE(row_xor(map_of({5, 0, 5}), 32).has_value());
  EXPECT_FALSE(row_xor(map_of({2, 0, 2}), 32).has_value()) << "of the column's own bits";
  EXPECT_FALSE(row_xor(map_of({3, 3, 5}), 32).has_value()) << "into the row";
  EXPECT_FALSE(row_xor(map_of({5, 0, 5}), 33).has_value());
  EXPECT_FALSE(row_xor(padding_of(1), 32).has_value());
}

TEST(UnifiedDiff, HasThreeLinesAroundEachChange) {
  EXPECT_EQ(unified_diff("k.cu", "1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\nfive\n6\n7\n8\n"),
            "--- k.cu\n+++ k.cu\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(UnifiedDiff, ChangesFarApartAreHunksOfTheirOwn) {
  std::string before, after;
  for (int i = 1; i <= 20; ++i) {
    before += fmt::format("{}\n", i);
    after += i == 1 || i == 20 ? "x\n" : fmt::format("{}\n", i);
  }
  const std::string diff = unified_diff("k.cu", before, after);
  EXPECT_NE(diff.find("@@ -1,4 +1,4 @@\n-1\n+x\n"), std::string::npos) << diff;
  EXPECT_NE(diff.find("@@ -17,4 +17,4 @@\n"), std::string::npos) << diff;
}

TEST(UnifiedDiff, ALastLineWithoutAnEndIsSaid) {
  EXPECT_EQ(unified_diff("k.cu", "a", "b"),
            "--- k.cu\n+++ k.cu\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n"
            "\\ No newline at end of file\n");
  EXPECT_EQ(unified_diff("k.cu", "a\n", "a\n"), "");
}

}  // namespace
}  // namespace warplens::swizzle
