// Loads through the read-only path of what the launch itself writes.
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using trace::FindingKind;

// Each thread stores to its element of `out` + `stored` bytes; after a barrier it reads that of the
// thread 32 further, from `out`.
trace::Trace stores_and_reads(const std::string& load, std::uint32_t stored) {
  Machine machine(
      parse_text(kernel_text(std::string(kElementsOfThread) + fmt::format(R"(
    st.global.u32 [%rd3+{}], %r1;
    bar.sync 0;
    xor.b32 %r2, %r1, 32;
    mul.wide.u32 %rd5, %r2, 4;
    add.s64 %rd6, %rd1, %rd5;
    {}.u32 %r3, [%rd6];
    st.global.u32 [%rd3+1024], %r3;
    ret;)",
                                                                          stored, load))));
  machine.buffer("out", zeros(512));
  machine.buffer("in", zeros(64));
  return machine.trace_of({1, 1, 1}, {64, 1, 1});
}

TEST(StaleReads, AreOfWhatTheLaunchHasWritten) {
  const trace::Trace stale = stores_and_reads("ld.global.nc", 0);
  ASSERT_THAT(kinds(stale), ElementsAre(FindingKind::read_only_write));
  EXPECT_THAT(stale.findings[0].message.in(Language::en), HasSubstr("through the read-only path"));
  EXPECT_EQ(stale.findings[0].occurrences, 64u);
}

TEST(StaleReads, AreNoneOfWhatLiesBesideOrIsReadCoherently) {
  EXPECT_THAT(stores_and_reads("ld.global.nc", 256).findings, IsEmpty()) << "right behind it";
  EXPECT_THAT(stores_and_reads("ld.global", 0).findings, IsEmpty());
}

}  // namespace
}  // namespace warplens::machine
