#include "kernels/machine/program/symbols.h"

#include <gtest/gtest.h>

namespace warplens::machine {
namespace {

TEST(SourceName, OfAPlainSymbolIsNoType) {
  for (const char* name : {"i", "s", "f", "c", "tile", "St", "_i"}) {
    EXPECT_EQ(source_name(name), name);
  }
}

TEST(SourceName, OfAMangledSymbolIsItsLastPart) {
  EXPECT_EQ(source_name("_ZZ4bodyILi32EEvPfE4tile"), "tile");
  EXPECT_EQ(source_name("_ZZ1kPiE1i"), "i");
  EXPECT_EQ(source_name("_ZN2ns5tableIN1a1bEEE"), "table<a::b>");
  EXPECT_EQ(source_name("_Znot mangled"), "_Znot mangled");
}

}  // namespace
}  // namespace warplens::machine
