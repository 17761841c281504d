// warplens screenshot: which file it writes, how large, of what.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/base/all_tests.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;

struct Sides {
  std::uint32_t width = 0, height = 0;
  friend bool operator==(const Sides&, const Sides&) = default;
};

// As the header of a PNG says.
Sides sides_of(const std::string& png) {
  const auto number = [&png](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = at; i < at + 4; ++i)
      value = value << 8 | static_cast<unsigned char>(png.at(i));
    return value;
  };
  return {number(16), number(20)};
}

TEST(ScreenshotOfAFile, ShowsACaptureAndAnOwnKernel) {
  if (!has_window()) GTEST_SKIP() << "built without its window";
  std::filesystem::path files = scratch_folder();
  const std::string capture = (files / "t.wlens").string();
  ASSERT_EQ(run({"trace", "transpose/tile", "-o", capture}).status, 0);
  const std::string kernel = std::string(WARPLENS_SOURCE_DIR) + "/tests/corpus/network.ptx";
  for (const std::string& file : {capture, kernel}) {
    const std::string picture = (files / "shown.png").string();
    const Output output = run({"screenshot", "--explore", file, "-o", picture});
    EXPECT_EQ(output.status, 0) << output.err;
  }
}

class Screenshot : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_window()) GTEST_SKIP() << "built without its window";
  }
  // The file that `options` make of a step with a bank conflict.
  std::string picture(const std::string& name, std::vector<std::string> options) {
    const std::string path = (folder_ / name).string();
    options.insert(options.begin(), {"screenshot", "--lesson", "bank-conflicts", "--step", "2"});
    options.insert(options.end(), {"-o", path});
    output_ = run(options);
    EXPECT_EQ(output_.status, 0) << output_.err;
    return read_file(path);
  }
  std::filesystem::path folder_ = scratch_folder();
  Output output_;
};

TEST_F(Screenshot, AtScaleThreeHasThreeTimesThePixelsEachWay) {
  EXPECT_EQ(sides_of(picture("1.png", {"--size", "800x600"})), (Sides{800, 600}));
  EXPECT_EQ(sides_of(picture("3.png", {"--size", "800x600", "--scale", "3"})), (Sides{2400, 1800}));
}

TEST_F(Screenshot, OfAViewIsSmallerThanTheWindowAndGrowsWithItsScale) {
  const Sides one = sides_of(picture("1.png", {"--view", "tile_view"}));
  EXPECT_LT(one.width, 1600u);
  const Sides two = sides_of(picture("2.png", {"--view", "tile_view", "--scale", "2"}));
  EXPECT_NEAR(two.width, 2 * one.width, 4);
  EXPECT_NEAR(two.height, 2 * one.height, 4);
}

TEST_F(Screenshot, WhilePresentingTheViewHasNearlyAllOfTheWindow) {
  const std::vector<std::string> view{"--size", "1280x800", "--view", "bank_view"};
  const Sides beside = sides_of(picture("1.png", view));
  std::vector<std::string> presented = view;
  presented.push_back("--present");
  const Sides alone = sides_of(picture("2.png", presented));
  EXPECT_LT(beside.width, 1100u);
  EXPECT_GT(alone.width, 1200u);
  EXPECT_GT(alone.height, beside.height + 80);
}

// In pixels.
float smallest_text(const std::string& svg) {
  constexpr std::string_view kSize = "font-size=\"";
  float smallest = 1000;
  for (std::size_t at = svg.find(kSize); at != std::string::npos; at = svg.find(kSize, at + 1)) {
    smallest = std::min(smallest, std::stof(svg.substr(at + kSize.size())));
  }
  return smallest;
}

TEST_F(Screenshot, WhilePresentingTextIsLargeEnoughForTheLastRow) {
  const std::vector<std::string> view{"--size", "1920x1080", "--view", "bank_view"};
  std::vector<std::string> presented = view;
  presented.push_back("--present");
  EXPECT_LT(smallest_text(picture("1.svg", view)), 14);
  EXPECT_GE(smallest_text(picture("2.svg", presented)), 15);
}

TEST_F(Screenshot, AsSvgHasTheViewsWordsAsText) {
  const std::string svg = picture("a.svg", {"--view", "bank_view"});
  EXPECT_THAT(svg, testing::StartsWith("<?xml"));
  EXPECT_THAT(svg, HasSubstr("<title>Shared memory by bank</title>"));
  EXPECT_THAT(svg, HasSubstr(">31</text>"));
  EXPECT_THAT(svg, testing::EndsWith("</svg>\n"));
}

TEST_F(Screenshot, OfTheSwizzleWorkshopWaitsForTheAnswerToWhatIsAsked) {
  const std::string svg = picture(
      "w.svg", {"--view", "swizzle_workshop", "--swizzle", "element=1 tile=256x256 map=padding 4"});
  EXPECT_THAT(svg, HasSubstr("<title>Swizzle workshop</title>"));
  EXPECT_THAT(svg, HasSubstr("66,560 bytes, 1,024 of them lost"));
  EXPECT_THAT(svg, HasSubstr("65,536 → 2,048 wavefronts"));
  const Output refused = run(
      {"screenshot", "--lesson", "7", "--swizzle", "tile=0x0", "-o", (folder_ / "a.png").string()});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("--swizzle: tile '0x0'"));
}

TEST_F(Screenshot, OfThePlaneShowsTheMatrixThatIsGiven) {
  const std::string svg =
      picture("p.svg", {"--view", "plane", "--motion", "lens=area", "--matrix", "5 1; 2 3"});
  EXPECT_THAT(svg, HasSubstr("<title>Plane</title>"));
  EXPECT_THAT(svg, HasSubstr("= 5·3 − 1·2 = 13"));
  EXPECT_THAT(svg, HasSubstr("<polygon "));
  for (const auto& [option, value] :
       {std::pair{"--matrix", "1 2 3"}, std::pair{"--motion", "lens=up"}}) {
    const Output refused =
        run({"screenshot", "--lesson", "7", option, value, "-o", (folder_ / "a.png").string()});
    EXPECT_EQ(refused.status, 1) << option;
    EXPECT_THAT(refused.err, HasSubstr(std::string(option) + ": '"));
  }
}

std::size_t count_of(const std::string& bytes, const std::string& part) {
  std::size_t count = 0;
  for (auto at = bytes.find(part); at != std::string::npos; at = bytes.find(part, at + 1)) ++count;
  return count;
}

TEST_F(Screenshot, AsGifHasAFrameForEachEvent) {
  const std::string gif = picture(
      "a.gif", {"--view", "bank_view", "--size", "800x600", "--events", "3..8", "--speed", "4"});
  EXPECT_THAT(gif, testing::StartsWith("GIF89a"));
  const std::string control("\x21\xf9\x04\x05\x19\x00", 6);  // drawn over, 25 hundredths
  EXPECT_EQ(count_of(gif, control), 6u);
  EXPECT_LT(gif.size(), 200'000u);
}

TEST_F(Screenshot, AsSvgsOfEventsHasAFileForEach) {
  const std::string path = (folder_ / "a.svg").string();
  const Output drawn = run({"screenshot", "--lesson", "7", "--view", "bank_view", "--size",
                            "800x600", "--events", "3,5..6", "-o", path});
  ASSERT_EQ(drawn.status, 0) << drawn.err;
  for (const char* name : {"a-3.svg", "a-5.svg", "a-6.svg"}) {
    EXPECT_THAT(read_file(folder_ / name), HasSubstr("</svg>")) << name;
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  const std::string alone =
      picture("b.svg", {"--view", "bank_view", "--size", "800x600", "--event", "5"});
  EXPECT_EQ(alone, read_file(folder_ / "a-5.svg"));
}

TEST_F(Screenshot, EventsAscendFromOne) {
  for (const char* events : {"0..2", "3,2", "2..1", "1,1", "a", "1..700", "1,"}) {
    const Output refused =
        run({"screenshot", "--lesson", "7", "--view", "bank_view",
             std::string("--events=") + events, "-o", (folder_ / "a.gif").string()});
    EXPECT_EQ(refused.status, 1) << events;
    EXPECT_THAT(refused.err, HasSubstr("--events")) << events;
  }
}

TEST_F(Screenshot, IsOfTheArchitectureThatIsAskedFor) {
  const auto made = [this](const std::string& name, const std::vector<std::string>& more) {
    const std::string path = (folder_ / name).string();
    std::vector<std::string> command{"screenshot", "--explore", "gemm/register_tile", "--view",
                                     "bank_view"};
    command.insert(command.end(), {"--size", "800x600", "--event", "2000", "-o", path});
    command.insert(command.end(), more.begin(), more.end());
    EXPECT_EQ(run(command).status, 0);
    return read_file(path);
  };
  const std::string executed = made("a.svg", {});
  EXPECT_EQ(executed, made("b.svg", {"--arch", "sm_90"}));
  EXPECT_NE(executed, made("c.svg", {"--as-ptx"}));
}

TEST_F(Screenshot, AGifOfEventsThatAreNotThereSaysHowManyThereAre) {
  const Output refused = run({"screenshot", "--lesson", "7", "--events", "90000..90002", "-o",
                              (folder_ / "a.gif").string()});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("has events 1 to "));
}

TEST_F(Screenshot, AGifThatIsInterruptedIsNotThere) {
  const std::filesystem::path path = folder_ / "a.gif";
  const Output stopped = run_until_interrupted(
      {"screenshot", "--lesson", "7", "--step", "2", "--events", "1..200", "-o", path.string()},
      [](const std::string& printed) { return printed.find("/200 events") != std::string::npos; });
  EXPECT_EQ(stopped.status, 130);
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(Screenshot, OfALinkShowsWhatTheLinkNames) {
  const auto made = [this](const std::string& name, std::vector<std::string> options) {
    const std::string path = (folder_ / name).string();
    options.insert(options.end(), {"-o", path});
    options.insert(options.begin(), "screenshot");
    EXPECT_EQ(run(options).status, 0);
    return read_file(path);
  };
  EXPECT_EQ(made("a.png", {"--link", "warplens:1?lesson=padding&step=2&event=12&lang=zh"}),
            made("b.png", {"--lesson", "padding", "--step", "2", "--event", "12", "--lang", "zh"}));
}

TEST_F(Screenshot, TheFormatThatIsAskedForGoesBeforeTheEnding) {
  EXPECT_THAT(picture("a.dat", {"--view", "bank_view", "--format", "svg"}),
              testing::StartsWith("<?xml"));
}

}  // namespace
}  // namespace warplens::cli_test
