#include "kernels/own/texture_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/own/texture_form.h"

namespace warplens::own {
namespace {

using testing::HasSubstr;

FormTexture texture_from(std::string_view text, bool is_surface = false) {
  auto texture = parse_texture(text, is_surface);
  EXPECT_TRUE(texture.has_value()) << text;
  return std::move(texture).value_or(FormTexture());
}

std::string refusal_of_texture(std::string_view text, bool is_surface = false) {
  const auto texture = parse_texture(text, is_surface);
  const auto described = texture.has_value() ? texture_of(*texture, {{"n", 100}})
                                             : Result<Texture>(fail(texture.error()));
  return described.has_value() ? "" : described.error().message.in(Language::en);
}

constexpr const char* kFiltered =
    "u8,[256,n],channels=4,layers=3,filter=linear,address=mirror,normalized=yes,read=normalized,"
    "border=0.5";

TEST(TextureText, DescribesATexture) {
  const auto texture = texture_of(texture_from(kFiltered), {{"n", 100}});
  ASSERT_TRUE(texture.has_value()) << texture.error().message.in(Language::en);
  Texture expected;
  expected.type = Texture::Type::u8;
  expected.channels = 4;
  expected.sizes = {256, 100, 1};
  expected.layers = 3;
  expected.filter = Texture::Filter::linear;
  expected.address.fill(Texture::Address::mirror);
  expected.is_normalized = expected.reads_floats = true;
  expected.border = 0.5f;
  EXPECT_EQ(*texture, expected);
}

TEST(TextureText, DescribesASurface) {
  const auto surface = texture_of(texture_from("f32,[n,8,4]", true), {{"n", 16}});
  ASSERT_TRUE(surface.has_value()) << surface.error().message.in(Language::en);
  EXPECT_TRUE(surface->is_surface);
  EXPECT_EQ(surface->dimensions, 3u);
  EXPECT_EQ(surface->bytes(), 16u * 8 * 4 * 4);
}

TEST(TextureText, DescribesACubeMap) {
  const auto texture = texture_of(texture_from("f32,[n,n],kind=cube,layers=2"), {{"n", 16}});
  ASSERT_TRUE(texture.has_value()) << texture.error().message.in(Language::en);
  EXPECT_TRUE(texture->is_cube);
  EXPECT_TRUE(texture->is_normalized);
  EXPECT_EQ(texture->bytes(), 2u * 6 * 16 * 16 * 4);
  const auto surface = texture_of(texture_from("u8,[4,4],kind=cube", true), {});
  ASSERT_TRUE(surface.has_value()) << surface.error().message.in(Language::en);
  EXPECT_TRUE(surface->is_cube);
  EXPECT_EQ(texels_of(texture_from("u8,[4,4],kind=cube", true), *surface).count.text, "96");
}

TEST(TextureText, OfACubeMapSaysNothingOfCoordinates) {
  EXPECT_EQ(texture_text(texture_from("f32,[8,8],normalized=yes,kind=cube")),
            "f32,[8,8],kind=cube");
  EXPECT_EQ(texture_text(texture_from("f32,[8,8],kind=cube,normalized=yes")),
            "f32,[8,8],kind=cube");
  EXPECT_THAT(refusal_of_texture("f32,[8,8],kind=cube,normalized=no"),
              HasSubstr("read by directions"));
  EXPECT_THAT(refusal_of_texture("f32,[8,4],kind=cube"), HasSubstr("square"));
  EXPECT_THAT(refusal_of_texture("f32,[8,8],kind=ball"), HasSubstr("kind: 'ball' is none of"));
}

TEST(TextureText, IsReadAsItIsWritten) {
  for (const char* text : {"f32,[8]", kFiltered, "i16,[n*16],memory=linear",
                           "f32,[n,n],layers=2,kind=cube,filter=linear"})
    EXPECT_EQ(texture_text(texture_from(text)), text);
  EXPECT_EQ(texture_text(texture_from("f32, [8, 4] , filter=point,normalized=no")), "f32,[8,4]");
}

TEST(TextureText, IsABuffersOrHasTexelsOfItsOwn) {
  const auto with = [](std::string_view contents) {
    return with_part(texture_from("f32,[8]"), TexturePart::contents, contents);
  };
  EXPECT_EQ(with("@a")->buffer, "a");
  EXPECT_EQ(with("random:2")->contents->kind, catalog::Fill::Kind::random);
  EXPECT_EQ(with("texels.bin")->file, "texels.bin");
  EXPECT_FALSE(with("@").has_value());
  EXPECT_FALSE(with("@a+4").has_value());
}

TEST(TextureText, WhatASurfaceLeavesInTexelsOfItsOwnIsAResult) {
  const FormTexture surface = texture_from("u16,[8,4],channels=2", true);
  const FormBuffer texels = texels_of(surface, texture_of(surface, {}).value());
  EXPECT_EQ(texels.role, catalog::BufferRole::inout);
  EXPECT_EQ(texels.type, catalog::ElementType::u16);
  EXPECT_EQ(texels.count.text, "64");
}

TEST(TextureText, IsRefusedByTheWordThatIsWrong) {
  EXPECT_THAT(refusal_of_texture("f32"), HasSubstr("begins with its type and sizes"));
  EXPECT_THAT(refusal_of_texture("f64,[8]"), HasSubstr("type: 'f64' is none of"));
  EXPECT_THAT(refusal_of_texture("f32,[8,8,8,8]"), HasSubstr("one to three"));
  EXPECT_THAT(refusal_of_texture("f32,[]"), HasSubstr(""));
  EXPECT_THAT(refusal_of_texture("f32,[8],filter=cubic"), HasSubstr("filter: 'cubic'"));
  EXPECT_THAT(refusal_of_texture("f32,[8],box=[8]"), HasSubstr("nothing that a texture has"));
  EXPECT_THAT(refusal_of_texture("f32,[8],border=red"), HasSubstr("border: 'red' is no number"));
  EXPECT_THAT(refusal_of_texture("f32,[8],address=wrap"), HasSubstr("normalized=yes"));
  EXPECT_THAT(refusal_of_texture("f32,[m]"), HasSubstr("sizes:"));
  EXPECT_THAT(refusal_of_texture("f32,[-8]"), HasSubstr("sizes: 0 texels"));
  EXPECT_THAT(refusal_of_texture("f32,[8],layers=0"), HasSubstr("layers"));
  EXPECT_THAT(refusal_of_texture("f32,[8],filter=linear", true), HasSubstr("a surface has none"));
}

}  // namespace
}  // namespace warplens::own
