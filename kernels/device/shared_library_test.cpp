#include "kernels/device/shared_library.h"

#include <gtest/gtest.h>

namespace warplens::device {
namespace {

TEST(SharedLibraries, ThatAreMissingAreSaidInBothLanguages) {
  const auto library =
      SharedLibrary::open({"libnot_there.so.1"}, tr("install it with the CUDA toolkit"));
  ASSERT_FALSE(library.has_value());
  EXPECT_EQ(library.error().message.in(Language::en),
            "libnot_there.so.1 is not installed: install it with the CUDA toolkit");
  EXPECT_EQ(library.error().message.in(Language::zh),
            "没有安装 libnot_there.so.1：请随 CUDA 工具包一起安装");
}

TEST(SharedLibraries, ThatAreTooOldAreSaidInBothLanguages) {
  const auto library = SharedLibrary::open({"libdl.so.2", "libc.so.6"}, tr(""));
  ASSERT_TRUE(library.has_value());
  void (*function)() = nullptr;
  const auto bound = library->bind("not_there", function);
  ASSERT_FALSE(bound.has_value());
  EXPECT_NE(bound.error().message.in(Language::en).find("has no not_there: install a newer one"),
            std::string::npos);
  EXPECT_NE(bound.error().message.in(Language::zh).find("中没有 not_there"), std::string::npos);
}

}  // namespace
}  // namespace warplens::device
