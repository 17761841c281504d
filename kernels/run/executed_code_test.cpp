// The tests named …WithPtxas are skipped, with a message, where ptxas or nvdisasm is missing.
#include "kernels/run/executed_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "kernels/base/sha256.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::run {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kPtx =
    ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
    ".reg .b64 %rd<3>;\n.reg .f32 %f<2>;\nld.param.u64 %rd1, [p];\n"
    "cvta.to.global.u64 %rd2, %rd1;\nld.global.f32 %f1, [%rd2];\nst.global.f32 [%rd2+4], %f1;\n"
    "ret;\n}\n";

class ExecutedCode : public testing::Test {
 protected:
  // What ships for family/variant, of other PTX or of this.
  void ship(const std::string& ptx, const std::string& end = "") {
    const fs::path file = folder_.path() / "assets/sass/sm_90/family/variant.sass";
    fs::create_directories(file.parent_path());
    std::ofstream(file) << sass::to_text({90, "1.2.3", "1.2.3", sha256(ptx), {}, {}}) << end;
  }
  CodeSources sources() const {
    return {folder_.path() / "assets", {}, AssembledCache(folder_.path() / "cache")};
  }
  static PtxToExecute ptx(std::string_view kernel = "family/variant") {
    static const std::string text = kPtx;
    return {kernel, &text};
  }
  // Programs that count how often they are called, in place of the toolkit's.
  CodeSources with_counting_tools() const {
    CodeSources all = sources();
    all.tools = find_disassembler();
    all.tools.ptxas = counting(*all.tools.ptxas);
    return all;
  }
  fs::path counting(const fs::path& program) const {
    const fs::path script = folder_.path() / program.filename();
    std::ofstream(script) << "#!/bin/sh\ncase \"$1\" in --version) ;; *) echo x >>"
                          << (folder_.path() / "calls").string() << ";; esac\nexec "
                          << program.string() << " \"$@\"\n";
    fs::permissions(script, fs::perms::owner_all);
    return script;
  }
  std::size_t calls() const { return read_text(folder_.path() / "calls").value_or("").size() / 2; }
  fs::path kept_file() const { return fs::directory_iterator(folder_.path() / "cache")->path(); }

  TemporaryFolder folder_ = *TemporaryFolder::make();
};

#define SKIP_WITHOUT_PTXAS()                              \
  if (!check_complete(find_disassembler()).has_value()) { \
    GTEST_SKIP() << "ptxas or nvdisasm is not here";      \
  }

TEST_F(ExecutedCode, OfPtxThatShipsNeedsNoTools) {
  ship(kPtx);
  const auto code = executed_code(sources(), ptx(), 90);
  ASSERT_TRUE(code.has_value()) << code.error().message.in(Language::en);
  EXPECT_EQ(code->ptxas, "1.2.3");
}

TEST_F(ExecutedCode, OfOtherPtxIsNotTaken) {
  ship("another");
  const auto code = executed_code(sources(), ptx(), 90);
  ASSERT_FALSE(code.has_value());
  EXPECT_THAT(code.error().message.in(Language::en), HasSubstr("pip install nvidia-cuda-nvcc"));
  EXPECT_THAT(code.error().message.in(Language::zh), HasSubstr("pip install nvidia-cuda-nvcc"));
}

TEST_F(ExecutedCode, ThatIsDamagedIsNotTaken) {
  ship(kPtx, "more\n");
  EXPECT_FALSE(executed_code(sources(), ptx(), 90).has_value());
  EXPECT_THAT(shipped_code(folder_.path() / "assets", "family/variant", 90)
                  .error()
                  .message.in(Language::en),
              HasSubstr("variant.sass: it goes on after its end"));
}

TEST_F(ExecutedCode, OfAKernelWithAPathForANameLeadsNowhere) {
  ship(kPtx);
  for (const char* name : {"../family/variant", "/family", "family/", "family", "", "a/b/c"}) {
    EXPECT_FALSE(executed_code(sources(), ptx(name), 90).has_value()) << name;
  }
}

TEST_F(ExecutedCode, OfAnArchitectureThatThePtxIsTooNewForIsNamed) {
  EXPECT_THAT(executed_code(sources(), ptx("k"), 70).error().message.in(Language::en),
              HasSubstr("its PTX is for sm_75 and newer, not for sm_70"));
}

TEST_F(ExecutedCode, WithPtxasIsAssembledOnce) {
  SKIP_WITHOUT_PTXAS();
  const auto first = executed_code(with_counting_tools(), ptx("k"), 90);
  ASSERT_TRUE(first.has_value()) << first.error().message.in(Language::en);
  EXPECT_EQ(first->accesses.size(), 2u);
  EXPECT_EQ(*executed_code(with_counting_tools(), ptx("k"), 90), *first);
  EXPECT_EQ(calls(), 1u);
  EXPECT_EQ(executed_code(with_counting_tools(), ptx("k"), 80)->capability, 80u);
  EXPECT_EQ(calls(), 2u);
}

TEST_F(ExecutedCode, WithPtxasIsAssembledAnewWhereWhatWasKeptIsDamaged) {
  SKIP_WITHOUT_PTXAS();
  const auto first = executed_code(with_counting_tools(), ptx("k"), 90);
  ASSERT_TRUE(first.has_value()) << first.error().message.in(Language::en);
  std::string text = *read_text(kept_file());
  text[text.find("LDG")] = 'X';
  std::ofstream(kept_file()) << text;
  EXPECT_EQ(*executed_code(with_counting_tools(), ptx("k"), 90), *first);
  EXPECT_EQ(calls(), 2u);
  EXPECT_EQ(*executed_code(with_counting_tools(), ptx("k"), 90), *first);
  EXPECT_EQ(calls(), 2u);
}

TEST_F(ExecutedCode, WithPtxasIsNotTakenFromAnothersFile) {
  SKIP_WITHOUT_PTXAS();
  (void)executed_code(with_counting_tools(), ptx("k"), 90);
  const fs::path file = kept_file();
  std::ofstream(file) << sass::to_text({90, "1.2.3", "1.2.3", sha256(kPtx), {}, {}});
  EXPECT_EQ(executed_code(with_counting_tools(), ptx("k"), 90)->accesses.size(), 2u);
}

TEST_F(ExecutedCode, WithPtxasNeedsNoFolderToKeepItIn) {
  SKIP_WITHOUT_PTXAS();
  CodeSources all = with_counting_tools();
  std::ofstream(folder_.path() / "cache") << "a file in the way";
  EXPECT_TRUE(executed_code(all, ptx("k"), 90).has_value());
  all.cache = AssembledCache({});
  EXPECT_TRUE(executed_code(all, ptx("k"), 90).has_value());
}

}  // namespace
}  // namespace warplens::run
