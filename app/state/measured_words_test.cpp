#include "app/state/measured_words.h"

#include <gtest/gtest.h>

#include <regex>

#include "app/lessons/lesson.h"
#include "viz/scene/charts/chart_words.h"

namespace warplens::ui {
namespace {

class MeasuredWords : public testing::Test {
 protected:
  MeasuredWords()
      : recordings_(WARPLENS_SOURCE_DIR "/assets", nullptr), families_(catalog::families()) {
    recordings_.wait();
  }
  std::string words(const std::string& reference, Language language = Language::en) {
    return measured_words(lessons::parse_measured(reference).value(), families_, recordings_,
                          language);
  }
  // Of the only recording of the family.
  const timing::Entry& entry(const std::string& name, std::int64_t side) {
    for (const timing::Entry& each : recordings_.of("transpose").front()->entries) {
      const auto pitch = each.parameters.find("pitch");
      if (each.name == name && each.side == side &&
          (pitch == each.parameters.end() || pitch->second == 33)) {
        return each;
      }
    }
    throw std::runtime_error("not timed");
  }
  session::Recordings recordings_;
  std::vector<catalog::Family> families_;
};

TEST_F(MeasuredWords, AreTheRecordings) {
  const timing::Entry& padded = entry("tile_padded", 16384);
  EXPECT_EQ(words("rate transpose/tile_padded 16384"),
            scene::figure_words(padded.bytes_per_second(), scene::ChartFigure::bandwidth));
  EXPECT_EQ(words("time transpose/tile_padded 16384"),
            scene::figure_words(padded.seconds.median, scene::ChartFigure::time));
  EXPECT_EQ(
      words("ratio transpose/tile_padded 16384 over transpose/tile 16384"),
      fmt::format("{:.2f}", padded.bytes_per_second() / entry("tile", 16384).bytes_per_second()));
  EXPECT_EQ(
      words("ratio transpose/tile 16384 over transpose/tile_padded 16384"),
      fmt::format("{:.3f}", entry("tile", 16384).bytes_per_second() / padded.bytes_per_second()));
  EXPECT_EQ(words("share transpose/tile_padded 16384 over transpose/device_copy 16384"),
            fmt::format("{:.0f} %", 100 * padded.bytes_per_second() /
                                        entry("device_copy", 16384).bytes_per_second()));
  const timing::Timings& timings = *recordings_.of("transpose").front();
  EXPECT_EQ(words("recorded transpose"), timings.device.name + ", " + timings.days());
}

TEST_F(MeasuredWords, OfAProductAreOperations) {
  EXPECT_NE(words("rate gemm/register_tile 4096").find("FLOP/s"), std::string::npos);
}

TEST_F(MeasuredWords, SayWhatIsNotRecorded) {
  EXPECT_EQ(words("rate transpose/tile_padded 16383"), "not recorded");
  EXPECT_EQ(words("rate transpose/tile_padded 16384 pitch=41", Language::zh), "未录制");
  EXPECT_EQ(words("rate cooking/tile 16384"), "not recorded");
  EXPECT_EQ(words("rate access/pattern 32"), "not recorded");
  EXPECT_EQ(words("recorded cooking"), "not recorded");
}

// Every text of every lesson, with where it stands.
template <class Visit>
void for_each_text(const Visit& visit) {
  const auto loaded = lessons::load_lessons(WARPLENS_SOURCE_DIR "/assets/lessons").value();
  for (const lessons::Lesson& lesson : loaded.lessons) {
    for (const lessons::Step& step : lesson.steps) {
      for (const lessons::StepText& text : step.text.in) {
        for (const auto* part : text.parts()) {
          visit(*part, lesson.id + "/" + step.id);
        }
      }
    }
  }
}

TEST_F(MeasuredWords, OfEveryLessonAreRecorded) {
  std::size_t count = 0;
  for_each_text([&](const lessons::Markdown& text, const std::string& where) {
    const std::vector<lessons::Measured> all = lessons::measured_in(text).value();
    for (const lessons::Measured& measured : all) {
      ++count;
      EXPECT_NE(measured_words(measured, families_, recordings_, Language::en), "not recorded")
          << where << ": " << measured.kernel.family << "/" << measured.kernel.name << " at "
          << measured.kernel.side;
    }
  });
  EXPECT_GT(count, 0u);
}

// A rate, a time, or how many times as fast.
bool types_a_measurement(const std::string& text) {
  static const std::regex kTyped(
      R"([0-9]\s*([KMGT]?B/s|[GTM]?FLOP/?s?|µs|ms|ns|seconds?|毫秒|微秒|纳秒|秒|% of (the |a )?copy|times as fast)\b)");
  return std::regex_search(text, kTyped);
}

TEST_F(MeasuredWords, AreTypedByHandInNoLesson) {
  EXPECT_TRUE(types_a_measurement("it does 3,649 GB/s here"));
  EXPECT_TRUE(types_a_measurement("2.3 times as fast"));
  EXPECT_FALSE(types_a_measurement("4,224 bytes, 32 wavefronts"));
  for_each_text([](const lessons::Markdown& text, const std::string& where) {
    const lessons::Markdown typed =
        lessons::with_measured(text, [](const lessons::Measured&) { return ""; });
    EXPECT_FALSE(types_a_measurement(lessons::plain_text(typed)))
        << where << ": " << lessons::plain_text(typed);
  });
}

}  // namespace
}  // namespace warplens::ui
