#include "kernels/ptx/mbarrier_waits.h"

#include <gmock/gmock.h>

#include "kernels/ptx/parse_for_test.h"

namespace warplens::ptx {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::set<std::uint32_t> waits_in(const std::string& body) {
  return mbarrier_waits(kernel_of(body));
}

TEST(MbarrierWaits, AreBranchesOnWhatATestSaid) {
  EXPECT_THAT(waits_in("again: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r1], %r2;\n"
                       "@!%p1 bra again;\nret;"),
              ElementsAre(1));
  EXPECT_THAT(waits_in("again: mbarrier.test_wait.shared.b64 %p1, [%r1], %rd2;\n"
                       "@%p1 bra done;\nbra again;\ndone: ret;"),
              ElementsAre(1));
}

TEST(MbarrierWaits, AreFoundBehindWhatCompilersMakeOfATruth) {
  EXPECT_THAT(waits_in("again: mbarrier.try_wait.shared.b64 %p1, [%r1], %rd2;\n"
                       "selp.u32 %r3, 1, 0, %p1;\nsetp.eq.s32 %p2, %r3, 0;\n@%p2 bra again;\nret;"),
              ElementsAre(3));
}

TEST(MbarrierWaits, AreNoBranchesThatHangOnAnythingElseToo) {
  EXPECT_THAT(waits_in("setp.eq.s32 %p1, %r1, 0;\nagain: @%p1 bra again;\nret;"), IsEmpty());
  EXPECT_THAT(waits_in("again: mbarrier.try_wait.shared.b64 %p1, [%r1], %rd2;\n"
                       "selp.u32 %r3, %r4, 0, %p1;\nadd.s32 %r4, %r4, 1;\n"
                       "setp.eq.s32 %p2, %r3, 0;\n@%p2 bra again;\nret;"),
              IsEmpty());
  EXPECT_THAT(waits_in("mbarrier.arrive.shared.b64 %rd1, [%r1];\nret;"), IsEmpty());
}

// As cuda::barrier::wait() does.
TEST(MbarrierWaits, AreAllBranchesOfALoopThatOnlyWaits) {
  const std::string loop =
      "again: setp.lt.s32 %p2, %r3, 16;\n@%p2 bra test;\nmov.u64 %rd3, %globaltimer;\n"
      "setp.lt.s64 %p3, %rd3, 40;\n@%p3 bra test;\nnanosleep.u32 %r4;\n";
  const std::string test =
      "test: mbarrier.try_wait.shared.b64 %p1, [%r1], %rd2;\n@!%p1 bra again;\nret;";
  EXPECT_THAT(waits_in(loop + test), ElementsAre(1, 4, 7));
  EXPECT_THAT(waits_in(loop + "ld.shared.u32 %r5, [%r6];\n" + test), ElementsAre(8));
}

TEST(MbarrierWaits, OfARegisterThatIsWrittenTwiceAreNotKnown) {
  EXPECT_THAT(waits_in("mov.pred %p1, 0;\n"
                       "again: mbarrier.try_wait.shared.b64 %p1, [%r1], %rd2;\n"
                       "@!%p1 bra again;\nret;"),
              IsEmpty());
}

TEST(MbarrierWaits, OfRegistersThatFollowEachOtherInACircleAreNotKnown) {
  EXPECT_THAT(waits_in("again: mov.pred %p1, %p2;\nmov.pred %p2, %p1;\n@%p1 bra again;\nret;"),
              IsEmpty());
}

}  // namespace
}  // namespace warplens::ptx
