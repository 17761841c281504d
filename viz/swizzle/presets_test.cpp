#include "viz/swizzle/presets.h"

#include <gtest/gtest.h>

#include <map>

#include "viz/swizzle/answer.h"

namespace warplens::swizzle {
namespace {

SwizzleSpec spec_called(std::string_view name) {
  const auto found = std::ranges::find_if(
      presets(), [&](const Preset& each) { return each.name.english == name; });
  EXPECT_NE(found, presets().end()) << name;
  return parse_spec(found->spec).value();
}

std::vector<std::uint32_t> places_of(std::string_view name) {
  const SwizzleSpec spec = spec_called(name);
  return place(spec.tile, spec.map).value().offsets;
}

TEST(Presets, HaveCostsAndAMachineThatConfirmsThem) {
  for (const Preset& each : presets()) {
    const auto costs = costs_of(each);
    ASSERT_TRUE(costs.has_value()) << each.name.english;
    const auto whole = answer(costs->spec);
    ASSERT_TRUE(whole.has_value()) << each.name.english << whole.error().message.in(Language::en);
    EXPECT_TRUE(whole->works()) << each.name.english;
    EXPECT_EQ(whole->run->verdict, trace::Verdict::match) << each.name.english;
    EXPECT_EQ(whole->after.bytes_lost, 0u) << each.name.english;
    EXPECT_EQ(whole->read.after.wavefronts, costs->matrix_read.wavefronts) << each.name.english;
    EXPECT_NE(each.name.in(Language::zh), "") << each.name.english;
  }
}

TEST(Presets, WgmmasLayoutsAreCuTesAtomsAndWhatTmaWrites) {
  const auto k128 = places_of("wgmma K-major, 128-byte swizzle");
  EXPECT_EQ(k128, places_of("TMA, 128-byte swizzle"));
  EXPECT_EQ(k128, places_of("CuTe Layout_K_SW128_Atom"));
  EXPECT_EQ(k128, places_of("ThunderKittens st_bf<64, 64>"));
  EXPECT_EQ(places_of("wgmma K-major, 64-byte swizzle"), places_of("TMA, 64-byte swizzle"));
  EXPECT_EQ(places_of("wgmma K-major, 32-byte swizzle"), places_of("TMA, 32-byte swizzle"));
  EXPECT_EQ(places_of("wgmma K-major, no swizzle"), places_of("CuTe Layout_K_INTER_Atom"));
  EXPECT_EQ(places_of("wgmma MN-major, no swizzle"), places_of("CuTe Layout_MN_INTER_Atom"));
  EXPECT_EQ(places_of("wgmma MN-major, 128-byte swizzle"), places_of("CuTe Layout_MN_SW128_Atom"));
}

// ThunderKittens' address: subtiles of 128 bytes a row, the row's number in bits 7 to 9 into 4
// to 6.
TEST(Presets, ThunderKittensTilesLieAsItsIndexSays) {
  const auto places = places_of("ThunderKittens st_bf<64, 128>");
  for (std::uint32_t row = 0; row < 64; ++row) {
    for (std::uint32_t column = 0; column < 128; ++column) {
      const std::uint32_t address = 2 * (column / 64 * 64 * 64 + row * 64 + column % 64);
      const std::uint32_t swizzled = address ^ (address % 1024 >> 7 << 4);
      ASSERT_EQ(places[row * 128 + column] * 2, swizzled) << row << " " << column;
    }
  }
}

TEST(Presets, AFullSwizzleIsFreeOfConflictsForMatricesAndNoneOfThemForSingleColumns) {
  std::map<std::string_view, std::uint32_t> ways, columns;
  for (const Preset& each : presets()) {
    const auto costs = costs_of(each).value();
    ways[each.name.english] = costs.matrix_read.ways;
    columns[each.name.english] = costs.column_read.ways;
  }
  EXPECT_EQ(ways.at("TMA, 128-byte swizzle"), 1u);
  EXPECT_EQ(ways.at("wgmma K-major, 128-byte swizzle"), 1u);
  EXPECT_EQ(ways.at("wgmma MN-major, 128-byte swizzle"), 1u);
  EXPECT_EQ(ways.at("wgmma K-major, no swizzle"), 1u);
  EXPECT_EQ(columns.at("TMA, 128-byte swizzle"), 4u);
  EXPECT_EQ(columns.at("wgmma MN-major, 128-byte swizzle"), 1u);
}

}  // namespace
}  // namespace warplens::swizzle
