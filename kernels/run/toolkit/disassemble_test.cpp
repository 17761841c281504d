// The tests named …WithPtxas are skipped, with a message, where ptxas or nvdisasm is missing.
#include "kernels/run/toolkit/disassemble.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "kernels/run/toolkit/sources.h"
#include "kernels/sass/sass.h"

namespace warplens::run {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

#define SKIP_WITHOUT_TOOLS()                                         \
  const Disassembler tools = find_disassembler();                    \
  if (!tools.ptxas.has_value()) GTEST_SKIP() << "ptxas is not here"; \
  if (!tools.nvdisasm.has_value()) GTEST_SKIP() << "nvdisasm is not here"

TEST(Disassembling, WithPtxasNamesTheLinesOfThePtx) {
  SKIP_WITHOUT_TOOLS();
  const std::string ptx = *read_text(WARPLENS_SOURCE_DIR "/assets/ptx/add/linear_1d.ptx");
  const auto text = disassemble(tools, ptx, 90);
  ASSERT_TRUE(text.has_value()) << text.error().message.in(Language::en);
  const auto accesses = sass::parse(text->code);
  ASSERT_EQ(accesses.size(), 3u);
  for (const sass::Access& access : accesses) {
    std::size_t at = 0;
    for (std::uint32_t line = 1; line < access.ptx_line; ++line) at = ptx.find('\n', at) + 1;
    EXPECT_THAT(ptx.substr(at, 12), HasSubstr(".global")) << access.text;
  }
}

TEST(Disassembling, WithPtxasGivesItsFirstErrorInOneLine) {
  SKIP_WITHOUT_TOOLS();
  const auto text = disassemble(tools, ".version 7.0\n.target sm_75\nnonsense\n", 90);
  ASSERT_FALSE(text.has_value());
  EXPECT_THAT(text.error().message.in(Language::en), StartsWith("ptxas: "));
  EXPECT_EQ(text.error().message.in(Language::en).find('\n'), std::string::npos);
}

TEST(Disassembling, SaysWhatIsMissingAndWhatToDo) {
  EXPECT_THAT(disassemble({}, "", 90).error().message.in(Language::en),
              AllOf(HasSubstr("ptxas"), HasSubstr("pip install nvidia-cuda-nvcc")));
  EXPECT_THAT(disassemble({"/bin/true", {}}, "", 90).error().message.in(Language::en),
              HasSubstr("nvdisasm"));
}

TEST(Disassembling, OfMachineCodeNeedsNoPtxas) {
  EXPECT_THAT(disassemble_image({"/bin/true", {}}, {}).error().message.in(Language::en),
              HasSubstr("nvdisasm"));
  const std::array code{std::byte{1}};
  EXPECT_EQ(disassemble_image({{}, "/bin/echo"}, code).value_or("").substr(0, 3), "-c ");
}

TEST(Disassembling, AProgramThatFailsSilentlyIsAnError) {
  EXPECT_EQ(disassemble({"/bin/false", "/bin/false"}, "", 90).error().message.in(Language::en),
            "false: it failed and gave no reason");
}

}  // namespace
}  // namespace warplens::run
