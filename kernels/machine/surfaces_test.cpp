// suld, sust and sured on objects that the memory knows.
#include <array>
#include <bit>

#include "kernels/machine/texture_test_kit.h"

namespace warplens::machine {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using trace::FindingKind;

class Surfaces : public TexelTest {};

TEST_F(Surfaces, SurfacesAreReadAndWrittenByBytesOfARow) {
  const trace::Trace trace = trace_of(std::string(kPlaceOfThread) + R"(
      shl.b32 %r4, %r2, 2;
      suld.b.2d.b32.trap {%f5}, [%rd2, {%r4, %r3}]; add.f32 %f6, %f5, 0f42C80000;
      sust.b.2d.b32.trap [%rd2, {%r4, %r3}], {%f6};)" +
                                          kStore,
                                      surface(8, 4), numbers(32));
  EXPECT_THAT(faults(trace), ElementsAre());
  EXPECT_EQ(out(), numbers(32));
  EXPECT_EQ(texels()[31], 131);
}

TEST_F(Surfaces, SurfacesAreAccessedByVectorsAndParts) {
  trace_of(std::string(kPlaceOfThread) + R"(
      and.b32 %r2, %r1, 1; shl.b32 %r4, %r2, 4; and.b32 %r3, %r3, 3;
      suld.b.2d.v4.b32.zero {%f5,%f6,%f7,%f8}, [%rd2, {%r4, %r3}]; mov.f32 %f5, %f8;)" +
               kStore,
           surface(8, 4), numbers(32));
  EXPECT_EQ(out()[1], 7);
  trace_of(
      "suld.b.2d.b8.trap {%h1}, [%rd2, {7, 0}]; cvt.rn.f32.u16 %f5, %h1;" + std::string(kStore),
      surface(8, 4), numbers(32));
  EXPECT_THAT(out(), Each(63));  // the last byte of 1.0f
}

TEST_F(Surfaces, OutsideOfASurfaceIsAFaultByTrapAlone) {
  const auto store = [](const std::string& outside) {
    return std::string(kPlaceOfThread) + "shl.b32 %r4, %r2, 2; add.s32 %r4, %r4, 4;" +
           "sust.b.2d.b32." + outside + " [%rd2, {%r4, %r3}], {%f1}; ret;";
  };
  const trace::Trace trap = trace_of(store("trap"), surface(8, 4), std::vector<float>(32, 9));
  EXPECT_THAT(kinds(trap), Contains(FindingKind::out_of_bounds));
  EXPECT_THAT(faults(trap),
              ElementsAre(HasSubstr("writes 4 bytes of a surface at byte 32 of a row, "
                                    "(0): it has 8 x 4 texels of 4 bytes")));
  EXPECT_THAT(faults(trace_of(store("zero"), surface(8, 4), std::vector<float>(32, 9))),
              ElementsAre());
  EXPECT_EQ(texels()[7], 6);
  EXPECT_EQ(texels()[0], 9);
  trace_of(std::string(kPlaceOfThread) + "suld.b.2d.b32.clamp {%f5}, [%rd2, {100, 2}];" + kStore,
           surface(8, 4), numbers(32));
  EXPECT_THAT(out(), Each(23));
  trace_of(std::string(kPlaceOfThread) + "suld.b.2d.b32.zero {%f5}, [%rd2, {100, 2}];" + kStore,
           surface(8, 4), numbers(32));
  EXPECT_THAT(out(), Each(0));
}

TEST_F(Surfaces, SurfacesAreAccessedAtMultiplesOfWhatIsAccessed) {
  const trace::Trace trace =
      trace_of("suld.b.2d.b32.trap {%f5}, [%rd2, {2, 0}]; ret;", surface(8, 4), numbers(32));
  EXPECT_THAT(kinds(trace), Contains(FindingKind::misaligned));
}

TEST_F(Surfaces, FacesOfACubeMapsSurfaceAreLayers) {
  Texture cube = surface(2, 2);
  cube.is_cube = true;
  const std::string read =
      "suld.b.a2d.b32.trap {%f5}, [%rd2, {%r2, 4, 1, 1}];" + std::string(kStore);
  const trace::Trace trace = trace_of("mov.u32 %r2, 5;" + read, cube, numbers(24));
  EXPECT_THAT(faults(trace), ElementsAre());
  EXPECT_THAT(out(), Each(23));
  EXPECT_THAT(faults(trace_of("mov.u32 %r2, 6;" + read, cube, numbers(24))),
              ElementsAre(HasSubstr("reads face 6 of a cube map's surface: it has 6")));
  EXPECT_THAT(faults(trace_of("suld.b.2d.b32.trap {%f5}, [%rd2, {4, 1}];" + std::string(kStore),
                              cube, numbers(24))),
              ElementsAre(HasSubstr("suld.b.2d.b32.trap on a cube map")));
}

TEST_F(Surfaces, LayersThatASurfaceDoesNotHaveAreLeftAsItsRowsAre) {
  Texture layers = surface(4, 2);
  layers.layers = 4;
  const auto read = [&](const std::string& outside) {
    return trace_of("suld.b.a2d.b32." + outside + " {%f5}, [%rd2, {4, 4, 1, 1}];" + kStore, layers,
                    numbers(32));
  };
  EXPECT_THAT(faults(read("trap")), ElementsAre(HasSubstr("reads layer 4 of a surface: it has 4")));
  EXPECT_THAT(faults(read("clamp")), ElementsAre());
  EXPECT_THAT(out(), Each(29));
  EXPECT_THAT(faults(read("zero")), ElementsAre());
  EXPECT_THAT(out(), Each(0));
}

TEST_F(Surfaces, StoresByTexelsConvertWhatTheyStore) {
  Texture bytes = surface(8, 4);
  bytes.type = Texture::Type::u8;
  bytes.channels = 2;
  const auto store = [&](const std::string& value) {
    return trace_of(std::string(kPlaceOfThread) + "mov.u32 %r4, " + value +
                        "; sust.p.2d.v4.b32.trap [%rd2, {%r2, %r3}], {%r4, %r2, %r4, %r4}; ret;",
                    bytes, std::vector<float>(16));
  };
  EXPECT_THAT(faults(store("200")), ElementsAre());
  const std::vector<float> stored = texels();
  std::array<unsigned char, 64> now{};
  std::memcpy(now.data(), stored.data(), now.size());
  EXPECT_EQ(now[62], 200);
  EXPECT_EQ(now[63], 7);
  EXPECT_THAT(faults(store("256")), ElementsAre(HasSubstr("of 256 on texels of 2 x u8")));
  bytes.channels = 4;
  bytes.sizes = {8, 2, 1};
  EXPECT_THAT(faults(trace_of("sust.p.2d.v2.b32.trap [%rd2, {0, 0}], {%r1, %r1}; ret;", bytes,
                              std::vector<float>(16))),
              ElementsAre(HasSubstr("sust.p.2d.v2.b32.trap on texels of 4 x u8")));
}

TEST_F(Surfaces, ReductionsOfASurfaceAreNoRace) {
  Texture counts = surface(8, 4);
  counts.type = Texture::Type::u32;
  const trace::Trace trace =
      trace_of("and.b32 %r2, %r1, 3; sured.p.add.2d.b32.trap [%rd2, {%r2, 1}], %r1; ret;", counts,
               std::vector<float>(32));
  EXPECT_THAT(faults(trace), ElementsAre());
  const std::vector<float> sums = texels();
  EXPECT_EQ(std::bit_cast<std::uint32_t>(sums[8]), 112u);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(sums[11]), 136u);
  counts.type = Texture::Type::u16;
  EXPECT_THAT(
      faults(trace_of("sured.p.add.2d.b32.trap [%rd2, {0, 1}], %r1; ret;", counts, numbers(32))),
      ElementsAre(HasSubstr("sured.p.add.2d.b32.trap on texels of u16")));
}

TEST_F(Surfaces, ReductionsFollowTheModeOutsideToo) {
  const auto reduce = [&](const std::string& outside) {
    return trace_of("sured.b.max.2d.s32." + outside + " [%rd2, {32, 0}], 99; ret;", surface(8, 4),
                    std::vector<float>(32));
  };
  EXPECT_THAT(faults(reduce("trap")), ElementsAre(HasSubstr("of a surface at byte 32")));
  EXPECT_THAT(faults(reduce("zero")), ElementsAre());
  EXPECT_EQ(texels(), std::vector<float>(32));
  EXPECT_THAT(faults(reduce("clamp")), ElementsAre());
  EXPECT_EQ(std::bit_cast<std::uint32_t>(texels()[7]), 99u);
}

TEST_F(Surfaces, AStoreByTexelsOfWhatNobodyWroteIsFound) {
  Texture words = surface(8, 4);
  words.type = Texture::Type::u32;
  const trace::Trace trace = trace_of(R"(
      .shared .b32 nothing; mov.u32 %r5, nothing; ld.shared.u32 %r4, [%r5];
      sust.p.2d.b32.trap [%rd2, {%r1, 0}], %r4; ret;)",
                                      words, numbers(32));
  EXPECT_THAT(kinds(trace), Contains(FindingKind::uninitialized_read));
}

TEST_F(Surfaces, RowsThatAreNoMultipleOfWhatIsAccessedEndTheRun) {
  Texture bytes = surface(5, 4);
  bytes.type = Texture::Type::u8;
  const auto read = [&](const std::string& row) {
    return trace_of("suld.b.2d.b32.trap {%f5}, [%rd2, {0, " + row + "}]; ret;", bytes,
                    std::vector<float>(5));
  };
  EXPECT_THAT(faults(read("0")), ElementsAre());
  EXPECT_THAT(faults(read("1")), ElementsAre(HasSubstr("on a surface whose rows have 5 bytes")));
}

TEST_F(Surfaces, ThreadsRaceOnASurfaceAsOnAnyMemory) {
  const trace::Trace trace =
      trace_of("sust.b.2d.b32.trap [%rd2, {0, 0}], {%r1}; ret;", surface(8, 4), numbers(32));
  EXPECT_THAT(kinds(trace), Contains(FindingKind::race));
}

}  // namespace
}  // namespace warplens::machine
