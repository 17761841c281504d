#include "kernels/device/ptx_version.h"

#include <gtest/gtest.h>

namespace warplens::device {
namespace {

TEST(PtxVersion, IsLoweredToWhatTheDriverTakes) {
  EXPECT_EQ(with_version_for("//\n.version 9.0\n.target sm_75\n", 12020),
            "//\n.version 8.2\n.target sm_75\n");
  EXPECT_EQ(with_version_for(".version 8.5\n", 12060), ".version 8.5\n");
}

TEST(PtxVersion, StaysWhereTheDriverTakesIt) {
  EXPECT_EQ(with_version_for(".version 7.0\n", 13000), ".version 7.0\n");
  EXPECT_EQ(with_version_for(".version 9.0\n", 13010), ".version 9.0\n");
}

TEST(PtxVersion, InACommentIsNoDirective) {
  EXPECT_EQ(with_version_for("// .version 9.0 here\n.version 9.0\n", 12000),
            "// .version 9.0 here\n.version 8.0\n");
}

TEST(PtxVersion, OfAnyTextIsSafe) {
  for (const char* text : {"", ".version", ".version \n", ".version x", ".version 9"}) {
    EXPECT_EQ(with_version_for(text, 12000), text);
  }
}

}  // namespace
}  // namespace warplens::device
