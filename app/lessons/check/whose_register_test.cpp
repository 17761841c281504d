// What the lesson on fragments says, asked of the machine's own maps and of the traces.
#include "app/lessons/course_test.h"
#include "app/session/kernel_result.h"
#include "kernels/machine/program/matrix_form.h"

namespace warplens::lessons {
namespace {

using machine::FragmentElement;
using session::Figure;
using trace::EventKind;

class WhoseRegister : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("whose-register", id); }
  const trace::Trace& shown() { return *session_.launch()->trace; }
  std::int64_t sum(Figure figure) { return sums_of(*session_.result()).at(figure); }
};

machine::FragmentMap map_of(std::string_view form, std::size_t operand) {
  return machine::matrix_form_named(form)->operands.at(operand).map;
}
machine::FragmentPart holder(const machine::FragmentMap& map, std::uint32_t row,
                             std::uint32_t column) {
  return map.holders({0, row, column}).front();
}
constexpr const char* kMma = "mma.m16n8k16.f16";

TEST_F(WhoseRegister, FourLanesShareARowOfTheSums) {
  const Step& step = enter_here("spread");
  EXPECT_EQ(expected_answer(step, session_), 21);
  const auto sums = map_of(kMma, 3);
  EXPECT_EQ(sums.registers, 4u);
  EXPECT_EQ(holder(sums, 13, 3).lane, 21u) << "eight rows below";
  for (std::uint32_t column = 0; column < 8; ++column) {
    EXPECT_EQ(holder(sums, 5, column).lane, 20 + column / 2);
  }
}

TEST_F(WhoseRegister, ARegisterHoldsTwoElementsThatFollowEachOtherAlongK) {
  const Step& step = enter_here("two-in-a-register");
  EXPECT_EQ(expected_answer(step, session_), 3);
  const auto a = map_of(kMma, 0), b = map_of(kMma, 1);
  EXPECT_EQ(a.parts, 2u);
  for (std::uint32_t reg = 0; reg < a.registers; ++reg) {
    const FragmentElement low = a.at({17, reg, 0}), high = a.at({17, reg, 1});
    EXPECT_EQ(high, (FragmentElement{0, low.row, low.column + 1}));
    EXPECT_EQ(low.row / 8, reg % 2) << "a" << reg;
    EXPECT_EQ(low.column / 8, reg / 2) << "a" << reg;
  }
  const FragmentElement low = b.at({17, 0, 0}), high = b.at({17, 0, 1});
  EXPECT_EQ(high, (FragmentElement{0, low.row + 1, low.column}));
  EXPECT_EQ(totals().global_load.requests, 4u * 12u) << "four warps, an mma.sync each";
}

TEST_F(WhoseRegister, LaneThreesRowGoesToFourLanes) {
  const Step& step = enter_here("who-gives-who-gets");
  EXPECT_EQ(expected_answer(step, session_), 14);
  const auto rows = map_of("ldmatrix.x4", 0);
  for (std::uint32_t column = 0; column < 8; ++column) {
    EXPECT_EQ(holder(rows, 3, column).lane, 12 + column / 2);
  }
}

TEST_F(WhoseRegister, LdmatrixIsEightWayUntilUnitsAreExchanged) {
  (void)enter_here("still-conflicts");
  EXPECT_EQ(figure(Figure::wavefronts), 32);
  EXPECT_EQ(figure(Figure::max_way), 8);
  const auto wavefronts = totals().shared_load.wavefronts;
  const auto requests = totals().shared_load.requests;
  select("tensor_gemm/shared");
  EXPECT_EQ(totals().shared_load.wavefronts, wavefronts) << "as many, word by word";
  EXPECT_GT(totals().shared_load.requests, requests);
  select("tensor_gemm/swizzled");
  EXPECT_EQ(totals().shared_load.wavefronts, 4 * totals().shared_load.requests);
  EXPECT_EQ(sum(Figure::total_conflicts), 0);
}

TEST_F(WhoseRegister, AWarpgroupKeepsItsSumsAloneInRegisters) {
  (void)enter_here("a-warpgroup");
  const auto form = machine::matrix_form_named("wgmma.m64n256k16.f16");
  const auto sums = map_of("wgmma.m64n256k16.f16", 3);
  EXPECT_EQ(form->warps * kWarpSize, 128u);
  EXPECT_EQ(sums.rows, 16u) << "of each warp";
  EXPECT_EQ(sums.registers, 128u);
  EXPECT_EQ(holder(sums, 5, 3).lane, 21u);
}

TEST_F(WhoseRegister, AStoreOfTheFragmentFillsHalfOfEachSector) {
  const Step& step = enter_here("epilogue");
  EXPECT_EQ(expected_answer(step, session_), 1 << 4 | 1 << 6 | 1 << 7);
  EXPECT_EQ(figure(Figure::sectors), 8);
  EXPECT_EQ(figure(Figure::lanes) * 4, 8 * 32 / 2) << "bytes";
}

TEST_F(WhoseRegister, ByWayOfSharedMemoryTheSameSectorsTakeFewerRequests) {
  (void)enter_here("staged");
  EXPECT_EQ(totals().bulk_store.requests, 16u);
  EXPECT_EQ(totals().bulk_store.sectors, 4096u);
  EXPECT_EQ(totals().shared_store.requests, 512u);
  EXPECT_EQ(totals().shared_store.wavefronts, 1024u);
  select("tensor_gemm/warpgroups");
  EXPECT_EQ(totals().global_store.requests, 512u);
  EXPECT_EQ(totals().global_store.sectors, 4096u);
}

TEST_F(WhoseRegister, OnlyBothMendsMeetTheChallenge) {
  const Step& step = enter_here("challenge");
  EXPECT_GT(sum(Figure::wrong_elements), 0);
  EXPECT_EQ(sum(Figure::findings), 0);
  EXPECT_FALSE(is_done(step, session_));
}

}  // namespace
}  // namespace warplens::lessons
