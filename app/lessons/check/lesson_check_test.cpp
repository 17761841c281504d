#include "app/lessons/check/lesson_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "app/lessons/check/text_checks.h"
#include "kernels/run/run.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::lessons {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const fs::path kAssets = WARPLENS_SOURCE_DIR "/assets";
const fs::path kByTheRecipe = WARPLENS_SOURCE_DIR "/tests/lessons/every-other";

std::shared_ptr<const run::Catalogue> opened_catalogue() {
  return std::make_shared<const run::Catalogue>(*run::Catalogue::open(kAssets));
}

TEST(ShippedLessons, LackNothing) {
  const auto scratch = run::TemporaryFolder::make().value();
  LessonCheck check(opened_catalogue(), kAssets, scratch.path());
  for (const fs::path& folder : lesson_folders_in(kAssets / "lessons")) {
    EXPECT_THAT(check.check(folder), IsEmpty()) << folder;
  }
}

// A lesson that was written by the recipe in assets/lessons/README.md, outside the tree.
class OwnLesson : public testing::Test {
 protected:
  OwnLesson() { fs::copy(kByTheRecipe, lesson_); }

  std::vector<std::string> check() {
    const auto scratch = run::TemporaryFolder::make().value();
    return LessonCheck(opened_catalogue(), kAssets, scratch.path()).check(lesson_);
  }

  [[nodiscard]] std::string text_of(const std::string& file) const {
    std::ifstream in(lesson_ / file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // The first place of `from` in the file becomes `to`.
  void change(const std::string& file, const std::string& from, const std::string& to) {
    std::string text = text_of(file);
    const auto at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    std::ofstream(lesson_ / file) << text.replace(at, from.size(), to);
  }
  // What is said of the lesson with that one change.
  void expect_told(const std::string& file, const std::string& from, const std::string& to,
                   const std::string& told) {
    const std::string before = text_of(file);
    change(file, from, to);
    EXPECT_THAT(check(), Contains(HasSubstr(told))) << from;
    std::ofstream(lesson_ / file) << before;
  }

  run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  fs::path lesson_ = folder_.path() / "mine";
};

TEST_F(OwnLesson, ByTheRecipeLacksNothing) { EXPECT_THAT(check(), IsEmpty()); }

TEST_F(OwnLesson, IsToldWhatItsTextsLack) {
  expect_told("zh.md", "# 隔一个取一个", "# Every other", "the title 'Every other' is not Chinese");
  expect_told("zh.md", "把步长设为 2。", "把步长设为 3。",
              "step 'stride': ### Do has other numbers than en.md: 3 and 2");
  expect_told("en.md", "The same pattern", "At 3.57 TB/s the same pattern",
              "types a measured time");
  expect_told("en.md", "Set the stride to 2.", "设 2", "### Do has Chinese in it");
  expect_told("en.md", "The same pattern, with a slider for the stride.", "", "has no text");
  expect_told("en.md", "The same pattern", "[The same](document:no-such) pattern",
              "the text leads to document:no-such, and no document has such an item");
  expect_told("zh.md", "存储同样的", "存储同样的\n\n又及：", "has other paragraphs");
}

TEST_F(OwnLesson, IsToldAllThatCannotBeReadWithItsLines) {
  fs::remove(lesson_ / "zh.md");
  change("lesson.json", "\"bank_view\"]", "\"bankview\"]");
  change("lesson.json", "\"sector_strip\"],", "\"sector_stripe\"],");
  const std::vector<std::string> lines = check();
  EXPECT_THAT(lines, Contains(HasSubstr("lesson.json:18: step 2: scene: \"views\" has")));
  EXPECT_THAT(lines, Contains(HasSubstr("lesson.json:27: step 3: scene: \"views\" has")));
  EXPECT_THAT(lines, Contains(HasSubstr("zh.md: cannot be read")));
  EXPECT_EQ(lines.size(), 3u);
}

TEST_F(OwnLesson, IsToldWhichStagesDoNotRun) {
  expect_told("lesson.json", "transpose/tile\"", "transpose/tiles\"",
              "step 'challenge': the stage does not run: no kernel transpose/tiles");
  expect_told("lesson.json", "\"tile[\"", "\"tilde[\"", "no event where the cursor is to stand");
  expect_told("lesson.json", "{\"n\": 256}", "{\"m\": 256}",
              "step 'own-file': the stage does not run");
  expect_told("lesson.json", "\"control.stride\"", "\"control.pitch\"",
              "the highlight \"control.pitch\" names no view");
  expect_told("lesson.json", "[\"variant\"]", "[\"stride\"]", "the control \"stride\" is no");
}

TEST_F(OwnLesson, IsToldWhichQuestionsAndTasksDoNotFit) {
  expect_told("lesson.json", "[4, 8, 32]", "[4, 9, 32]",
              "the right answer, 8, is not among the choices");
  expect_told("lesson.json", "\"stride\": 2", "\"stride\": 1", "before anybody has done anything");
  expect_told("lesson.json", "tile_padded\", \"parameters\": {\"pitch\": 33}",
              "tile_padded\", \"parameters\": {\"pitch\": 34}",
              "step 'challenge': doing what condition 1 of \"done\" asks does not meet it");
  expect_told("lesson.json", "\"minutes\": 10,", "", "\"minutes\" is missing");
}

TEST_F(OwnLesson, AWrongIndexMayStandWhereItIsJudgedBetter) {
  change("lesson.json", "\"transpose/tile\",", R"("transpose/placed", "index": "row",)");
  EXPECT_THAT(check(), Contains(HasSubstr("does not give the right result")));
  change("lesson.json", R"({"figure": "total_conflicts", "at_most": 0})",
         R"({"figure": "wrong_elements", "at_most": 0})");
  EXPECT_THAT(check(), IsEmpty());
}

TEST(TypedMeasurements, AreTimesRatesAndRatios) {
  EXPECT_TRUE(types_a_measurement("it does 3,649 GB/s here"));
  EXPECT_TRUE(types_a_measurement("2.3 times as fast"));
  EXPECT_FALSE(types_a_measurement("4,224 bytes, 32 wavefronts"));
}

}  // namespace
}  // namespace warplens::lessons
