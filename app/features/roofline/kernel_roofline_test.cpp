#include "app/session/kernel_roofline.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/features/roofline/roofline_table.h"
#include "app/session/fake_timings_test.h"

namespace warplens::session {
namespace {

class KernelRoofline : public ::testing::Test {
 protected:
  KernelRoofline() { recordings_.wait(); }
  [[nodiscard]] const analysis::Chip& chip(const char* id) const {
    return **analysis::find_chip(recordings_.chips(), id);
  }
  [[nodiscard]] RooflineSource source() const { return {families_, recordings_, live_}; }
  [[nodiscard]] std::optional<analysis::RooflineKernel> placed(
      const char* kernel, std::int64_t side, const catalog::Parameters& settings = {}) const {
    return placed_kernel(source(), {kernel, settings}, side, chip("h100"));
  }
  Recordings recordings_{WARPLENS_SOURCE_DIR "/assets", {}};
  std::vector<catalog::Family> families_ = catalog::families();
  const timing::Timings* live_ = nullptr;
};

TEST_F(KernelRoofline, HasEveryKernelWithAKindThatWasCountedAndSaysWhichItHasNoRoofFor) {
  const analysis::Roofline all = kernel_roofline(source(), 8192, chip("h100"));
  std::size_t wanted = 0;
  for (const catalog::Family& family : families_) {
    if (!family.kind) continue;
    for (const catalog::Variant& variant : family.variants) {
      if (!variant.broken) ++wanted;
    }
  }
  // reduce/fastest and gemm's forms at other settings are counted under these names or not at all.
  EXPECT_LE(all.kernels.size() + all.unplaced.size(), wanted);
  EXPECT_GE(all.kernels.size(), 70u);
  EXPECT_EQ(all.find("shared/strided"), nullptr) << "no operator";
  EXPECT_NE(std::ranges::find(all.unplaced, "tensor_gemm/stages"), all.unplaced.end());
  EXPECT_NE(std::ranges::find(all.unplaced, "gemm/double_sum"), all.unplaced.end());
}

TEST_F(KernelRoofline, OfSharedMemoryThereAreThoseThatUseItAndNoneIsAboveItsRoof) {
  RooflineSource of_shared = source();
  of_shared.memory = analysis::RooflineMemory::shared;
  const analysis::Roofline all = kernel_roofline(of_shared, 8192, chip("h100"));
  EXPECT_EQ(all.find("copy/vector"), nullptr);
  ASSERT_NE(all.find("shared/strided"), nullptr);
  ASSERT_NE(all.find("transpose/tile"), nullptr);
  ASSERT_NE(all.find("gemm/fastest"), nullptr);
  for (const auto& kernel : all.kernels) {
    EXPECT_GT(kernel.point.bytes, 0) << kernel.name();
    EXPECT_LE(share_of_roof(kernel.point, all.roofs).value_or(0), 1) << kernel.name();
  }
}

TEST_F(KernelRoofline, AKernelStandsAtTheLargestCountedSizeUpToTheOneAskedFor) {
  EXPECT_EQ(placed("add/vector4", 8192)->side, 8192);
  EXPECT_EQ(placed("add/vector4", 8191)->side, 4096);
  EXPECT_EQ(placed("gemm/fastest", 8192)->side, 1024);
  EXPECT_FALSE(placed("add/vector4", 512));
  EXPECT_FALSE(placed("add/none", 8192));
  EXPECT_FALSE(placed("none", 8192));
}

TEST_F(KernelRoofline, SettingsBesideTheSizeAreOtherRuns) {
  const auto small = placed("window/blur_direct", 8192, {{"window", 3}});
  const auto wide = placed("window/blur_direct", 8192, {{"window", 5}});
  ASSERT_TRUE(small && wide);
  EXPECT_EQ(small->point.bytes, wide->point.bytes);
  EXPECT_GT(wide->point.flop, 2 * small->point.flop);
  EXPECT_NE(small->point.seconds, wide->point.seconds);
  EXPECT_FALSE(placed("transpose/tile_padded", 8192, {{"pitch", 36}})) << "not counted";
}

TEST_F(KernelRoofline, OnAChipThatNothingWasRecordedOnThereIsNoTime) {
  for (const auto& kernel : kernel_roofline(source(), 4096, chip("a100")).kernels) {
    EXPECT_FALSE(kernel.point.seconds) << kernel.name();
  }
  const auto h100 = kernel_roofline(source(), 4096, chip("h100")).kernels;
  EXPECT_GE(std::ranges::count_if(h100, [](const auto& each) { return !!each.point.seconds; }), 60);
}

TEST_F(KernelRoofline, WhatWasMeasuredHereGoesBeforeWhatWasRecorded) {
  const catalog::Family add = catalog::add_family();
  timing::Timings live = fake_timings(add, {8192}, &recordings_);
  live.device.name = "NVIDIA H100 80GB HBM3";
  live_ = &live;
  const auto kernel = placed("add/vector4", 8192);
  EXPECT_TRUE(kernel->is_live);
  live.device.name = "Fake GPU";
  EXPECT_FALSE(placed("add/vector4", 8192)->is_live);
  EXPECT_NE(placed("add/vector4", 8192)->point.seconds, kernel->point.seconds);
}

TEST_F(KernelRoofline, SizesAreThoseThatMostKernelsWereCountedAt) {
  EXPECT_EQ(roofline_sides(recordings_), (std::vector<std::int64_t>{1024, 4096, 8192}));
}

TEST_F(KernelRoofline, FiguresAreThoseOfThePlace) {
  const NamedKernel blur{"window/blur_strip", {}};
  const auto at = *placed("window/blur_strip", 8192);
  EXPECT_EQ(roofline_figure(source(), blur, 8192, RooflineFigure::intensity), at.point.intensity());
  EXPECT_EQ(roofline_figure(source(), blur, 8192, RooflineFigure::roof_share),
            share_of_roof(at.point, analysis::roofs_of(chip("h100"))));
  EXPECT_FALSE(roofline_figure(source(), {"gemm/double_sum", {}}, 1024, RooflineFigure::intensity));
}

TEST_F(KernelRoofline, TheTableHasARowAKernel) {
  const analysis::Roofline all = kernel_roofline(source(), 8192, chip("h100"), "window");
  const tables::Table table = roofline::roofline_table(all);
  EXPECT_EQ(table.size(), all.kernels.size() + 1);
  for (const tables::Row& row : table) EXPECT_EQ(row.size(), table.front().size());
}

}  // namespace
}  // namespace warplens::session
