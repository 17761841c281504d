// --lessons and lesson check: a lesson in a folder outside the tree.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// By the recipe in assets/lessons/README.md; its own copy.
fs::path own_lessons(const std::string& name) {
  const fs::path folder = scratch_folder() / name;
  fs::remove_all(folder);
  fs::create_directories(folder);
  fs::copy(source_folder() / "tests/lessons/every-other", folder / "every-other");
  return folder;
}

TEST(OwnLessons, AreListedBesideOurs) {
  const Output output = run({"list", "--lessons", own_lessons("listed").string()});
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out,
              HasSubstr("  90 every-other: Every other element (3 steps, 10 min, after 3)"));
  EXPECT_THAT(output.out, HasSubstr("  class: A class (24 steps, 90 min)"));
}

TEST(OwnLessons, AreDrawn) {
  if (!has_window()) GTEST_SKIP() << "built without its window";
  const fs::path picture = scratch_folder() / "own.png";
  const Output output = run({"screenshot", "--lessons", own_lessons("drawn").string(), "--lesson",
                             "every-other", "-o", picture.string()});
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_TRUE(fs::exists(picture));
}

TEST(OwnLessons, AreCheckedLineByLine) {
  const fs::path folder = own_lessons("checked");
  const Output sound = run({"lesson", "check", folder.string()});
  EXPECT_EQ(sound.status, 0) << sound.out << sound.err;
  EXPECT_EQ(sound.out, "nothing is missing in " + folder.string() + "\n");
  fs::remove(folder / "every-other" / "zh.md");
  const Output lacking = run({"lesson", "check", folder.string()});
  EXPECT_EQ(lacking.status, 1);
  EXPECT_EQ(lacking.out,
            folder.string() + "/every-other/zh.md: cannot be read; is the lesson complete?\n");
  const Output none = run({"lesson", "check", (folder / "every-other" / "none").string()});
  EXPECT_NE(none.status, 0);
  const Output empty = run({"lesson", "check", source_folder().string()});
  EXPECT_EQ(empty.status, 1);
  EXPECT_THAT(empty.err, HasSubstr("no lessons in "));
}

TEST(Sheets, HaveTheirAnswersApart) {
  if (!has_window()) GTEST_SKIP() << "built without its window";
  const fs::path folder = scratch_folder() / "sheet";
  fs::remove_all(folder);
  const Output output = run({"sheet", "--lessons", own_lessons("printed").string(), "--lesson",
                             "every-other", "--answers", "-o", folder.string()});
  EXPECT_EQ(output.status, 0) << output.err;
  const std::string sheet = read_file(folder / "index.html");
  const std::string answers = read_file(folder / "answers.html");
  EXPECT_THAT(sheet, HasSubstr("How many sectors does the load touch?"));
  EXPECT_THAT(sheet, testing::Not(HasSubstr("half of the bytes are not used")));
  EXPECT_THAT(answers, HasSubstr("Answer: 8<"));
  EXPECT_THAT(answers, HasSubstr("half of the bytes are not used"));
}

}  // namespace
}  // namespace warplens::cli_test
