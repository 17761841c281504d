// Which files a sidecar may make the program read.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "kernels/own/launch_form.h"
#include "kernels/own/sidecar.h"
#include "kernels/run/own_kernel.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::own {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kLoad = R"(.version 8.0
.target sm_80
.address_size 64
.global .align 4 .u32 table[1];
.visible .entry k(.param .u64 x){ ret; })";

class FormFiles : public testing::Test {
 protected:
  FormFiles() {
    fs::create_directories(kernel_folder());
    std::ofstream(kernel_folder() / "k.ptx") << kLoad;
    std::ofstream(kernel_folder() / "in.bin") << "abcd";
    std::ofstream(folder_.path() / "secret") << "efgh";
    fs::create_symlink("../secret", kernel_folder() / "link.bin");
  }
  [[nodiscard]] fs::path kernel_folder() const { return folder_.path() / "kernel"; }

  [[nodiscard]] static LaunchForm launch() {
    return parse_sidecar(R"({"warplens_launches": 1, "launches": [{"kernel": "k", "grid": ["1"],
      "block": ["1"], "arguments": [{"name": "x", "type": "u8", "count": "4", "role": "inout"}]}]})")
        .value()
        .launches.front()
        .form;
  }
  [[nodiscard]] static LaunchForm filled_from(const std::string& file) {
    LaunchForm form = launch();
    std::get<FormBuffer>(form.arguments[0]).file = file;
    return form;
  }
  [[nodiscard]] std::string error_of(const LaunchForm& form, std::vector<fs::path> roots = {}) {
    const auto loaded = run::load_kernel_file(kernel_folder() / "k.ptx", std::move(roots));
    const auto kernel = own_kernel(form, loaded.value(), kernel_folder());
    return kernel.has_value() ? "" : kernel.error().message.in(Language::en);
  }

  run::TemporaryFolder folder_ = *run::TemporaryFolder::make();
};

TEST_F(FormFiles, OfABufferLieBeneathTheKernelsFolder) {
  EXPECT_EQ(error_of(filled_from("in.bin")), "");
  for (const std::string& file :
       {std::string("../secret"), std::string("link.bin"), (folder_.path() / "secret").string()})
    EXPECT_THAT(error_of(filled_from(file)), HasSubstr("--source-root")) << file;
}

TEST_F(FormFiles, OfAResultAndAVariableDoToo) {
  LaunchForm expects = launch();
  expects.expectations = {{"x", "../secret", {}}};
  EXPECT_THAT(error_of(expects), HasSubstr("--source-root"));
  expects.expectations.front().file = "in.bin";
  EXPECT_EQ(error_of(expects), "");
  LaunchForm sets = launch();
  sets.symbols = {{"table", {}, "../secret"}};
  EXPECT_THAT(error_of(sets), HasSubstr("--source-root"));
  sets.symbols.front().values = "in.bin";
  EXPECT_EQ(error_of(sets), "");
}

TEST_F(FormFiles, ElsewhereAreReadWhereAPersonAllowsOrNamesThem) {
  EXPECT_EQ(error_of(filled_from("../secret"), {folder_.path()}), "");
  LaunchForm form = filled_from("../secret");
  form.given_files = {"../secret"};
  EXPECT_EQ(error_of(form), "");
  const auto kept = parse_sidecar(sidecar_text({{{"k", form}}}));
  EXPECT_THAT(error_of(kept->launches.front().form), HasSubstr("--source-root"))
      << "a sidecar may be anyone's";
}

TEST_F(FormFiles, ASidecarThatIsALinkOutOfItsFolderIsNotRead) {
  std::ofstream(folder_.path() / "other.json") << sidecar_text({{{"k", launch()}}});
  const fs::path sidecar = sidecar_path(kernel_folder() / "k.ptx");
  fs::create_symlink("../other.json", sidecar);
  const auto read = read_sidecar(sidecar);
  ASSERT_FALSE(read.has_value());
  EXPECT_THAT(read.error().message.in(Language::en), HasSubstr("k.ptx.warplens.json lies outside"));
}

}  // namespace
}  // namespace warplens::own
