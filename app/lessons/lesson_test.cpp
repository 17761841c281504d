#include "app/lessons/lesson.h"
#include "app/features/features.h"
#include "app/features/host_timeline/host_runs.h"
#include "app/features/timing_chart/staged_timing.h"
#include "kernels/timing/host_timeline.h"
#include "viz/analysis/cache_preset.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace warplens::lessons {
namespace {

namespace fs = std::filesystem;

constexpr const char* kJson = R"({"id": "x", "number": 1, "steps": [
  {"id": "a", "kernel": "transpose/tile",
   "cursor": {"marker": "tile[", "space": "shared", "kind": "load", "occurrence": 2},
   "beside": {"kernel": "transpose/tile_padded", "parameters": {"pitch": 34}},
   "scene": {"views": ["swizzle_map", "bank_view"], "color_by": "lane", "controls": ["pitch"],
             "events": {"marker": "tile[", "space": "shared"}},
   "order": "turns", "cache": "l1",
   "predict": {"figure": "wavefronts", "at": {"space": "shared", "kind": "load"}},
   "done": [{"answered": true}, {"shown": {"parameters": {"pitch": 33}}},
            {"compared": {"kernel": "transpose/tile", "with": "transpose/packed_xor"}},
            {"cache": "two_lines"},
            {"reached": {"marker": "out[", "space": "global", "kind": "store"}}]}]})";
constexpr const char* kText = "# T\n## A\nbody\n### Do\ndo\n### Predict\nhow?\n### Seen\nseen\n";

std::string error_of(const std::string& json, const std::string& en, const std::string& zh) {
  const auto lesson = parse_lesson(json, en, zh, features::all());
  return lesson.has_value() ? "" : lesson.error().message.in(Language::en);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos);
  return text.replace(at, from.size(), to);
}

TEST(Lesson, ReadsStageAnchorPredictionAndConditions) {
  const Lesson lesson = parse_lesson(kJson, kText, kText, features::all()).value();
  const Step& step = lesson.steps.at(0);
  EXPECT_EQ(step.stage.cursor->occurrence, 2u);
  EXPECT_EQ(step.stage.cursor->space, trace::Space::shared);
  EXPECT_EQ(step.prediction->figure, session::Figure::wavefronts);
  EXPECT_EQ(step.done.at(1).parameters.at("pitch"), 33);
  EXPECT_EQ(plain_text(step.text[Language::zh].question), "how?\n");
}

TEST(Lesson, ReadsTheSecondKernelTheViewsAndTheColours) {
  const Lesson lesson = parse_lesson(kJson, kText, kText, features::all()).value();
  const Step& step = lesson.steps.at(0);
  EXPECT_EQ(step.stage.beside, "transpose/tile_padded");
  EXPECT_EQ(step.stage.beside_parameters.at("pitch"), 34);
  EXPECT_EQ(step.scene.views.at(1), session::StageView::bank_view);
  EXPECT_EQ(step.scene.color_by, "lane");
  EXPECT_EQ(step.scene.controls, std::vector<std::string>{"pitch"});
  EXPECT_TRUE(step.scene.transport);
  EXPECT_EQ(step.stage.events.marker, "tile[");
  EXPECT_EQ(step.stage.events.space, trace::Space::shared);
  EXPECT_FALSE(step.stage.events.kind.has_value());
  EXPECT_EQ(step.done.at(2).with, "transpose/packed_xor");
  EXPECT_EQ(step.stage.order, trace::Order::turns);
  EXPECT_EQ(step.stage.features.of<analysis::CachePreset>(), analysis::CachePreset::l1);
  EXPECT_EQ(step.done.at(3).kind, Condition::Kind::feature);
  EXPECT_EQ(step.done.at(4).place.marker, "out[");
}

TEST(Lesson, ReadsWhatTheMatrixAndTheTimingViewShow) {
  const Step plain = parse_lesson(kJson, kText, kText, features::all()).value().steps.at(0);
  EXPECT_FALSE(plain.scene.blocks);
  EXPECT_EQ(plain.stage.asked.of<timing_chart::StagedTiming>(), timing_chart::StagedTiming());
  const std::string json = replaced(
      kJson, "\"color_by\"",
      R"("blocks": true, "against": "pitch", "side": 4096, "cited": true, "ladder": true, "device": "NVIDIA H200", "color_by")");
  const Step step = parse_lesson(json, kText, kText, features::all()).value().steps.at(0);
  EXPECT_TRUE(step.scene.blocks);
  const auto& timing = step.stage.asked.of<timing_chart::StagedTiming>();
  EXPECT_EQ(timing.against, "pitch");
  EXPECT_EQ(timing.side, 4096);
  EXPECT_TRUE(timing.cited);
  EXPECT_TRUE(timing.ladder);
  EXPECT_EQ(timing.device, "NVIDIA H200");
  EXPECT_NE(error_of(replaced(kJson, "\"color_by\"", R"("blocks": 1, "color_by")"), kText, kText)
                .find("\"blocks\" must be true or false"),
            std::string::npos);
}

constexpr const char* kTimelineJson = R"({"id": "x", "number": 1, "steps": [
  {"id": "a", "kernel": "add/linear_1d", "timeline": {"scenario": "pinned", "bytes": 65536},
   "scene": {"views": ["host_timeline"], "transport": false}, "predict": {"timeline": "early_copies"},
   "done": [{"answered": true}, {"timeline": {"scenario": "events", "bytes": 4096}},
            {"span": {"track": "device", "action": "kernel"}}]}]})";

TEST(Lesson, AStepMayNameItsKeyFigures) {
  const auto with = [](const std::string& figures) {
    return replaced(kTimelineJson, "\"transport\": false",
                    "\"transport\": false, \"figures\": " + figures);
  };
  const Lesson lesson =
      parse_lesson(with(R"(["shared_load", "shared_memory"])"), kText, kText, features::all())
          .value();
  EXPECT_EQ(lesson.steps.at(0).scene.figures,
            (std::vector<std::string>{"shared_load", "shared_memory"}));
  EXPECT_NE(error_of(with(R"(["luck"])"), kText, kText).find("none of global_load"),
            std::string::npos);
}

TEST(Lesson, ReadsTheHostTimelineThatAStepAsksFor) {
  const Lesson lesson = parse_lesson(kTimelineJson, kText, kText, features::all()).value();
  const Step& step = lesson.steps.at(0);
  EXPECT_EQ(step.stage.asked.of<host_timeline::HostTimelineKey>(),
            (host_timeline::HostTimelineKey{timing::Scenario::pinned, 65536}));
  ASSERT_NE(step.prediction->asked, nullptr);
  EXPECT_TRUE(step.prediction->asked->is_recorded());
  EXPECT_EQ(step.done.at(1).goal->subject(), session::Subject::host);
  EXPECT_EQ(step.done.at(2).goal->subject(), session::Subject::host);
}

TEST(Lesson, ReadsAChallengeAboutTheHostTimeline) {
  const std::string wanted = R"("judged_timeline": {"figure": "kernel_percent", "at_least": 90,
      "example": {"scenario": "events", "bytes": 4096}})";
  const std::string json =
      replaced(kTimelineJson, R"("timeline": {"scenario": "events", "bytes": 4096})", wanted);
  const Lesson lesson = parse_lesson(json, kText, kText, features::all()).value();
  const Condition& challenge = lesson.steps.at(0).done.at(1);
  EXPECT_EQ(challenge.goal->subject(), session::Subject::host);
  const auto error = [&](const char* from, const char* to) {
    return error_of(replaced(json, from, to), kText, kText);
  };
  EXPECT_NE(error("kernel_percent", "speed").find("none of longest_step"), std::string::npos);
  EXPECT_NE(error("90", "-1").find("\"at_least\" must be"), std::string::npos);
  EXPECT_NE(error("\"example\"", "\"sample\"").find("\"example\" is missing"), std::string::npos);
}

TEST(Lesson, ErrorsAboutAHostTimelineSayWhatThereIs) {
  const std::string json = kTimelineJson;
  const auto contains = [&](const std::string& from, const std::string& to,
                            const std::string& part) {
    const std::string error = error_of(replaced(json, from, to), kText, kText);
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  contains("\"pinned\"", "\"nailed\"", "none of five_steps, asynchronous");
  contains("65536", "-1", "\"bytes\" must be");
  contains("early_copies", "speed", "none of longest_step");
  contains("\"device\"", "\"guest\"", "none of host, device");
  contains("\"action\": \"kernel\"", "\"action\": \"nap\"", "none of allocate");
  contains("\"timeline\": {\"scenario\": \"pinned\", \"bytes\": 65536},", "",
           "give the step a \"timeline\"");
}

TEST(Lesson, ErrorsNameTheFileAndWhatToMend) {
  const std::string json = kJson, text = kText;
  const auto contains = [](const std::string& error, const std::string& part) {
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  contains(error_of("{", text, text), "not JSON");
  contains(error_of("[]", text, text), "lesson.json");
  contains(error_of(replaced(json, "\"kernel\"", "\"kern\""), text, text), "step 1: \"kernel\"");
  contains(error_of(replaced(json, "wavefronts", "speed"), text, text), "no figure \"speed\"");
  contains(error_of(replaced(json, "turns", "luck"), text, text), "none of recorded, turns");
  contains(error_of(replaced(json, "two_lines", "3"), text, text), "one_line, two_lines");
  contains(error_of(replaced(json, "\"load\"", "\"lode\""), text, text), "lode");
  contains(error_of(replaced(json, "answered", "slept"), text, text), "slept");
  contains(error_of(replaced(json, "\"lane\"", "\"mood\""), text, text), "mood");
  contains(error_of(replaced(json, "bank_view", "bankview"), text, text), "bankview");
  contains(error_of(replaced(json, "\"with\"", "\"without\""), text, text), "with");
  contains(
      error_of(replaced(json, "{\"kernel\": \"transpose/tile_padded\"", "{\"k\": 1"), text, text),
      "kernel");
  contains(error_of(json, text + "## B\nmore\n", text), "en.md has 2 steps");
  contains(error_of(json, text, replaced(text, "### Predict\nhow?\n", "")), "zh.md");
  contains(error_of(json, text, replaced(text, "### Seen\nseen\n", "")), "### Seen");
  contains(error_of(json, replaced(text, "# T\n", ""), text), "no title");
  contains(error_of(json, replaced(text, "### Do", "### Make"), text), "### Make");
  contains(error_of(replaced(json, "\"occurrence\": 2", "\"occurrence\": -2"), text, text),
           "occurrence");
}

TEST(Lesson, TwoStepsOfOneIdAreAnError) {
  const std::string step =
      R"({"id": "a", "kernel": "transpose/tile", "scene": {"views": ["bank_view"]}})";
  const std::string json = R"({"id": "x", "number": 1, "steps": [)" + step + "," + step + "]}";
  const std::string text = "# T\n## A\nbody\n## B\nbody\n";
  EXPECT_NE(error_of(json, text, text).find("step 2: \"id\" is \"a\""), std::string::npos);
}

TEST(Lesson, AnIdCannotClimbOutOfTheToursFolder) {
  const std::string text = "# T\n## A\nbody\n";
  for (const char* id : {"../../x", "a/b", "a.b", "", "A", "a b"}) {
    const std::string json =
        std::string(R"({"id": ")") + id +
        R"(", "number": 1, "steps": [{"id": "a", "kernel": "x/y", "scene": {"views": ["bank_view"]}}]})";
    EXPECT_NE(error_of(json, text, text).find("\"id\" must be of small letters"), std::string::npos)
        << id;
  }
}

// A folder with two lessons that ship.
class LessonFolders : public testing::Test {
 protected:
  LessonFolders() {
    fs::create_directories(folder_);
    const fs::path shipped = WARPLENS_SOURCE_DIR "/assets/lessons";
    std::vector<fs::path> all{fs::directory_iterator(shipped), fs::directory_iterator()};
    std::ranges::sort(all);
    for (std::size_t i = 0; i < 2; ++i) fs::copy(all[i], folder_ / all[i].filename());
  }
  ~LessonFolders() override { fs::remove_all(folder_); }
  void expect_two_and_one_broken(std::string_view named) {
    const auto loaded = load_lessons(folder_, features::all());
    ASSERT_TRUE(loaded.has_value()) << loaded.error().message.in(Language::en);
    EXPECT_EQ(loaded->lessons.size(), 2u);
    ASSERT_EQ(loaded->broken.size(), 1u);
    EXPECT_NE(loaded->broken[0].message.in(Language::en).find(named), std::string::npos);
  }

  fs::path folder_ =
      fs::temp_directory_path() / fmt::format("warplens-lessons-{}", static_cast<int>(getpid()));
};

TEST_F(LessonFolders, ThatArePipesFoldersOrLoopsCostThemselvesAlone) {
  const fs::path broken = folder_ / "99-broken";
  fs::create_directory(broken);
  ASSERT_EQ(mkfifo((broken / "lesson.json").c_str(), 0600), 0);
  expect_two_and_one_broken("99-broken");
  fs::remove(broken / "lesson.json");
  fs::create_directory(broken / "lesson.json");
  expect_two_and_one_broken("99-broken");
  fs::remove(broken / "lesson.json");
  fs::create_symlink("lesson.json", broken / "lesson.json");
  expect_two_and_one_broken("99-broken");
  fs::remove(broken / "lesson.json");
  std::ofstream(broken / "lesson.json") << "{";
  expect_two_and_one_broken("99-broken");
}

TEST_F(LessonFolders, AreFoundByIdOrNumber) {
  const std::vector<Lesson> lessons = load_lessons(folder_, features::all())->lessons;
  EXPECT_EQ(find_lesson(lessons, lessons[1].id).value(), 1u);
  EXPECT_EQ(find_lesson(lessons, std::to_string(lessons[1].number)).value(), 1u);
  EXPECT_NE(find_lesson(lessons, "nope").error().message.in(Language::en).find(lessons[0].id),
            std::string::npos);
}

TEST(Lesson, MissingFolderIsOneLine) {
  const auto lesson = load_lesson("/nonexistent/lesson", features::all());
  ASSERT_FALSE(lesson.has_value());
  EXPECT_EQ(lesson.error().message.in(Language::en).find('\n'), std::string::npos);
}

TEST(Markdown, KeepsBoldCodeListsAndChineseTogether) {
  const Markdown blocks = parse_markdown("a **b** `c`\n\n- one\n- 中文\n字\n");
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_TRUE(blocks[0].spans.at(1).bold);
  EXPECT_TRUE(blocks[0].spans.at(3).code);
  EXPECT_EQ(blocks[1].kind, MarkdownBlock::Kind::bullet);
  EXPECT_EQ(blocks[2].spans.at(0).text, "中文字");
}

TEST(Markdown, TakesAnyBytes) {
  std::string bytes;
  for (int i = 0; i < 512; ++i) bytes += static_cast<char>(i * 37);
  EXPECT_NO_FATAL_FAILURE((void)parse_markdown(bytes));
  EXPECT_NO_FATAL_FAILURE((void)parse_markdown("\n\n* \n\t*"));
}

}  // namespace
}  // namespace warplens::lessons
