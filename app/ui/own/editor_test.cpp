// The small editor in the whole window: typed into, saved, left, asked about.
#include <gtest/gtest.h>

#include "app/state/edited_source.h"
#include "app/ui/overlays/states.h"
#include "app/ui/own/own.h"
#include "app/ui/window/whole_window_test.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::ui {
namespace {

// Its PTX ships for each of its texts: no compiler is needed.
class Editor : public ::testing::TestWithParam<Setup>, protected WholeWindow {
 protected:
  Editor() : WholeWindow(GetParam()) { enter("bounds"); }
  void enter(const std::string& id) {
    EXPECT_TRUE(go_to_lesson(*app_, "your-own-kernel", 0).has_value());
    const auto& steps = app_->current_lesson().steps;
    const auto step = std::ranges::find(steps, id, &lessons::Step::id);
    go_to_step(*app_, step - steps.begin());
    stand_still();
  }
  void stand_still() {
    for (int i = 0; i < 4; ++i) {
      watch_own_kernel(*app_);
      settle();
    }
  }
  // Into the field, behind all that it holds.
  void type_at_the_end(const std::string& words) {
    click("editor.text");
    ImGuiIO& io = ImGui::GetIO();
    const int end = ImGui::GetKeyIndex(ImGuiKey_End);
    io.KeyCtrl = true;
    io.KeysDown[end] = true;
    draw(1);
    io.KeysDown[end] = false;
    io.KeyCtrl = false;
    draw(1);
    type(words);
  }
  [[nodiscard]] std::string on_disk() const {
    return run::read_text(editable_file(*app_)).value_or("");
  }
  [[nodiscard]] std::string typed() const { return edited_text(*app_)->text; }
  void replace_typed(std::string_view from, std::string_view to) {
    std::string text = typed();
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    take_typed(*app_, editable_file(*app_), text.replace(at, from.size(), to));
  }
};

TEST_P(Editor, OpensWithTheStepAndHoldsItsText) {
  EXPECT_TRUE(ui_.recorder.panels().contains("editor"));
  EXPECT_EQ(typed(), on_disk());
  EXPECT_EQ(figure("editor.unsaved"), "0");
  expect_nothing_overlaps_or_is_cut();
  click("drawer.code");
  EXPECT_TRUE(ui_.recorder.panels().contains("source"));
  click("drawer.editor");
  EXPECT_TRUE(ui_.recorder.panels().contains("editor"));
}

TEST_P(Editor, MarksWhatIsNotSavedAndWritesItByCtrlS) {
  const std::string before = on_disk();
  type_at_the_end("// mine");
  EXPECT_EQ(typed(), before + "// mine");
  EXPECT_EQ(on_disk(), before) << "nothing is written by itself";
  EXPECT_EQ(figure("editor.unsaved"), "1");
  handle_key(ui_, *app_, {Key::s, false, true});
  stand_still();
  EXPECT_EQ(on_disk(), before + "// mine");
  EXPECT_EQ(figure("editor.unsaved"), "0");
  EXPECT_FALSE(app_->session.error().has_value()) << "a comment changes nothing";
}

TEST_P(Editor, GivesNoKeyToTheWindowWhileItIsTypedInto) {
  type_at_the_end("l");
  const std::string language = app_->settings.language;
  press(Key::l);
  press(Key::enter);
  EXPECT_EQ(app_->settings.language, language);
  EXPECT_EQ(app_->mode, Mode::lesson);
}

TEST_P(Editor, AMendThatIsSavedIsTracedBesideWhatWasBeforeAndDoesTheStep) {
  EXPECT_FALSE(app_->step_done);
  replace_typed("column <= columns", "column < columns");
  save_edited(*app_, editable_file(*app_));
  stand_still();
  EXPECT_TRUE(app_->session.is_comparing());
  EXPECT_TRUE(app_->step_done);
  expect_nothing_overlaps_or_is_cut();
}

TEST_P(Editor, IsAskedAboutWhatIsNotSavedBeforeTheWindowCloses) {
  EXPECT_TRUE(may_close(*app_, ui_));
  replace_typed("column <= columns", "column < columns");
  EXPECT_FALSE(may_close(*app_, ui_));
  settle();
  EXPECT_TRUE(ui_.recorder.widgets().contains("unsaved.save"));
  press(Key::escape);
  EXPECT_FALSE(ui_.recorder.widgets().contains("unsaved.save"));
  EXPECT_FALSE(may_close(*app_, ui_));
  settle();
  click("unsaved.save");
  EXPECT_TRUE(app_->quit);
  EXPECT_NE(on_disk().find("column < columns"), std::string::npos);
}

TEST_P(Editor, KeepsWhatIsNotSavedWhileAnotherStepIsLookedAt) {
  replace_typed("column <= columns", "column < columns // soon");
  enter("open");
  enter("bounds");
  EXPECT_NE(typed().find("// soon"), std::string::npos);
  click("editor.drop");
  stand_still();
  EXPECT_EQ(typed(), on_disk());
}

TEST_P(Editor, BegunAnewTheStepHasItsTextAgainAndThePersonsIsKept) {
  replace_typed("column <= columns", "column < columns // soon");
  go_to_step(*app_, static_cast<std::ptrdiff_t>(app_->step));
  stand_still();
  EXPECT_NE(on_disk().find("column <= columns"), std::string::npos);
  EXPECT_EQ(typed(), on_disk());
  const std::filesystem::path copy = editable_file(*app_);
  const auto mine = run::read_text(copy.parent_path() / "row_sums.mine.cu");
  ASSERT_TRUE(mine.has_value());
  EXPECT_NE(mine->find("// soon"), std::string::npos);
}

TEST_P(Editor, ReadsWhatAnotherProgramSavesUnlessSomethingIsTyped) {
  const std::string file = editable_file(*app_);
  ASSERT_TRUE(session::write_atomically(file, on_disk() + "// theirs\n").has_value());
  stand_still();
  EXPECT_NE(typed().find("// theirs"), std::string::npos);
  type_at_the_end("// mine");
  ASSERT_TRUE(session::write_atomically(file, on_disk() + "// theirs again\n").has_value());
  stand_still();
  EXPECT_NE(typed().find("// mine"), std::string::npos);
  EXPECT_TRUE(edited_text(*app_)->has_changed_on_disk);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Editor,
                         ::testing::Values(Setup{{1280, 800}, "en"}, Setup{{1920, 1080}, "zh"}));

}  // namespace
}  // namespace warplens::ui
