#include "tests/claims/claim_file.h"

#include <gmock/gmock.h>

namespace warplens::lessons {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(ClaimFile, HasPhrasesAndConclusionsOfSteps) {
  const LessonClaims claims = parse_claims(
                                  "## one\n- {pitch} floats\n- 4 bytes | a word\n\n"
                                  "> It pays.\n> 划算。\n? 1 < 2\n? 2 < 3\n\n> Why?\n| a question\n"
                                  "## two\n> Faster.\n")
                                  .value();
  const StepClaims& one = claims.at("one");
  ASSERT_EQ(one.phrases.size(), 2u);
  EXPECT_EQ(one.phrases[0].text, "{pitch} floats");
  EXPECT_EQ(one.phrases[0].reason, "");
  EXPECT_EQ(one.phrases[1].text, "4 bytes");
  EXPECT_EQ(one.phrases[1].reason, "a word");
  ASSERT_EQ(one.conclusions.size(), 2u);
  EXPECT_THAT(one.conclusions[0].sentences, ElementsAre("It pays.", "划算。"));
  EXPECT_THAT(one.conclusions[0].comparisons, ElementsAre("1 < 2", "2 < 3"));
  EXPECT_EQ(one.conclusions[1].reason, "a question");
  EXPECT_EQ(claims.at("two").conclusions.size(), 1u);
}

TEST(ClaimFile, NamesTheLineThatIsNone) {
  EXPECT_THAT(parse_claims("- of no step\n").error().message.in(Language::en), HasSubstr("line 1"));
  EXPECT_THAT(parse_claims("## one\n\nwhat\n").error().message.in(Language::en),
              HasSubstr("line 3"));
  EXPECT_FALSE(parse_claims("## one\n* other\n").has_value());
}

}  // namespace
}  // namespace warplens::lessons
