#include "app/cli/text/check_leeway.h"

#include <gtest/gtest.h>

#include <string>

#include "kernels/ptx/parser.h"

namespace warplens::cli {
namespace {

ptx::Module leeway_module(const std::string& body) {
  const std::string text =
      ".version 8.6\n.target sm_90a\n.address_size 64\n"
      ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
      ".func helper() { ret; }\n"
      ".visible .entry k(.param .u64 p) {\n.reg .b64 %rd<4>; .reg .b32 %r<4>; .reg .f32 %f<8>;\n"
      ".param .b64 f; .param .b64 a; .param .b32 r;\n" +
      body + "ret;\n}\n";
  auto module = ptx::parse(text, "test.ptx");
  EXPECT_TRUE(module.has_value()) << module.error().message.in(Language::en);
  return module.has_value() ? std::move(*module) : ptx::Module();
}

TEST(CheckLeeway, PrintfWritesToMemoryOfItsOwn) {
  EXPECT_TRUE(prints(leeway_module("call (r), vprintf, (f, a);\n")));
  EXPECT_FALSE(prints(leeway_module("call helper, ();\n")));
  EXPECT_FALSE(prints(leeway_module("")));
}

TEST(CheckLeeway, AKernelMayChangeTensorMaps) {
  EXPECT_TRUE(edits_tensor_maps(
      leeway_module("tensormap.replace.tile.rank.global.b1024.b32 [%rd1], 1;\n")));
  EXPECT_FALSE(edits_tensor_maps(leeway_module("prefetch.tensormap [%rd1];\n")));
}

}  // namespace
}  // namespace warplens::cli
