#include "kernels/run/lesson_comments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/run/toolkit/sources.h"

namespace warplens::run {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

const std::filesystem::path kAssets = WARPLENS_SOURCE_DIR "/assets";

std::string row_sums() {
  return read_text(kAssets / "lessons/19-your-own-kernel/row_sums.cu").value();
}

TEST(LessonComments, AreChineseInACopyOfTheKernelWhoseCodeWasChanged) {
  std::string text = row_sums();
  const std::string fault = "column <= columns";
  text.replace(text.find(fault), fault.size(), "column < columns");
  const auto chinese = chinese_lesson_sources(kAssets, {{"/home/me/mine.cu", text}});
  ASSERT_THAT(chinese, SizeIs(1));
  EXPECT_EQ(chinese.front().first, "/home/me/mine.cu");
  EXPECT_THAT(chinese.front().second, HasSubstr("// 最直白的写法：一个线程把一行加起来。\n"));
  EXPECT_THAT(chinese.front().second, HasSubstr("column < columns"));
  EXPECT_THAT(chinese.front().second, Not(HasSubstr("The same as plainly")));
}

TEST(LessonComments, OfTheKernelItselfStandBesideIt) {
  const auto path = kAssets / "lessons/19-your-own-kernel/row_sums.cu";
  EXPECT_EQ(chinese_lesson_text(path, row_sums()),
            chinese_lesson_sources(kAssets, {{"row_sums.cu", row_sums()}}).front().second);
  EXPECT_EQ(chinese_lesson_text(kAssets / "lessons/other.cu", row_sums()), std::nullopt);
}

TEST(LessonComments, OfOtherSourcesAreAsTheyStand) {
  EXPECT_THAT(chinese_lesson_sources(kAssets, {{"mine.cu", row_sums() + "// mine\n"}}), IsEmpty());
  EXPECT_THAT(chinese_lesson_sources(kAssets, {{"mine.cu", "__global__ void k() {}\n"}}),
              IsEmpty());
  EXPECT_THAT(chinese_lesson_sources(kAssets, {{"row_sums.h", row_sums()}}), IsEmpty());
}

}  // namespace
}  // namespace warplens::run
