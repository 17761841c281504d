// The fragments view in the window: what stands at the cursor, pointing and clicking, what keys do,
// and the kernel's own values.
#include <gtest/gtest.h>

#include "app/features/fragments/fragment_choice.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "app/state/exploring.h"
#include "app/state/linked.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

using fragments::FragmentChoice;

class FragmentsPanel : public ::testing::Test, protected WholeWindow {
 protected:
  FragmentsPanel() {
    explore(*app_);
    app_->views = {session::StageView::fragments_view, session::StageView::bank_view};
    show("tensor_gemm/ldmatrix");
  }
  void show(const char* kernel, const catalog::Parameters& parameters = {}) {
    const session::Stage stage{kernel, parameters, {}, {}, {}};
    EXPECT_TRUE(app_->session.set_stage(stage).has_value());
    settle();
    app_->views = {session::StageView::fragments_view, session::StageView::bank_view};
    settle();
    draw(2);
  }
  // The first event of a kind, of a warp.
  void seek(trace::EventKind kind, std::uint32_t warp) {
    const trace::Trace& trace = *app_->session.launch()->trace;
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
      if (trace.sites[trace.events.site(i)].kind != kind || trace.events.warp(i) != warp) continue;
      app_->session.seek(i);
      settle();
      return draw(2);
    }
    FAIL() << "there is no such event";
  }
  [[nodiscard]] const FragmentChoice& choice() const {
    return app_->session.chosen<FragmentChoice>();
  }
};

TEST_F(FragmentsPanel, StandsAtTheInstructionUnderTheCursorWithItsWarp) {
  seek(trace::EventKind::load_matrix, 1);
  EXPECT_NE(figure("fragments_view.form").find("ldmatrix"), std::string::npos);
  EXPECT_EQ(figure("fragments_view.warp"), "warp 1");
  EXPECT_EQ(figure("fragments_view.execution").substr(0, 14), "execution 1 of");
}

TEST_F(FragmentsPanel, StandsAtTheNextInstructionBehindAnyOtherAccess) {
  seek(trace::EventKind::store, 0);
  EXPECT_NE(figure("fragments_view.form"), "");
}

TEST_F(FragmentsPanel, KeepsTheElementThatIsClickedAndSaysItsValue) {
  click("fragments_view.cells");
  draw(2);
  hover("fragments_view.instruction");
  const std::string said = figure("fragments_view.said");
  if (choice().element) {
    EXPECT_NE(said.find("is in lane"), std::string::npos) << said;
    EXPECT_NE(said.find(" = "), std::string::npos) << "the kernel's own value: " << said;
  }
  press(Key::right, true);
  ASSERT_TRUE(choice().element.has_value());
  const auto before = *choice().element;
  press(Key::right, true);
  EXPECT_EQ(choice().element->column, before.column + 1);
  press(Key::up, true);
  EXPECT_NE(choice().element->row, before.row) << "around at the upper end";
  EXPECT_NE(figure("fragments_view.said").find(" = "), std::string::npos);
}

TEST_F(FragmentsPanel, ChoosesInstructionsFromTheListOfAll) {
  show("tensor_gemm/one_tile");
  click("fragments_view.instruction");
  draw(2);
  std::string last;
  for (const auto& [name, rect] : ui_.widget_log.widgets()) {
    if (name.starts_with("fragments_view.instruction.")) last = name;
  }
  ASSERT_NE(last, "");
  click(last);
  settle();
  draw(2);
  ASSERT_TRUE(choice().at.has_value());
  EXPECT_NE(figure("fragments_view.form").find("mma.sync"), std::string::npos);
  click("fragments_view.execution.behind");
  settle();
  EXPECT_EQ(choice().at->execution, 1u);
  click("fragments_view.warp.behind");
  settle();
  EXPECT_EQ(choice().at->warp, 1u);
  click("fragments_view.block.behind");
  settle();
  draw(2);
  EXPECT_EQ(figure("fragments_view.block"), "block 1");
  click("fragments_view.operand.d");
  settle();
  draw(2);
  EXPECT_EQ(figure("fragments_view.operand"), "D");
  click("fragments_view.follow");
  settle();
  EXPECT_FALSE(choice().at.has_value());
}

TEST_F(FragmentsPanel, KeysGoThroughOperandsExecutionsAndCells) {
  show("tensor_gemm/one_tile");
  EXPECT_EQ(figure("fragments_view.operand"), "A");
  press(Key::tab);
  EXPECT_EQ(figure("fragments_view.operand"), "B");
  press(Key::tab, true);
  EXPECT_EQ(figure("fragments_view.operand"), "A");
  press(Key::c, true);
  EXPECT_TRUE(choice().shows_values);
  press(Key::right_bracket, true);
  ASSERT_TRUE(choice().at.has_value());
  EXPECT_EQ(choice().at->execution, 1u);
  press(Key::left_bracket, true);
  EXPECT_EQ(choice().at->execution, 0u);
}

TEST_F(FragmentsPanel, AProductOfTheKernelsOwnValuesIsItsSum) {
  show("tensor_gemm/one_tile");
  const auto value = [&](char operand, std::uint32_t row, std::uint32_t column) {
    FragmentChoice next = choice();
    next.operand = operand;
    next.element = machine::FragmentElement{0, row, column};
    app_->session.choose(next);
    settle();
    draw(2);
    const std::string said = figure("fragments_view.said");
    const std::size_t at = said.find(" = ");
    EXPECT_NE(at, std::string::npos) << said;
    return at == std::string::npos ? 0.0 : std::stod(said.substr(at + 3));
  };
  double sum = value('c', 3, 5);
  for (std::uint32_t k = 0; k < 16; ++k) sum += value('a', 3, k) * value('b', k, 5);
  EXPECT_NEAR(value('d', 3, 5), sum, 1e-3 * std::abs(sum) + 1e-3);
}

TEST_F(FragmentsPanel, AKernelWithoutMatricesSaysThatItHasNone) {
  show("transpose/tile");
  EXPECT_EQ(figure("fragments_view.form"), "");
}

TEST_F(FragmentsPanel, ALinkBringsTheElementAndTheExecution) {
  FragmentChoice chosen;
  chosen.operand = 'd';
  chosen.element = machine::FragmentElement{0, 3, 5};
  chosen.at = fragments::ChosenExecution{120, 1, 1, 2};
  chosen.shows_values = true;
  app_->session.choose(chosen);
  settle();
  const std::string link = link::link_text(link_of(*app_).value(), features::all());
  app_->session.choose(FragmentChoice{});
  settle();
  ASSERT_TRUE(open_link(*app_, link).has_value()) << link;
  settle();
  EXPECT_EQ(choice(), chosen) << link;
}

TEST_F(FragmentsPanel, AnotherKernelForgetsTheElement) {
  FragmentChoice chosen;
  chosen.operand = 'd';
  chosen.at = fragments::ChosenExecution{120, 1, 1, 2};
  app_->session.choose(chosen);
  select_kernel(app_->session, "tensor_gemm/warp_tiles");
  settle();
  EXPECT_EQ(choice(), FragmentChoice{});
}

TEST(FragmentChoice, IsWrittenAsItIsRead) {
  for (const char* text : {"A", "D[3][5]", "R2[3][5]"}) {
    const auto named = fragments::parse_element(text);
    ASSERT_TRUE(named.has_value()) << text;
    EXPECT_EQ(fragments::element_text({named->operand, named->element}), text);
  }
  for (const char* text : {"", "E", "A[3]", "A[3][5", "A[-1][0]", "A[3][5]x", "A[ 3][5]",
                           "A[99999999999][0]", "Ax[0][0]"}) {
    EXPECT_FALSE(fragments::parse_element(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace warplens::ui
