#include "app/state/measured_phrases.h"

#include <gtest/gtest.h>

#include "app/lessons/lesson.h"
#include "viz/scene/charts/chart_phrases.h"

namespace warplens::ui {
namespace {

class MeasuredPhrases : public testing::Test {
 protected:
  MeasuredPhrases()
      : recordings_(WARPLENS_SOURCE_DIR "/assets", nullptr), families_(catalog::families()) {
    recordings_.wait();
  }
  std::string words(const std::string& reference, Language language = Language::en) {
    return measured_phrase(lessons::parse_measured(reference).value(), families_, recordings_,
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

TEST_F(MeasuredPhrases, AreTheRecordings) {
  const timing::Entry& padded = entry("tile_padded", 16384);
  EXPECT_EQ(words("rate transpose/tile_padded 16384"),
            scene::figure_phrase(padded.bytes_per_second(), scene::ChartFigure::bandwidth));
  EXPECT_EQ(words("time transpose/tile_padded 16384"),
            scene::figure_phrase(padded.seconds.median, scene::ChartFigure::time));
  EXPECT_EQ(
      words("ratio transpose/tile_padded 16384 over transpose/tile 16384"),
      fmt::format("{:.2f}", padded.bytes_per_second() / entry("tile", 16384).bytes_per_second()));
  EXPECT_EQ(
      words("ratio transpose/tile 16384 over transpose/tile_padded 16384"),
      fmt::format("{:.3f}", entry("tile", 16384).bytes_per_second() / padded.bytes_per_second()));
  EXPECT_EQ(words("share transpose/tile_padded 16384 over transpose/device_copy 16384"),
            fmt::format("{:.0f}%", 100 * padded.bytes_per_second() /
                                       entry("device_copy", 16384).bytes_per_second()));
  const timing::Timings& timings = *recordings_.of("transpose").front();
  EXPECT_EQ(words("recorded transpose"), timings.device.name + ", " + timings.days());
}

TEST_F(MeasuredPhrases, AreOfTheGpuThatIsNamed) {
  EXPECT_NE(words("recorded transpose on=h200").find("NVIDIA H200"), std::string::npos);
  EXPECT_NE(words("recorded transpose on=h100").find("NVIDIA H100"), std::string::npos);
  const char* const kernel = "time transpose/tile_padded 16384";
  EXPECT_NE(words(fmt::format("{} on=h200", kernel)), words(fmt::format("{} on=h100", kernel)));
  EXPECT_EQ(words(fmt::format("{} on=t4", kernel)), "not recorded");
}

TEST_F(MeasuredPhrases, OfAProductAreOperations) {
  EXPECT_NE(words("rate gemm/register_tile 4096").find("FLOP/s"), std::string::npos);
}

TEST_F(MeasuredPhrases, SayWhatIsNotRecorded) {
  EXPECT_EQ(words("rate transpose/tile_padded 16383"), "not recorded");
  EXPECT_EQ(words("rate transpose/tile_padded 16384 pitch=41", Language::zh), "未录制");
  EXPECT_EQ(words("rate cooking/tile 16384"), "not recorded");
  EXPECT_EQ(words("rate access/pattern 32"), "not recorded");
  EXPECT_EQ(words("recorded cooking"), "not recorded");
}

}  // namespace
}  // namespace warplens::ui
