// What lessons ask of fragments, as it is written, and what meets it.
#include "app/features/fragments/fragment_lessons.h"

#include <gtest/gtest.h>

#include "app/session/stage.h"
#include "kernels/base/json.h"

namespace warplens::fragments {
namespace {

JsonFields fields_of(const char* text) { return JsonFields(parse_sorted_json(text), "step"); }

bool is_read(const char* text, const session::AskedKind& kind) {
  const JsonFields fields = fields_of(text);
  const auto asked = kind.read(fields);
  return fields.finish(true).has_value() && asked != nullptr;
}

TEST(FragmentLessons, AskForTheLaneOrTheRegisterOfOneElement) {
  for (const char* text : {R"({"fragments": "lane", "element": "D[5][3]"})",
                           R"({"fragments": "register", "element": "R2[0][1]", "told": 0})"}) {
    EXPECT_TRUE(is_read(text, kFragmentAsked)) << text;
  }
  for (const char* text :
       {R"({"fragments": "warp", "element": "D[5][3]"})", R"({"fragments": "lane"})",
        R"({"fragments": "lane", "element": "D"})", R"({"fragments": "lane", "element": "D[5"})",
        R"({"fragments": "lane", "element": "D[5][3]", "told": 32})"}) {
    EXPECT_FALSE(is_read(text, kFragmentAsked)) << text;
  }
}

TEST(FragmentLessons, AGoalIsMetByItsOperandOrItsElement) {
  const machine::FragmentElement element{0, 3, 5}, other{0, 3, 6};
  EXPECT_TRUE(meets({.operand = 'b', .element = element}, {'b'}));
  EXPECT_TRUE(meets({.operand = 'b', .element = element}, {'b', element}));
  EXPECT_FALSE(meets({.operand = 'b', .element = other}, {'b', element}));
  EXPECT_FALSE(meets({.operand = 'b'}, {'b', element}));
  EXPECT_FALSE(meets({.operand = 'a'}, {'b'}));
}

TEST(FragmentLessons, AStepBeginsWithTheOperandThatItNames) {
  session::Stage stage;
  read_stage(fields_of(R"({"fragments": "D"})"), stage);
  EXPECT_EQ(stage.features.of<FragmentChoice>().operand, 'd');
  session::Stage none;
  read_stage(fields_of("{}"), none);
  EXPECT_FALSE(none.features.has<FragmentChoice>());
}

}  // namespace
}  // namespace warplens::fragments
