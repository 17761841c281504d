#include "app/cli/text/own_arguments.h"
#include "app/cli/text/form_arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "app/cli/text/form_arguments.h"
#include "kernels/own/scalar_text.h"

namespace warplens::cli {
namespace {

using catalog::ElementType;
using testing::HasSubstr;

std::uint64_t bits(ElementType type, std::string_view text) {
  const auto value = own::scalar_bits(type, text);
  EXPECT_TRUE(value.has_value()) << text;
  return value.value_or(~std::uint64_t{0});
}

TEST(ScalarValue, IntegersKeepTheirTwosComplementInTheTypesWidth) {
  EXPECT_EQ(bits(ElementType::i8, "-1"), 0xffu);
  EXPECT_EQ(bits(ElementType::i32, "-2147483648"), 0x80000000u);
  EXPECT_EQ(bits(ElementType::u64, "18446744073709551615"), ~std::uint64_t{0});
  EXPECT_EQ(bits(ElementType::i64, "+7"), 7u);
}

TEST(ScalarValue, SmallFloatsRoundToNearestEven) {
  EXPECT_EQ(bits(ElementType::f16, "1"), 0x3c00u);
  EXPECT_EQ(bits(ElementType::f16, "2049"), 0x6800u);
  EXPECT_EQ(bits(ElementType::f16, "2051"), 0x6802u);
  EXPECT_EQ(bits(ElementType::f16, "-inf"), 0xfc00u);
  EXPECT_EQ(bits(ElementType::f16, "6e-8"), 0x0001u);
  EXPECT_EQ(bits(ElementType::bf16, "1"), 0x3f80u);
  EXPECT_EQ(bits(ElementType::bf16, "257"), 0x4380u);
  EXPECT_EQ(bits(ElementType::bf16, "259"), 0x4382u);
}

TEST(ScalarValue, FloatsAreReadInTheirOwnPrecision) {
  EXPECT_EQ(bits(ElementType::f32, "0.1"), 0x3dcccccdu);
  EXPECT_EQ(bits(ElementType::f64, "0.1"), 0x3fb999999999999au);
}

TEST(ScalarValue, WhatTheTypeCannotHoldIsAnError) {
  for (const auto& [type, text] :
       std::vector<std::pair<ElementType, std::string_view>>{{ElementType::u8, "256"},
                                                             {ElementType::u8, "-1"},
                                                             {ElementType::i16, "32768"},
                                                             {ElementType::f16, "65520"},
                                                             {ElementType::bf16, "1e39"},
                                                             {ElementType::f32, "1e39"},
                                                             {ElementType::i32, ""},
                                                             {ElementType::i32, "1 "},
                                                             {ElementType::f32, "1,5"}}) {
    EXPECT_FALSE(own::scalar_bits(type, text).has_value()) << text;
  }
}

TEST(Arguments, BuffersDefaultToZeroAndKnowTheirFill) {
  const auto plain = std::get<run::OwnBuffer>(*parse_argument("y:out:f32[8]"));
  EXPECT_EQ(plain.name, "y");
  EXPECT_EQ(plain.role, catalog::BufferRole::out);
  EXPECT_EQ(plain.count, 8u);
  EXPECT_EQ(plain.fill.kind, catalog::Fill::Kind::zero);
  EXPECT_TRUE(plain.fill.is_leftover);
  for (const char* filled : {"y:out:f32[8]=zero", "y:in:f32[8]", "y:inout:f32[8]"}) {
    EXPECT_FALSE(std::get<run::OwnBuffer>(*parse_argument(filled)).fill.is_leftover) << filled;
  }
  const auto random = std::get<run::OwnBuffer>(*parse_argument("x:inout:bf16[3]=random:42"));
  EXPECT_EQ(random.fill.kind, catalog::Fill::Kind::random);
  EXPECT_EQ(random.fill.seed, 42u);
  EXPECT_EQ(random.type, ElementType::bf16);
}

TEST(Arguments, FillsAreConstantsCountersAndRanges) {
  const auto fill = [](const char* text) {
    return std::get<run::OwnBuffer>(*parse_argument(text)).fill;
  };
  EXPECT_EQ(fill("x:in:f32[4]=5").value, 5);
  EXPECT_EQ(fill("x:in:f32[4]=iota%3").modulus, 3u);
  EXPECT_EQ(fill("x:in:i32[4]=random:7:0..9").range->high, 9);
  EXPECT_FALSE(parse_argument("x:in:i32[4]=random:7:9").has_value());
}

TEST(Arguments, PointIntoBuffers) {
  const auto pointer = std::get<run::OwnReference>(*parse_argument("@x+12"));
  EXPECT_EQ(pointer.name, "x");
  EXPECT_EQ(pointer.element, 12);
  EXPECT_EQ(std::get<run::OwnReference>(*parse_argument("@x")).element, 0);
  const auto structure = std::get<run::OwnStructure>(*parse_argument("p:{ptr}=@x+3"));
  EXPECT_EQ(structure.pointers[0].element, 3);
  for (const char* text : {"@", "@+1", "@x+", "@x+y", "@x+-1", "p:{ptr}=@x+"})
    EXPECT_FALSE(parse_argument(text).has_value()) << text;
}

// The error of the first of them that cannot be taken; empty where all are.
std::string refused(ArgumentNames& names, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    const auto argument = parse_form_argument(text);
    EXPECT_TRUE(argument.has_value()) << text;
    const auto taken = names.take(*argument);
    if (!taken.has_value()) return taken.error().message.in(Language::en);
  }
  return "";
}

TEST(Arguments, NamesAreGivenOnce) {
  ArgumentNames names;
  EXPECT_THAT(refused(names, {"n:i32=1", "n:f32=2"}), HasSubstr("'n'"));
  EXPECT_THAT(refused(names, {"x:in:f32[2*n]", "x:in:f32[n]"}), HasSubstr("'x'"));
}

TEST(Arguments, AreExpressionsOnlyWhereSizesAreGiven) {
  const auto error = [](const char* text) {
    const auto argument = parse_form_argument(text, FormNumbers::plain);
    return argument.has_value() ? "" : argument.error().message.in(Language::en);
  };
  EXPECT_THAT(error("x:in:f32[2*n]"), HasSubstr("'2*n' is no number of elements"));
  EXPECT_THAT(error("p:{ptr,i32}=@x,n"), HasSubstr("'n' is no number"));
  EXPECT_EQ(error("x:in:f32[2]=iota"), "");
  EXPECT_EQ(error("p:{ptr,i32}=@x,3"), "");
}

run::OwnStructure structure(std::string_view text) {
  const auto argument = parse_argument(text);
  EXPECT_TRUE(argument.has_value()) << argument.error().message.in(Language::en);
  return argument.has_value() ? std::get<run::OwnStructure>(*argument) : run::OwnStructure();
}

// What the compiler makes of the same members.
template <class T>
void expect_same(const T& value, std::string_view text) {
  const auto bytes = structure(text).bytes;
  ASSERT_EQ(bytes.size(), sizeof(T)) << text;
  EXPECT_EQ(std::memcmp(bytes.data(), &value, sizeof(T)), 0) << text;
}

TEST(Structures, AreLaidOutAsTheCompilerLaysThemOut) {
  struct Mixed {
    std::int8_t a;
    std::uint8_t after_a[3];
    std::int32_t b;
    float c[3];
    std::uint8_t after_c[4];
    double d;
    std::uint16_t e;
    std::uint8_t after_e[6];
  };
  expect_same(Mixed{-1, {}, 7, {1, 2.5f, -3}, {}, 0.1, 65535, {}},
              "p:{i8,i32,f32[3],f64,u16}=-1,7,1,2.5,-3,0.1,65535");
  struct alignas(16) Vectors {
    std::uint32_t a;
    std::uint8_t after_a[12];
    float b[4];
    float c[3];
    std::uint8_t after_c[4];
  };
  expect_same(Vectors{1, {}, {2, 3, 4, 5}, {6, 7, 8}, {}}, "p:{u32,f32x4,f32x3}=1,2,3,4,5,6,7,8");
  expect_same(std::array<float, 2>{1, 2}, "v:f32x2=1,2");
}

TEST(Structures, HoldPointersByTheirBuffersNames) {
  const run::OwnStructure p = structure("p:{i32,ptr,ptr[2]}=5,@x,null,@y");
  EXPECT_EQ(p.bytes.size(), 32u);
  ASSERT_EQ(p.pointers.size(), 2u);
  EXPECT_EQ(p.pointers[0].offset, 8u);
  EXPECT_EQ(p.pointers[0].buffer, "x");
  EXPECT_EQ(p.pointers[1].offset, 24u);
  ArgumentNames names;
  EXPECT_THAT(refused(names, {"p:{ptr}=@x"}), HasSubstr("--buffer"));
  EXPECT_EQ(refused(names, {"x:in:f32[4]", "p:{ptr}=@x", "q:ptr=@x", "x"}), "");
  EXPECT_THAT(refused(names, {"z"}), HasSubstr("'z'"));
}

TEST(Structures, ThatDoNotFitTheirValuesAreErrors) {
  for (const char* text :
       {"p:{i32,f32}=1", "p:{i32}=1,2", "p:{i32", "p:{}=", "p:{i32}", "p:{i32[0]}=", "p:{i32[}=1",
        "p:{i33}=1", "p:{ptr}=x", "p:{ptr}=@x,1", "p:{i32x5}=1", "p:{u8}=256", "p:f32x2=1",
        "p:bytes[4]", "p:bytes[0]=x", "p:bytes[4=x", "p:bytes[4]=/no/such/file", "p:{f64[9999]}=1",
        "p:{u8[99999999]}=1"}) {
    EXPECT_FALSE(parse_argument(text).has_value()) << text;
  }
}

TEST(TensorMaps, AreOfABufferOrOfElementsOfTheirOwn) {
  const auto map = [](const char* text) {
    const auto argument = parse_form_argument(text);
    EXPECT_TRUE(argument.has_value()) << argument.error().message.in(Language::en);
    return std::get<own::FormTensorMap>(argument.value());
  };
  EXPECT_EQ(map("m:tensormap{f16,[n,m],box=[64,8],swizzle=128}=@x+n").buffer, "x");
  EXPECT_EQ(map("m:tensormap{f16,[n],box=[64]}=iota").contents->kind, catalog::Fill::Kind::iota);
  EXPECT_TRUE(map("m:tensormap{f16,[n],box=[64]}=a=b.bin").file.ends_with("/a=b.bin"));
  EXPECT_EQ(map("m:tensormap{f16,[n],box=[64]}").name, "m");
  for (const char* text : {":tensormap{f16,[8],box=[8]}", "m:tensormap{", "m:tensormap{}",
                           "m:tensormap{f16,[8]}=@x", "m:tensormap{f16,[8],box=[8]}@x",
                           "m:tensormap{f16,[8],box=[8]}=@", "m\n:tensormap{f16,[8],box=[8]}"})
    EXPECT_FALSE(parse_form_argument(text).has_value()) << text;
}

TEST(TextureArguments, AreOfABufferOrOfTexelsOfTheirOwn) {
  const auto texture = [](const char* text) {
    const auto argument = parse_form_argument(text);
    EXPECT_TRUE(argument.has_value()) << argument.error().message.in(Language::en);
    return std::get<own::FormTexture>(argument.value());
  };
  EXPECT_EQ(texture("t:texture{f32,[n,m],filter=linear}=@x").buffer, "x");
  EXPECT_EQ(texture("t:texture{u8,[n]}=iota").contents->kind, catalog::Fill::Kind::iota);
  EXPECT_TRUE(texture("t:texture{f32,[n]}=a=b.bin").file.ends_with("/a=b.bin"));
  EXPECT_TRUE(texture("s:surface{f32,[n]}=@x").is_surface);
  EXPECT_EQ(texture("s:surface{f32,[n]}").name, "s");
  for (const char* text :
       {":texture{f32,[8]}", "t:texture{", "t:texture{}", "t:texture{f32,[8]}@x",
        "t:texture{f32,[8]}=@", "t\n:texture{f32,[8]}", "s:surface{f32,[8],filter=point}"})
    EXPECT_FALSE(parse_form_argument(text).has_value()) << text;
}

TEST(Arguments, AnyTextIsSafe) {
  for (const char* text : {"", ":", "::", "=", "a:", "a::", "a:in:", "a:in:f32", "a:in:[]",
                           "a:in:f32[]=", "a:in:f32[1]]", "a:b:c:d=1", ":in:f32[1]", "a:in:f32["}) {
    EXPECT_FALSE(parse_argument(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace warplens::cli
