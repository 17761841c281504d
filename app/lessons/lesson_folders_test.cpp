// A person's own lessons beside ours.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "app/features/features.h"
#include "app/lessons/lesson_search.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::lessons {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class BesideOurs : public testing::Test {
 protected:
  BesideOurs() { fs::copy(WARPLENS_SOURCE_DIR "/tests/lessons/every-other", own_ / "mine"); }
  Result<LoadedLessons> load() {
    const std::vector<fs::path> own{own_};
    return load_lessons(kOurs, own, features::all());
  }
  // lesson.json's number and id, in a second lesson of the folder.
  void add_second(const std::string& id, int number) {
    fs::copy(own_ / "mine", own_ / "second");
    std::ifstream in(own_ / "mine" / "lesson.json");
    std::string text{std::istreambuf_iterator<char>(in), {}};
    text.replace(text.find("\"every-other\""), 13, "\"" + id + "\"");
    text.replace(text.find("90"), 2, std::to_string(number));
    std::ofstream(own_ / "second" / "lesson.json") << text;
  }
  const fs::path kOurs = WARPLENS_SOURCE_DIR "/assets/lessons";
  run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  fs::path own_ = folder_.path();
};

TEST_F(BesideOurs, StandByTheirNumberAndAreSearched) {
  const LoadedLessons loaded = load().value();
  EXPECT_TRUE(loaded.broken.empty());
  EXPECT_EQ(loaded.lessons.back().id, "every-other");
  EXPECT_TRUE(std::ranges::is_sorted(loaded.lessons, {}, &Lesson::number));
  for (const char* words : {"every other float", "每隔一个 float"}) {
    const auto hits = search(loaded.lessons, words, Language::en);
    ASSERT_EQ(hits.size(), 1u) << words;
    EXPECT_EQ(loaded.lessons[hits[0].lesson].id, "every-other");
  }
  EXPECT_EQ(find_lesson(loaded.lessons, "90").value(), loaded.lessons.size() - 1);
}

TEST_F(BesideOurs, ANumberOrIdThatIsTakenStaysTheEarlierOnes) {
  add_second("bank-conflicts", 91);
  const LoadedLessons loaded = load().value();
  ASSERT_EQ(loaded.broken.size(), 1u);
  EXPECT_THAT(loaded.broken[0].message.in(Language::en),
              HasSubstr("second/lesson.json: id \"bank-conflicts\" is that of "));
  EXPECT_THAT(loaded.broken[0].message.in(Language::en),
              HasSubstr("07-bank-conflicts/lesson.json"));
  fs::remove_all(own_ / "second");
  add_second("other", 90);
  EXPECT_THAT(load().value().broken.at(0).message.in(Language::en),
              HasSubstr("number 90 is that of "));
}

TEST_F(BesideOurs, MayBeALessonsFolderItself) {
  const std::vector<fs::path> own{own_ / "mine"};
  EXPECT_EQ(load_lessons(kOurs, own, features::all()).value().lessons.back().id, "every-other");
  const std::vector<fs::path> none{own_ / "nothing"};
  EXPECT_THAT(load_lessons(kOurs, none, features::all()).error().message.in(Language::en),
              HasSubstr("no lessons in "));
}

TEST_F(BesideOurs, AreToldWrongByFileAndLine) {
  std::ofstream(own_ / "mine" / "lesson.json") << "{\n  \"id\": \"x\",\n  oops\n}";
  EXPECT_THAT(load().value().broken.at(0).message.in(Language::en),
              HasSubstr("mine/lesson.json:3: this is not JSON"));
}

}  // namespace
}  // namespace warplens::lessons
