#include "app/state/exploring.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "kernels/run/toolkit/process.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;

class OwnKernelOnTheStage : public testing::Test {
 protected:
  OwnKernelOnTheStage() : path_(folder_.path() / "network.ptx") {
    fs::copy_file(WARPLENS_SOURCE_DIR "/tests/corpus/network.ptx", path_);
    open_dropped(*app_, path_);
    look();
  }
  void look() {
    watch_own_kernel(*app_);
    while (app_->session.busy()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    app_->session.update(0);
  }
  void save_again() { std::ofstream(path_, std::ios::app) << "\n// saved\n"; }
  [[nodiscard]] std::uint64_t shown() const { return app_->session.selection().recording; }

  run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  fs::path path_;
  std::unique_ptr<AppState> app_ =
      std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", nullptr));
};

TEST_F(OwnKernelOnTheStage, IsRunWhenItIsDropped) {
  EXPECT_EQ(app_->mode, Mode::explore);
  ASSERT_NE(app_->session.launch(), nullptr);
  EXPECT_GT(app_->session.launch()->trace->events.size(), 0u);
}

TEST_F(OwnKernelOnTheStage, IsRunAgainWhenItIsSavedAndOnlyThen) {
  const std::uint64_t first = shown();
  look();
  EXPECT_EQ(shown(), first);
  save_again();
  look();
  EXPECT_NE(shown(), first);
}

TEST_F(OwnKernelOnTheStage, StandsBesideWhatItWasAndIsUndoneToIt) {
  const std::uint64_t first = shown();
  save_again();
  look();
  app_->session.compare_with_previous();
  look();
  ASSERT_TRUE(app_->session.is_comparing());
  EXPECT_EQ(app_->session.selection(session::Side::left).recording, first);
  look();
  EXPECT_TRUE(app_->session.is_comparing()) << "looking again ends no comparison";
  app_->session.undo();
  app_->session.undo();
  look();
  EXPECT_EQ(shown(), first);
}

TEST_F(OwnKernelOnTheStage, ThatIsAwayForAMomentIsLeftAsItIs) {
  const std::uint64_t first = shown();
  fs::remove(path_);
  look();
  EXPECT_EQ(shown(), first);
  EXPECT_FALSE(app_->session.error().has_value());
}

}  // namespace
}  // namespace warplens::ui
