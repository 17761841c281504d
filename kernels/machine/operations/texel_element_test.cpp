#include "kernels/machine/operations/texel_element.h"

#include <gtest/gtest.h>

#include <bit>

namespace warplens::machine {
namespace {

using Type = Texture::Type;

TEST(TexelElement, IsARegistersNumberInTheTexelsType) {
  EXPECT_EQ(texel_element(Type::u8, 255), 255u);
  EXPECT_EQ(texel_element(Type::i16, static_cast<std::uint32_t>(-32768)), 0xffff8000u);
  EXPECT_EQ(texel_element(Type::u32, 0xffffffff), 0xffffffffu);
  EXPECT_EQ(texel_element(Type::f32, std::bit_cast<std::uint32_t>(1.5f)),
            std::bit_cast<std::uint32_t>(1.5f));
  EXPECT_EQ(texel_element(Type::f16, std::bit_cast<std::uint32_t>(1.0f + 0x1p-11f)), 0x3c00u);
  EXPECT_EQ(texel_element(Type::f16, std::bit_cast<std::uint32_t>(-2.0f)), 0xc000u);
}

TEST(TexelElement, IsNoneWhereTheTypeDoesNotHaveTheNumber) {
  EXPECT_EQ(texel_element(Type::u8, 256), std::nullopt);
  EXPECT_EQ(texel_element(Type::u16, static_cast<std::uint32_t>(-1)), std::nullopt);
  EXPECT_EQ(texel_element(Type::i8, 128), std::nullopt);
  EXPECT_EQ(texel_element(Type::i8, static_cast<std::uint32_t>(-129)), std::nullopt);
}

}  // namespace
}  // namespace warplens::machine
