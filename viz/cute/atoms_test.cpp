// Rows that CUTLASS 4.2's own headers printed of its atoms, compiled by nvcc 13.0
// (testdata/cute_atoms.tsv, underscores before numbers taken out): their names come to the same
// text.
#include "viz/cute/atoms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "viz/cute/value_text_test.h"

namespace warplens::cute {
namespace {

using testing::HasSubstr;

TEST(CuteAtoms, AreWhatCutlassPrintsOfThem) {
  std::ifstream file(WARPLENS_SOURCE_DIR "/viz/cute/testdata/cute_atoms.tsv");
  std::string name, layout;
  std::getline(file, name);  // the columns' names
  int rows = 0;
  while (std::getline(file, name, '\t') && std::getline(file, layout)) {
    EXPECT_EQ(value_of(name), layout) << name;
    ++rows;
  }
  EXPECT_EQ(rows, 74);
}

TEST(CuteAtoms, AreWrittenAsInCpp) {
  const std::string half = "Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)";
  for (const char* const name :
       {"Layout_K_SW128_Atom<half_t>", "GMMA::Layout_K_SW128_Atom<half_t>{}",
        "cute::UMMA::Layout_K_SW128_Atom<cutlass::half_t>",
        "GMMA::Layout_SW128_Atom<half_t, GMMA::Major::K>"}) {
    EXPECT_EQ(value_of(name), half) << name;
  }
  EXPECT_EQ(value_of("GMMA::Layout_SW128_Atom<half_t, GMMA::Major::MN>"),
            "Sw<3,4,3> o smem_ptr[16b](unset) o (64,8):(1,64)");
  EXPECT_EQ(value_of("tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, (64,128))"),
            value_of("tile_to_shape(Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1), (64,128))"));
}

TEST(CuteAtoms, ErrorsSayWhatIsMissing) {
  EXPECT_THAT(value_of("GMMA::Layout_MN_SW128_32B_Atom<float>"), HasSubstr("CuTe has no GMMA"));
  EXPECT_THAT(value_of("GMMA::Layout_K_SW16_Atom<half_t>"), HasSubstr("SW32, SW64 or SW128"));
  EXPECT_THAT(value_of("Layout_K_SW128_Atom"), HasSubstr("a type is wanted"));
  EXPECT_THAT(value_of("Layout_K_SW128_Atom<int4b_t>"), HasSubstr("no type is called 'int4b_t'"));
  EXPECT_THAT(value_of("Layout_SW128_Atom<half_t>"), HasSubstr("what is major is wanted"));
  EXPECT_THAT(value_of("Layout_K_SW128_Atom<half_t"), HasSubstr("'>' is wanted"));
}

}  // namespace
}  // namespace warplens::cute
