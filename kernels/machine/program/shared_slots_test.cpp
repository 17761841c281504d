#include "kernels/machine/program/shared_slots.h"

#include <gmock/gmock.h>

#include "kernels/ptx/parser.h"

namespace warplens::machine {
namespace {

// Whether two registers of a kernel with this body have one slot.
class Slots {
 public:
  explicit Slots(const std::string& body)
      : module_(*ptx::parse(".version 8.0\n.target sm_80\n.address_size 64\n"
                            ".entry k(.param .u64 a) {\n.reg .b32 %r<9>; .reg .b64 %rd<9>; "
                            ".reg .pred %p<9>; .reg .v2 .b32 %v<3>;\n" +
                                body + "\n}\n",
                            "t.ptx")),
        slots_(share_slots(function(), ptx::build_control_flow(function()))) {}

  [[nodiscard]] bool share(std::string_view one, std::string_view other) const {
    return slots_[index(one)] == slots_[index(other)];
  }

 private:
  [[nodiscard]] const ptx::Function& function() const { return module_.functions[0]; }
  [[nodiscard]] std::size_t index(std::string_view name) const {
    for (std::size_t i = 0; i < function().registers.size(); ++i) {
      if (function().registers[i].name == name) return i;
    }
    ADD_FAILURE() << name;
    return 0;
  }

  ptx::Module module_;
  std::vector<std::uint32_t> slots_;
};

TEST(SharedSlots, AreOfValuesThatAreUsedUpBeforeTheNextIsMade) {
  const Slots slots(
      "mov.u32 %r1, %tid.x;\nadd.s32 %r2, %r1, 1;\nadd.s32 %r3, %r2, 1;\n"
      "add.s32 %r4, %r3, 1;\nst.global.u32 [%rd1], %r4;\nret;");
  EXPECT_TRUE(slots.share("%r1", "%r3"));
  EXPECT_TRUE(slots.share("%r2", "%r4"));
}

TEST(SharedSlots, NeverGiveAResultThePlaceOfWhatItIsMadeFrom) {
  const Slots slots("mov.u32 %r1, 1;\nadd.s32 %r2, %r1, 1;\nst.global.u32 [%rd1], %r2;\nret;");
  EXPECT_FALSE(slots.share("%r1", "%r2"));
}

TEST(SharedSlots, AreOfValuesOfOneSize) {
  const Slots slots(
      "mov.u32 %r1, 1;\nst.global.u32 [%rd1], %r1;\nmov.u64 %rd2, 1;\n"
      "st.global.u64 [%rd1], %rd2;\nsetp.eq.u64 %p1, %rd1, 0;\nret;");
  EXPECT_FALSE(slots.share("%r1", "%rd2"));
  EXPECT_FALSE(slots.share("%r1", "%p1"));
}

TEST(SharedSlots, AreNotOfWhatIsUsedInAnotherBlock) {
  const Slots slots(
      "mov.u32 %r1, 1;\n@%p1 bra there;\nmov.u32 %r2, 2;\n"
      "st.global.u32 [%rd1], %r2;\nthere: st.global.u32 [%rd1], %r1;\n"
      "mov.u32 %r3, 3;\nst.global.u32 [%rd1], %r3;\nret;");
  EXPECT_FALSE(slots.share("%r1", "%r2"));
  EXPECT_FALSE(slots.share("%r1", "%r3"));
  EXPECT_TRUE(slots.share("%r2", "%r3")) << "each in its own";
}

TEST(SharedSlots, AreNotOfWhatIsReadBeforeItIsMadeOrMadeForAPartOfTheLanes) {
  const Slots slots(
      "add.s32 %r1, %r1, 1;\nst.global.u32 [%rd1], %r1;\nmov.u32 %r2, 2;\n"
      "st.global.u32 [%rd1], %r2;\n@%p1 mov.u32 %r3, 3;\n"
      "st.global.u32 [%rd1], %r3;\nmov.u32 %r4, 4;\nst.global.u32 [%rd1], %r4;\n"
      "ret;");
  EXPECT_FALSE(slots.share("%r1", "%r2"));
  EXPECT_FALSE(slots.share("%r2", "%r3"));
  EXPECT_TRUE(slots.share("%r2", "%r4"));
}

TEST(SharedSlots, AreNotOfAddressesThatAreLookedAtLater) {
  const Slots slots(
      "mov.u64 %rd2, 64;\natom.global.add.u32 %r1, [%rd2], 1;\nmov.u64 %rd3, 64;\n"
      "st.global.u32 [%rd3], %r1;\nmov.u64 %rd4, 64;\nst.global.u32 [%rd4], 1;\nret;");
  EXPECT_FALSE(slots.share("%rd2", "%rd3"));
  EXPECT_TRUE(slots.share("%rd3", "%rd4"));
}

TEST(SharedSlots, AreNoneWhereAClockIsRead) {
  const Slots slots(
      "mov.u32 %r5, %clock;\nmov.u32 %r1, 1;\nst.global.u32 [%rd1], %r1;\n"
      "mov.u32 %r2, 2;\nst.global.u32 [%rd1], %r2;\nret;");
  EXPECT_FALSE(slots.share("%r1", "%r2"));
}

}  // namespace
}  // namespace warplens::machine
