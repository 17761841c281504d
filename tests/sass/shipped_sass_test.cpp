// What ships of ptxas' work is of the PTX that ships. Needs neither ptxas nor nvdisasm.
#include <gtest/gtest.h>

#include <set>

#include "kernels/base/sha256.h"
#include "kernels/ptx/target.h"
#include "kernels/run/executed_code.h"
#include "kernels/run/toolkit/sources.h"
#include "tests/sass/shipped_images.h"

namespace warplens::sass_test {
namespace {

namespace fs = std::filesystem;

const fs::path kAssets = WARPLENS_SOURCE_DIR "/assets";

TEST(ShippedSass, IsOfThePtxThatShipsForEveryArchitecture) {
  std::set<std::string> versions;
  for (const ShippedImage& image : shipped_images(kAssets)) {
    const ptx::Target target = ptx::target_of(image.ptx);
    const bool is_for_one = target.reach == ptx::Target::Reach::alone;
    const unsigned newer = target.capability >= 90 ? 3 : target.capability >= 89 ? 4 : 6;
    EXPECT_GE(image.capabilities.size(), is_for_one ? 1u : newer) << image.kernel;
    const std::string hash = sha256(image.ptx);
    for (const std::uint32_t capability : image.capabilities) {
      const auto code = run::shipped_code(kAssets, image.kernel, capability);
      ASSERT_TRUE(code.has_value())
          << code.error().message.in(Language::en) << ": build regenerate_sass";
      EXPECT_EQ(code->ptx_sha256, hash) << image.kernel << ": build regenerate_sass";
      EXPECT_EQ(code->capability, capability) << image.kernel;
      EXPECT_EQ(code->listing.has_live(), ships_listing(image, capability)) << image.kernel;
      versions.insert(code->ptxas + " and " + code->nvdisasm);
    }
  }
  EXPECT_EQ(versions.size(), 1u) << "made by several versions of ptxas: build regenerate_sass";
}

TEST(ShippedSass, IsOfNothingElse) {
  std::set<fs::path> expected;
  for (const ShippedImage& image : shipped_images(kAssets)) {
    for (const std::uint32_t capability : image.capabilities) {
      expected.insert(fs::path(sass::architecture_name(capability)) / (image.kernel + ".sass"));
    }
  }
  std::set<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(kAssets / "sass")) {
    if (entry.is_regular_file()) found.insert(fs::relative(entry.path(), kAssets / "sass"));
  }
  EXPECT_EQ(found, expected);
}

TEST(ShippedSass, WithPtxasIsWhatPtxasMakes) {
  const run::Disassembler tools = run::find_disassembler();
  if (!run::check_complete(tools).has_value()) GTEST_SKIP() << "ptxas or nvdisasm is not here";
  const std::string kernel = "gemm/register_tile";
  const auto shipped = run::shipped_code(kAssets, kernel, 90);
  ASSERT_TRUE(shipped.has_value());
  const std::string ptx = *run::read_text(kAssets / "ptx" / (kernel + ".ptx"));
  const auto made = run::assemble(tools, run::AssembledCache({}), ptx, 90);
  ASSERT_TRUE(made.has_value()) << made.error().message.in(Language::en);
  if (made->ptxas != shipped->ptxas) GTEST_SKIP() << "ptxas " << shipped->ptxas << " is not here";
  EXPECT_EQ(made->accesses, shipped->accesses);
  if (made->nvdisasm != shipped->nvdisasm)
    GTEST_SKIP() << "nvdisasm " << shipped->nvdisasm << " is not here";
  EXPECT_EQ(made->listing, shipped->listing);
}

}  // namespace
}  // namespace warplens::sass_test
