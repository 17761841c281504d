#include "viz/scene/charts/resources_view.h"

#include <algorithm>

#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using Kind = MarkId::Kind;

KernelResources resources(std::uint32_t registers, std::uint32_t shared, std::uint32_t blocks,
                          std::uint32_t wide) {
  return {{registers, 0, shared, blocks, wide}, 32};
}

// By ptxas 13.0: a tile of pitch 64 beside one of pitch 65.
ResourcesScene two_tiles() {
  ResourcesScene scene;
  scene.kernels = {"register_tile", "register_tile_padded"};
  scene.rows = {{"sm_80", "A100", {resources(56, 32768, 4, 4), resources(56, 33280, 4, 0)}},
                {"sm_89", "RTX 4090", {resources(56, 32768, 3, 4), resources(48, 33280, 2, 0)}}};
  return scene;
}

std::vector<MarkId> marked(const DrawList& list, Kind kind) {
  std::vector<MarkId> found;
  for (const Rectangle& r : list.rectangles) {
    if (r.id.kind == kind) found.push_back(r.id);
  }
  return found;
}

bool says_phrase(const DrawList& list, std::string_view words) {
  return std::ranges::any_of(list.texts, [&](const Text& text) { return text.text == words; });
}

TEST(ResourcesView, WhatTheTwoHaveAlikeIsNotOutlined) {
  const DrawList list = resources_view(two_tiles(), {900, 420}, {});
  const auto outlined = marked(list, Kind::group);
  const auto is_outlined = [&](std::uint32_t row, ResourceFigure figure) {
    return std::ranges::find(outlined,
                             MarkId{Kind::group, row, static_cast<std::uint32_t>(figure)}) !=
           outlined.end();
  };
  EXPECT_FALSE(is_outlined(0, ResourceFigure::registers));
  EXPECT_FALSE(is_outlined(0, ResourceFigure::blocks));
  EXPECT_TRUE(is_outlined(0, ResourceFigure::shared_bytes));
  EXPECT_TRUE(is_outlined(1, ResourceFigure::registers));
  EXPECT_TRUE(is_outlined(1, ResourceFigure::blocks));
  EXPECT_TRUE(is_outlined(1, ResourceFigure::wide_loads));
  EXPECT_FALSE(is_outlined(1, ResourceFigure::spilled));
}

TEST(ResourcesView, EveryFigureStandsBehindItsBar) {
  const DrawList list = resources_view(two_tiles(), {900, 420}, {});
  EXPECT_EQ(marked(list, Kind::bar).size(), 2 * 2 * kResourceFigures);
  for (const char* words : {"33,280", "4 of 32", "0 of 32", "sm_89 · RTX 4090", "blocks an SM"}) {
    EXPECT_TRUE(says_phrase(list, words)) << words;
  }
}

TEST(ResourcesView, ABarIsAsLongAsItsFigureIsLarge) {
  const DrawList list = resources_view(two_tiles(), {900, 420}, {});
  float three = 0, two = 0;
  for (const Rectangle& r : list.rectangles) {
    if (r.id.kind != Kind::bar || r.id.a != static_cast<std::uint32_t>(ResourceFigure::blocks))
      continue;
    if (r.id.b == 3) three = r.width;
    if (r.id.b == 2) two = r.width;
  }
  EXPECT_GT(two, 0);
  EXPECT_NEAR(two / three, 2.0 / 3, 0.01);
}

TEST(ResourcesView, OneKernelAloneHasNothingToDifferFrom) {
  ResourcesScene scene = two_tiles();
  scene.kernels.pop_back();
  for (ResourcesRow& row : scene.rows) row.of[1].reset();
  const DrawList list = resources_view(scene, {900, 420}, {});
  EXPECT_TRUE(marked(list, Kind::group).empty());
  EXPECT_EQ(marked(list, Kind::bar).size(), 2 * kResourceFigures);
}

TEST(ResourcesView, AnySizeIsWellFormed) {
  for (const Size size : {Size{900, 420}, {320, 140}, {60, 20}, {1800, 900}}) {
    for (const Language language : {Language::en, Language::zh}) {
      Style style;
      style.language = language;
      expect_well_formed(resources_view(two_tiles(), size, style), style);
    }
  }
}

}  // namespace
}  // namespace warplens::scene
