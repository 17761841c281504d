#include "app/state/answers.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "app/features/features.h"
#include "app/state/make_app_state.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::ui {
namespace {

class Answers : public testing::Test {
 protected:
  Answers() { app_->settings.save_folder = folder_.path().string(); }
  run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  std::unique_ptr<AppState> app_ =
      std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", {}, features::all(), {}));
};

TEST_F(Answers, AreKeptEachTryAndWrittenForASpreadsheet) {
  session::GivenAnswer given{"bank-conflicts", "column-read", "=HYPERLINK(1)", false};
  given.value = 4;
  given.right_value = 32;
  session::add_answer(app_->settings.answers, given);
  given.answer = "32";
  given.value = 32;
  given.is_right = true;
  session::add_answer(app_->settings.answers, given);
  session::add_answer(app_->settings.answers, {"gone", "step", "a, b"});
  const auto file = export_answers(*app_, "Li Lei/../x");
  ASSERT_TRUE(file.has_value()) << file.error().message.in(Language::en);
  EXPECT_EQ(file->parent_path(), folder_.path());
  EXPECT_EQ(file->filename(), "warplens-answers-Li_Lei____x.csv");
  std::ifstream in(*file, std::ios::binary);
  const std::string csv{std::istreambuf_iterator<char>(in), {}};
  EXPECT_TRUE(
      csv.starts_with("\xef\xbb\xbfname,lesson,step,kind,value,right_value,right,attempt,"
                      "when_utc,answer,lesson_title,step_title,question\r\n"));
  EXPECT_NE(csv.find("Li Lei/../x,bank-conflicts,column-read,question,4,32,0,1,"),
            std::string::npos)
      << csv;
  EXPECT_NE(csv.find(",'=HYPERLINK(1),7 Bank conflicts,"), std::string::npos) << csv;
  EXPECT_NE(csv.find("column-read,question,32,32,1,2,"), std::string::npos) << csv;
  EXPECT_NE(csv.find("gone,step,question,,,0,1,"), std::string::npos) << csv;
  EXPECT_NE(csv.find(",\"a, b\",,,"), std::string::npos) << csv;
}

TEST_F(Answers, HaveAChallengeThatWasMetOnce) {
  ASSERT_TRUE(go_to_lesson(*app_, "bank-conflicts", 7).has_value());
  ASSERT_TRUE(lessons::is_challenge(app_->current_step()));
  note_challenge(*app_);
  const tables::Table table = answers_table(*app_, "Ada");
  ASSERT_EQ(table.size(), 2u);
  EXPECT_EQ(table[1][3], "challenge");
  EXPECT_EQ(table[1][6], "1");
  EXPECT_NE(table[1].back(), "") << "what it asked for";
}

TEST_F(Answers, OverwriteNothing) {
  const auto first = export_answers(*app_, "Ada"), second = export_answers(*app_, "Ada");
  EXPECT_EQ(first->filename(), "warplens-answers-Ada.csv");
  EXPECT_EQ(second->filename(), "warplens-answers-Ada-2.csv");
}

TEST_F(Answers, AreRememberedWithTheSettings) {
  session::add_answer(
      app_->settings.answers,
      {.lesson = "a", .step = "b", .answer = "3", .is_right = true, .value = 3, .right_value = 3});
  const auto read = session::parse_settings(session::to_json(app_->settings));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->answers, app_->settings.answers);
  EXPECT_EQ(session::parse_settings(R"({"answers": [1, {"lesson": "a"}, {"lesson": 2}]})")
                ->answers.size(),
            0u);
}

}  // namespace
}  // namespace warplens::ui
