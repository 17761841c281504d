#include "app/session/lesson_comments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/run/toolkit/sources.h"

namespace warplens::session {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

const std::filesystem::path kAssetsOfLessons = WARPLENS_SOURCE_DIR "/assets";

std::string row_sums() {
  return run::read_text(kAssetsOfLessons / "lessons/19-your-own-kernel/row_sums.cu").value();
}

TEST(LessonComments, AreChineseInACopyOfTheKernelWhoseCodeWasChanged) {
  std::string text = row_sums();
  const std::string fault = "column <= columns";
  text.replace(text.find(fault), fault.size(), "column < columns");
  const auto chinese = chinese_lesson_sources(kAssetsOfLessons, {{"/home/me/mine.cu", text}});
  ASSERT_THAT(chinese, SizeIs(1));
  EXPECT_EQ(chinese.front().first, "/home/me/mine.cu");
  EXPECT_THAT(chinese.front().second, HasSubstr("// 最直白的写法：一个线程把一行加起来。\n"));
  EXPECT_THAT(chinese.front().second, HasSubstr("column < columns"));
  EXPECT_THAT(chinese.front().second, Not(HasSubstr("The same as plainly")));
}

TEST(LessonComments, OfTheKernelItselfStandBesideIt) {
  const auto path = kAssetsOfLessons / "lessons/19-your-own-kernel/row_sums.cu";
  EXPECT_EQ(chinese_lesson_text(path, row_sums()),
            chinese_lesson_sources(kAssetsOfLessons, {{"row_sums.cu", row_sums()}}).front().second);
  EXPECT_EQ(chinese_lesson_text(kAssetsOfLessons / "lessons/other.cu", row_sums()), std::nullopt);
}

TEST(LessonComments, OfOtherSourcesAreAsTheyStand) {
  EXPECT_THAT(chinese_lesson_sources(kAssetsOfLessons, {{"mine.cu", row_sums() + "// mine\n"}}),
              IsEmpty());
  EXPECT_THAT(chinese_lesson_sources(kAssetsOfLessons, {{"mine.cu", "__global__ void k() {}\n"}}),
              IsEmpty());
  EXPECT_THAT(chinese_lesson_sources(kAssetsOfLessons, {{"row_sums.h", row_sums()}}), IsEmpty());
}

}  // namespace
}  // namespace warplens::session
