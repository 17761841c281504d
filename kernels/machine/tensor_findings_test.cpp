// What is told of tensor memory that is used in another way than PTX allows.
#include "kernels/machine/tcgen05_test_kit.h"

namespace warplens::machine::tcgen05 {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kSet = store("32x32b.x4", 4, "%r4") + kWaitStore;
const std::string kRead = load("32x32b.x4", 4, "%r4") + kWaitLoad + move_registers(true, 4, 4);

std::string alloc(const std::string& columns) {
  return "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r7], " + columns + ";\n";
}
std::string dealloc(const std::string& address, const std::string& columns) {
  return "tcgen05.dealloc.cta_group::1.sync.aligned.b32 " + address + ", " + columns + ";\n";
}
std::string by_one_warp(const std::string& text, const std::string& label = "by_one") {
  return "@%p1 bra " + label + ";\n" + text + label + ":\n";
}
// Another allocation beside the first one, which is freed again.
std::string again(const std::string& columns) {
  return "mov.u32 %r7, tile;\n" + alloc(columns) +
         "bar.warp.sync 0xffffffff;\nld.shared.b32 %r20, [%r7];\n" + dealloc("%r20", columns);
}
constexpr const char* kRelinquish = "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;\n";

TEST(TensorFindings, NoneWhereAllIsWritten) { EXPECT_THAT(Found(kSet + kRead).kinds(), IsEmpty()); }

TEST(TensorFindings, ColumnsAreAPowerOfTwoFrom32To512) {
  for (const char* const columns : {"0", "16", "48", "1024"}) {
    const Found found(by_one_warp(alloc(columns)), 32);
    EXPECT_THAT(found.kinds(), ElementsAre(FindingKind::bad_tensor_memory)) << columns;
    EXPECT_THAT(found.text(), HasSubstr("it must be 32, 64, 128, 256 or 512"));
  }
  for (const std::uint32_t columns : {32u, 64u, 128u, 256u, 512u}) {
    EXPECT_THAT(Found("", columns).kinds(), IsEmpty());
  }
}

TEST(TensorFindings, ABlockThatHasGivenUpItsPermitMayNotAllocate) {
  EXPECT_THAT(Found(by_one_warp(kRelinquish), 64).kinds(), IsEmpty());
  const std::string twice = again("32");
  EXPECT_THAT(Found(by_one_warp(twice), 64).kinds(), IsEmpty());
  const Found found(by_one_warp(kRelinquish + twice), 64);
  EXPECT_THAT(found.kinds(), ElementsAre(FindingKind::bad_tensor_memory));
  EXPECT_THAT(found.text(), HasSubstr("behind a tcgen05.relinquish_alloc_permit"));
}

TEST(TensorFindings, OnlyWhatWasAllocatedIsFreed) {
  for (const std::string& text : {dealloc("%r3", "32"), dealloc("64", "64"),
                                  "add.u32 %r20, %r3, 0x10000;\n" + dealloc("%r20", "64")}) {
    const Found found(by_one_warp(text), 64);
    EXPECT_THAT(found.kinds(), ElementsAre(FindingKind::bad_tensor_memory)) << text;
    EXPECT_THAT(found.text(), HasSubstr("where no allocation of as many begins"));
  }
}

TEST(TensorFindings, ABlockFreesWhatItHasAllocated) {
  const Found found(by_one_warp("mov.u32 %r7, tile;\n" + alloc("128")), 64);
  EXPECT_THAT(found.kinds(), ElementsAre(FindingKind::bad_tensor_memory));
  EXPECT_THAT(found.text(), HasSubstr("ends with 128 columns of tensor memory allocated"));
}

TEST(TensorFindings, NobodyAccessesWhatIsFreedMeanwhile) {
  const std::string free =
      "@%p1 bra free;\n" + dealloc("%r3", "64") + "mov.u32 %r7, tile;\n" + alloc("64") + "free:\n";
  const Found found(kSet + "bar.sync 0;\n" + kRead + free, 64);
  EXPECT_THAT(found.kinds(), ElementsAre(FindingKind::race));
  EXPECT_THAT(found.text(), HasSubstr("of tensor memory"));
  EXPECT_THAT(Found(kSet + "bar.sync 0;\n" + kRead + "bar.sync 0;\n" + free, 64).kinds(),
              IsEmpty());
}

TEST(TensorFindings, AnAllocationWaitsUntilColumnsAreFreed) {
  // Warp 1 allocates while warp 0 has all of it, which it frees in one of the two.
  const auto body = [](bool frees) {
    const std::string end = "bar.sync 0;\n" + by_one_warp("mov.u32 %r7, tile;\n" + alloc("512"));
    return "setp.ne.u32 %p5, %r2, 1;\n@%p5 bra other;\n" + again("256") + "other:\n" +
           by_one_warp(frees ? dealloc("%r3", "512") : "", "warp0") + (frees ? end : "");
  };
  EXPECT_THAT(Found(body(true)).kinds(), IsEmpty());
  const Found stuck(body(false));
  ASSERT_THAT(stuck.kinds(), testing::Contains(FindingKind::deadlock));
  EXPECT_TRUE(stuck.tells(
      "waits for 256 free columns of tensor memory in a row, of which 512 of 512 are allocated"));
}

TEST(TensorFindings, OfPartOfAWarpAreUndefined) {
  const std::string part = "setp.eq.u32 %p5, %r1, 5;\n@%p5 bra left;\n" + kSet + "left:\n";
  const Found found(part);
  ASSERT_THAT(found.kinds(), testing::Contains(FindingKind::undefined_sync));
  EXPECT_THAT(found.text(), HasSubstr("only 31 lanes come to this tcgen05.st"));
  const Found uneven("add.u32 %r20, %r4, %r1;\n" + store("32x32b.x1", 1, "%r20") + kWaitStore);
  EXPECT_THAT(uneven.kinds(), ElementsAre(FindingKind::undefined_sync));
  EXPECT_THAT(uneven.text(), HasSubstr("lane 1 gives this tcgen05.st another operand than lane 0"));
}

TEST(TensorFindings, AccessesStayInWhatIsAllocated) {
  const Found beside(store("32x32b.x4", 4, "%r4+62") + kWaitStore, 64);
  EXPECT_THAT(beside.kinds(), ElementsAre(FindingKind::bad_tensor_memory));
  EXPECT_THAT(beside.text(), HasSubstr("tcgen05.st accesses columns 62 to 65 of tensor memory"));
  EXPECT_THAT(Found(store("32x32b.x4", 4, "%r4+60") + kWaitStore, 64).kinds(), IsEmpty());
  const Found beyond(store("32x32b.x4", 4, "%r4+510") + kWaitStore);
  EXPECT_THAT(beyond.kinds(), ElementsAre(FindingKind::out_of_bounds));
  EXPECT_THAT(beyond.text(), HasSubstr("reaches beyond its 128 lanes and 512 columns"));
}

TEST(TensorFindings, AWarpReachesItsOwnLanesOnly) {
  const Found found(store("32x32b.x4", 4, "%r3") + kWaitStore + kRead);
  ASSERT_THAT(found.kinds(), ElementsAre(FindingKind::undefined_tensor_use)) << "and takes its own";
  EXPECT_EQ(found.trace.findings[0].severity, trace::Severity::warning);
  EXPECT_EQ(found.trace.findings[0].occurrences, 3u);
  EXPECT_THAT(found.text(), HasSubstr("names lane 0 of tensor memory, of which this warp reaches"));
  const Found uneven(store("16x64b.x1", 1, "%r4+524288") + kWaitStore);  // lane 8
  EXPECT_THAT(uneven.kinds(), ElementsAre(FindingKind::bad_tensor_memory));
  EXPECT_THAT(uneven.text(), HasSubstr("of tensor memory: it must be a multiple of 16"));
}

TEST(TensorFindings, WarpsOfASecondWarpgroupHaveTheSameLanes) {
  const std::string text =
      "setp.lt.u32 %p5, %r1, 128;\n@%p5 bra left;\nand.b32 %r20, %r2, 3;\n"
      "shl.b32 %r20, %r20, 21;\nadd.u32 %r20, %r20, %r3;\n" +
      store("32x32b.x1", 1, "%r20") + kWaitStore + "left:\n";
  EXPECT_THAT(Found(text, 32, 256).kinds(), IsEmpty());
}

TEST(TensorFindings, CellsThatNobodyWroteHoldNothing) {
  const Found found(kRead);
  EXPECT_THAT(found.kinds(), ElementsAre(FindingKind::uninitialized_read));
  EXPECT_THAT(found.text(), HasSubstr("of tensor memory, which was never written"));
  EXPECT_THAT(Found(load("32x32b.x4", 4, "%r4") + kWaitLoad).kinds(), IsEmpty()) << "and not used";
  EXPECT_THAT(Found(store("32x32b.x2", 2, "%r4") + kWaitStore + kRead).kinds(),
              ElementsAre(FindingKind::uninitialized_read));
  // What is allocated again holds nothing.
  const std::string freed =
      "bar.sync 0;\n" + by_one_warp(dealloc("%r3", "512") + alloc("512")) + "bar.sync 0;\n";
  EXPECT_THAT(Found(kSet + freed + kRead).kinds(), ElementsAre(FindingKind::uninitialized_read));
}

TEST(TensorFindings, RegistersOfALoadAreUsedBehindItsWait) {
  const std::string early = load("32x32b.x4", 4, "%r4");
  const std::string use = "add.u32 %v9, %v2, %v8;\n";
  const Found sum(kSet + early + use + kWaitLoad);
  EXPECT_THAT(sum.kinds(), ElementsAre(FindingKind::undefined_tensor_use));
  EXPECT_THAT(sum.text(), HasSubstr("before a tcgen05.wait::ld"));
  EXPECT_THAT(Found(kSet + early + kWaitLoad + use).kinds(), IsEmpty());
  const Found stored(kSet + early + move_registers(true, 1, 4) + kWaitLoad);
  EXPECT_THAT(stored.kinds(), ElementsAre(FindingKind::undefined_tensor_use));
  EXPECT_THAT(Found(kSet + early + "add.u32 %v9, %v8, %v8;\n" + kWaitLoad).kinds(), IsEmpty());
  // On the way that is gone there is a wait.
  const std::string waits =
      "setp.ge.u32 %p5, %r1, 0;\n@!%p5 bra skip;\n" + std::string(kWaitLoad) + "skip:\n";
  EXPECT_THAT(Found(kSet + early + waits + use).kinds(), IsEmpty());
  const std::string skips =
      "setp.ge.u32 %p5, %r1, 0;\n@%p5 bra skip;\n" + std::string(kWaitLoad) + "skip:\n";
  EXPECT_THAT(Found(kSet + early + skips + use + kWaitLoad).kinds(),
              ElementsAre(FindingKind::undefined_tensor_use));
}

TEST(TensorFindings, AStoreIsWaitedForBeforeItsCellsAreRead) {
  const std::string set = store("32x32b.x4", 4, "%r4");
  const Found found(set + kRead + kWaitStore);
  EXPECT_THAT(found.kinds(), ElementsAre(FindingKind::race));
  EXPECT_THAT(found.text(), HasSubstr("no tcgen05.wait::st has come since"));
  const std::string over =
      "tcgen05.st.sync.aligned.32x32b.x4.b32 [%r4], " + vector_of(8, 4) + ";\n";
  const Found written(kSet + load("32x32b.x4", 4, "%r4") + over + kWaitLoad + kWaitStore +
                      move_registers(true, 4, 4));
  EXPECT_THAT(written.kinds(), testing::Contains(FindingKind::race));
}

// Warps 0 and 4 have the same lanes.
TEST(TensorFindings, WarpsOfTwoWarpgroupsRaceForALaneThatNoBarrierOrders) {
  const auto body = [](const std::string& between) {
    return "setp.ge.u32 %p5, %r1, 32;\n@%p5 bra set;\n" + kSet + "set:\n" + between +
           "setp.ne.u32 %p6, %r2, 4;\n@%p6 bra left;\n" + load("32x32b.x4", 4, "%r3") + kWaitLoad +
           move_registers(true, 4, 4) + "left:\n";
  };
  const Found found(body(""), 64, 256);
  EXPECT_THAT(found.kinds(), ElementsAre(FindingKind::race));
  EXPECT_THAT(found.text(), HasSubstr("of lane 0 of tensor memory"));
  EXPECT_THAT(Found(body("bar.sync 0;\n"), 64, 256).kinds(), IsEmpty());
}

}  // namespace
}  // namespace warplens::machine::tcgen05
