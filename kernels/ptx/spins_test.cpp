#include "kernels/ptx/spins.h"

#include <gmock/gmock.h>

#include "kernels/ptx/parse_for_test.h"

namespace warplens::ptx {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::set<std::uint32_t> spins_in(const std::string& body) { return spins(kernel_of(body)); }

TEST(Spins, AreLoopsThatReadUntilAnotherHasStored) {
  for (const char* order : {"volatile", "relaxed.gpu", "acquire.sys"}) {
    EXPECT_THAT(spins_in(fmt::format("mov.u32 %r2, 0;\nagain: ld.{}.global.u32 %r1, [%rd1];\n"
                                     "setp.eq.s32 %p1, %r1, 0;\n@%p1 bra again;\nret;",
                                     order)),
                ElementsAre(1, 2, 3))
        << order;
  }
}

TEST(Spins, AreLoopsThatTryToTakeALock) {
  EXPECT_THAT(spins_in("again: atom.global.acquire.gpu.cas.b32 %r1, [%rd1], 0, 1;\n"
                       "setp.eq.s32 %p1, %r1, 1;\n@%p1 bra again;\nret;"),
              ElementsAre(0, 1, 2));
  EXPECT_THAT(spins_in("again: atom.global.add.u32 %r1, [%rd1], 1;\n"
                       "setp.eq.s32 %p1, %r1, 1;\n@%p1 bra again;\nret;"),
              IsEmpty())
      << "each turn adds";
}

TEST(Spins, HaveTheirOtherInstructionsToo) {
  EXPECT_THAT(spins_in("again: setp.lt.s32 %p2, %r4, 0;\n@%p2 bra known;\n"
                       "ld.volatile.global.u32 %r1, [%rd1];\nknown: setp.eq.s32 %p1, %r1, 0;\n"
                       "vote.sync.ballot.b32 %r2, %p1, -1;\nsetp.ne.s32 %p1, %r2, 0;\n"
                       "@%p1 bra again;\nret;"),
              ElementsAre(0, 1, 2, 3, 4, 5, 6));
}

TEST(Spins, AreNoLoopsThatEndByThemselves) {
  EXPECT_THAT(spins_in("again: ld.volatile.global.u32 %r1, [%rd1];\nadd.s32 %r2, %r2, 1;\n"
                       "setp.lt.s32 %p1, %r2, 8;\n@%p1 bra again;\nret;"),
              IsEmpty());
  EXPECT_THAT(spins_in("again: ld.global.u32 %r1, [%rd1];\nsetp.eq.s32 %p1, %r1, 0;\n"
                       "@%p1 bra again;\nret;"),
              IsEmpty())
      << "nothing says that others store there";
}

TEST(Spins, AreNoLoopsThatDoSomethingInEachTurn) {
  EXPECT_THAT(spins_in("again: ld.volatile.global.u32 %r1, [%rd1];\nst.global.u32 [%rd2], %r1;\n"
                       "setp.eq.s32 %p1, %r1, 0;\n@%p1 bra again;\nret;"),
              IsEmpty());
}

}  // namespace
}  // namespace warplens::ptx
