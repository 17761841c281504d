// On the simulated driver (tests/simulated_cuda), whose binaries are PTX: a program that copies PTX
// stands for nvcc.
#include "kernels/timing/against_nvcc.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <optional>

#include "kernels/run/toolkit/process.h"
#include "tests/simulated_cuda/use.h"

namespace warplens::timing {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class AgainstNvcc : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(simulated::use_simulated_driver());
    gpu_.emplace(device::Gpu::open(device::Driver::open().value()).value());
    request_ = {{"tile"}, {40}, 3, {.repetitions = 1, .seconds = 0, .fewest = 1}};
    path_ = std::getenv("PATH");
    setenv("PATH", folder_.path().c_str(), 1);
    pretend_nvcc("13.0", "transpose/tile");
  }
  void TearDown() override { setenv("PATH", path_.c_str(), 1); }

  // Whatever it is given it makes this kernel's PTX of, edited as sed is told; it writes its
  // arguments down.
  void pretend_nvcc(const std::string& version, const std::string& kernel,
                    const std::string& edit = "") {
    const fs::path nvcc = folder_.path() / "nvcc";
    std::ofstream(nvcc) << "#!/bin/sh\n"
                        << "if [ \"$1\" = --version ]; then echo release " << version
                        << ", V; exit; fi\n"
                        << "echo \"$@\" >" << (folder_.path() / "arguments").string() << "\n"
                        << "while [ \"$1\" != -o ]; do shift; done\n"
                        << "/bin/sed '" << edit << "' " WARPLENS_SOURCE_DIR "/assets/ptx/" << kernel
                        << ".ptx >\"$2\"\n";
    fs::permissions(nvcc, fs::perms::owner_all);
  }

  Result<void> compare(const std::string& family_name = "transpose") {
    const auto family =
        std::ranges::find(catalogue_.families(), family_name, &catalog::Family::name);
    return time_against_nvcc(
        catalogue_, *gpu_, *family, request_,
        [this](const NvccTiming& timing) { timed_.push_back(timing); }, stop_.get_token());
  }

  const run::Catalogue catalogue_ = run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets").value();
  const run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  std::string path_;
  std::optional<device::Gpu> gpu_;
  NvccRequest request_;
  std::vector<NvccTiming> timed_;
  std::stop_source stop_;
};

TEST_F(AgainstNvcc, TimesBothImagesOfAKernel) {
  const auto done = compare();
  ASSERT_TRUE(done.has_value()) << done.error().message.in(Language::en);
  ASSERT_EQ(timed_.size(), 1u);
  const NvccTiming& tile = timed_[0];
  EXPECT_EQ(tile.problem.in(Language::en), "");
  EXPECT_EQ(tile.parameters.at("rows"), 40);
  EXPECT_EQ(tile.driver.repetitions, 3u) << "rounds";
  EXPECT_EQ(tile.nvcc.repetitions, 3u);
  EXPECT_GT(tile.driver.median, 0);
  EXPECT_GT(tile.nvcc.median, 0);
}

TEST_F(AgainstNvcc, CompilesTheSourceForThisGpuAsThePtxWasCompiled) {
  ASSERT_TRUE(compare().has_value());
  std::ifstream in(folder_.path() / "arguments");
  std::string arguments;
  std::getline(in, arguments);
  EXPECT_THAT(arguments, AllOf(HasSubstr("-lineinfo -cubin -arch=sm_90 "), HasSubstr("kernel.cu")));
  EXPECT_THAT(arguments, testing::Not(HasSubstr("-ptx")));
}

TEST_F(AgainstNvcc, TimesEachSizeThatIsAskedForAndElseTheFullOne) {
  request_.sides = {32, 40};
  ASSERT_TRUE(compare().has_value());
  ASSERT_EQ(timed_.size(), 2u);
  EXPECT_EQ(timed_[1].parameters.at("cols"), 40);
  timed_.clear();
  request_.sides = {};
  stop_.request_stop();
  EXPECT_EQ(compare().error().message.in(Language::en), "cancelled");
  EXPECT_TRUE(timed_.empty());
}

TEST_F(AgainstNvcc, SaysWhenABinaryHasNoSuchEntry) {
  pretend_nvcc("13.0", "transpose/packed_xor");
  ASSERT_TRUE(compare().has_value());
  EXPECT_THAT(timed_.at(0).problem.in(Language::en),
              AllOf(HasSubstr("looking for _Z"), HasSubstr("NOT_FOUND")));
  EXPECT_FALSE(timed_[0].is_within(1e9));
}

TEST_F(AgainstNvcc, DoesNotTimeABinaryWhoseResultIsWrong) {
  pretend_nvcc("13.0", "transpose/tile",
               "s/st.global.f32\\(.*\\), %f.*/st.global.f32\\1, 0f00000000;/");
  ASSERT_TRUE(compare().has_value());
  EXPECT_THAT(timed_.at(0).problem.in(Language::en),
              HasSubstr("compiled by nvcc, its result is wrong: out["));
}

TEST_F(AgainstNvcc, SaysInOneLineWhatIsMissing) {
  pretend_nvcc("12.4", "transpose/tile");
  EXPECT_THAT(compare().error().message.in(Language::en),
              AllOf(HasSubstr("nvcc is of CUDA 12.4, the PTX was made by nvcc 13.0"),
                    HasSubstr("set CUDA_HOME")));
  EXPECT_THAT(compare("access").error().message.in(Language::en), HasSubstr("access is not timed"));
  pretend_nvcc("13.0", "no/such");
  ASSERT_TRUE(compare().has_value());
  EXPECT_THAT(timed_.at(0).problem.in(Language::en), HasSubstr("tile.cu does not compile: "));
  request_.variants = {"nothing"};
  EXPECT_THAT(compare().error().message.in(Language::en), HasSubstr("no variant 'nothing'"));
}

TEST(NvccTimings, AreWithinATolerance) {
  NvccTiming timing;
  timing.driver.median = 1.02;
  timing.nvcc.median = 1;
  EXPECT_FALSE(timing.is_within(0.019));
  EXPECT_TRUE(timing.is_within(0.021));
  timing.driver.median = 0.97;
  EXPECT_FALSE(timing.is_within(0.02)) << "faster is another time, too";
}

}  // namespace
}  // namespace warplens::timing
