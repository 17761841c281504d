#include "tests/claims/sentences.h"

#include <gmock/gmock.h>

namespace warplens::lessons {
namespace {

using testing::ElementsAre;

ClaimedBlock block_of(const char* markdown) {
  return claimed_block(parse_markdown(markdown).front());
}

std::vector<std::string> texts(const char* markdown, Language language = Language::en) {
  std::vector<std::string> all;
  for (const Sentence& each : sentences_of(block_of(markdown), language)) all.push_back(each.text);
  return all;
}

std::vector<std::string> numbers(std::string_view text) {
  std::vector<std::string> all;
  for (const NumberAt& at : numbers_in(text))
    all.emplace_back(text.substr(at.begin, at.end - at.begin));
  return all;
}

bool concludes(const char* markdown, Language language = Language::en) {
  return sentences_of(block_of(markdown), language).front().concludes;
}

TEST(Sentences, EndAtTheirMarks) {
  EXPECT_THAT(texts("It is **3.5** of `a. b`. So? (Yes!) {{rate a/b 1}} and\nmore"),
              ElementsAre("It is 3.5 of a. b.", "So?", "(Yes!)", "{{rate a/b 1}} and more"));
  EXPECT_THAT(texts("不快。“慢吗？”是 3.5。", Language::zh),
              ElementsAre("不快。", "“慢吗？”", "是 3.5。"));
}

TEST(Sentences, ConcludeByAWordOrAMeasurement) {
  EXPECT_TRUE(concludes("Padding pays here."));
  EXPECT_TRUE(concludes("It does {{rate a/b 1}}."));
  EXPECT_FALSE(concludes("Measured on {{recorded add}}."));
  EXPECT_FALSE(concludes("`faster` is a kernel with 4 sectors."));
  EXPECT_TRUE(concludes("它更快。", Language::zh));
  EXPECT_FALSE(concludes("它有 4 个扇区。", Language::zh));
}

TEST(Sentences, HaveNumbersThatAreNoNames) {
  EXPECT_THAT(numbers("float4 4-way, 8×8 at 0x2008, 3.5. {{rate a/b 16}} s2 2s 1024"),
              ElementsAre("4", "8", "8", "0x2008", "3.5", "2s", "1024"));
  EXPECT_EQ(without_grouping("1,024 and 16,777,216, 4,5 of 1,0"), "1024 and 16777216, 4,5 of 1,0");
}

}  // namespace
}  // namespace warplens::lessons
