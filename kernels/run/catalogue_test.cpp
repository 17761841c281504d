#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "kernels/run/find_assets.h"
#include "kernels/run/run.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::run {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

Catalogue catalogue() { return *Catalogue::open(WARPLENS_SOURCE_DIR "/assets"); }

TEST(Catalogues, FindAVariantOrListWhatThereIs) {
  const Catalogue all = catalogue();
  EXPECT_EQ(all.find("transpose/tile").value().variant->name, "tile");
  EXPECT_THAT(all.find("transpose/tiel").error().message.in(Language::en),
              AllOf(HasSubstr("'transpose/tiel'"), HasSubstr("transpose/tile_padded")));
  EXPECT_THAT(all.find("gemn").error().message.in(Language::en),
              AllOf(HasSubstr("gemm/"), HasSubstr(" more (see: warplens list)")));
  EXPECT_FALSE(all.find("").has_value());
  EXPECT_FALSE(all.find("transpose").has_value());
}

TEST(Catalogues, LookUpNothingThatTheyWouldNotFind) {
  const Catalogue all = catalogue();
  EXPECT_EQ(all.look_up("transpose/tile")->variant->name, "tile");
  for (const char* name :
       {"", "/", "transpose", "transpose/", "transpose/tiel", "my.cu", "a/b/c"}) {
    EXPECT_FALSE(all.look_up(name).has_value()) << name;
    EXPECT_FALSE(all.find(name).has_value()) << name;
  }
}

TEST(Catalogues, ParseAnImageOnce) {
  const Catalogue all = catalogue();
  const auto found = *all.find("transpose/tile");
  const auto first = all.module(*found.family, *found.variant);
  ASSERT_TRUE(first.has_value()) << first.error().message.in(Language::en);
  EXPECT_EQ(*first, all.module(*found.family, *found.variant).value());
}

TEST(Catalogues, SayWhatAFolderLacks) {
  EXPECT_THAT(Catalogue::open("/nowhere").error().message.in(Language::en),
              HasSubstr("no folder ptx"));
  const auto folder = *TemporaryFolder::make();
  fs::create_directory(folder.path() / "ptx");
  const auto empty = Catalogue::open(folder.path());
  ASSERT_TRUE(empty.has_value());
  const auto found = *empty->find("transpose/tile");
  EXPECT_THAT(empty->module(*found.family, *found.variant).error().message.in(Language::en),
              HasSubstr("tile.ptx: no such file"));
  EXPECT_EQ(empty->source(*found.variant), "");
}

TEST(Assets, AreFoundAboveTheProgramOrWhereTheyAreInstalled) {
  const auto root = *TemporaryFolder::make();
  const fs::path deep = root.path() / "build" / "debug";
  fs::create_directories(deep);
  EXPECT_EQ(find_assets_from(deep), std::nullopt);
  fs::create_directories(root.path() / "assets" / "ptx");
  EXPECT_EQ(find_assets_from(deep), root.path() / "assets");
  fs::create_directories(root.path() / "build" / "share" / "warplens" / "assets" / "ptx");
  EXPECT_EQ(find_assets_from(deep), root.path() / "build" / "share" / "warplens" / "assets");
}

}  // namespace
}  // namespace warplens::run
