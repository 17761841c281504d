// Which instruction on matrices an event stands at, on a kernel that comes to two of them twice.
#include "viz/fragments/matrix_run.h"

#include "kernels/machine/machine_test_kit.h"

namespace warplens::fragments {
namespace {

using machine::MatrixRecords;

// Two warps; in each turn of the loop: a store, ldmatrix, mma, a store.
constexpr const char* kTwoTurns = R"(
  mov.u32 %r2, tile; and.b32 %r3, %r1, 31; mad.lo.u32 %r3, %r3, 16, %r2;
  mov.u32 %r4, 0; mov.u32 %r9, 0; mov.f32 %f4, 0f00000000;
  loop:
  st.shared.u32 [%r3], %r1;
  ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r5}, [%r3];
  mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f0,%f1,%f2,%f3}, {%r5,%r5}, {%r5}, {%f4,%f4,%f4,%f4};
  st.shared.u32 [%r3], %r5;
  add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 2; @%p1 bra loop;
  ret;)";

class TwoTurns : public ::testing::Test {
 protected:
  TwoTurns() {
    machine::Machine machine(machine::parse_text(machine::kernel_text(kTwoTurns)));
    machine.buffer("out", machine::zeros(64));
    machine.buffer("in", machine::zeros(64));
    const auto records = std::make_shared<MatrixRecords>(MatrixRecords::Place{});
    machine.options.matrices = records.get();
    const auto trace = std::make_shared<trace::Trace>(machine.trace_of({1, 1, 1}, {64, 1, 1}));
    run_ = {records, trace, records->program(), machine::matrix_instructions(*records->program())};
  }
  // The `occurrence`-th event of warp 1 at a kind of instruction.
  [[nodiscard]] std::string meant(trace::EventKind kind, std::size_t occurrence) const {
    std::size_t seen = 0;
    const trace::Events& events = run_.trace->events;
    for (std::size_t row = 0; row < events.size(); ++row) {
      if (events.warp(row) != 1 || run_.trace->sites[events.site(row)].kind != kind) continue;
      if (seen++ != occurrence) continue;
      const auto record = record_at(run_, event_of_warp(*run_.trace, row));
      if (!record) return "none";
      const auto& one = run_.records->all()[*record];
      EXPECT_EQ(one.warp, 1u);
      const auto all = executions(run_, 1, instruction_of(run_, one));
      const auto at = std::ranges::find(all, *record) - all.begin();
      return one.instruction->opcode + " " + std::to_string(at);
    }
    return "no such event";
  }

  MatrixRun run_;
};

TEST_F(TwoTurns, HasEachInstructionOfTheKernelOnce) {
  ASSERT_EQ(run_.instructions.size(), 2u);
  EXPECT_EQ(run_.instructions[0].form.name, "ldmatrix.sync.aligned.m8n8.x1.shared.b16");
  const auto& mma = run_.instructions[1];
  EXPECT_EQ(mma.register_name(mma.form.operands[0], 1), "%r5");
  EXPECT_EQ(mma.register_name(mma.form.operands[3], 3), "%f3");
  EXPECT_EQ(executions(run_, 0, 1).size(), 2u);
}

TEST_F(TwoTurns, StandAtTheEventsOwnInstruction) {
  EXPECT_EQ(meant(trace::EventKind::load_matrix, 0), "ldmatrix 0");
  EXPECT_EQ(meant(trace::EventKind::load_matrix, 1), "ldmatrix 1");
}

TEST_F(TwoTurns, StandAtTheNextBehindAnotherEvent) {
  EXPECT_EQ(meant(trace::EventKind::store, 0), "ldmatrix 0");
  EXPECT_EQ(meant(trace::EventKind::store, 1), "ldmatrix 1") << "behind the first mma";
  EXPECT_EQ(meant(trace::EventKind::store, 2), "ldmatrix 1");
}

TEST_F(TwoTurns, StandAtTheLastWhereNoneFollows) {
  EXPECT_EQ(meant(trace::EventKind::store, 3), "mma 1");
}

}  // namespace
}  // namespace warplens::fragments
