#include "viz/scene/charts/occupancy_view.h"

#include <algorithm>
#include <set>
#include <string>

#include "viz/analysis/limits/occupancy_gpus.h"
#include "viz/analysis/limits/occupancy_text.h"
#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using analysis::SmLimit;
using Kind = MarkId::Kind;

// The padded register tile by ptxas: 256 threads, 33,280 bytes.
OccupancyScene padded_tile(std::string_view chosen) {
  OccupancyScene scene;
  for (const analysis::OccupancyGpu& gpu : analysis::kOccupancyGpus) {
    scene.gpus.push_back({std::string(gpu.name), analysis::multiprocessor(gpu.capability),
                          analysis::BlockNeeds{256, gpu.capability == 75 ? 61u : 56u, 33280}});
  }
  scene.chosen = *analysis::occupancy_gpu_named(chosen);
  scene.kernels = {{"a", {256, 32, 0}}, {"b", {256, 32, 1024}}, {"c", {64, 124, 16384}}};
  return scene;
}

DrawList shown(const OccupancyScene& scene, Size size = {900, 560}, const Style& style = {}) {
  return occupancy_view(scene, size, style);
}

std::vector<Rectangle> marks(const DrawList& list, Kind kind) {
  std::vector<Rectangle> found;
  for (const Rectangle& rectangle : list.rectangles) {
    if (rectangle.id.kind == kind) found.push_back(rectangle);
  }
  return found;
}

std::vector<Rectangle> blocks_of(const DrawList& list, SmLimit limit) {
  std::vector<Rectangle> blocks = marks(list, Kind::group);
  std::erase_if(blocks,
                [&](const Rectangle& r) { return r.id.b != static_cast<std::uint32_t>(limit); });
  return blocks;
}

TEST(OccupancyView, EachLimitHasAsManyBlocksAsAreResident) {
  const DrawList list = shown(padded_tile("rtx4090"));
  for (const SmLimit limit : analysis::kAllSmLimits) {
    EXPECT_EQ(blocks_of(list, limit).size(), 2u) << analysis::id_of(limit);
  }
  EXPECT_TRUE(has_text(list, "2 blocks resident: 16 of 48 warps"));
  EXPECT_TRUE(has_text(list, "67 KB / 100 KB"));
}

TEST(OccupancyView, ABlockIsAsLongAsItsShareOfTheLimit) {
  const DrawList list = shown(padded_tile("rtx4090"));
  const auto shared = blocks_of(list, SmLimit::shared_memory);
  const auto warps = blocks_of(list, SmLimit::warps);
  // 33.5 KB of 100 and 8 of 48 warps, less the gap behind it.
  EXPECT_NEAR(shared[0].width / warps[0].width, 0.335 / (8.0 / 48), 0.03);
  EXPECT_NEAR(shared[1].x - shared[0].x, shared[0].width + 1.5f, 0.01);
}

TEST(OccupancyView, WhatIsFullFirstStandsOutAndTheNextBlockSticksOutOfIt) {
  const DrawList list = shown(padded_tile("rtx4090"));
  const Theme& colors = theme(ThemeName::dark);
  EXPECT_EQ(blocks_of(list, SmLimit::shared_memory)[0].fill, colors.conflict);
  EXPECT_EQ(blocks_of(list, SmLimit::registers)[0].fill, colors.hit);
  const auto missing = std::ranges::find_if(list.rectangles, [&](const Rectangle& r) {
    return r.fill == 0 && r.outline == colors.conflict;
  });
  ASSERT_NE(missing, list.rectangles.end());
  const Rectangle last = blocks_of(list, SmLimit::shared_memory).back();
  EXPECT_NEAR(missing->x, last.x + last.width + 1.5f, 0.01);
}

TEST(OccupancyView, EveryGpuHasItsOwnBarOfResidentWarps) {
  const DrawList list = shown(padded_tile("h200"));
  EXPECT_EQ(marks(list, Kind::bank).size(), analysis::kOccupancyGpus.size());
  for (const char* count : {"8/32", "16/48", "32/64"}) EXPECT_TRUE(has_text(list, count)) << count;
}

TEST(OccupancyView, InANarrowViewTheGpusStandInTwoRowsWithTheirNames) {
  const DrawList list = shown(padded_tile("h200"), {420, 500});
  const auto gpus = marks(list, Kind::bank);
  EXPECT_EQ(gpus[0].x, gpus[3].x);
  EXPECT_GT(gpus[3].y, gpus[0].y + gpus[0].height);
  for (const analysis::OccupancyGpu& gpu : analysis::kOccupancyGpus) {
    EXPECT_TRUE(has_text(list, std::string(gpu.name))) << gpu.id;
  }
}

TEST(OccupancyView, AGpuWhoseRegistersNobodyKnowsHasNoCount) {
  OccupancyScene scene = padded_tile("h200");
  scene.gpus[0].needs.reset();
  const DrawList list = shown(scene);
  EXPECT_FALSE(has_text(list, "8/32"));
  EXPECT_TRUE(has_text(list, "T4"));
}

TEST(OccupancyView, WhileAPredictionIsOpenOneBlockIsShownAndNoCount) {
  OccupancyScene scene = padded_tile("rtx4090");
  scene.is_hidden = true;
  const DrawList list = shown(scene);
  for (const SmLimit limit : analysis::kAllSmLimits) {
    EXPECT_EQ(blocks_of(list, limit).size(), 1u);
  }
  for (const Text& text : list.texts) {
    EXPECT_EQ(text.text.find("resident:"), std::string::npos);
    EXPECT_NE(text.text, "16/48");
    EXPECT_EQ(text.text.find("full"), std::string::npos) << "nor what it is limited by";
  }
  for (const Rectangle& rectangle : list.rectangles) {
    EXPECT_NE(rectangle.fill, theme(ThemeName::dark).conflict);
    EXPECT_NE(rectangle.outline, theme(ThemeName::dark).conflict);
  }
  EXPECT_TRUE(marks(list, Kind::point).empty());
}

TEST(OccupancyView, KernelsAtOnePlaceAreOneDot) {
  OccupancyScene scene = padded_tile("a100");
  EXPECT_EQ(kernels_at(scene, 1), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(marks(shown(scene), Kind::point).size(), 2u);
  scene.axis = analysis::Need::shared_bytes;
  EXPECT_EQ(marks(shown(scene), Kind::point).size(), 3u);
}

TEST(OccupancyView, TheStairsTellWhereMoreWarpsWouldBe) {
  OccupancyScene scene = padded_tile("h200");
  EXPECT_TRUE(has_text(shown(scene), "more with 41–48: 40 warps"));
  scene.axis = analysis::Need::shared_bytes;
  EXPECT_TRUE(has_text(shown(scene), "no other value gives more warps"));
}

TEST(OccupancyView, NothingIsCutAtAnySize) {
  for (const Language language : {Language::en, Language::zh}) {
    for (const ThemeName name : {ThemeName::dark, ThemeName::light}) {
      Style style;
      style.language = language;
      style.theme = name;
      for (const Size size : {Size{1200, 800}, Size{860, 460}, Size{420, 260}, Size{300, 120},
                              Size{120, 60}, Size{20, 10}}) {
        for (const char* gpu : {"t4", "b200"}) {
          for (const analysis::Need axis : analysis::kAllNeeds) {
            OccupancyScene scene = padded_tile(gpu);
            scene.axis = axis;
            expect_well_formed(shown(scene, size, style), style);
            scene.gpus[scene.chosen].needs->threads = 1024;
            scene.gpus[scene.chosen].needs->registers = 255;
            expect_well_formed(shown(scene, size, style), style);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace warplens::scene
