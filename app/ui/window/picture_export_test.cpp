#include "app/ui/window/picture_export.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "app/settings/save_folder.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;

gl::Image numbered(std::uint32_t width, std::uint32_t height) {
  gl::Image image{width, height, {}};
  for (std::uint32_t i = 0; i < width * height; ++i) {
    image.rgba.insert(image.rgba.end(), {static_cast<std::uint8_t>(i), 0, 0, 255});
  }
  return image;
}

TEST(Pictures, ATakenNameIsNeverOverwritten) {
  const auto folder = run::TemporaryFolder::make().value();
  const auto first = claim_picture_file(folder.path(), "bank_view", 0);
  const auto second = claim_picture_file(folder.path(), "bank_view", 0);
  ASSERT_TRUE(first.has_value() && second.has_value());
  EXPECT_NE(*first, *second);
  EXPECT_TRUE(first->filename().string().starts_with("warplens-bank_view-19"));
  EXPECT_TRUE(fs::exists(*first) && fs::exists(*second));
}

TEST(Pictures, AFolderThatCannotBeMadeIsAnError) {
  const auto folder = run::TemporaryFolder::make().value();
  std::ofstream(folder.path() / "file") << "x";
  EXPECT_FALSE(claim_picture_file(folder.path() / "file" / "below", "window", 0).has_value());
}

TEST(Pictures, APartIsCutInFramebufferPixels) {
  // A framebuffer of 8 pixels for a window of 4: two pixels a unit.
  const gl::Image part = cut(numbered(8, 4), {1, 1, 2, 1, false, false, false}, 4);
  ASSERT_EQ(part.width, 4u);
  ASSERT_EQ(part.height, 2u);
  EXPECT_EQ(part.at(0, 0) >> 24, 2u + 8 * 2);
  EXPECT_EQ(part.at(3, 1) >> 24, 5u + 8 * 3);
}

TEST(Pictures, APartForWhichTheWindowHasNoRoomIsEmpty) {
  const gl::Image part = cut(numbered(8, 4), {2, 1, -1, -3, false, false, false}, 8);
  EXPECT_EQ(part.width, 0u);
  EXPECT_EQ(part.height, 0u);
  EXPECT_TRUE(part.rgba.empty());
}

TEST(Pictures, APartBeyondTheWindowIsClipped) {
  const gl::Image part = cut(numbered(4, 4), {-3, 2, 100, 100, false, false, false}, 4);
  EXPECT_EQ(part.width, 4u);
  EXPECT_EQ(part.height, 2u);
}

TEST(Pictures, AThreadWritesThemAndSaysWhere) {
  const auto folder = run::TemporaryFolder::make().value();
  std::atomic<int> woken = 0;
  PictureWriter writer([&woken] { ++woken; });
  writer.write(numbered(5, 3), folder.path(), "window");
  while (woken == 0) std::this_thread::yield();
  const auto done = writer.take_done();
  ASSERT_TRUE(done && done->has_value());
  EXPECT_GT(fs::file_size(**done), 50u);
  EXPECT_FALSE(writer.take_done());
}

TEST(Pictures, TheFolderIsThePersonsChoiceBeforeHome) {
  const auto folder = run::TemporaryFolder::make().value();
  ::setenv("XDG_PICTURES_DIR", folder.path().c_str(), 1);
  EXPECT_EQ(session::pictures_folder(), folder.path());
  ::unsetenv("XDG_PICTURES_DIR");
  ::setenv("HOME", folder.path().c_str(), 1);
  EXPECT_EQ(session::pictures_folder(), folder.path());
  fs::create_directory(folder.path() / "Pictures");
  EXPECT_EQ(session::pictures_folder(), folder.path() / "Pictures");
}

}  // namespace
}  // namespace warplens::ui
