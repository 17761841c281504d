#include "kernels/device/shared_library.h"

#include <gtest/gtest.h>

namespace warplens::device {
namespace {

TEST(SharedLibraries, ThatAreMissingAreSaidInBothLanguages) {
  const auto library = SharedLibrary::open({"libnot_there.so.1"}, {"install it", "请安装"});
  ASSERT_FALSE(library.has_value());
  EXPECT_EQ(library.error().message.en, "libnot_there.so.1 is not installed: install it");
  EXPECT_EQ(library.error().message.zh, "没有安装 libnot_there.so.1：请安装");
}

TEST(SharedLibraries, ThatAreTooOldAreSaidInBothLanguages) {
  const auto library = SharedLibrary::open({"libdl.so.2", "libc.so.6"}, {"", ""});
  ASSERT_TRUE(library.has_value());
  void (*function)() = nullptr;
  const auto bound = library->bind("not_there", function);
  ASSERT_FALSE(bound.has_value());
  EXPECT_NE(bound.error().message.en.find("has no not_there: install a newer one"),
            std::string::npos);
  EXPECT_NE(bound.error().message.zh.find("中没有 not_there"), std::string::npos);
}

}  // namespace
}  // namespace warplens::device
