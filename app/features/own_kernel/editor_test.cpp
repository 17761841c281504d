// The small editor in the whole window: typed into, saved, left, asked about.
#include <gtest/gtest.h>

#include "app/features/own_kernel/own_panels.h"
#include "app/features/own_kernel/own_states.h"
#include "app/state/edited_source.h"
#include "app/ui/panels/overlay_states.h"
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
    const auto lesson = std::ranges::find(app_->lessons, "your-own-kernel", &lessons::Lesson::id);
    const auto step = std::ranges::find(lesson->steps, id, &lessons::Step::id);
    EXPECT_TRUE(go_to_lesson(*app_, lesson->id, step - lesson->steps.begin()).has_value());
    stand_still();
  }
  void stand_still() {
    for (int i = 0; i < 4; ++i) {
      watch_own_kernel(*app_);
      settle();
    }
  }
  // Into the comment that the text begins with.
  void type_into_comment(const std::string& words) {
    const WidgetRect rect = ui_.widget_log.widgets().at("editor.text");
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = {rect.x + rect.width / 2, rect.y + 6};
    draw(2);
    for (const bool down : {true, false}) {
      io.MouseDown[0] = down;
      draw(2);
    }
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
  EXPECT_TRUE(ui_.widget_log.panels().contains("editor"));
  EXPECT_EQ(typed(), on_disk());
  EXPECT_EQ(figure("editor.unsaved"), "0");
  expect_nothing_overlaps_or_is_cut();
  click("drawer.code");
  EXPECT_TRUE(ui_.widget_log.panels().contains("source"));
  click("drawer.editor");
  EXPECT_TRUE(ui_.widget_log.panels().contains("editor"));
}

TEST_P(Editor, MarksWhatIsNotSavedAndWritesItByCtrlS) {
  const std::string before = on_disk();
  type_into_comment("mine");
  EXPECT_EQ(typed().size(), before.size() + 4);
  EXPECT_LT(typed().find("mine"), typed().find('\n'));
  EXPECT_EQ(on_disk(), before) << "nothing is written by itself";
  EXPECT_EQ(figure("editor.unsaved"), "1");
  handle_key(ui_, *app_, {Key::s, false, true});
  stand_still();
  EXPECT_EQ(on_disk(), typed());
  EXPECT_EQ(figure("editor.unsaved"), "0");
  EXPECT_FALSE(app_->session.error().has_value()) << "a comment changes nothing";
}

TEST_P(Editor, ShowsTheFileThatALaterStepPutsThere) {
  enter("barrier");
  const std::string raced = ui_.state<EditorState>().text;
  EXPECT_EQ(raced, on_disk());
  enter("reference");
  click("drawer.editor");
  stand_still();
  EXPECT_NE(on_disk(), raced) << "the step before was passed without its mend";
  EXPECT_EQ(ui_.state<EditorState>().text, on_disk());
}

TEST_P(Editor, GivesNoKeyToTheWindowWhileItIsTypedInto) {
  type_into_comment("l");
  const std::string language = app_->settings.language;
  press(Key::l);
  press(Key::enter);
  EXPECT_EQ(app_->settings.language, language);
  EXPECT_EQ(app_->mode, Mode::lesson);
}

TEST_P(Editor, GivesTheKeyThatPresentsToTheWindow) {
  type_into_comment("l");
  press(Key::f5);
  EXPECT_TRUE(app_->settings.presentation);
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
  EXPECT_TRUE(ui_.widget_log.widgets().contains("unsaved.save"));
  press(Key::escape);
  EXPECT_FALSE(ui_.widget_log.widgets().contains("unsaved.save"));
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
  type_into_comment("mine");
  ASSERT_TRUE(session::write_atomically(file, on_disk() + "// theirs again\n").has_value());
  stand_still();
  EXPECT_NE(typed().find("mine"), std::string::npos);
  EXPECT_TRUE(edited_text(*app_)->has_changed_on_disk);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Editor,
                         ::testing::Values(Setup{{1280, 800}, "en"}, Setup{{1920, 1080}, "zh"}));

}  // namespace
}  // namespace warplens::ui
