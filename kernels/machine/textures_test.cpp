// tex, tld4, suld, sust and what asks about them, on objects that the memory knows.
#include <bit>

#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using trace::FindingKind;

Texture plane(std::uint64_t width, std::uint64_t height) {
  Texture texture;
  texture.sizes = {width, height, 1};
  return texture;
}

Texture surface(std::uint64_t width, std::uint64_t height) {
  Texture texture = plane(width, height);
  texture.is_surface = true;
  return texture;
}

// A kernel_text() whose `in` is the handle of an object of these texels: %rd2 holds it, %rd3 is the
// thread's element of out. `body` is run by one block of 32 threads.
class Textures : public testing::Test {
 protected:
  trace::Trace trace_of(const std::string& body, const Texture& texture,
                        const std::vector<float>& texels) {
    machine_.emplace(parse_text(kernel_text(kElementsOfThread + body)));
    out_ = machine_->buffer("out", std::vector<float>(32));
    trace::Buffer description;
    description.name = "texels";
    description.bytes = texels.size() * sizeof(float);
    const auto address = machine_->memory.allocate(description);
    texels_ = machine_->memory.buffers().size() - 1;
    std::memcpy(machine_->memory.bytes(texels_).data(), texels.data(), description.bytes);
    const std::uint64_t handle = machine_->memory.add_texture(texture, *address);
    const auto* bytes = reinterpret_cast<const std::byte*>(&handle);
    auto& parameters = machine_->request.parameters;
    parameters.insert(parameters.end(), bytes, bytes + sizeof handle);
    return machine_->trace_of({1}, {32});
  }
  [[nodiscard]] std::vector<float> out() { return machine_->values<float>(out_); }
  [[nodiscard]] std::vector<float> texels() { return machine_->values<float>(texels_); }
  static std::vector<float> numbers(std::size_t count) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i);
    return values;
  }
  // But for the note that no figure counts it.
  static std::vector<std::string> faults(const trace::Trace& trace) {
    std::vector<std::string> texts;
    for (const trace::Finding& finding : trace.findings) {
      if (finding.severity == trace::Severity::information) continue;
      texts.push_back(finding.message.in(Language::en));
    }
    return texts;
  }

  std::optional<Machine> machine_;
  std::size_t out_ = 0, texels_ = 0;
};

constexpr const char* kPlaceOfThread = R"(
  and.b32 %r2, %r1, 7; shr.u32 %r3, %r1, 3;
  cvt.rn.f32.u32 %f1, %r2; cvt.rn.f32.u32 %f2, %r3;
)";
constexpr const char* kStore = " st.global.f32 [%rd3], %f5; ret;";

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

TEST_F(Textures, SurfacesAreReadAndWrittenByBytesOfARow) {
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

TEST_F(Textures, SurfacesAreAccessedByVectorsAndParts) {
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

TEST_F(Textures, OutsideOfASurfaceIsAFaultByTrapAlone) {
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

TEST_F(Textures, SurfacesAreAccessedAtMultiplesOfWhatIsAccessed) {
  const trace::Trace trace =
      trace_of("suld.b.2d.b32.trap {%f5}, [%rd2, {2, 0}]; ret;", surface(8, 4), numbers(32));
  EXPECT_THAT(kinds(trace), Contains(FindingKind::misaligned));
}

TEST_F(Textures, ThreadsRaceOnASurfaceAsOnAnyMemory) {
  const trace::Trace trace =
      trace_of("sust.b.2d.b32.trap [%rd2, {0, 0}], {%r1}; ret;", surface(8, 4), numbers(32));
  EXPECT_THAT(kinds(trace), Contains(FindingKind::race));
}

}  // namespace
}  // namespace warplens::machine
