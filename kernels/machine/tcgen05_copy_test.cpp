// tcgen05.cp: every shape, and what comes behind it.
#include "kernels/machine/tcgen05_mma_test_kit.h"

namespace warplens::machine::tcgen05 {
namespace {

// Shape, lanes of its rows, bytes in a row.
struct Copy {
  const char* form;
  std::uint32_t rows, words;
  std::vector<std::uint32_t> (*lanes)(std::uint32_t row);
};
const Copy kCopies[] = {
    {"128x256b", 128, 8, [](std::uint32_t row) { return std::vector{row}; }},
    {"128x128b", 128, 4, [](std::uint32_t row) { return std::vector{row}; }},
    {"4x256b", 4, 8, [](std::uint32_t row) { return std::vector{32 * row}; }},
    {"64x128b.warpx2::02_13", 64, 4,
     [](std::uint32_t row) {
       return std::vector{row, row + 64};
     }},
    {"64x128b.warpx2::01_23", 64, 4,
     [](std::uint32_t row) {
       const std::uint32_t lane = row < 32 ? row : row + 32;
       return std::vector{lane, lane + 32};
     }},
    {"32x128b.warpx4", 32, 4,
     [](std::uint32_t row) {
       return std::vector{row, row + 32, row + 64, row + 96};
     }},
};

TEST(Tcgen05Copy, BringsEveryShapeToItsLanes) {
  for (const Copy& copy : kCopies) {
    for (const std::uint32_t wide : {1u, 2u, 8u}) {
      const TileLayout layout = k_major(wide, 0);
      Mma test{.n = 8};
      test.a_layout = layout;
      Bytes in(kTileBytes + std::size_t{128} * (test.n + kAWords) * 4);
      const auto word = [](std::uint32_t row, std::uint32_t i) { return row * 0x01000193 + i; };
      for (std::uint32_t row = 0; row < copy.rows; ++row) {
        for (std::uint32_t i = 0; i < copy.words; ++i) {
          put(in, layout.offset(row, i, 4), word(row, i), 4);
        }
      }
      const std::string name =
          "tcgen05.cp.cta_group::1." + std::string(copy.form) + " [%r25], %rd10;\n";
      Bytes out(std::size_t{128} * test.n * 4);
      const trace::Trace trace = run(
          frame(kCopyTile + move_cells(test, false) + kProxyFence + kBefore + descriptors(test) +
                by_first_thread(name + kCommit) + kWait + move_cells(test, true)),
          in, out);
      ASSERT_THAT(kinds(trace), IsEmpty()) << name << trace.findings[0].message.in(Language::en);
      std::vector<std::uint32_t> cells(std::size_t{128} * test.n), got(cells.size());
      for (std::uint32_t row = 0; row < copy.rows; ++row) {
        for (const std::uint32_t lane : copy.lanes(row)) {
          for (std::uint32_t i = 0; i < copy.words; ++i) cells[lane * test.n + i] = word(row, i);
        }
      }
      std::memcpy(got.data(), out.data(), out.size());
      ASSERT_EQ(got, cells) << name << "chunks in a row " << wide;
    }
  }
}

// What is copied is there for the mma behind it, without a wait between them.
TEST(Tcgen05Copy, IsOrderedBeforeTheMultiplication) {
  Faulty chained;
  chained.asked = "tcgen05.cp.cta_group::1.128x256b [%r26], %rd10;\n" +
                  multiply({.a_is_in_tensor_memory = true}) + kCommit;
  EXPECT_THAT(chained.found().kinds(), IsEmpty());
}

}  // namespace
}  // namespace warplens::machine::tcgen05
