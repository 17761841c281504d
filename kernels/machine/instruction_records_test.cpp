// What is kept of the instructions that a block's warps execute (instruction_records.h).
#include "kernels/machine/launch/instruction_records.h"

#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

// Lanes 0 to 15 store twice as many times as the others.
constexpr const char* kHalves = R"(
  mov.u32 %r2, tile; mad.lo.u32 %r3, %r1, 4, %r2;
  and.b32 %r4, %r1, 31; setp.ge.u32 %p1, %r4, 16;
  @%p1 bra next;
  st.shared.u32 [%r3], %r1;
  next:
  bar.sync 0;
  st.shared.u32 [%r3], %r1;
  ret;)";

class Halves : public ::testing::Test {
 protected:
  void run(InstructionRecords& records, Dim3 grid) {
    Machine machine(parse_text(kernel_text(kHalves)));
    machine.options.instructions = &records;
    machine.buffer("out", zeros(64));
    machine.buffer("in", zeros(64));
    trace_ = machine.trace_of(grid, {64});
  }
  static std::vector<InstructionRecord> of(const InstructionRecords& records, std::size_t block,
                                           std::uint32_t warp, std::string_view opcode) {
    std::vector<InstructionRecord> found;
    for (const InstructionRecord& record : records.blocks()[block].records) {
      const ptx::Instruction* instruction = records.instruction(record.instruction);
      if (record.warp == warp && instruction->opcode == opcode) found.push_back(record);
    }
    return found;
  }

  trace::Trace trace_;
};

TEST_F(Halves, AreKeptWithTheLanesThatExecuteThem) {
  InstructionRecords records({});
  run(records, {1});
  const auto stores = of(records, 0, 1, "st");
  ASSERT_EQ(stores.size(), 2u);
  EXPECT_EQ(stores[0].mask, 0x0000ffffu);
  EXPECT_EQ(stores[1].mask, 0xffffffffu);
  EXPECT_EQ(of(records, 0, 1, "bra")[0].mask, 0xffff0000u);
  EXPECT_EQ(of(records, 0, 1, "bra")[0].present, 0xffffffffu);
}

TEST_F(Halves, SayWhereTheBlocksEventsStand) {
  InstructionRecords records({});
  run(records, {1});
  for (const InstructionRecord& store : of(records, 0, 1, "st")) {
    const trace::EventView event = trace_.events.view(store.events);
    EXPECT_EQ(event.warp, 1u);
    EXPECT_EQ(event.mask, store.mask);
    EXPECT_EQ(trace_.sites[event.site].kind, trace::EventKind::store);
  }
}

TEST_F(Halves, AreThoseOfTheBlocksThatAreAskedFor) {
  InstructionRecords records({.launch = 0, .first_block = 1, .blocks = 3});
  run(records, {3});
  EXPECT_EQ(of(records, 0, 0, "st").size(), 2u);
  EXPECT_EQ(of(records, 1, 1, "st").size(), 2u);
  EXPECT_TRUE(records.blocks()[2].records.empty()) << "the launch has no fourth block";
  EXPECT_EQ(records.function(0)->name, "k");
}

TEST_F(Halves, TakeNoMoreThanTheyMay) {
  InstructionRecords records({}, 10 * sizeof(InstructionRecord));
  run(records, {1});
  EXPECT_EQ(records.blocks()[0].records.size(), 10u);
  EXPECT_TRUE(records.blocks()[0].is_cut);
}

TEST_F(Halves, AreNotKeptOfAnotherLaunch) {
  InstructionRecords records({.launch = 1});
  run(records, {1});
  EXPECT_FALSE(records.program().has_value());
  EXPECT_TRUE(records.blocks()[0].records.empty());
}

}  // namespace
}  // namespace warplens::machine
