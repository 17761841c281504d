#include "app/tour/tour_folder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;

class TourFolders : public testing::Test {
 protected:
  TourFolders() { fs::create_directories(folder_); }
  ~TourFolders() override { fs::remove_all(folder_); }

  fs::path folder_ =
      fs::temp_directory_path() / fmt::format("warplens-tour-{}", static_cast<int>(getpid()));
};

TEST_F(TourFolders, RemoveNoPicturesBehindALink) {
  ASSERT_TRUE(TourFolder::create(folder_ / "tour", Language::en).has_value());
  fs::create_directory(folder_ / "mine");
  std::ofstream(folder_ / "mine/holiday.png") << "x";
  fs::remove(folder_ / "tour/pictures");
  fs::create_directory_symlink(folder_ / "mine", folder_ / "tour/pictures");
  const auto made = TourFolder::create(folder_ / "tour", Language::en);
  ASSERT_FALSE(made.has_value());
  EXPECT_NE(made.error().message.en.find("remove it"), std::string::npos);
  EXPECT_TRUE(fs::exists(folder_ / "mine/holiday.png"));
}

TEST_F(TourFolders, AreClearedOfAnEarlierToursPictures) {
  ASSERT_TRUE(TourFolder::create(folder_ / "tour", Language::en).has_value());
  std::ofstream(folder_ / "tour/pictures/old.png") << "x";
  ASSERT_TRUE(TourFolder::create(folder_ / "tour", Language::en).has_value());
  EXPECT_FALSE(fs::exists(folder_ / "tour/pictures/old.png"));
}

}  // namespace
}  // namespace warplens::ui
