#include "kernels/machine/launch/heap.h"

#include <gtest/gtest.h>

namespace warplens::machine {
namespace {

using State = HeapPlace::State;

TEST(Heap, BlocksAreAlignedTo16BytesAndOverlapNowhere) {
  Heap heap(64);
  EXPECT_EQ(heap.allocate(1), 0u);
  EXPECT_EQ(heap.allocate(17), 16u);
  EXPECT_EQ(heap.allocate(16), 48u);
  EXPECT_EQ(heap.allocate(1), std::nullopt);
}

TEST(Heap, WhatCannotFitIsRefusedAndNothingIsTaken) {
  Heap heap(32);
  EXPECT_EQ(heap.allocate(33), std::nullopt);
  EXPECT_EQ(heap.allocate(~std::uint64_t{0}), std::nullopt);
  EXPECT_EQ(heap.allocate(32), 0u);
}

TEST(Heap, ABlockOfNoBytesHasAPlaceOfItsOwnAndHoldsNothing) {
  Heap heap(64);
  EXPECT_EQ(heap.allocate(0), 0u);
  EXPECT_EQ(heap.allocate(0), 16u);
  EXPECT_EQ(heap.find(0, 1).state, State::outside);
}

TEST(Heap, KnowsInWhichBlockAnAccessLies) {
  Heap heap(256);
  ASSERT_EQ(heap.allocate(20), 0u);
  ASSERT_EQ(heap.allocate(8), 32u);
  EXPECT_EQ(heap.find(16, 4).state, State::allocated);
  EXPECT_EQ(heap.find(17, 4).state, State::outside);
  EXPECT_EQ(heap.find(20, 4).state, State::outside);  // the rest of its room is not its own
  EXPECT_EQ(heap.find(32, 8).state, State::allocated);
  const HeapPlace behind = heap.find(64, 4);
  EXPECT_EQ(behind.state, State::outside);
  EXPECT_EQ(behind.block_bytes, 8u);
  EXPECT_EQ(behind.offset, 32);
}

TEST(Heap, AFreedBlockIsKnownAsOneAndCanBeFreedOnce) {
  Heap heap(256);
  ASSERT_EQ(heap.allocate(20), 0u);
  ASSERT_EQ(heap.allocate(20), 32u);
  EXPECT_EQ(heap.release(32), Heap::Release::done);
  EXPECT_EQ(heap.find(36, 4).state, State::freed);
  EXPECT_EQ(heap.release(32), Heap::Release::twice);
  EXPECT_EQ(heap.release(4), Heap::Release::no_block);
  EXPECT_EQ(heap.release(128), Heap::Release::no_block);
}

TEST(Heap, TakesAgainWhatWasFreedOnlyWhereNothingElseIsLeft) {
  Heap heap(64);
  ASSERT_EQ(heap.allocate(16), 0u);
  ASSERT_EQ(heap.release(0), Heap::Release::done);
  EXPECT_EQ(heap.allocate(16), 16u);
  EXPECT_EQ(heap.allocate(32), 32u);
  EXPECT_EQ(heap.allocate(16), 0u);
  EXPECT_EQ(heap.allocate(16), std::nullopt);
}

TEST(Heap, NeighboursThatWereFreedMakeOnePlaceAndItsRestStaysFree) {
  Heap heap(64);
  for (std::uint64_t at = 0; at < 64; at += 16) ASSERT_EQ(heap.allocate(16), at);
  for (const std::uint64_t at : {0, 16, 32}) ASSERT_EQ(heap.release(at), Heap::Release::done);
  EXPECT_EQ(heap.allocate(32), 0u);
  EXPECT_EQ(heap.allocate(20), std::nullopt);
  EXPECT_EQ(heap.allocate(16), 32u);
}

}  // namespace
}  // namespace warplens::machine
