#include "app/session/settings.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace warplens::session {
namespace {

namespace fs = std::filesystem;

class SettingsFile : public ::testing::Test {
 protected:
  SettingsFile() {
    std::string name = (fs::temp_directory_path() / "warplens-settings-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    path_ = folder_ / "warplens" / "settings.json";
  }
  ~SettingsFile() override { fs::remove_all(folder_); }
  void write(const std::string& text) {
    fs::create_directories(path_.parent_path());
    std::ofstream(path_) << text;
  }
  fs::path folder_, path_;
};

TEST_F(SettingsFile, SurvivesSaveAndLoad) {
  Settings settings;
  settings.language = "zh";
  settings.theme = "dark";
  settings.step = 4;
  settings.window_width = 1234;
  settings.completed["bank-conflicts"] = {0, 2};
  ASSERT_TRUE(save_settings(path_, settings).has_value());
  EXPECT_EQ(load_settings(path_).value(), settings);
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
  write(R"({"language": 3, "theme": "pink", "step": -4, "window_width": 1e99, "completed": [1],
            "text_scale": "big"})");
  const Settings settings = load_settings(path_).value();
  EXPECT_EQ(settings.language, "en");
  EXPECT_EQ(settings.theme, "light");
  EXPECT_EQ(settings.step, 0);
  EXPECT_EQ(settings.window_width, 16384);
  EXPECT_TRUE(settings.completed.empty());
}

TEST_F(SettingsFile, OtherBytesAreAnErrorThatNamesTheFile) {
  write("\x80 not json");
  const auto settings = load_settings(path_);
  ASSERT_FALSE(settings.has_value());
  EXPECT_NE(settings.error().message.find("settings.json"), std::string::npos);
}

}  // namespace
}  // namespace warplens::session
