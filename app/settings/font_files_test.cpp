#include "app/settings/font_files.h"

#include <gtest/gtest.h>

#include <fstream>

#include "kernels/run/toolkit/process.h"

namespace warplens::session {
namespace {

namespace fs = std::filesystem;

class FontSearch : public ::testing::Test {
 protected:
  fs::path add(const fs::path& file) {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << "font";
    return root_ / file;
  }
  FontFiles files() { return {root_ / "bundled", {root_ / "system", root_ / "home"}}; }
  const run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  const fs::path root_ = folder_.path();
};

TEST_F(FontSearch, TheArchivesOwnFontComesBeforeABetterOneOfTheSystem) {
  add("system/opentype/inter/Inter-Regular.otf");
  const fs::path own = add("bundled/DejaVuSans.ttf");
  EXPECT_EQ(files().find(Face::regular)->path, own);
}

TEST_F(FontSearch, TheBestOfTheSystemWinsWhereverItLies) {
  add("system/truetype/DejaVuSans.ttf");
  const fs::path inter = add("home/any/folder/Inter-Regular.otf");
  EXPECT_EQ(files().find(Face::regular)->path, inter);
}

TEST_F(FontSearch, OrdinaryChineseStandsInForBold) {
  const fs::path regular = add("bundled/NotoSansCJK-Regular.ttc");
  add("system/NotoSansCJK-Bold.ttc");
  EXPECT_EQ(files().find(Face::chinese_bold)->path, regular);
  EXPECT_EQ(files().find(Face::chinese_bold)->index, 2);
}

TEST_F(FontSearch, NoFontIsNoFile) { EXPECT_FALSE(files().find(Face::chinese).has_value()); }

}  // namespace
}  // namespace warplens::session
