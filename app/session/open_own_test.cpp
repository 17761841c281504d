#include "app/session/open_own.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <optional>

#include "app/session/edits.h"
#include "app/session/fake_results_test.h"
#include "app/session/own_files.h"
#include "kernels/base/test_support.h"
#include "kernels/cost/access_cost.h"
#include "kernels/own/sidecar.h"
#include "kernels/run/toolkit/fake_tool_test.h"
#include "kernels/trace/capture.h"

namespace warplens::session {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;

const std::string kCorpus = std::string(WARPLENS_SOURCE_DIR) + "/tests/corpus/";

// A folder with a file of several kernels, and the work that runs it.
class OwnKernels : public ::testing::Test {
 protected:
  OwnKernels() : path_(folder_.path() / "network.ptx") {
    fs::copy_file(kCorpus + "network.ptx", path_);
  }
  Selection selection() const {
    return {path_.string(),
            {},
            path_.string(),
            trace::Order::recorded,
            Backend::cpu,
            0,
            trace::capture_stamp(path_)};
  }
  static Result<KernelResultPtr> open(const Selection& selection) {
    run::Options options;
    options.machine.cost = analysis::add_cost;
    OwnFiles files;
    return open_own(selection, options, files);
  }
  run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  fs::path path_;
};

TEST_F(OwnKernels, AreLaunchedAsCanBeGuessedAndSayWhatWasAssumed) {
  const auto result = open(selection());
  ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  EXPECT_GT((*result)->launches.front().trace->events.size(), 0u);
  EXPECT_THAT((*result)->notes, Contains(InEnglish(HasSubstr("its launch is guessed"))));
  ASSERT_TRUE((*result)->own.has_value());
  EXPECT_EQ((*result)->own->kernel.name, "softmax");
}

TEST_F(OwnKernels, AreLaunchedAsTheirSidecarSays) {
  std::ofstream(own::sidecar_path(path_)) << R"({"warplens_launches": 1, "launches": [
    {"name": "small", "kernel": "gelu", "sizes": {"n": 64}, "grid": ["1"], "block": ["64"],
     "arguments": [{"name": "in", "type": "f32", "count": "n", "role": "in"},
                   {"name": "out", "type": "f32", "count": "n", "role": "out"},
                   {"name": "n", "type": "i32", "value": "n"}]}]})";
  const auto result = open(selection());
  ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  const trace::TracedLaunch& launch = (*result)->launches.front().trace->launch;
  EXPECT_EQ(launch.grid.count(), 1u);
  EXPECT_EQ(launch.block.count(), 64u);
}

TEST_F(OwnKernels, ThatCannotBeReadAreErrorsInBothLanguages) {
  std::ofstream(path_) << "this is no PTX";
  const auto result = open(selection());
  ASSERT_FALSE(result.has_value());
  EXPECT_NE(result.error().message.in(Language::en), "");
  EXPECT_EQ(result.error().message.in(Language::en).find('\n'), std::string::npos);
}

TEST_F(OwnKernels, SavedSinceAreNotShownAsWhatTheyWere) {
  const Selection before = selection();
  std::ofstream(path_, std::ios::app) << "\n// saved\n";
  const auto result = open(before);
  ASSERT_FALSE(result.has_value());
  EXPECT_THAT(result.error().message.in(Language::en), HasSubstr("saved again since"));
  EXPECT_TRUE(open(selection()).has_value());
}

// A session with a .cu open whose compiler takes a minute.
class AtTheCompiler : public ::testing::Test {
 protected:
  AtTheCompiler() {
    const std::string path = (folder_.path() / "kernel.cu").string();
    std::ofstream(path) << "__global__ void kernel() {}\n";
    EXPECT_TRUE(session_->set_stage({"add/linear_1d", {}, {}, {}, {}}).has_value());
    settle(*session_);
    show_capture(*session_, path);
    nvcc_.wait_for_runs(1);
  }
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

  const run::FakeTool nvcc_{"nvcc", run::kTakesAMinute};
  const run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  const run::Catalogue catalogue_ = run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets").value();
  OwnFiles files_;
  std::optional<Session> session_{
      std::in_place, catalogue_.families(),
      [this](const Selection& selection, std::stop_token stop, machine::Progress* progress) {
        return compute(catalogue_, selection, std::move(stop), progress, nullptr, kAnyMemory,
                       &files_);
      },
      nullptr};
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

TEST_F(AtTheCompiler, TheSessionEndsWithinASecond) {
  begin_ = std::chrono::steady_clock::now();
  session_.reset();
  EXPECT_LT(seconds(), 1);
}

TEST_F(AtTheCompiler, CancellingLetsTheNextKernelRunWithinASecond) {
  begin_ = std::chrono::steady_clock::now();
  session_->cancel();
  set_parameter(*session_, "n", 64);
  settle(*session_);
  EXPECT_LT(seconds(), 1);
  EXPECT_TRUE(session_->up_to_date());
  EXPECT_FALSE(session_->error().has_value());
}

TEST(KernelFiles, AreKnownByTheirNames) {
  EXPECT_TRUE(is_kernel_file("my.cu"));
  EXPECT_TRUE(is_kernel_file("/x/my.ptx"));
  EXPECT_FALSE(is_kernel_file("t.wlens"));
  EXPECT_FALSE(is_kernel_file(""));
}

}  // namespace
}  // namespace warplens::session
