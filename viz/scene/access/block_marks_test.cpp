#include "viz/scene/access/block_marks.h"

#include "viz/scene/access/index_phrases.h"
#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using analysis::ThreadGrid;

trace::Buffer matrix(std::uint64_t rows, std::uint64_t columns) {
  trace::Buffer buffer;
  buffer.name = "c";
  buffer.address = 0x1000;
  buffer.bytes = rows * columns * 4;
  buffer.rows = rows;
  buffer.columns = columns;
  return buffer;
}

DrawList marks_of(const ThreadGrid& threads, Size size, bool has_handle = true) {
  const Style style;
  const trace::Buffer shape = with_threads(matrix(threads.rows, threads.columns), threads);
  const auto layout = matrix_layout(shape, whole(shape), size, style);
  return block_marks(threads, ColorBy::warp, layout, size, style, has_handle);
}

std::vector<Rectangle> of_kind(const DrawList& list, MarkId::Kind kind) {
  std::vector<Rectangle> found;
  std::ranges::copy_if(list.rectangles, std::back_inserter(found),
                       [kind](const Rectangle& each) { return each.id.kind == kind; });
  return found;
}

// Two by three elements under a block of three by three threads.
const ThreadGrid kRagged{{1, 1, 1}, {3, 3, 1}, 2, 3};

TEST(BlockMarks, AThreadWithoutAnElementIsAHollowSquareInItsWarpsColour) {
  const auto idle = of_kind(marks_of(kRagged, {600, 600}), MarkId::Kind::row);
  ASSERT_EQ(idle.size(), 3u);
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(idle[i].id, (MarkId{MarkId::Kind::row, 2, i}));
    EXPECT_EQ(idle[i].fill, 0u);
    EXPECT_EQ(idle[i].outline, warp_color(0));
  }
}

TEST(BlockMarks, WhatNoThreadReachesIsMarkedAndSaidSo) {
  const DrawList list = marks_of({{1, 1, 1}, {32, 8, 1}, 16, 50}, {900, 500});
  const auto unreached = of_kind(list, MarkId::Kind::line);
  ASSERT_EQ(unreached.size(), 2u);
  EXPECT_EQ(unreached[0].outline, theme(Style{}.theme).conflict);
  EXPECT_TRUE(std::ranges::any_of(list.texts, [](const Text& text) {
    return text.text == phrases::not_reached.in(Language::en);
  }));
  EXPECT_TRUE(
      of_kind(marks_of({{2, 2, 1}, {32, 8, 1}, 16, 50}, {900, 500}), MarkId::Kind::line).empty());
}

TEST(BlockMarks, TheHandleIsAtTheFirstBlocksCorner) {
  const ThreadGrid threads{{2, 2, 1}, {8, 4, 1}, 8, 16};
  const Style style;
  const Size size{800, 500};
  const trace::Buffer shape = matrix(8, 16);
  const auto layout = matrix_layout(shape, whole(shape), size, style);
  const auto handle = block_handle(threads, layout, style);
  ASSERT_TRUE(handle.has_value());
  EXPECT_NEAR(handle->x + handle->width / 2, layout.x_of(8), 0.1);
  EXPECT_NEAR(handle->y + handle->height / 2, layout.y_of(4), 0.1);
  const auto near = zoomed(whole(shape), shape, 7.5, 15.5, 4);
  EXPECT_FALSE(block_handle(threads, matrix_layout(shape, near, size, style), style).has_value());
  EXPECT_TRUE(of_kind(marks_of(threads, size, false), MarkId::Kind::mover).empty());
}

TEST(BlockMarks, AreWellFormedAtEverySizeAndShape) {
  for (const Size size : {Size{80, 60}, Size{300, 200}, Size{1200, 700}}) {
    for (const Dim3& block : {Dim3{3, 3, 1}, {32, 8, 1}, {1, 64, 1}, {256, 1, 1}}) {
      for (const Dim3& grid : {Dim3{1, 1, 1}, {3, 7, 1}}) {
        expect_well_formed(marks_of({grid, block, 33, 50}, size), Style{});
      }
    }
  }
}

TEST(IndexPhrases, WriteOutTheArithmeticOfAnElement) {
  const ThreadGrid threads{{2, 5, 1}, {32, 8, 1}, 33, 50};
  const auto lines = index_phrase(threads, matrix(33, 50), 11, 37, Language::en);
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_EQ(lines[0], "block (1, 1), thread (5, 3): warp 3 of the block, lane 5");
  EXPECT_EQ(lines[1], "row = blockIdx.y · blockDim.y + threadIdx.y = 1 · 8 + 3 = 11");
  EXPECT_EQ(lines[2], "col = blockIdx.x · blockDim.x + threadIdx.x = 1 · 32 + 5 = 37");
  EXPECT_EQ(lines[3], "index = row · cols + col = 11 · 50 + 37 = 587");
  EXPECT_EQ(lines[4], "address = base + offset = c + 4 · 587 = c + 2348 bytes");
}

TEST(IndexPhrases, SayThatAPlacePastTheMatrixHasNoElement) {
  const auto lines = index_phrase(kRagged, matrix(2, 3), 2, 1, Language::en);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[3], "The matrix has 2 × 3 elements: none is here, the lane is idle.");
  EXPECT_TRUE(index_phrase(kRagged, matrix(2, 3), 3, 0, Language::en).empty());
}

}  // namespace
}  // namespace warplens::scene
