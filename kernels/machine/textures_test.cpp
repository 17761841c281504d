// tex, tld4 and txq on objects that the memory knows.

#include "kernels/machine/texture_test_kit.h"

namespace warplens::machine {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using trace::FindingKind;

class Textures : public TexelTest {};

TEST_F(Textures, EachLaneReadsItsTexel) {
  const trace::Trace trace =
      trace_of(std::string(kPlaceOfThread) +
                   "tex.2d.v4.f32.f32 {%f5,%f6,%f7,%f8}, [%rd2, {%f1,%f2}];" + kStore,
               plane(8, 4), numbers(32));
  EXPECT_THAT(faults(trace), ElementsAre());
  EXPECT_EQ(out(), numbers(32));
}

TEST_F(Textures, AreInNoFigureAndSaySo) {
  const trace::Trace trace = trace_of(
      "tex.1d.v4.f32.s32 {%f5,%f6,%f7,%f8}, [%rd2, {%r1}]; ret;",
      [] {
        Texture line = plane(32, 1);
        line.dimensions = 1;
        return line;
      }(),
      numbers(32));
  ASSERT_THAT(kinds(trace), ElementsAre(FindingKind::uncounted_read));
  EXPECT_THAT(trace.findings[0].message.in(Language::en), HasSubstr("reads a texture"));
  EXPECT_EQ(trace.events.size(), 0u);
}

TEST_F(Textures, LanesMayPassPlacesOfTheirOwnLayerAndLevel) {
  Texture layers = plane(8, 2);
  layers.layers = 2;
  trace_of(std::string(kPlaceOfThread) + R"(
      shr.u32 %r4, %r3, 1; and.b32 %r5, %r3, 1; cvt.rn.f32.u32 %f2, %r5; mov.f32 %f9, 0f40000000;
      tex.level.a2d.v4.f32.f32 {%f5,%f6,%f7,%f8}|%p1, [%rd2, {%r4,%f1,%f2,%f2}], %f9;
      @!%p1 mov.f32 %f5, 0fBF800000;)" +
               kStore,
           layers, numbers(32));
  EXPECT_EQ(out(), numbers(32));
}

TEST_F(Textures, AreFilteredOneByOne) {
  Texture texture = plane(8, 4);
  texture.filter = Texture::Filter::linear;
  trace_of(std::string(kPlaceOfThread) + "tex.2d.v4.f32.f32 {%f5,%f6,%f7,%f8}, [%rd2, {%f1,%f2}];" +
               kStore,
           texture, numbers(32));
  EXPECT_EQ(out()[0], 0);
  EXPECT_EQ(out()[9], 4.5f);  // between 0, 1, 8 and 9
}

TEST_F(Textures, GatherOneChannel) {
  trace_of(std::string(kPlaceOfThread) +
               "tld4.r.2d.v4.f32.f32 {%f5,%f6,%f7,%f8}, [%rd2, {%f1,%f2}];" + kStore,
           plane(8, 4), numbers(32));
  EXPECT_EQ(out()[9], 8);  // below left of the four around (1, 1)
}

TEST_F(Textures, AreAskedForTheirSizes) {
  trace_of(R"(txq.width.b32 %r2, [%rd2]; txq.height.b32 %r3, [%rd2]; txq.depth.b32 %r4, [%rd2];
    mad.lo.s32 %r2, %r2, 100, %r3; mad.lo.s32 %r2, %r4, 10000, %r2; cvt.rn.f32.u32 %f5, %r2;)" +
               std::string(kStore),
           plane(8, 4), numbers(32));
  EXPECT_THAT(out(), Each(804));
}

TEST_F(Textures, WhatIsNoHandleIsNoTexture) {
  const std::string read = std::string(kPlaceOfThread) +
                           "mov.u64 %rd6, 7;"
                           "tex.2d.v4.f32.f32 {%f5,%f6,%f7,%f8}, [%rd6, {%f1,%f2}];" +
                           kStore;
  EXPECT_THAT(faults(trace_of(read, plane(8, 4), numbers(32))),
              ElementsAre(HasSubstr("takes 0x7 for a texture object")));
  EXPECT_THAT(out(), Each(0));
  const std::string surface_read = "suld.b.1d.b32.trap {%f5}, [%rd2, {%r1}]; ret;";
  EXPECT_THAT(faults(trace_of(surface_read, plane(8, 4), numbers(32))),
              ElementsAre(HasSubstr("for a surface object")));
}

TEST_F(Textures, ATextureOfOtherDimensionsEndsTheRun) {
  const trace::Trace trace =
      trace_of(std::string(kPlaceOfThread) +
                   "tex.3d.v4.f32.f32 {%f5,%f6,%f7,%f8}, [%rd2, {%f1,%f2,%f2,%f2}];" + kStore,
               plane(8, 4), numbers(32));
  EXPECT_THAT(kinds(trace), Contains(FindingKind::opaque_instruction));
  EXPECT_THAT(faults(trace), ElementsAre(HasSubstr("tex.3d.v4.f32.f32 on a texture of 8 x 4")));
}

TEST_F(Textures, ACubeMapIsReadByDirectionsAlone) {
  Texture cube = plane(2, 2);
  cube.is_cube = cube.is_normalized = true;
  const auto read = [](const std::string& shape) {
    return std::string(kPlaceOfThread) + "mov.f32 %f3, 0f40E00000; tex." + shape + kStore;
  };
  // The largest coordinate is z = 7, x and y are at most that.
  const trace::Trace trace = trace_of(
      read("cube.v4.f32.f32 {%f5,%f6,%f7,%f8}, [%rd2, {%f1,%f2,%f3,%f3}];"), cube, numbers(24));
  EXPECT_THAT(faults(trace), ElementsAre());
  EXPECT_EQ(out()[0], 19);  // right and below of +z's middle
  EXPECT_EQ(out()[8], 17);
  EXPECT_THAT(faults(trace_of(read("2d.v4.f32.f32 {%f5,%f6,%f7,%f8}, [%rd2, {%f1,%f2}];"), cube,
                              numbers(24))),
              ElementsAre(HasSubstr("tex.2d.v4.f32.f32 on a cube map of 2 x 2 texels a face")));
  EXPECT_THAT(faults(trace_of(read("acube.v4.f32.f32 {%f5,%f6,%f7,%f8}, [%rd2, "
                                   "{%r1,%f1,%f2,%f3}];"),
                              cube, numbers(24))),
              ElementsAre(HasSubstr("tex.acube")));
  EXPECT_THAT(faults(trace_of(read("cube.v4.f32.f32 {%f5,%f6,%f7,%f8}, [%rd2, {%f1,%f2,%f3,%f3}];"),
                              plane(8, 3), numbers(24))),
              ElementsAre(HasSubstr("tex.cube.v4.f32.f32 on a texture of 8 x 3")));
}

TEST_F(Textures, OffsetsReachEightTexels) {
  const auto read = [&](const std::string& offset) {
    return trace_of(std::string(kPlaceOfThread) + "mov.u32 %r4, " + offset +
                        "; tex.2d.v4.f32.f32 {%f5,%f6,%f7,%f8}, [%rd2, {%f1,%f2}], {%r4, 1};" +
                        kStore,
                    plane(8, 4), numbers(32));
  };
  EXPECT_THAT(faults(read("2")), ElementsAre());
  EXPECT_EQ(out()[0], 10);
  EXPECT_EQ(out()[31], 31);
  EXPECT_THAT(faults(read("8")), ElementsAre(HasSubstr("with an offset of 8 texels")));
  EXPECT_THAT(faults(read("-9")), ElementsAre(HasSubstr("with an offset of -9 texels")));
}

TEST_F(Textures, HalvesAreOfTexturesThatGiveFloats) {
  const std::string read = std::string(kPlaceOfThread) +
                           "tex.2d.v4.f16.f32 {%h1,%h2,%h3,%h4}, [%rd2, {%f1,%f2}];"
                           "cvt.f32.f16 %f5, %h1;" +
                           kStore;
  EXPECT_THAT(faults(trace_of(read, plane(8, 4), numbers(32))), ElementsAre());
  EXPECT_EQ(out(), numbers(32));
  Texture integers = plane(8, 4);
  integers.type = Texture::Type::i32;
  EXPECT_THAT(faults(trace_of(read, integers, numbers(32))),
              ElementsAre(HasSubstr("tex.2d.v4.f16.f32 on texels of i32")));
}

TEST_F(Textures, AreAskedForLevelsOfWhichThereIsOne) {
  const auto ask = [&](const std::string& level) {
    return trace_of("mov.u32 %r2, " + level +
                        "; txq.level.width.b32 %r3, [%rd2], %r2; cvt.rn.f32.u32 %f5, %r3;" + kStore,
                    plane(8, 4), numbers(32));
  };
  EXPECT_THAT(faults(ask("0")), ElementsAre());
  EXPECT_THAT(out(), Each(8));
  EXPECT_THAT(faults(ask("1")), ElementsAre(HasSubstr("txq.level.width.b32 of level 1")));
  Texture cube = plane(2, 2);
  cube.is_cube = cube.is_normalized = true;
  EXPECT_THAT(faults(trace_of("txq.depth.b32 %r3, [%rd2]; ret;", cube, numbers(24))),
              ElementsAre(HasSubstr("txq.depth.b32 on a cube map")));
}

}  // namespace
}  // namespace warplens::machine
