#include "app/state/own_kernel.h"

#include <gmock/gmock.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "app/features/features.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "app/state/exploring.h"
#include "app/state/make_app_state.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;
using session::Side;

class OwnKernelOnTheStage : public testing::Test {
 protected:
  OwnKernelOnTheStage() : path_(folder_.path() / "network.ptx") {
    fs::copy_file(WARPLENS_SOURCE_DIR "/tests/corpus/network.ptx", path_);
    open_dropped(*app_, path_);
    look();
  }
  // Frames until the stage stands still.
  void look() {
    for (int i = 0; i < 4; ++i) {
      watch_own_kernel(*app_);
      while (app_->session.busy()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      app_->session.update(0);
    }
  }
  void write(const std::string& text) { std::ofstream(path_) << text; }
  void correct(const session::FormField& field, const std::string& text) {
    auto form = session::with_field(own_launch(*app_)->form, field, text, folder_.path());
    ASSERT_TRUE(form.has_value()) << form.error().message.in(Language::en);
    correct_launch(*app_, std::move(*form));
    look();
  }
  [[nodiscard]] std::uint64_t blocks() const {
    return app_->session.launch()->trace->launch.grid.count();
  }
  void save_again() { std::ofstream(path_, std::ios::app) << "\n// saved\n"; }
  [[nodiscard]] std::uint64_t shown() const { return app_->session.selection().recording; }

  run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  fs::path path_;
  std::unique_ptr<AppState> app_ =
      std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", nullptr, features::all()));
};

TEST_F(OwnKernelOnTheStage, IsRunWhenItIsDropped) {
  EXPECT_EQ(app_->mode, Mode::explore);
  ASSERT_NE(app_->session.launch(), nullptr);
  EXPECT_GT(app_->session.launch()->trace->events.size(), 0u);
}

TEST_F(OwnKernelOnTheStage, OfTritonsCacheIsDroppedAsItsFolder) {
  const fs::path cache = WARPLENS_SOURCE_DIR "/tests/cli/data/triton";
  open_dropped(*app_, cache / "C2E7R3WVJXOHFZMHEFPIYKJRKWAISOOBCAGPE3TBIZYAXP4IXISQ");
  look();
  ASSERT_FALSE(app_->session.error().has_value());
  EXPECT_THAT(app_->session.selection().capture, testing::EndsWith("softmax.ptx"));
  EXPECT_TRUE(app_->notice.empty());
  open_dropped(*app_, cache);
  EXPECT_THAT(app_->notice, testing::HasSubstr("add")) << "which kernels there are";
  EXPECT_THAT(app_->session.selection().capture, testing::EndsWith("softmax.ptx"));
}

TEST_F(OwnKernelOnTheStage, IsRunAgainWhenItIsSavedAndOnlyThen) {
  const std::uint64_t first = shown();
  look();
  EXPECT_EQ(shown(), first);
  save_again();
  look();
  EXPECT_NE(app_->session.selection(Side::right).recording, first);
}

TEST_F(OwnKernelOnTheStage, SavedAgainStandsBesideWhatItWasAndIsUndoneToIt) {
  const std::uint64_t first = shown();
  save_again();
  look();
  ASSERT_TRUE(app_->session.is_comparing());
  EXPECT_EQ(app_->session.selection(Side::left).recording, first);
  const std::uint64_t second = app_->session.selection(Side::right).recording;
  EXPECT_NE(second, first);
  save_again();
  look();
  ASSERT_TRUE(app_->session.is_comparing());
  EXPECT_EQ(app_->session.selection(Side::left).recording, second) << "the version before";
  for (int i = 0; i < 4; ++i) app_->session.undo();
  look();
  EXPECT_FALSE(app_->session.is_comparing());
  EXPECT_EQ(shown(), first);
}

TEST_F(OwnKernelOnTheStage, ThatIsBrokenStaysAsItWasAndIsComparedOnceItIsMended) {
  const std::uint64_t first = shown();
  std::ifstream in(path_);
  const std::string right{std::istreambuf_iterator<char>(in), {}};
  app_->arrangement().drawer = false;
  write(right + "\n.bogus\n");
  look();
  ASSERT_TRUE(app_->session.error().has_value());
  ASSERT_NE(broken_own_file(*app_), nullptr);
  EXPECT_GT(broken_own_file(*app_)->diagnostics.front().line, 20u);
  EXPECT_TRUE(app_->arrangement().drawer) << "its errors come into sight";
  EXPECT_EQ(app_->session.result()->selection.recording, first);
  EXPECT_TRUE(own_launch(*app_).has_value()) << "the form stays as well";
  app_->arrangement().drawer = false;
  look();
  EXPECT_FALSE(app_->arrangement().drawer) << "once is enough";
  write(right + "\n// mended\n");
  look();
  EXPECT_EQ(broken_own_file(*app_), nullptr);
  ASSERT_TRUE(app_->session.is_comparing());
  EXPECT_EQ(app_->session.selection(Side::left).recording, first);
}

using Kind = session::FormField::Kind;

TEST_F(OwnKernelOnTheStage, RunsAtOnceAsItIsCorrectedAndIsUndone) {
  const std::uint64_t guessed = blocks();
  correct({Kind::grid, 0}, "3");
  EXPECT_EQ(blocks(), 3u);
  EXPECT_FALSE(own_launch(*app_)->is_guessed);
  app_->session.undo();
  look();
  EXPECT_EQ(blocks(), guessed);
  app_->session.redo();
  look();
  EXPECT_EQ(blocks(), 3u);
  launch_as_guessed(*app_);
  look();
  EXPECT_EQ(blocks(), guessed);
}

TEST_F(OwnKernelOnTheStage, IsKeptBesideItsFileAndFoundAgain) {
  correct({Kind::grid, 0}, "3");
  EXPECT_FALSE(own_launch(*app_)->is_kept);
  keep_launch(*app_);
  EXPECT_EQ(app_->notice, "");
  EXPECT_TRUE(own_launch(*app_)->is_kept);
  auto next = std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", nullptr, features::all()));
  std::swap(app_, next);
  open_dropped(*app_, path_);
  look();
  EXPECT_EQ(blocks(), 3u);
  EXPECT_TRUE(own_launch(*app_)->is_kept);
  launch_as_guessed(*app_);
  look();
  EXPECT_NE(blocks(), 3u);
  EXPECT_FALSE(own_launch(*app_)->is_kept);
}

TEST_F(OwnKernelOnTheStage, IsHeldAgainstAPlainKernelOfItsFile) {
  open_dropped(*app_, WARPLENS_SOURCE_DIR "/tests/window/own/column_read.ptx");
  look();
  EXPECT_EQ(app_->session.result()->run->verdict, trace::Verdict::unchecked);
  correct({Kind::reference, 0}, "plain");
  ASSERT_FALSE(app_->session.error().has_value())
      << app_->session.error()->message.in(Language::en);
  EXPECT_EQ(app_->session.result()->run->verdict, trace::Verdict::match);
  correct({Kind::reference_grid, 1}, "1");
  ASSERT_TRUE(app_->session.error().has_value()) << "it does not do all";
  EXPECT_THAT(app_->session.error()->message.in(Language::en),
              testing::HasSubstr("reference plain wrote"));
}

TEST_F(OwnKernelOnTheStage, HasSizesOfItsPictureUntilTheyAreCorrected) {
  const own::FormSize size = own_launch(*app_)->form.sizes.front();
  set_sizes(app_->session, {{size.name, size.value + 1}});
  look();
  EXPECT_EQ(own_launch(*app_)->form.sizes.front().value, size.value + 1);
  EXPECT_EQ(app_->session.result()->own->form.sizes.front().value, size.value + 1);
  EXPECT_FALSE(own_launch(*app_)->is_kept);
  correct({Kind::size, 0}, std::to_string(size.value + 2));
  EXPECT_EQ(app_->session.result()->own->form.sizes.front().value, size.value + 2);
}

TEST_F(OwnKernelOnTheStage, IsOneOfItsFilesKernelsWhichIsRemembered) {
  ASSERT_GT(own_file(*app_)->kernels.size(), 3u);
  choose_own_kernel(*app_, "gelu");
  look();
  EXPECT_NE(app_->session.launch()->trace->entry.find("gelu"), std::string::npos);
  const session::Settings kept = app_->settings;
  app_ = std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", nullptr, features::all()));
  app_->settings = kept;
  open_dropped(*app_, path_);
  look();
  EXPECT_EQ(own_launch(*app_)->kernel.name, "gelu");
}

TEST_F(OwnKernelOnTheStage, IsAmongTheRecentFilesOnce) {
  open_dropped(*app_, path_);
  ASSERT_EQ(app_->settings.recent_files.size(), 1u);
  EXPECT_EQ(app_->settings.recent_files.front().path, path_.string());
  for (int i = 0; i < 30; ++i) note_opened(*app_, {fmt::format("/x/{}.cu", i), ""});
  EXPECT_EQ(app_->settings.recent_files.size(), 12u);
  EXPECT_EQ(app_->settings.recent_files.front().path, "/x/29.cu");
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
