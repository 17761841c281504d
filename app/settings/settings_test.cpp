#include "app/settings/settings.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdlib>
#include <fstream>

#include "app/settings/timing_choice.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::session {
namespace {

namespace fs = std::filesystem;

class SettingsFile : public ::testing::Test {
 protected:
  void write(const std::string& text) {
    fs::create_directories(path_.parent_path());
    std::ofstream(path_) << text;
  }
  static std::string text_of(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  const run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  const fs::path path_ = folder_.path() / "warplens" / "settings.json";
};

TEST_F(SettingsFile, SurvivesSaveAndLoad) {
  Settings settings;
  settings.language = "zh";
  settings.theme = "dark";
  settings.step = 4;
  settings.window_width = 1234;
  settings.completed["bank-conflicts"] = {"banks", "column-read"};
  settings.mode = "explore";
  settings.backend = Backend::gpu;
  settings.architecture = "sm_75";
  settings.family_views = {{"transpose", {"timing_view", "bank_view"}}};
  settings.save_folder = "/home/x/图片";
  settings.lesson_arrangement.worst = true;
  settings.exploring = {"transpose/tile_padded",
                        {{"pitch", 34}},
                        "transpose/packed_xor",
                        {{"rows", 32}},
                        "k * 64 + (row ^ k)",
                        "",
                        {"swizzle_map", "bank_view"},
                        "turns",
                        {{"cache", "l2"}, {"gpu", "t4"}}};
  settings.recent_files = {{"/home/me/my.cu", "tile<32>"}, {"/home/me/t.wlens", ""}};
  settings.timing = {4096,
                     "",
                     {},
                     {},
                     {"transpose/tile"},
                     "NVIDIA H200",
                     TimingReading::share,
                     true,
                     true,
                     TimingTab::cited};
  ASSERT_TRUE(save_settings(path_, settings).has_value());
  EXPECT_EQ(load_settings(path_).value(), settings);
}

TEST_F(SettingsFile, LongerThanAnySettingsIsDamaged) {
  write(std::string(std::size_t{17} << 20, ' ') + "{}");
  EXPECT_FALSE(load_settings(path_).has_value());
  EXPECT_TRUE(fs::exists(path_.string() + ".damaged"));
}

TEST(SettingsText, IsWrittenAsItWasRead) {
  std::ifstream in(WARPLENS_SOURCE_DIR "/app/settings/testdata/settings.json");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto settings = parse_settings(text);
  ASSERT_TRUE(settings.has_value());
  EXPECT_EQ(settings->timing.side, 1024);
  EXPECT_EQ(settings->timing.reading, TimingReading::share);
  EXPECT_EQ(settings->timing.tab, TimingTab::cited);
  EXPECT_EQ(settings->exploring.views.size(), 3u);
  EXPECT_EQ(parse_settings(to_json(*settings)), settings);
  EXPECT_FALSE(parse_settings("[]").has_value());
}

TEST_F(SettingsFile, SavingLeavesNothingElseBehind) {
  ASSERT_TRUE(save_settings(path_, {}).has_value());
  ASSERT_TRUE(save_settings(path_, {}).has_value());
  EXPECT_EQ(std::distance(fs::directory_iterator(path_.parent_path()), {}), 1);
}

TEST_F(SettingsFile, MissingFileGivesTheDefaults) {
  EXPECT_EQ(load_settings(path_).value(), Settings());
}

TEST_F(SettingsFile, WrongValuesFallBack) {
  write(
      R"({"language": 3, "theme": "pink", "backend": "tpu", "architecture": "arm", "step": -4, "window_width": 1e99, "completed": [1],
            "text_scale": "big", "mode": "free", "exploring": {"kernel": [], "beside": "a/b",
            "parameters": {"pitch": "wide", "tile": 16}, "views": ["bank_view", 4]}})");
  const Settings settings = load_settings(path_).value();
  EXPECT_EQ(settings.language, "en");
  EXPECT_EQ(settings.theme, "light");
  EXPECT_EQ(settings.step, 0);
  EXPECT_EQ(settings.window_width, 16384);
  EXPECT_TRUE(settings.completed.empty());
  EXPECT_EQ(settings.mode, "lesson");
  const Exploring exploring{.kernel = "",
                            .parameters = {{"tile", 16}},
                            .beside = "a/b",
                            .beside_parameters = {},
                            .views = {"bank_view"}};
  EXPECT_EQ(settings.exploring, exploring);
}

TEST_F(SettingsFile, ADamagedFileIsKeptAsideAndNamed) {
  write("\x80 not json");
  const auto settings = load_settings(path_);
  ASSERT_FALSE(settings.has_value());
  EXPECT_NE(settings.error().message.in(Language::en).find("settings.json.damaged"),
            std::string::npos);
  EXPECT_FALSE(fs::exists(path_));
  EXPECT_EQ(text_of(path_.string() + ".damaged"), "\x80 not json");
  EXPECT_EQ(load_settings(path_).value(), Settings());
}

// Beyond the limit a write fails as it does on a full disk.
class FullDisk {
 public:
  FullDisk() {
    ::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit none{1, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &none);
  }
  ~FullDisk() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
};

TEST_F(SettingsFile, AFullDiskIsAnErrorAndKeepsWhatWasSaved) {
  Settings settings;
  settings.step = 3;
  ASSERT_TRUE(save_settings(path_, settings).has_value());
  settings.step = 4;
  const Result<void> saved = [&] {
    const FullDisk full;
    return save_settings(path_, settings);
  }();
  ASSERT_FALSE(saved.has_value());
  EXPECT_NE(saved.error().message.in(Language::en).find("cannot write"), std::string::npos);
  EXPECT_EQ(load_settings(path_).value().step, 3);
  EXPECT_EQ(std::distance(fs::directory_iterator(path_.parent_path()), {}), 1);
}

TEST_F(SettingsFile, AFolderOrAPipeInItsPlaceIsAnErrorAndStays) {
  std::filesystem::create_directories(path_);
  EXPECT_NE(load_settings(path_).error().message.in(Language::en).find("is no file: remove it"),
            std::string::npos);
  EXPECT_TRUE(std::filesystem::is_directory(path_));
  std::filesystem::remove(path_);
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_FALSE(load_settings(path_).has_value());
  EXPECT_TRUE(std::filesystem::is_fifo(path_));
}

TEST_F(SettingsFile, AFolderThatCannotBeMadeIsAnError) {
  std::ofstream(folder_.path() / "warplens") << "a file where the folder should be";
  EXPECT_FALSE(save_settings(path_, {}).has_value());
}

}  // namespace
}  // namespace warplens::session
