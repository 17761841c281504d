// Every kernel of the catalogue against its CPU reference, over shapes that tiles do not divide.
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/run/run.h"
#include "tests/catalogue/every_setting.h"

namespace warplens {
namespace {

using catalog::Parameters;

struct Shape {
  std::int64_t rows, cols;
};
// One element, one row, one column, primes, a tile and one more or less, multiples of 4 only.
constexpr Shape kShapes[] = {{1, 1},   {1, 37},  {41, 1},  {2, 3},   {17, 31}, {32, 32},
                             {31, 33}, {33, 31}, {36, 44}, {64, 96}, {53, 97}, {1, 128}};

const run::Catalogue& catalogue() {
  static const run::Catalogue opened = *run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets");
  return opened;
}

run::Options quick() {
  run::Options options;
  options.machine.recording = machine::Recording::none;
  options.keep_buffers = false;
  return options;
}

std::string text_of(const Parameters& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters) text += fmt::format("{}={} ", name, value);
  return text;
}

void expect_match_without_findings(const std::string& name, const Parameters& settings) {
  SCOPED_TRACE(name + " " + text_of(settings));
  const auto result = run::run_variant(catalogue(), name, settings, quick());
  ASSERT_TRUE(result.has_value()) << result.error().message;
  EXPECT_EQ(result->verdict, run::Verdict::match)
      << result->mismatch->buffer << "[" << result->mismatch->element << "] is "
      << result->mismatch->actual << ", not " << result->mismatch->expected;
  for (const auto& trace : result->traces) {
    for (const trace::Finding& finding : trace->findings) {
      if (finding.severity != trace::Severity::information) ADD_FAILURE() << finding.message;
    }
  }
}

void check_every_shape(const std::string& variant_name) {
  const auto found = *catalogue().find("transpose/" + variant_name);
  for (const Shape& shape : kShapes) {
    const Parameters settings = {{"rows", shape.rows}, {"cols", shape.cols}};
    for_each_setting(*found.family, *found.variant, settings, {"block_shape", "tile", "pitch"},
                     [&](const Parameters& p) {
                       const auto complete_p = complete(*found.family, *found.variant, p);
                       if (!found.variant->plan(*complete_p).has_value()) return;
                       expect_match_without_findings("transpose/" + variant_name, p);
                     });
  }
}

TEST(Transposes, CoalescedReadIsRightAtEveryShape) { check_every_shape("coalesced_read"); }
TEST(Transposes, CoalescedWriteIsRightAtEveryShape) { check_every_shape("coalesced_write"); }
TEST(Transposes, TileIsRightAtEveryShape) { check_every_shape("tile"); }
TEST(Transposes, TilePaddedIsRightAtEveryShape) { check_every_shape("tile_padded"); }
TEST(Transposes, PackedPaddedIsRightAtEveryShape) { check_every_shape("packed_padded"); }
TEST(Transposes, PackedXorIsRightAtEveryShape) { check_every_shape("packed_xor"); }

TEST(Transposes, EveryVariantThatIsNotBrokenIsTestedHere) {
  const auto found = *catalogue().find("transpose/tile");
  std::vector<std::string> right;
  for (const catalog::Variant& variant : found.family->variants) {
    if (!variant.broken) right.push_back(variant.name);
  }
  EXPECT_EQ(right, (std::vector<std::string>{"coalesced_read", "coalesced_write", "tile",
                                             "tile_padded", "packed_padded", "packed_xor"}));
}

TEST(Transposes, WithoutTheBarrierARaceIsFoundAtTheTile) {
  for (const std::int64_t tile : {16, 32}) {
    const auto result =
        run::run_variant(catalogue(), "transpose/tile_nobarrier", {{"tile", tile}}, quick());
    ASSERT_TRUE(result.has_value()) << result.error().message;
    const auto& findings = result->traces.at(0)->findings;
    const auto race = std::find_if(findings.begin(), findings.end(), [](const auto& finding) {
      return finding.kind == trace::FindingKind::race;
    });
    ASSERT_NE(race, findings.end());
    EXPECT_EQ(race->file, "kernels/catalog/transpose/tile_nobarrier.cu");
    EXPECT_EQ(race->severity, trace::Severity::error);
  }
}

TEST(AccessPattern, IsRightAtEveryWidthOrderAndSpace) {
  const auto found = *catalogue().find("access/pattern");
  for (const auto& [stride, offset] : {std::pair{0, 5}, {1, 0}, {33, 1}, {64, 63}}) {
    const Parameters settings = {{"stride", stride}, {"offset", offset}, {"lanes", 29}};
    for_each_setting(
        *found.family, *found.variant, settings, {"space", "width", "order"},
        [](const Parameters& p) { expect_match_without_findings("access/pattern", p); });
  }
}

TEST(AccessPattern, IsRightUnderEveryMask) {
  for (std::int64_t lanes = 1; lanes <= 32; ++lanes) {
    for (const std::int64_t every : {1, 2, 3, 32}) {
      expect_match_without_findings("access/pattern",
                                    {{"lanes", lanes}, {"every", every}, {"space", lanes % 2}});
    }
  }
}

TEST(AccessPattern, ShuffledIsAPermutationForEverySeed) {
  for (const std::int64_t seed : {0, 1, 2, 77, 1'000'000}) {
    const Parameters settings = {{"order", 4}, {"seed", seed}};
    expect_match_without_findings("access/pattern", settings);
    run::Options options = quick();
    options.keep_buffers = true;
    const auto result = run::run_variant(catalogue(), "access/pattern", settings, options);
    const auto& in = result->buffers.at(0).bytes;
    const auto& out = result->buffers.at(1).bytes;
    EXPECT_TRUE(std::equal(in.begin(), in.begin() + 128, out.begin())) << "seed " << seed;
  }
}

}  // namespace
}  // namespace warplens
