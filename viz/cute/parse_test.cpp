#include "viz/cute/parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "viz/cute/value_text_test.h"

namespace warplens::cute {
namespace {

using testing::HasSubstr;

std::string told(const std::string& text) {
  const auto value = parse_value(text);
  EXPECT_FALSE(value.has_value()) << text;
  if (value.has_value()) return "";
  const std::string message = value.error().message.in(Language::en);
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  EXPECT_NE(value.error().message.in(Language::zh), message);
  return message;
}

TEST(LayoutText, IsReadAsPeopleWriteAndAsCuTePrints) {
  EXPECT_EQ(value_of("(64,64):(64,1)"), "(64,64):(64,1)");
  EXPECT_EQ(value_of(" ( _8 , (2,_4) ) : ( 8 , (_64,1) ) "), "(8,(2,4)):(8,(64,1))");
  EXPECT_EQ(value_of("8:1"), "8:1");
  EXPECT_EQ(value_of("(8):(1)"), "(8):(1)");
  EXPECT_EQ(value_of("Sw<3,4,3> o (64,64):(64,1)"), "Sw<3,4,3> o 0 o (64,64):(64,1)");
  EXPECT_EQ(value_of("Swizzle<3,4,3>{} o smem_ptr o (8,64):(64,1)"),
            "Sw<3,4,3> o smem_ptr o (8,64):(64,1)");
  EXPECT_EQ(value_of("Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)"),
            "Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)");
  EXPECT_EQ(value_of("Sw<3,4,3> o _0 o ((_8,_8),(_64,_1)):((_64,_512),(_1,_0))"),
            "Sw<3,4,3> o 0 o ((8,8),(64,1)):((64,512),(1,0))");
  EXPECT_EQ(value_of("Sw<2,0,-3> o 16 o 8:1"), "Sw<2,0,-3> o 16 o 8:1");
  EXPECT_EQ(value_of("(20:2) ∘ ((5,4):(4,1))"), "(5,4):(8,2)");
  EXPECT_EQ(value_of("<8:1,(_,(2,4))>"), "<8:1,<_,<2:1,4:1>>>");
}

TEST(LayoutText, FlatPartsAreModesOfTheWhole) {
  EXPECT_EQ(value_of("flat_divide((64,64):(64,1), (8,16))"), "(8,16,8,4):(64,1,512,16)");
  EXPECT_EQ(value_of("flat_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)"),
            "(3,(2,4),3,(2,2)):(177,(13,2),59,(26,1))");
  EXPECT_EQ(value_of("flat_divide(12:1, 4:1)"), "(4,3):(1,4)");
  EXPECT_EQ(value_of("flat_product((2,5):(5,1), (3,4))"),
            value_of("flat_product((2,5):(5,1), <3:1,4:1>)"));
  EXPECT_EQ(value_of("make_layout((8,(2,4)), (8,(64,1)))"), "(8,(2,4)):(8,(64,1))");
  EXPECT_EQ(value_of("make_layout((4,8))"), "(4,8):(1,4)");
}

TEST(LayoutText, AShapeAloneIsALayoutWhoseFirstModeLiesSideBySide) {
  EXPECT_EQ(value_of("coalesce((4,8))"), "32:1");
  EXPECT_EQ(value_of("size((4,8))"), "32");
}

TEST(LayoutText, ErrorsSayWhatIsWrongAndWhere) {
  EXPECT_THAT(told(""), HasSubstr("at the end, character 1: a layout is wanted"));
  EXPECT_THAT(told("(8,64):"), HasSubstr("at the end, character 8: a stride is wanted"));
  EXPECT_EQ(told("(8,64):(64,1"), "at the end, character 13: ',' or ')' is wanted");
  EXPECT_THAT(told("(8,64):(64)"),
              HasSubstr("\"(8,64):(64)\" at character 1: shape (8,64) and stride (64)"));
  EXPECT_THAT(told("(8,0):(1,1)"), HasSubstr("shape 0"));
  EXPECT_THAT(told("4:1 o foo(3)"), HasSubstr("\"foo(3)\" at character 7: nothing is called so"));
  EXPECT_THAT(told("Sw<3,4,2> o 8:1"), HasSubstr("|S| >= B"));
  EXPECT_THAT(told("Sw<9,9,9> o 8:1"), HasSubstr("up to 20"));
  EXPECT_THAT(told("Sw<3,4,3> o Sw<3,4,3> o 8:1"), HasSubstr("one swizzle"));
  EXPECT_THAT(told("smem_ptr[12b] o 8:1"), HasSubstr("\"12b]\" at character 10"));
  EXPECT_THAT(told("4:1 8:1"), HasSubstr("\"8:1\" at character 5: nothing more"));
  EXPECT_THAT(told("composition(4:1)"), HasSubstr("takes 2 operands"));
  EXPECT_THAT(told("size(((10,4):(1,20)) o 2:3)"), HasSubstr("at character 6"));
  EXPECT_THAT(told("complement(Sw<3,4,3> o 8:1)"), HasSubstr("without a swizzle"));
}

TEST(LayoutText, HostileTextIsRefused) {
  EXPECT_THAT(told(std::string(1001, '(')), HasSubstr("at most 1000"));
  EXPECT_THAT(told(std::string(900, '(')), HasSubstr("nested too deep"));
  EXPECT_THAT(told(std::string(20, '(') + "1" + std::string(20, ')') + ":" + std::string(20, '(') +
                   "1" + std::string(20, ')')),
              HasSubstr("more than 16 deep"));
  EXPECT_THAT(told("99999999999999999999:1"), HasSubstr("numbers go up to 2147483647"));
  EXPECT_THAT(told("(65536,65536):(1,1)"), HasSubstr("more than 2147483647"));
  EXPECT_THAT(told("(2,2):(2147483647,2147483647)"), HasSubstr("more than 2147483647"));
}

}  // namespace
}  // namespace warplens::cute
