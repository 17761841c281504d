#include <gmock/gmock.h>

#include <chrono>
#include <thread>

#include "app/features/features.h"
#include "app/session/kernel_result.h"
#include "app/state/control_list.h"
#include "app/state/exploring.h"
#include "app/state/linked.h"
#include "app/state/make_app_state.h"
#include "app/state/own_kernel.h"
#include "kernels/captured/captured_test_kit.h"
#include "kernels/captured/program_file.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;
using namespace captured::captured_test;

class CapturedLaunchOnTheStage : public testing::Test {
 protected:
  CapturedLaunchOnTheStage() {
    EXPECT_TRUE(
        captured::write_program(path_, program_of({scaled(), graph(), summed()})).has_value());
    open_dropped(*app_, path_);
    look();
  }
  void look() {
    for (int i = 0; i < 3; ++i) {
      watch_own_kernel(*app_);
      while (app_->session.busy()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      app_->session.update(0);
    }
  }
  [[nodiscard]] std::string shown() const { return captured_launch(*app_)->name; }

  run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  fs::path path_ = folder_.path() / "run.wlens";
  std::unique_ptr<AppState> app_ =
      std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", nullptr, features::all()));
};

TEST_F(CapturedLaunchOnTheStage, IsTheFirstUntilAnotherIsChosen) {
  EXPECT_EQ(app_->mode, Mode::explore);
  EXPECT_EQ(shown(), "scale");
  const std::vector<Control> controls = controls_of(app_->session);
  ASSERT_FALSE(controls.empty());
  EXPECT_EQ(controls.front().kind, Control::Kind::entry);
  choose_own_kernel(*app_, "graph");
  look();
  EXPECT_EQ(shown(), "graph");
  EXPECT_EQ(app_->session.launch_count(), 2u);
  app_->session.undo();
  look();
  EXPECT_EQ(shown(), "scale");
}

TEST_F(CapturedLaunchOnTheStage, IsRememberedWithItsFile) {
  choose_own_kernel(*app_, "sum_rows");
  open_dropped(*app_, WARPLENS_SOURCE_DIR "/tests/corpus/network.ptx");
  look();
  EXPECT_EQ(captured_launch(*app_), nullptr);
  open_dropped(*app_, path_);
  look();
  EXPECT_EQ(shown(), "sum_rows");
}

TEST_F(CapturedLaunchOnTheStage, IsCountedForAChipAsItWasCaptured) {
  const auto count = count_of_own(*app_);
  ASSERT_TRUE(count.has_value());
  const auto demands = (*count)({}, nullptr);
  ASSERT_TRUE(demands.has_value()) << demands.error().message.in(Language::en);
  EXPECT_EQ(demands->size(), 1u);
}

TEST_F(CapturedLaunchOnTheStage, HasNoLink) { EXPECT_FALSE(link_of(*app_).has_value()); }

}  // namespace
}  // namespace warplens::ui
