#include "kernels/own/tensor_map_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/own/tensor_map_form.h"

namespace warplens::own {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Part = TensorMapPart;

constexpr const char* kTiles =
    "f16,[256,n],box=[64,32],strides=[320],elements=[1,2],swizzle=128,interleave=none,l2=256,"
    "fill=nan";
constexpr const char* kPixels =
    "bf16,[64,28,14,8],im2col,lower=[-1,-2],upper=[-1,0],channels=64,pixels=128";

FormTensorMap map_of(std::string_view text) {
  auto map = parse_tensor_map(text);
  EXPECT_TRUE(map.has_value()) << text << map.error().message.in(Language::en);
  return std::move(map).value_or(FormTensorMap());
}

std::string refusal_of(std::string_view text) {
  const auto map = parse_tensor_map(text);
  const auto described =
      map.has_value() ? tensor_map_of(*map, {{"n", 100}}) : Result<TensorMap>(fail(map.error()));
  return described.has_value() ? "" : described.error().message.in(Language::en);
}

TEST(TensorMapText, DescribesTiles) {
  const auto map = tensor_map_of(map_of(kTiles), {{"n", 100}});
  ASSERT_TRUE(map.has_value()) << map.error().message.in(Language::en);
  TensorMap expected;
  expected.type = TensorMap::Type::f16;
  expected.sizes = {256, 100};
  expected.strides = {640};
  expected.box = {64, 32};
  expected.element_strides = {1, 2, 1, 1, 1};
  expected.swizzle = TensorMap::Swizzle::bytes_128;
  expected.l2_promotion = TensorMap::L2Promotion::bytes_256;
  expected.fill = TensorMap::Fill::nan;
  EXPECT_EQ(*map, expected);
}

TEST(TensorMapText, DescribesPixels) {
  const auto map = tensor_map_of(map_of(kPixels), {});
  ASSERT_TRUE(map.has_value()) << map.error().message.in(Language::en);
  EXPECT_EQ(map->im2col, (TensorMap::Im2col{{-1, -2}, {-1, 0}, 64, 128}));
  EXPECT_THAT(map->strides, ElementsAre(128, 128 * 28, 128 * 28 * 14, 0));
}

TEST(TensorMapText, IsReadAsItIsWritten) {
  for (const char* text : {"f32,[8],box=[8]", kPixels, "u8,[n*16,min(n,4)],box=[16,2],swizzle=32"})
    EXPECT_EQ(tensor_map_text(map_of(text)), text);
  EXPECT_EQ(tensor_map_text(map_of("f32, [8] , fill=zero,box=[ 8 ],l2=none")), "f32,[8],box=[8]");
}

TEST(TensorMapText, NamesWhatIsMissingOrWrong) {
  for (const auto& [text, words] : std::vector<std::pair<const char*, const char*>>{
           {kTiles, ""},
           {"", "begins with its type and sizes"},
           {"f16", "begins with its type and sizes"},
           {"f16,256,box=[8]", "begins with its type and sizes"},
           {"half,[8],box=[8]", "type: 'half' is none of u8 u16"},
           {"f16,[],box=[8]", "sizes: write one to five"},
           {"f16,[8,8,8,8,8,8],box=[8]", "6 numbers"},
           {"f16,[8,8]", "box is missing"},
           {"f16,[8,8,8],im2col,channels=8", "pixels is missing"},
           {"f16,[8,8],box=[8]", "box: 1 numbers for 2 sizes: write 2"},
           {"f16,[8,8],box=8,8", "box: '8' is no list"},
           {"f16,[8],box=[8],colour=red", "'colour=red' is nothing that a tensor map has"},
           {"f16,[8],box=[8],lower=[1]", "lower: a tensor map has it with im2col alone"},
           {"f16,[8],box=[8],swizzle=256", "swizzle: '256' is none of none 32 64 128"},
           {"f16,[8,m],box=[8,1]", "sizes: "},
           {"f16,[8,-1],box=[8,1]", "sizes: 0 of dimension 1"},
           {"f16,[9,8],box=[8,1]", "strides: 18 bytes"},
           {"f16,[8,8],box=[8,1],strides=[0]", "strides: 0 to the next of dimension 1"},
           {"f16,[8,8],box=[8,1],strides=[-8]", "strides: 0 to the next of dimension 1"},
           {"f16,[8,8],box=[8,1],elements=[1,9]", "elements: 9 of dimension 1"},
           {"f16,[4294967296,4294967296,8],box=[8,1,1]", "strides: "},
           {"f16,[64,28],im2col,channels=64,pixels=8", "sizes: 2 dimensions"},
           {"u4_align8,[64],box=[64]", "compute capability 10.0"}})
    EXPECT_THAT(refusal_of(text), HasSubstr(words)) << text;
}

TEST(TensorMapText, KeepsOtherListsAsLongAsItsSizes) {
  const FormTensorMap map = with_part(map_of(kTiles), Part::sizes, "8,16,n").value();
  EXPECT_THAT(map.box, ElementsAre("64", "32", "1"));
  EXPECT_THAT(map.elements, ElementsAre("1", "2", "1"));
  EXPECT_TRUE(map.strides.empty());
  const FormTensorMap pixels = with_part(map, Part::mode, "im2col").value();
  EXPECT_THAT(pixels.pixels->lower, ElementsAre("0"));
  EXPECT_EQ(part_text(pixels, Part::channels), "64");
  EXPECT_FALSE(with_part(pixels, Part::box, "8,8,8").has_value());
  EXPECT_THAT(with_part(pixels, Part::mode, "tiled")->box, ElementsAre("64", "32", "1"));
}

TEST(TensorMapText, IsOfABufferOrOfElementsOfItsOwn) {
  for (const char* text : {"@x", "@x+n", "iota", "random:1", "x.bin", ""}) {
    const auto map = with_part(map_of(kTiles), Part::contents, text);
    ASSERT_TRUE(map.has_value()) << text;
    EXPECT_EQ(part_text(*map, Part::contents), text);
  }
  for (const char* text : {"@", "@+1", "@x+", "random:x"})
    EXPECT_FALSE(with_part(map_of(kTiles), Part::contents, text).has_value()) << text;
  FormTensorMap map = map_of(kTiles);
  map.name = "m";
  const auto buffer = elements_of(map, tensor_map_of(map, {{"n", 3}}).value());
  EXPECT_EQ(buffer->name, "m.data");
  EXPECT_EQ(buffer->count.text, "896") << "two rows of 320 and one of 256";
}

}  // namespace
}  // namespace warplens::own
