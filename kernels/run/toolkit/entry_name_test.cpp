#include "kernels/run/toolkit/entry_name.h"

#include <gmock/gmock.h>

namespace warplens::run {
namespace {

using ::testing::HasSubstr;

ptx::Module module_with(std::initializer_list<const char*> entries) {
  ptx::Module module;
  module.file_name = "k.ptx";
  for (const char* name : entries) {
    ptx::Function& function = module.functions.emplace_back();
    function.name = name;
    function.is_entry = true;
  }
  return module;
}

TEST(EntryName, IsAsTheSourceWritesIt) {
  EXPECT_EQ(source_name("_Z5scalePfi"), "scale");
  EXPECT_EQ(source_name("_Z14transpose_tileILi32EEvPKfPfii"), "transpose_tile<32>");
  EXPECT_EQ(source_name("_ZN2ns4tileILi1EEEvPf"), "ns::tile<1>");
  EXPECT_EQ(source_name("_Z5applyPFvPfE"), "apply");
  EXPECT_EQ(source_name("triton_kernel"), "triton_kernel");
  EXPECT_EQ(source_name("_Znot a mangled name"), "_Znot a mangled name");
}

TEST(EntryName, FindsAKernelByEitherName) {
  const ptx::Module module = module_with({"_Z5scalePfi", "_Z4tileILi32EEvPf"});
  EXPECT_EQ(find_entry(module, "scale").value()->name, "_Z5scalePfi");
  EXPECT_EQ(find_entry(module, "_Z5scalePfi").value()->name, "_Z5scalePfi");
  EXPECT_EQ(find_entry(module, "tile").value()->name, "_Z4tileILi32EEvPf");
  EXPECT_EQ(find_entry(module, "tile<32>").value()->name, "_Z4tileILi32EEvPf");
}

TEST(EntryName, FindsAKernelByItsPlainNameOrAnyPartThatIsUnique) {
  const ptx::Module module = module_with(
      {"_ZN2ns11sgemm_naiveILi4EEEvPf", "_ZN2ns11sgemm_tiledEPf", "_ZN2ns5sgemmEPf", "_Z1kv"});
  EXPECT_EQ(find_entry(module, "sgemm_naive").value()->name, "_ZN2ns11sgemm_naiveILi4EEEvPf");
  EXPECT_EQ(find_entry(module, "sgemm_naive<4>").value()->name, "_ZN2ns11sgemm_naiveILi4EEEvPf");
  EXPECT_EQ(find_entry(module, "naive").value()->name, "_ZN2ns11sgemm_naiveILi4EEEvPf");
  EXPECT_EQ(find_entry(module, "sgemm").value()->name, "_ZN2ns5sgemmEPf");
  EXPECT_THAT(find_entry(module, "sgemm_").error().message.in(Language::en),
              HasSubstr("several kernels 'sgemm_': ns::sgemm_naive<4>, ns::sgemm_tiled; give"));
}

TEST(EntryName, ListsTheNearestOfManyKernels) {
  ptx::Module module = module_with({"scale", "reduce"});
  for (int i = 0; i < 1000; ++i) {
    ptx::Function& function = module.functions.emplace_back();
    function.name = "filler_" + std::to_string(i);
    function.is_entry = true;
  }
  const std::string error = find_entry(module, "recude").error().message.in(Language::en);
  EXPECT_THAT(error, HasSubstr("it has: reduce, "));
  EXPECT_THAT(error, HasSubstr(" and 994 more"));
  EXPECT_LT(error.size(), 200u);
}

TEST(EntryName, SaysWhatThereIsWhenTheNameIsNotEnough) {
  const ptx::Module module = module_with({"_Z4tileILi16EEvPf", "_Z4tileILi32EEvPf"});
  EXPECT_THAT(find_entry(module, "tile").error().message.in(Language::en),
              HasSubstr("several kernels 'tile'"));
  EXPECT_THAT(find_entry(module, "nothing").error().message.in(Language::en),
              HasSubstr("has no kernel 'nothing', it has: tile<16>, tile<32>"));
  EXPECT_THAT(find_entry(module, "").error().message.in(Language::en),
              HasSubstr("name the kernel to run"));
}

}  // namespace
}  // namespace warplens::run
