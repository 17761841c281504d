#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "kernels/base/all_tests.h"
#include "kernels/machine/program/program.h"
#include "kernels/machine/program/program_image.h"
#include "kernels/ptx/parser.h"

namespace warplens::machine {
namespace {

// Functions of which each calls the one before, and a kernel that calls the last.
std::string chain_of_calls(int count) {
  std::string ptx = ".version 7.0\n.target sm_75\n.address_size 64\n.func f0()\n{\nret;\n}\n";
  for (int i = 1; i < count; ++i) {
    ptx += fmt::format(".func f{}()\n{{\ncall.uni f{};\nret;\n}}\n", i, i - 1);
  }
  return ptx + fmt::format(".visible .entry k()\n{{\ncall.uni f{};\nret;\n}}\n", count - 1);
}

TEST(Loading, OfManyFunctionsTakesTimeInProportion) {
  const int count = is_too_slow_here() ? 2'000 : 60'000;
  auto module = ptx::parse(chain_of_calls(count), "chain.ptx");
  ASSERT_TRUE(module.has_value()) << module.error().message.in(Language::en);
  const auto start = std::chrono::steady_clock::now();
  const auto program = Program::load(std::make_shared<const ptx::Module>(std::move(*module)), "k");
  ASSERT_TRUE(program.has_value()) << program.error().message.in(Language::en);
  // A search for each call takes minutes.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

// A loop in which each value is made of the one before, and the last one decides.
std::string loop_of_sums(int count) {
  std::string ptx = fmt::format(
      ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k()\n{{\n.reg .pred %p<2>;\n"
      ".reg .b32 %r<{}>;\nmov.u32 %r0, 0;\nagain:\n",
      count);
  for (int i = 1; i < count; ++i) ptx += fmt::format("add.s32 %r{}, %r{}, 1;\n", i, i - 1);
  return ptx +
         fmt::format("mov.u32 %r0, %r{0};\nsetp.lt.s32 %p1, %r{0}, 9;\n@%p1 bra again;\nret;\n}}\n",
                     count - 1);
}

TEST(Loading, OfALongLoopTakesTimeInProportion) {
  auto module = ptx::parse(loop_of_sums(is_too_slow_here() ? 2'000 : 60'000), "loop.ptx");
  ASSERT_TRUE(module.has_value()) << module.error().message.in(Language::en);
  const auto start = std::chrono::steady_clock::now();
  const auto program = Program::load(std::make_shared<const ptx::Module>(std::move(*module)), "k");
  ASSERT_TRUE(program.has_value()) << program.error().message.in(Language::en);
  // A pass over the loop for each of its values takes minutes.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

// The sums of these sizes are 2^32, and 0 in 32 bits.
TEST(Loading, RefusesSizesWhoseSumHasNoRoom) {
  const auto refused = [](const std::string& space, int bytes, int count) {
    std::string ptx = ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k()\n{\n";
    for (int i = 0; i < count; ++i) ptx += fmt::format(".{} .b8 v{}[{}];\n", space, i, bytes);
    auto module = ptx::parse(ptx + "ret;\n}\n", "large.ptx");
    const auto program =
        Program::load(std::make_shared<const ptx::Module>(std::move(*module)), "k");
    return program.has_value() ? std::string("accepted") : program.error().message.in(Language::en);
  };
  EXPECT_THAT(refused("local", 512 << 10, 8192), testing::HasSubstr("bytes of local memory"));
  EXPECT_THAT(refused("param", 64 << 10, 65536), testing::HasSubstr("of parameters"));
}

TEST(Loading, KeepsStaticSharedMemoryOfMoreThan32BitsTooLargeForAnyBlock) {
  const std::string ptx =
      ".version 8.0\n.target sm_80\n.address_size 64\n.extern .shared .align 16 .b8 more[];\n"
      ".visible .entry k()\n{\n.reg .b32 %r<3>;\n.shared .b8 tile[65536][65536];\n"
      "mov.u32 %r1, tile;\nmov.u32 %r2, more;\nret;\n}\n";
  auto module = ptx::parse(ptx, "large.ptx");
  const auto program = Program::load(std::make_shared<const ptx::Module>(std::move(*module)), "k");
  ASSERT_TRUE(program.has_value());
  EXPECT_EQ(program->image().static_shared_bytes, 0xffffffffu);
  for (const trace::SharedArray& array : program->image().shared_arrays) {
    if (array.name != "tile") continue;
    EXPECT_EQ(array.bytes, 0xffffffffu) << "which a launch refuses";
  }
}

TEST(Loading, TakesAFunctionsDefinitionForItsDeclaration) {
  const std::string ptx =
      ".version 7.0\n.target sm_75\n.address_size 64\n.func f();\n"
      ".visible .entry k()\n{\ncall.uni f;\nret;\n}\n.func f()\n{\nmembar.gl;\nret;\n}\n";
  auto module = ptx::parse(ptx, "declared.ptx");
  ASSERT_TRUE(module.has_value()) << module.error().message.in(Language::en);
  const auto program = Program::load(std::make_shared<const ptx::Module>(std::move(*module)), "k");
  ASSERT_TRUE(program.has_value()) << program.error().message.in(Language::en);
  EXPECT_TRUE(program->order_dependent());  // for its fence
}

TEST(Loading, FencesOfProxiesSayNothingOfOtherBlocks) {
  const auto is_order_dependent = [](const std::string& fence) {
    auto module =
        ptx::parse(".version 8.6\n.target sm_90a\n.address_size 64\n.visible .entry k()\n{\n" +
                       fence + ";\nret;\n}\n",
                   "fence.ptx");
    return Program::load(std::make_shared<const ptx::Module>(std::move(*module)), "k")
        ->order_dependent();
  };
  for (const char* own : {"fence.proxy.async", "fence.proxy.async.shared::cta",
                          "fence.mbarrier_init.release.cluster", "fence.acq_rel.cta"}) {
    EXPECT_FALSE(is_order_dependent(own)) << own;
  }
  for (const char* wide : {"fence.acq_rel.gpu", "fence.proxy.tensormap::generic.release.gpu"}) {
    EXPECT_TRUE(is_order_dependent(wide)) << wide;
  }
}

}  // namespace
}  // namespace warplens::machine
