#include "kernels/capturing/image_ptx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warplens::capturing {
namespace {

using injected::spool::PtxSource;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string ptx_of(const std::string& kernel) {
  return ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry " + kernel +
         "(.param .u64 x)\n{\n\tret;\n}\n";
}

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

SpooledImage cubin() {
  return {"cuModuleLoadData",
          bytes_of("\x7f"
                   "ELF and so on"),
          {}};
}

const ImageQuestion kScale{"scale", 90};

TEST(ImagePtx, IsTheTextThatTheDriverWasGiven) {
  const auto image = image_for({"cuModuleLoadDataEx", bytes_of(ptx_of("scale")), {}}, kScale);
  EXPECT_EQ(image.ptx, ptx_of("scale"));
  EXPECT_EQ(image.origin.in(Language::en), "cuModuleLoadDataEx: PTX");
  EXPECT_EQ(image.origin.in(Language::zh), "cuModuleLoadDataEx：PTX");
}

TEST(ImagePtx, OfMachineCodeIsWhatItWasMadeOf) {
  SpooledImage image = cubin();
  image.ptx = {{PtxSource::linked, "others", ptx_of("scale_more")},
               {PtxSource::triton, "HASH/scale.ptx", ptx_of("scale")}};
  const auto found = image_for(image, kScale);
  EXPECT_EQ(found.ptx, ptx_of("scale"));
  EXPECT_EQ(found.origin.in(Language::en), "Triton's cache: HASH/scale.ptx");
}

TEST(ImagePtx, HasTheNamesThatTritonNotedBesideIt) {
  SpooledImage image = cubin();
  image.ptx = {{PtxSource::triton, "HASH/scale.ptx", ptx_of("scale"),
                R"({"name": "scale", "num_warps": 4, "shared": 0, "global_scratch_size": 0})",
                R"(tt.func public @scale(%x: !tt.ptr<f32>, %n: i32) attributes {} {)"}};
  EXPECT_THAT(told_names(image, "scale", 3), ElementsAre("x", "n", "global_scratch"));
  EXPECT_THAT(told_names(image, "other", 3), IsEmpty());
  image.ptx[0].json = "{";
  EXPECT_THAT(told_names(image, "scale", 3), IsEmpty());
}

TEST(ImagePtx, OfMachineCodeAloneIsNone) {
  const auto found = image_for(cubin(), kScale);
  EXPECT_THAT(found.ptx, IsEmpty());
  EXPECT_EQ(found.cubin, cubin().bytes);
  EXPECT_THAT(found.why_no_ptx.in(Language::en), HasSubstr("machine code alone"));
}

// Memory that was given back and used again.
TEST(ImagePtx, InMemoryThatIsNotWholeIsNone) {
  SpooledImage image = cubin();
  image.ptx = {{PtxSource::memory, "", ptx_of("scale") + ".visible .entry cut(.param .u64"}};
  EXPECT_THAT(image_for(image, kScale).ptx, IsEmpty());
  image.ptx.push_back({PtxSource::memory, "", ptx_of("scale")});
  EXPECT_EQ(image_for(image, kScale).ptx, ptx_of("scale"));
}

// Compilers make several of one name, and a program forgets them one by one.
TEST(ImagePtx, InMemoryFitsTheLaunch) {
  captured::Launch launch;
  launch.block = {64, 1, 1};
  launch.parameters = {{0, 8}};
  const auto with = [](const std::string& directive) {
    std::string text = ptx_of("scale");
    return text.insert(text.find("\n{"), "\n" + directive);
  };
  SpooledImage image = cubin();
  image.ptx = {{PtxSource::memory, "", with(".reqntid 32")},
               {PtxSource::memory, "", with(".maxntid 32")},
               {PtxSource::memory, "", with(".maxntid 128")}};
  EXPECT_EQ(image_for(image, {"scale", 90, &launch}).ptx, with(".maxntid 128"));
  launch.parameters = {{0, 4}};
  EXPECT_THAT(image_for(image, {"scale", 90, &launch}).ptx, IsEmpty());
}

}  // namespace
}  // namespace warplens::capturing
