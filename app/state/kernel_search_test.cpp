#include "app/state/kernel_search.h"

#include <gtest/gtest.h>

namespace warplens::ui {
namespace {

bool is_found(std::string_view words) {
  const catalog::Family family = catalog::transpose_family();
  return is_about(family, *family.find("tile_xor"), words);
}

TEST(KernelSearch, FindsANameAFamilyAndAnIdeaInEitherLanguage) {
  for (const char* words : {"tile_xor", "XOR", "transpose", "Transpose", "矩阵转置", "异或",
                            "padding", "transpose/tile_x", ""}) {
    EXPECT_TRUE(is_found(words)) << words;
  }
}

TEST(KernelSearch, EveryWordCounts) {
  EXPECT_TRUE(is_found("xor memory"));
  EXPECT_FALSE(is_found("xor barrier"));
  EXPECT_FALSE(is_found("reduce"));
}

}  // namespace
}  // namespace warplens::ui
