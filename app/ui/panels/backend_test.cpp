// The choice of where kernels are traced, in the whole window: without a GPU, and with the
// simulated driver's.
#include "app/ui/panels/backend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/features/features.h"
#include "app/session/edits.h"
#include "app/state/exploring.h"
#include "app/state/make_app_state.h"
#include "app/ui/panels/overlay_states.h"
#include "app/ui/window/whole_window_test.h"
#include "tests/simulated_cuda/use.h"

namespace warplens::ui {
namespace {

using session::Backend;
using session::Side;
using testing::HasSubstr;

constexpr const char* kWhyNot = "libcuda.so.1 is not here: install NVIDIA's driver";

Machine without_gpu() {
  return {[]() -> Result<device::Driver> { return fail("{}", kWhyNot); }, nullptr};
}

class NoGpu : public ::testing::TestWithParam<const char*>, protected WholeWindow {
 protected:
  NoGpu() : WholeWindow({{1280, 800}, GetParam()}, without_gpu()) {
    app_->gpu->wait_until_known();
    explore(*app_);
    EXPECT_TRUE(app_->session.set_stage({"transpose/tile", {}, {}, {}, {}}).has_value());
    settle();
  }
};

TEST_P(NoGpu, TheChoiceIsDisabledAndSaysWhy) {
  click("backend.gpu");
  settle();
  EXPECT_EQ(app_->session.choice().left.backend, Backend::cpu);
  EXPECT_THAT(figure("backend.why_not"), HasSubstr(kWhyNot));
  expect_nothing_overlaps_or_is_cut();
}

TEST_P(NoGpu, TheKeySaysWhy) {
  press(Key::g, false, true);
  EXPECT_EQ(app_->session.choice().left.backend, Backend::cpu);
  EXPECT_THAT(ui_.state<Message>().words, HasSubstr(kWhyNot));
  EXPECT_FALSE(app_->session.can_undo());
}

TEST_P(NoGpu, SettingsThatAskForOneGetTheCpuAndAreKept) {
  app_->settings.backend = Backend::gpu;
  restore_backend(app_->session, Backend::gpu);
  settle();
  EXPECT_EQ(app_->session.result()->selection.backend, Backend::cpu);
  EXPECT_TRUE(app_->session.up_to_date());
  EXPECT_FALSE(app_->session.error().has_value());
  EXPECT_EQ(app_->settings.backend, Backend::gpu);
}
INSTANTIATE_TEST_SUITE_P(Languages, NoGpu, ::testing::Values("en", "zh"));

class Simulated {
 protected:
  Simulated() { EXPECT_TRUE(simulated::use_simulated_driver()); }
};

class OnAGpu : public ::testing::TestWithParam<const char*>, Simulated, protected WholeWindow {
 protected:
  OnAGpu() : WholeWindow({{1280, 800}, GetParam()}) {
    app_->gpu->wait_until_known();
    explore(*app_);
    EXPECT_TRUE(app_->session.set_stage({"transpose/tile_padded", {}, {}, {}, {}}).has_value());
    settle();
  }
  [[nodiscard]] const std::string& traced_on(Side side = Side::left) const {
    return app_->session.launch(side)->trace->backend;
  }
};

TEST_P(OnAGpu, AClickTracesThereAndItIsSaidAndRemembered) {
  const std::string sectors = figure("global_load.sectors_per_request");
  click("backend.gpu");
  settle();
  EXPECT_FALSE(app_->session.error().has_value())
      << app_->session.error()->message.in(Language::en);
  EXPECT_EQ(traced_on(), "Simulated device");
  EXPECT_THAT(figure("status"), HasSubstr("Simulated device"));
  EXPECT_EQ(figure("global_load.sectors_per_request"), sectors);
  EXPECT_EQ(app_->settings.backend, Backend::gpu);
  EXPECT_NE(figure("counters.note"), "");  // the simulated driver has no counters
  expect_nothing_overlaps_or_is_cut();
  press(Key::g, false, true);
  EXPECT_EQ(traced_on(), "cpu");
  EXPECT_EQ(app_->settings.backend, Backend::cpu);
  press(Key::z, false, true);
  EXPECT_EQ(traced_on(), "Simulated device");
}

TEST_P(OnAGpu, BothSidesAreTracedThere) {
  compare_with(app_->session, "transpose/packed_xor");
  settle();
  click("backend.gpu");
  settle();
  EXPECT_EQ(traced_on(), "Simulated device");
  EXPECT_EQ(traced_on(Side::right), "Simulated device");
  expect_nothing_overlaps_or_is_cut();
}

TEST_P(OnAGpu, ALessonIsTracedThereToo) {
  click("backend.gpu");
  settle();
  ASSERT_TRUE(go_to_lesson(*app_, "bank-conflicts", 1).has_value());
  settle();
  EXPECT_EQ(traced_on(), "Simulated device");
  EXPECT_TRUE(app_->session.activity().start.has_value());
}

TEST_P(OnAGpu, AFailureShowsItsErrorAndTheCpuIsOneClickAway) {
  {
    const simulated::Failing failing("no_context");
    click("backend.gpu");
    settle();
  }
  ASSERT_TRUE(app_->session.error().has_value());
  EXPECT_EQ(traced_on(), "cpu");
  click("backend.cpu");
  settle();
  EXPECT_FALSE(app_->session.error().has_value());
  EXPECT_TRUE(app_->session.up_to_date());
  click("backend.gpu");
  settle();
  EXPECT_EQ(traced_on(), "Simulated device");
}

TEST_P(OnAGpu, AFailureOfTheVeryFirstRunLeavesTheChoice) {
  const simulated::Failing failing("no_context");
  auto next = std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", nullptr, features::all()));
  next->settings = app_->settings;
  restore_backend(next->session, Backend::gpu);
  app_ = std::move(next);
  ASSERT_TRUE(go_to_lesson(*app_, "bank-conflicts", 0).has_value());
  settle();
  EXPECT_TRUE(app_->session.error().has_value());
  EXPECT_EQ(app_->session.result(), nullptr);
  click("backend.cpu");
  settle();
  EXPECT_FALSE(app_->session.error().has_value());
  EXPECT_EQ(traced_on(), "cpu");
}

TEST_P(OnAGpu, WhereTheOrderOfBlocksShowsItIsOneRunOfSeveral) {
  const std::string exact(ui_.say(Str::traced_here));
  select_kernel(app_->session, "reduce/last_block");
  click("backend.gpu");
  settle();
  ASSERT_TRUE(app_->session.launch()->trace->order_dependent);
  EXPECT_THAT(figure("status"), testing::Not(HasSubstr(exact.substr(exact.rfind('}') + 1))));
}

TEST_P(OnAGpu, ACaptureHasNoChoice) {
  show_capture(app_->session, "nowhere.wlens");
  draw(2);
  EXPECT_FALSE(ui_.widget_log.widgets().contains("backend.gpu"));
}

INSTANTIATE_TEST_SUITE_P(Languages, OnAGpu, ::testing::Values("en", "zh"));

}  // namespace
}  // namespace warplens::ui
