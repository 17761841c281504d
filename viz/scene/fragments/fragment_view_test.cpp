// The picture of an instruction's matrices and registers: what is framed for what is pointed at,
// and that it stays legible at every size.
#include "viz/scene/fragments/fragment_view.h"

#include <gtest/gtest.h>

#include <cstring>

#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

machine::MatrixForm form_of(std::string_view name) {
  auto form = machine::matrix_form_named(name);
  EXPECT_TRUE(form.has_value()) << name;
  return form.has_value() ? std::move(*form) : machine::MatrixForm();
}

constexpr Size kLarge{1200, 800};

FragmentMark marked(const machine::MatrixForm& form, std::size_t operand,
                    machine::FragmentElement element) {
  return {operand, form.operands[operand].map.holders(element).front()};
}

TEST(FragmentView, FramesTheRegisterThatHoldsAnElement) {
  const auto form = form_of("mma.m16n8k16.f16");
  FragmentScene scene{form, {}};
  scene.look.mark = marked(form, 0, {0, 3, 5});
  const DrawList list = fragment_view(scene, kLarge, {});
  const auto elements = with_kind(list, MarkId::Kind::element);
  ASSERT_EQ(elements.size(), 1u);
  EXPECT_EQ(elements[0].id, (MarkId{MarkId::Kind::element, 3, 5}));
  const auto lanes = with_kind(list, MarkId::Kind::lane);
  ASSERT_EQ(lanes.size(), 1u);
  EXPECT_EQ(lanes[0].id, (MarkId{MarkId::Kind::lane, 14, 1})) << "lane 14, a0's upper half";
  EXPECT_TRUE(has_text(list, "A[3][5] is in lane 14's register a0, upper half"));
}

TEST(FragmentView, WhatAPointFindsInTheMatrixIsWhatItFindsInTheTable) {
  const auto form = form_of("mma.m16n8k16.f16");
  FragmentScene scene{form, {}};
  scene.look.mark = marked(form, 0, {0, 11, 12});
  const DrawList list = fragment_view(scene, kLarge, {});
  const auto layout = fragment_layout(form, scene.look, kLarge, {});
  for (const auto kind : {MarkId::Kind::element, MarkId::Kind::lane}) {
    const auto found = with_kind(list, kind);
    ASSERT_EQ(found.size(), 1u);
    const auto at = fragment_at(form, layout, found[0].x + found[0].width / 2,
                                found[0].y + found[0].height / 2);
    EXPECT_EQ(at, scene.look.mark);
  }
  EXPECT_EQ(fragment_at(form, layout, 0, 0), std::nullopt);
}

TEST(FragmentView, WhileItIsAskedWhoHoldsAnElementOnlyLanesThatAreToldAreShown) {
  const auto form = form_of("mma.m16n8k16.f16");
  FragmentScene scene{form, {}};
  scene.look.operand = 3;
  scene.look.mark = marked(form, 3, {0, 5, 3});
  scene.look.told_lanes = 4;
  const DrawList list = fragment_view(scene, kLarge, {});
  EXPECT_EQ(with_kind(list, MarkId::Kind::element).size(), 1u);
  EXPECT_TRUE(with_kind(list, MarkId::Kind::lane).empty());
  EXPECT_EQ(list.grids[2].colors[3], lane_color(1));
  EXPECT_NE(list.grids[2].colors[5 * 8 + 3], lane_color(21));
  EXPECT_FALSE(has_text(list, "5,3")) << "what lane 21 holds";
}

TEST(FragmentView, ColoursACellAsItsLane) {
  const auto form = form_of("mma.m16n8k16.f16");
  const DrawList list = fragment_view({form, {}}, kLarge, {});
  ASSERT_GE(list.grids.size(), 4u) << "A, B, D and the registers";
  EXPECT_EQ(list.grids[0].colors[3 * 16 + 5], lane_color(14));
  EXPECT_EQ(list.grids[3].colors[0], lane_color(0));
  EXPECT_EQ(list.grids[3].columns, 8u) << "four registers of two halves";
}

TEST(FragmentView, ShowsTheChosenOperandAloneWhereAllHaveNoRoom) {
  const auto form = form_of("mma.m16n8k64.s4");
  const auto layout = fragment_layout(form, {}, {640, 420}, {});
  ASSERT_EQ(layout.matrices.size(), 1u);
  EXPECT_TRUE(layout.matrices[0].is_alone);
}

TEST(FragmentView, ScrollsUntilAMarkIsInSightOnBothSides) {
  const auto form = form_of("wgmma.m64n256k16.f16");
  FragmentLook look;
  look.operand = 3;
  look.mark = marked(form, 3, {0, 9, 201});
  const FragmentLook brought = brought_into_sight(form, look, kLarge, {});
  EXPECT_GT(brought.first_column, 0u);
  EXPECT_GT(brought.first_register, 0u);
  const DrawList list = fragment_view({form, brought}, kLarge, {});
  EXPECT_EQ(with_kind(list, MarkId::Kind::element).size(), 1u);
  EXPECT_EQ(with_kind(list, MarkId::Kind::lane).size(), 1u);
  EXPECT_EQ(brought_into_sight(form, brought, kLarge, {}).first_column, brought.first_column);
}

TEST(FragmentView, WritesValuesWhereTheyAreKnown) {
  const auto form = form_of("mma.m8n8k4.f64");
  const auto& a = form.operands[0].map;
  std::vector<std::byte> registers(std::size_t{a.registers} * 32 * 8);
  const double value = 42.5;
  std::memcpy(registers.data(), &value, sizeof value);
  FragmentScene scene{form, {}, {registers}};
  EXPECT_FALSE(has_text(fragment_view(scene, kLarge, {}), "42.5"));
  scene.look.shows_values = true;
  EXPECT_TRUE(has_text(fragment_view(scene, kLarge, {}), "42.5"));
}

TEST(FragmentView, SetsTheMatricesOfLdmatrixSideBySide) {
  const auto layout = fragment_layout(form_of("ldmatrix.x4"), {}, kLarge, {});
  ASSERT_EQ(layout.matrices.size(), 4u);
  EXPECT_EQ(layout.matrices[0].box.y, layout.matrices[1].box.y);
  EXPECT_EQ(layout.matrices[0].box.x, layout.matrices[2].box.x);
}

TEST(FragmentView, IsWellFormedAtEverySizeInBothLanguages) {
  for (const char* name :
       {"mma.m16n8k16.f16", "mma.m8n8k4.f64", "mma.m8n8k4.f16", "mma.m16n8k64.s4",
        "mma.m16n8k256.b1", "mma.sp.m16n8k128.s4", "ldmatrix.x1", "ldmatrix.x4.trans",
        "wmma.m32n8k16.f16", "wmma.load.b.m8n32k16.s8", "wgmma.m64n8k16.f16",
        "wgmma.m64n256k16.f16", "wgmma.m64n256k8.tf32"}) {
    const auto form = form_of(name);
    for (const Size size :
         {Size{120, 90}, Size{300, 220}, Size{420, 700}, Size{900, 500}, Size{1600, 1000}}) {
      for (std::size_t operand = 0; operand < form.operands.size(); ++operand) {
        SCOPED_TRACE(std::string(name) + " operand " + std::to_string(operand) + " at " +
                     std::to_string(size.width));
        Style style;
        style.language = operand == 0 ? Language::zh : Language::en;
        FragmentLook look;
        look.operand = operand;
        const auto& map = form.operands[operand].map;
        look.mark = FragmentMark{operand, {map.lanes - 1, map.registers - 1, 0}};
        expect_well_formed(
            fragment_view({form, brought_into_sight(form, look, size, style)}, size, style), style);
      }
    }
  }
}

}  // namespace
}  // namespace warplens::scene
