#include "viz/scene/charts/roofline_chart.h"

#include <algorithm>
#include <cmath>

#include "viz/scene/charts/roofline_layout.h"
#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using analysis::Roofline;
using analysis::RooflineKernel;

RooflineKernel kernel_at(const char* family, const char* variant, OperatorKind kind, double flop,
                         double bytes, std::optional<double> seconds) {
  RooflineKernel kernel{family, variant, kind, 8192};
  kernel.point = {flop, bytes, seconds};
  return kernel;
}

// The ridge at 8 FLOP a byte.
Roofline five_kinds() {
  Roofline roofline{{}, {4e12, 32e12}, {}};
  roofline.chip.name = "Some chip";
  roofline.kernels = {kernel_at("add", "fastest", OperatorKind::element_wise, 67e6, 805e6, 220e-6),
                      kernel_at("reduce", "shuffle", OperatorKind::reduction, 68e6, 268e6, 110e-6),
                      kernel_at("window", "blur_strip", OperatorKind::window, 543e6, 537e6, 140e-6),
                      kernel_at("transpose", "tile", OperatorKind::rearrangement, 0, 537e6, 320e-6),
                      kernel_at("copy", "vector", OperatorKind::rearrangement, 0, 537e6, 150e-6),
                      kernel_at("gemm", "fastest", OperatorKind::product, 1.07e9, 12.6e6, 53e-6)};
  return roofline;
}

Box mark_of(const DrawList& list, std::uint32_t kernel) {
  for (const Rectangle& each : list.rectangles) {
    if (each.id == MarkId{MarkId::Kind::point, kernel, 0}) {
      return {each.x, each.y, each.width, each.height};
    }
  }
  ADD_FAILURE() << "no mark of " << kernel;
  return {};
}

RooflineLayout::Place middle(const Box& box) {
  return {box.x + box.width / 2, box.y + box.height / 2};
}

bool has_words(const DrawList& list, std::string_view words) {
  return std::ranges::any_of(
      list.texts, [&](const Text& text) { return text.text.find(words) != std::string::npos; });
}

constexpr Size kRooflineRoom{900, 520};

TEST(RooflineChart, MoreOperationsAByteAreFurtherRightMoreASecondHigher) {
  const DrawList list = roofline_chart(five_kinds(), {}, kRooflineRoom, {});
  const auto add = middle(mark_of(list, 0)), reduce = middle(mark_of(list, 1)),
             blur = middle(mark_of(list, 2)), gemm = middle(mark_of(list, 5));
  EXPECT_LT(add.x, reduce.x);
  EXPECT_LT(reduce.x, blur.x);
  EXPECT_LT(blur.x, gemm.x);
  EXPECT_GT(add.y, reduce.y);
  EXPECT_GT(reduce.y, blur.y);
  EXPECT_GT(blur.y, gemm.y);
}

TEST(RooflineChart, OfSharedMemoryItNamesThatRoofAndThoseBytes) {
  Roofline roofline = five_kinds();
  EXPECT_TRUE(has_words(roofline_chart(roofline, {}, kRooflineRoom, {}), "DRAM"));
  roofline.roofs.memory = analysis::RooflineMemory::shared;
  const DrawList list = roofline_chart(roofline, {}, kRooflineRoom, {});
  EXPECT_TRUE(has_words(list, "shared memory 4 TB/s"));
  EXPECT_TRUE(has_words(list, "FLOP a byte of shared memory"));
  EXPECT_FALSE(has_words(list, "DRAM"));
}

TEST(RooflineChart, KernelsThatAreNoOperatorAreInTheLegend) {
  Roofline roofline = five_kinds();
  EXPECT_FALSE(has_words(roofline_chart(roofline, {}, kRooflineRoom, {}), "other kernels"));
  roofline.kernels.front().kind.reset();
  EXPECT_TRUE(has_words(roofline_chart(roofline, {}, kRooflineRoom, {}), "other kernels"));
}

TEST(RooflineChart, EveryMarkIsBelowItsRoof) {
  const Roofline roofline = five_kinds();
  const RooflineLayout layout = roofline_layout(roofline, kRooflineRoom, {});
  for (const RooflineKernel& kernel : roofline.kernels) {
    EXPECT_GT(layout.place(roofline, kernel).y, layout.roof(roofline, kernel).y) << kernel.name();
    EXPECT_EQ(layout.place(roofline, kernel).x, layout.roof(roofline, kernel).x) << kernel.name();
  }
}

TEST(RooflineChart, WithoutOperationsItStandsInTheColumnAFamilyBesideTheOther) {
  const Roofline roofline = five_kinds();
  const RooflineLayout layout = roofline_layout(roofline, kRooflineRoom, {});
  const DrawList list = roofline_chart(roofline, {}, kRooflineRoom, {});
  const auto transpose = middle(mark_of(list, 3)), copy = middle(mark_of(list, 4));
  for (const auto& at : {transpose, copy}) {
    EXPECT_GT(at.x, layout.column.x);
    EXPECT_LT(at.x, layout.column.x + layout.column.width);
  }
  EXPECT_LT(transpose.x, copy.x);
  EXPECT_GT(transpose.y, copy.y) << "fewer bytes a second";
  EXPECT_TRUE(has_words(list, "no FP32 operations"));
}

TEST(RooflineChart, WithoutSuchKernelsThereIsNoColumn) {
  Roofline roofline = five_kinds();
  std::erase_if(roofline.kernels, [](const auto& each) { return !each.point.has_flop(); });
  EXPECT_EQ(roofline_layout(roofline, kRooflineRoom, {}).column.width, 0);
  EXPECT_FALSE(has_words(roofline_chart(roofline, {}, kRooflineRoom, {}), "no FP32"));
}

TEST(RooflineChart, SaysOfWhichChipItIs) {
  EXPECT_TRUE(has_words(roofline_chart(five_kinds(), {}, kRooflineRoom, {}), "Some chip"));
}

TEST(RooflineChart, WhatWasNotMeasuredIsHollowOnTheRoof) {
  Roofline roofline = five_kinds();
  const std::size_t filled = roofline_chart(roofline, {}, kRooflineRoom, {}).polygons.size();
  roofline.kernels[2].point.seconds.reset();
  const DrawList list = roofline_chart(roofline, {}, kRooflineRoom, {});
  EXPECT_EQ(list.polygons.size() + 1, filled);
  const RooflineLayout layout = roofline_layout(roofline, kRooflineRoom, {});
  EXPECT_NEAR(middle(mark_of(list, 2)).y, layout.roof(roofline, roofline.kernels[2]).y, 0.01);
  EXPECT_TRUE(has_words(list, "hollow"));
}

TEST(RooflineChart, WhereSomeAreNamedTheOthersAreGrey) {
  RooflineLook look;
  look.named = {"window/blur_strip", "transpose"};
  const DrawList list = roofline_chart(five_kinds(), look, kRooflineRoom, {});
  EXPECT_TRUE(has_words(list, "window/blur_strip"));
  EXPECT_FALSE(has_words(list, "add/fastest"));
  const Color grey = series_hue(std::nullopt, ThemeName::dark);
  EXPECT_EQ(std::ranges::count(list.polygons, grey, &Polygon::fill), 4);
}

TEST(RooflineChart, TheStagesKernelHasItsNameARingAndItsWayToTheRoof) {
  RooflineLook look;
  look.named = {"add"};
  const std::size_t lines = roofline_chart(five_kinds(), look, kRooflineRoom, {}).lines.size();
  look.chosen = 2;
  const DrawList list = roofline_chart(five_kinds(), look, kRooflineRoom, {});
  EXPECT_TRUE(has_words(list, "window/blur_strip"));
  EXPECT_GT(list.lines.size(), lines);
  EXPECT_TRUE(std::ranges::any_of(list.rectangles, [](const Rectangle& each) {
    return each.id.a == 2 && each.outline == theme(ThemeName::dark).highlight;
  }));
}

TEST(RooflineChart, WhatIsAskedForIsNotThereAndNobodyHasAName) {
  RooflineLook look;
  look.named = {"window/blur_strip", "add"};
  look.asks_for_named = true;
  const Roofline roofline = five_kinds();
  const DrawList list = roofline_chart(roofline, look, kRooflineRoom, {});
  EXPECT_FALSE(list.rectangles.empty());
  for (const Rectangle& each : list.rectangles) {
    const std::string& family = roofline.kernels[each.id.a].family;
    EXPECT_TRUE(family != "window" && family != "add") << family;
  }
  for (const auto& kernel : roofline.kernels) EXPECT_FALSE(has_words(list, kernel.variant.c_str()));
  EXPECT_FALSE(has_words(list, "transpose")) << "who stands in the column";
  EXPECT_TRUE(has_words(list, "FP32 32 TFLOP/s, by data sheet"));
  EXPECT_TRUE(has_words(list, "DRAM 4 T"));
}

// Where the rising roof is between the ends of a name, it is above or below it.
TEST(RooflineChart, NoNameLiesAcrossTheRisingRoof) {
  const Roofline roofline = five_kinds();
  const RooflineLayout layout = roofline_layout(roofline, kRooflineRoom, {});
  const DrawList list = roofline_chart(roofline, {}, kRooflineRoom, {});
  int names = 0;
  for (const Text& text : list.texts) {
    if (text.text.find('/') == std::string::npos || text.text.find("/s,") != std::string::npos)
      continue;
    const Box box = box_of(text, {});
    const auto is_below = [&](float x, float y) {
      for (int i = 0; i <= 400; ++i) {
        const double intensity =
            layout.intensities.low *
            std::pow(layout.intensities.high / layout.intensities.low, i / 400.0);
        if (layout.intensities.at(intensity) < x) continue;
        return y > layout.rates.at(std::min(32e12, intensity * 4e12));
      }
      return true;
    };
    if (box.x < layout.plot.x) continue;
    ++names;
    EXPECT_EQ(is_below(box.x, box.y + 1), is_below(box.x + box.width, box.y + box.height - 1))
        << text.text;
  }
  EXPECT_GE(names, 3);
}

TEST(RooflineChart, IsWholeAtEverySizeInBothLanguages) {
  for (const Language language : {Language::en, Language::zh}) {
    Style style;
    style.language = language;
    for (const Size size :
         {Size{40, 20}, Size{260, 160}, Size{420, 300}, kRooflineRoom, Size{1800, 1000}}) {
      for (const float text : {14.f, 22.f}) {
        style.text_size = text;
        RooflineLook look;
        look.chosen = 2;
        expect_well_formed(roofline_chart(five_kinds(), look, size, style), style);
        look.named = {"transpose", "copy", "gemm"};
        expect_well_formed(roofline_chart(five_kinds(), look, size, style), style);
      }
    }
  }
}

}  // namespace
}  // namespace warplens::scene
