#include "kernels/run/toolkit/readable_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "kernels/run/toolkit/process.h"

namespace warplens::run {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class ReadableFiles : public testing::Test {
 protected:
  ReadableFiles() {
    fs::create_directories(root() / "sub/.git");
    for (const char* name : {"outside.bin", "kernel/in.bin", "kernel/sub/deep.bin",
                             "kernel/sub/.git/config", "kernel/.env"})
      std::ofstream(folder_.path() / name) << name;
  }
  [[nodiscard]] fs::path root() const { return folder_.path() / "kernel"; }
  [[nodiscard]] std::string read(const fs::path& name, const Roots& more = {}) const {
    Roots roots{root()};
    roots.insert(roots.end(), more.begin(), more.end());
    const auto text = read_beneath(name, roots);
    return text.has_value() ? *text : text.error().message.in(Language::en);
  }

  TemporaryFolder folder_ = *TemporaryFolder::make();
};

TEST_F(ReadableFiles, LieBeneathTheirFolder) {
  EXPECT_EQ(read("in.bin"), "kernel/in.bin");
  EXPECT_EQ(read("sub/../sub/deep.bin"), "kernel/sub/deep.bin");
  EXPECT_EQ(read(root() / "in.bin"), "kernel/in.bin");
  EXPECT_THAT(read("none.bin"), HasSubstr("none.bin: no such file"));
}

TEST_F(ReadableFiles, AreNotThoseOutsideHoweverTheyAreNamed) {
  fs::create_symlink(folder_.path() / "outside.bin", root() / "link.bin");
  fs::create_symlink("../outside.bin", root() / "relative.bin");
  fs::create_directory_symlink(folder_.path(), root() / "up");
  for (const fs::path& name :
       {fs::path("../outside.bin"), folder_.path() / "outside.bin", fs::path("link.bin"),
        fs::path("relative.bin"), fs::path("up/outside.bin"), fs::path("sub/.git/config"),
        fs::path(".env")})
    EXPECT_THAT(read(name), HasSubstr("--source-root FOLDER")) << name;
}

TEST_F(ReadableFiles, AreThoseThatAPersonAllows) {
  EXPECT_EQ(read("../outside.bin", {folder_.path()}), "outside.bin");
  EXPECT_EQ(read("../outside.bin", {folder_.path() / "outside.bin"}), "outside.bin");
  EXPECT_EQ(read("outside.bin", {folder_.path()}), "outside.bin");
  EXPECT_EQ(read(".env", {root() / ".env"}), "kernel/.env");
}

TEST_F(ReadableFiles, AreNoPipesAndNoFolders) {
  ASSERT_EQ(mkfifo((root() / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(read("pipe"), HasSubstr("no such file"));
  EXPECT_THAT(read("sub"), HasSubstr("no such file"));
}

}  // namespace
}  // namespace warplens::run
