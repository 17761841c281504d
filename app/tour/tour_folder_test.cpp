#include "app/tour/tour_folder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/tour/tour_page.h"

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
  EXPECT_NE(made.error().message.in(Language::en).find("remove it"), std::string::npos);
  EXPECT_TRUE(fs::exists(folder_ / "mine/holiday.png"));
}

gl::Image picture_of(std::uint8_t grey) { return {2, 2, std::vector<std::uint8_t>(16, grey)}; }

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A tour of one picture, up to its page.
TourFolder begun(const fs::path& folder, std::uint8_t grey, std::string& file) {
  auto tour = TourFolder::create(folder, Language::en);
  EXPECT_TRUE(tour.has_value());
  auto added = tour->add("step", picture_of(grey));
  EXPECT_TRUE(added.has_value());
  file = *added;
  return std::move(*tour);
}

TEST_F(TourFolders, KeepAnEarlierTourWholeUntilTheNextOneIsComplete) {
  const fs::path place = folder_ / "tour";
  const std::string page = "<html>" + std::string(kTourMark);
  std::string first, second;
  ASSERT_TRUE(begun(place, 1, first).finish(page + "first").has_value());
  const std::string pixels = bytes_of(place / first);
  {
    TourFolder next = begun(place, 2, second);
    EXPECT_EQ(bytes_of(place / "index.html"), page + "first");
    EXPECT_EQ(bytes_of(place / first), pixels);
    ASSERT_TRUE(next.finish(page + "second").has_value());
  }
  EXPECT_EQ(bytes_of(place / "index.html"), page + "second");
  EXPECT_TRUE(fs::exists(place / second));
  EXPECT_FALSE(fs::exists(place / first));
}

TEST_F(TourFolders, AreClearedOfAnEarlierToursPictures) {
  std::string file;
  TourFolder tour = begun(folder_ / "tour", 1, file);
  std::ofstream(folder_ / "tour/pictures/old.png") << "x";
  std::ofstream(folder_ / "tour/pictures/old.png.7-0.tmp") << "x";
  std::ofstream(folder_ / "tour/pictures/mine.txt") << "x";
  ASSERT_TRUE(tour.finish("page").has_value());
  EXPECT_FALSE(fs::exists(folder_ / "tour/pictures/old.png"));
  EXPECT_FALSE(fs::exists(folder_ / "tour/pictures/old.png.7-0.tmp"));
  EXPECT_TRUE(fs::exists(folder_ / "tour/pictures/mine.txt"));
}

TEST_F(TourFolders, SayThatTheyAreNotCompleteUntilTheyAre) {
  std::string file;
  TourFolder tour = begun(folder_ / "tour", 1, file);
  EXPECT_EQ(bytes_of(folder_ / "tour/index.html"), unfinished_page(Language::en));
  ASSERT_TRUE(tour.finish("page").has_value());
  EXPECT_EQ(bytes_of(folder_ / "tour/index.html"), "page");
}

}  // namespace
}  // namespace warplens::ui
