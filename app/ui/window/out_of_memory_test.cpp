// A run that needs more memory than it may take is an error in the window, which goes on.
#include <gmock/gmock.h>

#include <atomic>
#include <memory>

#include "kernels/run/run.h"
#include "app/state/exploring.h"
#include "app/state/make_app_state.h"
#include "app/ui/window/whole_window_test.h"
#include "kernels/base/all_tests.h"

namespace warplens::ui {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kRoom = std::uint64_t{256} << 20;  // for results and fonts

session::Stage transpose_of(std::int64_t side) {
  return {"transpose/tile", {{"rows", side}, {"cols", side}}, {}, {}, {}};
}

class OutOfMemory : public ::testing::TestWithParam<const char*>, protected WholeWindow {
 protected:
  OutOfMemory() : WholeWindow({{1280, 800}, GetParam()}, limited()) {
    explore(*app_);
    show(64);
  }
  static Machine limited() {
    Machine machine;
    machine.memory = memory_held() + kRoom;
    return machine;
  }
  void show(std::int64_t side) {
    EXPECT_TRUE(app_->session.set_stage(transpose_of(side)).has_value());
    settle();
  }
};

TEST_P(OutOfMemory, IsToldAndLeavesTheSessionAsItWas) {
  if (is_too_slow_here()) GTEST_SKIP() << "under a sanitizer there is no limit";
  const session::KernelResultPtr before = app_->session.result();
  show(16384);
  ASSERT_TRUE(app_->session.error().has_value());
  EXPECT_THAT(app_->session.error()->message.in(Language::en), HasSubstr("--memory"));
  EXPECT_THAT(app_->session.error()->message.in(Language::zh), HasSubstr("内存"));
  EXPECT_EQ(app_->session.result(), before);
  show(128);
  EXPECT_FALSE(app_->session.error().has_value());
  EXPECT_EQ(app_->session.result()->selection.parameters.at("rows"), 128);
}
INSTANTIATE_TEST_SUITE_P(Languages, OutOfMemory, ::testing::Values("en", "zh"));

using Switch = std::shared_ptr<std::atomic<bool>>;

// Its runs throw as the library does where memory runs out, once that is switched on.
class OutOfMemoryInAThread : public ::testing::Test, protected WholeWindow {
 protected:
  explicit OutOfMemoryInAThread(const Switch& runs_out = std::make_shared<std::atomic<bool>>())
      : WholeWindow({}, machine(runs_out)), runs_out_(runs_out) {
    explore(*app_);
    show(64);
  }
  static Machine machine(const Switch& runs_out) {
    auto catalogue = std::make_shared<const run::Catalogue>(
        std::move(*run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets")));
    Machine machine;
    machine.work = [catalogue, runs_out](const session::Selection& selection, std::stop_token stop,
                                         machine::Progress* progress) {
      if (*runs_out) throw std::bad_alloc();
      return session::compute(*catalogue, selection, std::move(stop), progress);
    };
    return machine;
  }
  void show(std::int64_t side) {
    EXPECT_TRUE(app_->session.set_stage(transpose_of(side)).has_value());
    settle();
  }
  Switch runs_out_;
};

TEST_F(OutOfMemoryInAThread, IsToldAndLeavesTheSessionAsItWas) {
  const session::KernelResultPtr before = app_->session.result();
  ASSERT_NE(before, nullptr);
  *runs_out_ = true;
  show(96);
  ASSERT_TRUE(app_->session.error().has_value());
  EXPECT_EQ(app_->session.error()->message, not_enough_memory().message);
  EXPECT_EQ(app_->session.result(), before);
  *runs_out_ = false;
  show(96);
  EXPECT_FALSE(app_->session.error().has_value());
}

}  // namespace
}  // namespace warplens::ui
