// The view of machine code in the window: what stands at the cursor, clicks, keys, words that are
// looked for, and the choice as text.
#include <gtest/gtest.h>

#include "app/features/machine_code/code_choice.h"
#include "app/session/kernel_result.h"
#include "app/state/exploring.h"
#include "app/state/linked.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

using code::ChosenLine;
using code::CodeChoice;
using code::CodeColumn;

class CodePanel : public ::testing::Test, protected WholeWindow {
 protected:
  CodePanel() {
    explore(*app_);
    show("transpose/tile");
  }
  void show(const char* kernel) {
    const session::Stage stage{kernel, {}, {}, {}, {}};
    EXPECT_TRUE(app_->session.set_stage(stage).has_value());
    settle();
    app_->views = {session::StageView::machine_code, session::StageView::bank_view};
    settle();
    draw(2);
  }
  [[nodiscard]] const std::optional<ChosenLine>& chosen() const {
    return app_->session.chosen<CodeChoice>().line;
  }
  void choose(CodeColumn column, std::uint32_t number) {
    app_->session.choose(CodeChoice{ChosenLine{column, number}});
    draw(3);
  }
};

TEST_F(CodePanel, HasTheMachineCodeOfTheKernelOnTheStageWithoutAToolkit) {
  EXPECT_NE(figure("machine_code.instructions"), "");
  EXPECT_NE(figure("machine_code.peak_live"), "0");
  EXPECT_EQ(figure("machine_code.spills"), "0");
}

TEST_F(CodePanel, SaysWhatStandsAtTheCursorUntilALineIsChosen) {
  EXPECT_NE(figure("machine_code.said").find("PTX line"), std::string::npos);
  choose(CodeColumn::sass, 0x20);
  EXPECT_NE(figure("machine_code.said").find("registers live"), std::string::npos);
  click("machine_code.follow");
  draw(2);
  EXPECT_FALSE(chosen().has_value());
}

TEST_F(CodePanel, KeysStepThroughLinesAndColumns) {
  choose(CodeColumn::sass, 0x20);
  press(Key::down, true);
  draw(2);
  EXPECT_EQ(chosen(), (ChosenLine{CodeColumn::sass, 0x30}));
  press(Key::up, true);
  press(Key::up, true);
  draw(2);
  EXPECT_EQ(chosen(), (ChosenLine{CodeColumn::sass, 0x10}));
  press(Key::right, true);
  draw(2);
  ASSERT_TRUE(chosen().has_value());
  EXPECT_NE(chosen()->column, CodeColumn::sass);
}

TEST_F(CodePanel, GoesToThePeak) {
  click("machine_code.peak");
  draw(2);
  ASSERT_TRUE(chosen().has_value());
  EXPECT_EQ(chosen()->column, CodeColumn::sass);
  const std::string live = figure("machine_code.peak_live") + " registers live";
  EXPECT_NE(figure("machine_code.said").find(live), std::string::npos);
}

TEST_F(CodePanel, CopiesWhatIsLit) {
  choose(CodeColumn::sass, 0x10);
  click("machine_code.copy");
  EXPECT_NE(std::string(ImGui::GetClipboardText()).find("S2R"), std::string::npos);
}

TEST_F(CodePanel, ALinkBringsTheLineBack) {
  choose(CodeColumn::ptx, 60);
  const std::string link = link::link_text(link_of(*app_).value(), features::all());
  app_->session.choose(CodeChoice{});
  ASSERT_TRUE(open_link(*app_, link).has_value()) << link;
  settle();
  EXPECT_EQ(chosen(), (ChosenLine{CodeColumn::ptx, 60}));
}

TEST_F(CodePanel, AnotherKernelForgetsTheLine) {
  choose(CodeColumn::sass, 0x20);
  show("gemm/register_tile");
  EXPECT_FALSE(chosen().has_value());
  EXPECT_EQ(figure("machine_code.peak_live"), "46");
}

TEST(CodeChoiceText, IsReadAsItWasWritten) {
  for (const ChosenLine line :
       {ChosenLine{CodeColumn::source, 57}, ChosenLine{CodeColumn::ptx, 118},
        ChosenLine{CodeColumn::sass, 0}, ChosenLine{CodeColumn::sass, 0x2a0}}) {
    EXPECT_EQ(code::parse_line(code::line_text(line)), line);
  }
  for (const char* text : {"", "sass", "sass:", "sass:0xg", "ptx:0", "source:-1", "ptx:99999999999",
                           "sass:0x20 ", "SASS:1"}) {
    EXPECT_EQ(code::parse_line(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace warplens::ui
