// malloc and free of device code: blocks, what is found of their misuse, how long they stay.
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using trace::FindingKind;

constexpr const char* kMallocAndFree = R"(
.extern .func (.param .b64 result) malloc (.param .b64 bytes);
.extern .func free (.param .b64 block);
)";

// %rd10: a block of so many bytes.
std::string take(int bytes) {
  return "{ .param .b64 n; st.param.b64 [n], " + std::to_string(bytes) +
         "; .param .b64 r; call.uni (r), malloc, (n); ld.param.b64 %rd10, [r]; }\n";
}

std::string give_back(const std::string& block) {
  return "{ .param .b64 p; st.param.b64 [p], " + block + "; call.uni free, (p); }\n";
}

class DeviceHeap : public testing::Test {
 protected:
  trace::Trace trace_of(const std::string& body, Dim3 grid = {1}, Dim3 block = {32}) {
    machine_.emplace(parse_text(kernel_text(kElementsOfThread + body, kMallocAndFree)));
    out_ = machine_->buffer("out", zeros(std::size_t{grid.x} * block.x));
    machine_->buffer("in", zeros(1));
    return machine_->trace_of(grid, block);
  }
  std::string only_message(const trace::Trace& trace) {
    if (trace.findings.size() != 1) return std::to_string(trace.findings.size()) + " findings";
    return trace.findings[0].message.in(Language::en);
  }
  [[nodiscard]] std::vector<std::int32_t> out() { return machine_->values(out_); }

  std::optional<Machine> machine_;
  std::size_t out_ = 0;
};

TEST_F(DeviceHeap, EveryThreadHasABlockOfItsOwn) {
  const trace::Trace trace =
      trace_of(take(8) +
                   "st.u32 [%rd10+4], %r12; bar.sync 0; ld.u32 %r2, [%rd10+4];"
                   "st.global.u32 [%rd3], %r2;" +
                   give_back("%rd10") + "ret;",
               {2}, {64});
  EXPECT_THAT(trace.findings, IsEmpty());
  EXPECT_EQ(out(), iota(128));
  EXPECT_TRUE(trace.order_dependent);  // who comes first gets which address
}

TEST_F(DeviceHeap, AddressesAreOfGlobalSpaceAndMultiplesOf16) {
  const trace::Trace trace = trace_of(take(20) + R"(
    isspacep.global %p1, %rd10; selp.u32 %r2, 16, 1, %p1;
    cvt.u32.u64 %r3, %rd10; and.b32 %r3, %r3, 15; add.u32 %r2, %r2, %r3;
    cvta.to.global.u64 %rd11, %rd10; st.global.u32 [%rd11+16], %r2;
    ld.global.u32 %r4, [%rd11+16]; st.global.u32 [%rd3], %r4; ret;)");
  EXPECT_THAT(trace.findings, IsEmpty());
  EXPECT_THAT(out(), testing::Each(16));
}

TEST_F(DeviceHeap, AccessesAreEventsOnABufferOfTheTrace) {
  const trace::Trace trace = trace_of(take(4) + "st.global.u32 [%rd10], %r1; ret;");
  ASSERT_EQ(trace.buffers.back().name, "device heap");
  EXPECT_EQ(trace.buffers.back().bytes, Heap::kDefaultBytes);
  ASSERT_EQ(trace.events.size(), 1u);
}

TEST_F(DeviceHeap, WhatLeavesABlockIsOutOfBounds) {
  const trace::Trace trace =
      trace_of(take(6) +
                   "st.global.u16 [%rd10+4], %h1; ld.global.u32 %r2, [%rd10+4];"
                   "st.global.u32 [%rd3], %r2; ret;",
               {1}, {1});
  EXPECT_THAT(kinds(trace), ElementsAre(FindingKind::out_of_bounds));
  EXPECT_THAT(only_message(trace),
              HasSubstr("reads 4 bytes at byte 4 of a block of malloc that has 6 bytes"));
}

TEST_F(DeviceHeap, AStoreBehindABlockLeavesItsNeighbourAlone) {
  const trace::Trace trace = trace_of(
      take(16) + "mov.u64 %rd11, %rd10;" + take(16) +
          "mov.u32 %r2, 7; st.global.u32 [%rd10], %r2; mov.u32 %r3, 9; st.global.u32 [%rd11+20], "
          "%r3; ld.global.u32 %r4, [%rd10]; st.global.u32 [%rd3], %r4; ret;",
      {1}, {1});
  EXPECT_EQ(out()[0], 7);
  EXPECT_THAT(trace.findings, IsEmpty());  // byte 20 of one is byte 4 of the next
}

TEST_F(DeviceHeap, AFreedBlockMayNotBeUsed) {
  const trace::Trace trace = trace_of(take(8) + "st.global.u32 [%rd10], %r1;" + give_back("%rd10") +
                                          "atom.global.add.u32 %r2, [%rd10], 1; ret;",
                                      {1}, {1});
  EXPECT_THAT(kinds(trace), ElementsAre(FindingKind::out_of_bounds));
  EXPECT_THAT(only_message(trace), HasSubstr("a block of malloc that has been freed"));
}

TEST_F(DeviceHeap, ABlockIsFreedOnceAndByItsOwnAddress) {
  EXPECT_THAT(
      only_message(trace_of(take(8) + give_back("%rd10") + give_back("%rd10") + "ret;", {1}, {1})),
      HasSubstr("has been freed already"));
  EXPECT_THAT(only_message(trace_of(
                  take(8) + "add.s64 %rd11, %rd10, 4;" + give_back("%rd11") + "ret;", {1}, {1})),
              HasSubstr("where no block of malloc begins"));
  EXPECT_THAT(only_message(trace_of(take(8) + give_back("%rd1") + "ret;", {1}, {1})),
              HasSubstr("where no block of malloc begins"));
  EXPECT_THAT(trace_of(give_back("0") + "ret;").findings, IsEmpty());
}

TEST_F(DeviceHeap, AFullHeapGivesANullPointer) {
  const trace::Trace trace = trace_of(take((8 << 20) + 1) + R"(
    setp.eq.u64 %p1, %rd10, 0; selp.u32 %r2, 1, 2, %p1; st.global.u32 [%rd3], %r2; ret;)",
                                      {1}, {1});
  EXPECT_THAT(trace.findings, IsEmpty());
  EXPECT_EQ(out()[0], 1);
}

TEST_F(DeviceHeap, ItsMemoryBeginsUnset) {
  const trace::Trace trace = trace_of(
      take(8) +
          "st.global.u32 [%rd10], %r1; ld.global.u32 %r2, [%rd10+4]; st.global.u32 [%rd3], %r2;"
          "ld.global.u32 %r3, [%rd10]; st.global.u32 [%rd3], %r3; ret;",
      {1}, {32});
  EXPECT_THAT(kinds(trace), ElementsAre(FindingKind::uninitialized_read));
  EXPECT_THAT(only_message(trace), HasSubstr("device heap"));
}

TEST_F(DeviceHeap, WhatIsNeverFreedIsNoFaultAndStaysForTheNextLaunch) {
  trace_of(take(8) + "st.global.u64 [%rd3], %rd10; st.global.u32 [%rd10], 5; ret;", {1}, {1});
  machine_.emplace(parse_text(kernel_text(kElementsOfThread + take(8) + "ret;", kMallocAndFree)));
  const std::size_t out = machine_->buffer("out", zeros(4));
  machine_->buffer("in", zeros(1));
  EXPECT_THAT(machine_->trace_of({1}, {1}).findings, IsEmpty());
  EXPECT_THAT(machine_->trace_of({1}, {1}).findings, IsEmpty());
  const std::size_t heap = machine_->memory.heap_buffer();
  EXPECT_NE(heap, out);
  EXPECT_EQ(machine_->memory.heap()->find(16, 8).state, HeapPlace::State::allocated);
  EXPECT_EQ(machine_->memory.heap()->find(32, 8).state, HeapPlace::State::outside);
}

// A launch whose loads are followed runs twice, from the same memory: so must its heap.
TEST_F(DeviceHeap, ASecondRunGetsTheSameBlocks) {
  const trace::Trace trace =
      trace_of(take(8) + "ld.global.u32 %r2, [%rd10]; st.global.u32 [%rd3], %r2;" +
                   give_back("%rd10") + "ret;",
               {1}, {1});
  EXPECT_THAT(kinds(trace), ElementsAre(FindingKind::uninitialized_read));
  EXPECT_EQ(machine_->memory.heap()->find(0, 1).state, HeapPlace::State::freed);
  EXPECT_EQ(machine_->memory.heap()->find(16, 1).state, HeapPlace::State::outside);
}

}  // namespace
}  // namespace warplens::machine
