// A person's copy of a lesson's file: what is written into it, and what of theirs is kept.
#include "app/lessons/lesson_file.h"

#include <gtest/gtest.h>

#include "app/settings/settings.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::lessons {
namespace {

class LessonFile : public ::testing::Test {
 protected:
  LessonFile() {
    file_.path = WARPLENS_SOURCE_DIR "/assets/lessons/19-your-own-kernel/row_sums.cu";
    file_.is_copied = true;
  }
  PutFile put(std::vector<std::string> mended, bool anew = false) {
    file_.mended = std::move(mended);
    return *put_file(file_, folder_.path(), anew);
  }
  [[nodiscard]] std::string text(const char* name = "row_sums.cu") const {
    return run::read_text(folder_.path() / name).value_or("");
  }
  void write(const std::string& text) {
    ASSERT_TRUE(session::write_atomically(folder_.path() / "row_sums.cu", text).has_value());
  }
  StagedFile file_;
  run::TemporaryFolder folder_ = *run::TemporaryFolder::make();
};

TEST_F(LessonFile, IsCopiedAsTheStepBegins) {
  const PutFile put_now = put({});
  EXPECT_TRUE(put_now.is_written);
  EXPECT_EQ(put_now.path, folder_.path() / "row_sums.cu");
  EXPECT_EQ(text(), *run::read_text(file_.path));
  EXPECT_FALSE(put({}).is_written);
}

TEST_F(LessonFile, GoesFromAStepsTextToAnotherWhereNothingOfThePersonsIsInIt) {
  (void)put({"bounds"});
  EXPECT_NE(text().find("column < columns"), std::string::npos);
  EXPECT_TRUE(put({}).is_written);
  EXPECT_EQ(text(), *run::read_text(file_.path));
}

TEST_F(LessonFile, KeepsAPersonsSpellingOfWhatTheStepWants) {
  (void)put({});
  std::string mine = text();
  mine.replace(mine.find("column <= columns"), 17, "columns > column /* mine */");
  write(mine);
  const PutFile put_now = put({"bounds"});
  EXPECT_FALSE(put_now.is_written);
  EXPECT_FALSE(put_now.is_theirs);
  EXPECT_EQ(text(), mine);
}

TEST_F(LessonFile, LeavesAnyOtherTextUntilTheStepIsBegunAnewAndKeepsItThen) {
  const std::string mine = "__global__ void mine() {}\n";
  write(mine);
  const PutFile left = put({});
  EXPECT_TRUE(left.is_theirs);
  EXPECT_EQ(text(), mine);
  const PutFile anew = put({}, true);
  EXPECT_TRUE(anew.is_written);
  EXPECT_EQ(anew.kept.filename(), "row_sums.mine.cu");
  EXPECT_EQ(text("row_sums.mine.cu"), mine);
  EXPECT_EQ(text(), *run::read_text(file_.path));
}

TEST_F(LessonFile, HasItsCommentsInThePersonsLanguage) {
  const auto put_in = [&](Language language) {
    return *put_file(file_, folder_.path(), false, language);
  };
  file_.mended = {"bounds"};
  EXPECT_TRUE(put_in(Language::zh).is_written);
  EXPECT_NE(text().find("最直白的写法"), std::string::npos);
  EXPECT_NE(text().find("column < columns"), std::string::npos);
  EXPECT_FALSE(put_in(Language::zh).is_written);

  const PutFile english = put_in(Language::en);
  EXPECT_TRUE(english.is_written) << "nothing in it is the person's";
  EXPECT_EQ(text().find("最直白的写法"), std::string::npos);
  file_.mended = {};
  EXPECT_TRUE(put_in(Language::zh).is_written);
  EXPECT_NE(text().find("column <= columns"), std::string::npos);
}

TEST_F(LessonFile, OfACopyIsTheKernelThatTheLessonNames) {
  EXPECT_TRUE(is_kernel("/home/me/row_sums.cu", file_.path));
  EXPECT_FALSE(is_kernel("/home/me/other.cu", file_.path));
  EXPECT_TRUE(is_kernel("transpose/tile", "transpose/tile"));
  EXPECT_FALSE(is_kernel("copy/tile", "transpose/tile"));
}

}  // namespace
}  // namespace warplens::lessons
