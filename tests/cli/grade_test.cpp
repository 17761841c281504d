// warplens grade, answers, lesson new and pack: homework, from its making to a class's results.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <sstream>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

fs::path empty_folder(const std::string& name) {
  const fs::path folder = scratch_folder() / name;
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder;
}

// tests/grading/NAME.ptx handed in by `student`, in a folder of theirs.
void hand_in(const fs::path& submissions, const std::string& student, const std::string& name) {
  fs::create_directories(submissions / student);
  fs::copy_file(source_folder() / "tests/grading" / (name + ".ptx"),
                submissions / student / "turn.ptx");
}

fs::path lesson() { return source_folder() / "assets/new-lesson"; }

// Each student's row behind their name.
std::map<std::string, std::string> grades_of(const std::string& csv) {
  std::map<std::string, std::string> rows;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with('\r')) line.pop_back();
    const std::size_t comma = line.find(',');
    rows[line.substr(0, comma)] = line.substr(comma + 1);
  }
  return rows;
}

TEST(Grades, OfTenStudentsAreOneCommand) {
  const fs::path submissions = empty_folder("ten");
  hand_in(submissions, "ada", "right");
  hand_in(submissions, "grace", "swizzled");
  hand_in(submissions, "racy", "racy");
  hand_in(submissions, "slow", "slow");
  hand_in(submissions, "wrong", "wrong");
  hand_in(submissions, "outside", "outside");
  hand_in(submissions, "large", "large");
  hand_in(submissions, "endless", "endless");
  write_file((fs::create_directories(submissions / "broken"), submissions / "broken/turn.ptx"),
             ".version 8.0 .target sm_75 nonsense {");
  hand_in(submissions, "=HYPERLINK(1)", "right");
  hand_in(submissions, "-rf\n..", "right");
  fs::create_directories(submissions / "link");
  fs::create_symlink("/etc/passwd", submissions / "link/turn.ptx");
  fs::create_directories(submissions / "nothing");

  const Output graded =
      run({"grade", lesson().string(), submissions.string(), "--time-limit", "10"});
  ASSERT_EQ(graded.status, 0) << graded.err;
  const auto rows = grades_of(graded.out);
  EXPECT_EQ(rows.at("student"), "passed,of,new-lesson/mend,why");
  EXPECT_EQ(rows.size(), 14u) << graded.out;
  EXPECT_EQ(rows.at("ada"), "1,1,1,");
  EXPECT_EQ(rows.at("grace"), "1,1,1,");
  EXPECT_EQ(rows.at("'=HYPERLINK(1)"), "1,1,1,");
  EXPECT_THAT(rows.at("racy"), HasSubstr("with nothing in between to order them"));
  EXPECT_THAT(rows.at("slow"), HasSubstr("total_conflicts is 992, and may be 0 at most"));
  EXPECT_THAT(rows.at("wrong"), HasSubstr("wrong elements"));
  EXPECT_THAT(rows.at("outside"), HasSubstr("(4096 bytes), right behind its end"));
  EXPECT_THAT(rows.at("large"), HasSubstr("shared_bytes is 8320, and may be 4224 at most"));
  EXPECT_THAT(rows.at("endless"), StartsWith("0,1,0,"));
  EXPECT_THAT(rows.at("broken"), HasSubstr("turn.ptx"));
  EXPECT_THAT(rows.at("link"), HasSubstr("is a link or no plain file"));
  EXPECT_THAT(rows.at("nothing"), HasSubstr("turn.cu was not handed in"));
  EXPECT_EQ(graded.out.find("root:"), std::string::npos) << "nothing of a linked file is told";
}

TEST(Grades, GoIntoAFileForASpreadsheet) {
  const fs::path submissions = empty_folder("file");
  hand_in(submissions, "ada", "right");
  const fs::path csv = submissions.parent_path() / "grades.csv";
  const Output graded = run({"grade", lesson().string(), submissions.string(), "-o", csv.string()});
  ASSERT_EQ(graded.status, 0) << graded.err;
  EXPECT_EQ(read_file(csv), "\xef\xbb\xbfstudent,passed,of,new-lesson/mend,why\r\nada,1,1,1,\r\n");
}

TEST(Grades, SayWhatThereIsNotToGrade) {
  const fs::path submissions = empty_folder("none");
  EXPECT_THAT(run({"grade", lesson().string(), submissions.string()}).err,
              HasSubstr("no submissions in "));
  hand_in(submissions, "ada", "right");
  EXPECT_THAT(
      run({"grade", (source_folder() / "assets/lessons/08-padding").string(), submissions.string()})
          .err,
      HasSubstr("nothing to grade"));
  EXPECT_THAT(run({"grade", submissions.string(), submissions.string()}).err,
              HasSubstr("no lessons in "));
}

constexpr const char* kAnswersHead =
    "name,lesson,step,kind,value,right_value,right,attempt,when_utc,answer,lesson_title,step_title,"
    "question\r\n";

TEST(ClassAnswers, AreAddedUpWhateverTheirLanguage) {
  const fs::path folder = empty_folder("answers");
  write_file(
      folder / "ada.csv",
      std::string("\xef\xbb\xbf") + kAnswersHead +
          "Ada,padding,bytes,question,4,32,0,1,t,4,8 Padding,\"What, exactly?\",\"a\"\"b\"\r\n"
          "Ada,padding,bytes,question,32,32,1,2,t,32,8 Padding,x,y\r\n"
          "Ada,padding,find-the-pitch,challenge,,,1,1,t,,8 Padding,x,y\r\n");
  write_file(folder / "li.csv", std::string(kAnswersHead) +
                                    "李雷,padding,bytes,question,32,32,1,1,t,32,8 填充,x,y\r\n");
  const Output by_student =
      run({"answers", (folder / "ada.csv").string(), (folder / "li.csv").string()});
  ASSERT_EQ(by_student.status, 0) << by_student.err;
  EXPECT_EQ(
      by_student.out,
      "name,right_at_first,right,questions,challenges,padding/bytes,padding/find-the-pitch\r\n"
      "Ada,0,1,1,1,2,1\r\n"
      "李雷,1,1,1,0,1,\r\n");
  const Output by_step =
      run({"answers", "--by-step", (folder / "ada.csv").string(), (folder / "li.csv").string()});
  EXPECT_EQ(by_step.out,
            "step,kind,students,right_at_first,right,attempts\r\n"
            "padding/bytes,question,2,1,2,3\r\n"
            "padding/find-the-pitch,challenge,1,1,1,1\r\n");
}

TEST(ClassAnswers, OfAnotherFileAreRefusedInOneLine) {
  const fs::path folder = empty_folder("refused");
  write_file(folder / "other.csv", "a,b\r\n1,2\r\n");
  EXPECT_THAT(run({"answers", (folder / "other.csv").string()}).err,
              HasSubstr("no column \"name\""));
  write_file(folder / "open.csv", std::string(kAnswersHead) + "\"Ada");
  EXPECT_THAT(run({"answers", (folder / "open.csv").string()}).err, HasSubstr("does not close"));
  write_file(folder / "short.csv", std::string(kAnswersHead) + "Ada,1\r\n");
  EXPECT_THAT(run({"answers", (folder / "short.csv").string()}).err, HasSubstr("has 2 cells"));
}

TEST(NewLessons, AreThereToBeginFromAndHandedOutWithoutTheirSolution) {
  const fs::path folder = empty_folder("new");
  const fs::path made = folder / "doubles";
  ASSERT_EQ(run({"lesson", "new", made.string()}).status, 0);
  EXPECT_THAT(read_file(made / "lesson.json"), HasSubstr("\"id\": \"doubles\""));
  EXPECT_TRUE(fs::exists(made / "solution/turn.cu"));
  ASSERT_EQ(run({"lesson", "new", (folder / "more").string()}).status, 0);
  EXPECT_THAT(read_file(folder / "more/lesson.json"), HasSubstr("\"number\": 101"));
  EXPECT_THAT(run({"lesson", "new", made.string()}).err, HasSubstr("is there already"));
  EXPECT_THAT(run({"lesson", "new", (folder / "No Id").string()}).err,
              HasSubstr("is no lesson's name"));

  const fs::path zip = folder / "homework.zip";
  ASSERT_EQ(run({"lesson", "pack", folder.string(), "-o", zip.string()}).status, 0);
  const std::string packed = read_file(zip);
  EXPECT_THAT(packed, HasSubstr("doubles/turn.cu"));
  EXPECT_THAT(packed, HasSubstr("more/lesson.json"));
  EXPECT_EQ(packed.find("solution/turn.cu"), std::string::npos);
  EXPECT_THAT(run({"lesson", "pack", folder.string(), "-o", zip.string()}).err,
              HasSubstr("is there already"));
}

TEST(NewLessons, PassTheCheckWhereThereIsACompiler) {
  const fs::path made = empty_folder("passes") / "mine";
  ASSERT_EQ(run({"lesson", "new", made.string()}).status, 0);
  const Output checked = run({"lesson", "check", made.string()});
  if (checked.out.find("no compiler is here") != std::string::npos)
    GTEST_SKIP() << "neither nvcc nor NVRTC is here";
  EXPECT_EQ(checked.status, 0) << checked.out << checked.err;
}

}  // namespace
}  // namespace warplens::cli_test
