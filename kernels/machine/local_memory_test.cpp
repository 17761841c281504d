// Local variables of calls: each call has its own, as C promises of its variables.
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::Each;
using testing::IsEmpty;

// f(depth) keeps depth in a local variable over a call of f(depth - 1), and hands back its own
// times ten plus what that call handed back.
constexpr const char* kNested = R"(
.visible .func (.param .b32 result) f(.param .b32 depth)
{
  .local .align 4 .b8 kept[12];
  .reg .pred %p<2>; .reg .b32 %r<8>; .reg .b64 %rd<4>;
  ld.param.u32 %r1, [depth];
  mov.u64 %rd1, kept;
  cvta.local.u64 %rd2, %rd1;
  st.u32 [%rd2+8], %r1;
  mov.u32 %r2, 0;
  setp.eq.s32 %p1, %r1, 0;
  @%p1 bra DONE;
  sub.s32 %r3, %r1, 1;
  {
  .param .b32 param0;
  st.param.b32 [param0], %r3;
  .param .b32 retval0;
  call.uni (retval0), f, (param0);
  ld.param.b32 %r2, [retval0];
  }
DONE:
  ld.local.u32 %r4, [kept+8];
  mad.lo.s32 %r5, %r2, 10, %r4;
  st.param.b32 [result], %r5;
  ret;
}
)";

TEST(LocalMemory, ACallLeavesItsCallersVariablesAlone) {
  Machine machine(parse_text(kernel_text(R"(
    and.b32 %r2, %r1, 3;
    {
    .param .b32 param0;
    st.param.b32 [param0], %r2;
    .param .b32 retval0;
    call.uni (retval0), f, (param0);
    ld.param.b32 %r3, [retval0];
    }
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd4, %rd1, %rd3;
    st.global.u32 [%rd4], %r3;
    ret;)",
                                         kNested)));
  const std::size_t out = machine.buffer("out", zeros(32));
  machine.buffer("in", zeros(1));
  EXPECT_THAT(machine.trace_of({1}, {32}).findings, IsEmpty());
  const std::vector<std::int32_t> expected{0, 1, 12, 123};
  for (std::size_t t = 0; t < 32; ++t) EXPECT_EQ(machine.values(out)[t], expected[t % 4]) << t;
}

TEST(LocalMemory, ACallsVariablesAreAlignedAsTheyAsk) {
  Machine machine(parse_text(kernel_text(R"(
    .local .align 4 .b8 mine[20];
    {
    .param .b32 retval0;
    call.uni (retval0), low_bits, ();
    ld.param.b32 %r2, [retval0];
    }
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd4, %rd1, %rd3;
    st.global.u32 [%rd4], %r2;
    ret;)",
                                         R"(
.visible .func (.param .b32 result) low_bits()
{
  .local .align 64 .b8 aligned[64];
  .reg .b32 %r<4>; .reg .b64 %rd<4>;
  mov.u64 %rd1, aligned;
  cvt.u32.u64 %r1, %rd1;
  and.b32 %r2, %r1, 63;
  st.param.b32 [result], %r2;
  ret;
}
)")));
  const std::size_t out = machine.buffer("out", std::vector<std::int32_t>(32, -1));
  machine.buffer("in", zeros(1));
  EXPECT_THAT(machine.trace_of({1}, {32}).findings, IsEmpty());
  EXPECT_THAT(machine.values(out), Each(0));
}

}  // namespace
}  // namespace warplens::machine
