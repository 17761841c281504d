#include "app/lessons/course_path.h"

#include <gmock/gmock.h>

#include "app/features/features.h"

namespace warplens::lessons {
namespace {

using testing::HasSubstr;

constexpr const char* kSmallPath =
    R"({"version": 1, "id": "ours", "title": {"en": "Ours", "zh": "我们的"},
  "steps": [{"step": "padding/bytes", "minutes": 4}, {"step": "swizzle/bits", "minutes": 7}]})";

std::string damaged_path(const std::string& from, const std::string& to) {
  std::string json = kSmallPath;
  json.replace(json.find(from), from.size(), to);
  const auto parsed = parse_path(json, "p.json");
  return parsed.has_value() ? "" : parsed.error().message.in(Language::en);
}

const std::vector<Lesson>& lessons_on_paths() {
  static const std::vector<Lesson> loaded =
      load_lessons(WARPLENS_SOURCE_DIR "/assets/lessons", features::all())->lessons;
  return loaded;
}

TEST(CoursePaths, AreStepsInAnOrderWithTheirMinutes) {
  const auto path = parse_path(kSmallPath, "p.json");
  ASSERT_TRUE(path.has_value()) << path.error().message.in(Language::en);
  EXPECT_EQ(path->minutes(), 11);
  EXPECT_EQ(path->minutes(1), 7);
  EXPECT_EQ(path->place_of("swizzle/bits"), 1u);
  EXPECT_EQ(path->place_of("swizzle/shift"), std::nullopt);
}

TEST(CoursePaths, SayInOneLineWhatIsWrong) {
  EXPECT_THAT(parse_path("[", "p.json").error().message.in(Language::en),
              HasSubstr("p.json holds no path"));
  EXPECT_THAT(damaged_path("\"version\": 1", "\"version\": 9"), HasSubstr("version"));
  EXPECT_THAT(damaged_path("swizzle/bits", "padding/bytes"), HasSubstr("twice"));
  EXPECT_THAT(damaged_path("\"minutes\": 7", "\"minutes\": 0"), HasSubstr("minutes"));
  EXPECT_THAT(damaged_path("\"id\": \"ours\"", "\"id\": \"\""), HasSubstr("empty"));
  EXPECT_THAT(damaged_path("\"minutes\": 4", "\"minuets\": 4"), HasSubstr("minuets"));
}

TEST(CoursePaths, NameStepsThatAreThere) {
  auto path = *parse_path(kSmallPath, "p.json");
  EXPECT_TRUE(check_path(path, lessons_on_paths()).has_value());
  path.steps.push_back({"padding/nothing", 3});
  EXPECT_THAT(check_path(path, lessons_on_paths()).error().message.in(Language::en),
              HasSubstr("padding/nothing"));
}

TEST(CoursePaths, ThatShipHaveTheTimeOfAClassAndOfAnHour) {
  const auto paths = read_paths(WARPLENS_SOURCE_DIR "/assets/paths");
  ASSERT_TRUE(paths.has_value()) << paths.error().message.in(Language::en);
  ASSERT_EQ(paths->size(), 2u);
  for (const CoursePath& path : *paths) {
    const auto checked = check_path(path, lessons_on_paths());
    EXPECT_TRUE(checked.has_value()) << checked.error().message.in(Language::en);
    EXPECT_EQ(path.minutes(), path.id == "class" ? 90 : 60) << path.id;
  }
}

}  // namespace
}  // namespace warplens::lessons
